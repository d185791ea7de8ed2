package message

import (
	"bytes"
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"
)

const someJob = "abcdefghijklmnopqrstuvwxy1"

var someAnswer = Answer{
	Job: someJob, Piece: 300, Worker: "host-1", Build: "b", Version: "v", Delivery: 2, Last: true, Seconds: 1.25,
	Done:   []Unit{{Number: 7, Data: []byte("seven")}, {Number: 1 << 30, Data: []byte{0, 1}, Notes: []byte("slow")}, {Number: 0}},
	Failed: &Failure{Unit: 9, Why: "no such move"}, Refused: "not mine", Split: true, Aside: true,
}

func TestAnswerComesBack(t *testing.T) {
	for _, a := range []Answer{someAnswer, {Job: "a", Worker: "w"}, {Job: "a", Worker: "w", Split: true, Last: true}} {
		got, err := ParseAnswer(AppendAnswer(nil, &a))
		if err != nil || !reflect.DeepEqual(got, a) {
			t.Errorf("%+v came back as %+v, %v", a, got, err)
		}
	}
}

// Every beginning of an answer is broken, and so is one with something behind it.
func TestBrokenAnswers(t *testing.T) {
	whole := AppendAnswer(nil, &someAnswer)
	for n := range whole {
		if _, err := ParseAnswer(whole[:n]); err == nil {
			t.Fatalf("%d of %d bytes were read as an answer", n, len(whole))
		}
	}
	if _, err := ParseAnswer(append(slices.Clip(whole), 0)); err == nil {
		t.Error("a byte behind the answer was not noticed")
	}
	long := someAnswer
	long.Refused = strings.Repeat("é", maxText)
	if got, err := ParseAnswer(AppendAnswer(nil, &long)); err != nil || len(got.Refused) != maxText {
		t.Errorf("a long text: %d bytes, %v", len(got.Refused), err)
	}
}

func TestParts(t *testing.T) {
	a := someAnswer
	a.Done = nil
	for i := range 40 {
		a.Done = append(a.Done, Unit{Number: i, Data: bytes.Repeat([]byte{byte(i)}, 40_000)})
	}
	a.Done = append(a.Done, Unit{Number: 40, Data: make([]byte, 700_000)}, Unit{Number: 41})
	parts, err := Parts(&a)
	if err != nil {
		t.Fatal(err)
	}
	var done []Unit
	seconds := 0.0
	for i, p := range parts {
		size := len(AppendAnswer(nil, &p))
		if size > MaxPart && len(p.Done) > 1 || size > MaxMessage {
			t.Errorf("part %d of %d results has %d bytes", i, len(p.Done), size)
		}
		if last := i == len(parts)-1; p.Last != last || p.Split != last || (p.Failed != nil) != last || (p.Refused != "") != last {
			t.Errorf("part %d of %d: %+v", i, len(parts), p)
		}
		done = append(done, p.Done...)
		seconds += p.Seconds
	}
	if !reflect.DeepEqual(done, a.Done) || seconds < 1.24 || seconds > 1.26 {
		t.Errorf("%d results of %d in %d parts, %g seconds", len(done), len(a.Done), len(parts), seconds)
	}
	if len(parts) > 6 {
		t.Errorf("%d parts", len(parts))
	}
	a.Done[3].Data = make([]byte, MaxMessage)
	var large TooLarge
	if _, err := Parts(&a); !errors.As(err, &large) || large.Unit != 3 {
		t.Errorf("a result that is too large: %v", err)
	}
	if parts, err := Parts(&Answer{Job: "a", Worker: "w", Refused: "no", Last: true}); err != nil || len(parts) != 1 || !parts[0].Last {
		t.Errorf("an answer without results: %+v, %v", parts, err)
	}
}

func TestPieces(t *testing.T) {
	p := Piece{Job: someJob, Number: 1, Units: []Span{{3, 2}, {9, 1}}}
	b, err := JSON(p)
	if err != nil {
		t.Fatal(err)
	}
	got, err := Read[Piece](b)
	if err != nil || !reflect.DeepEqual(got, p) || got.Len() != 3 || !slices.Equal(slices.Collect(got.All()), []int{3, 4, 9}) {
		t.Errorf("%s: %+v, %v", b, got, err)
	}
	for _, wrong := range [][]Span{nil, {{-1, 1}}, {{0, 0}}, {{0, 2}, {1, 1}}, {{5, 1}, {3, 1}}, {{0, MaxUnits}, {MaxUnits, 1}}, {{MaxUnit, 1}}} {
		if _, err := JSON(Piece{Job: someJob, Units: wrong}); err == nil {
			t.Errorf("units %v were taken", wrong)
		}
	}
}

func TestNames(t *testing.T) {
	for text, want := range map[string]string{"host.local": "host-local", "a b": "a-b", "Ñandú": "and", "--": "", "x_1": "x_1"} {
		if got := Name(text); got != want || got != "" && !ValidName(got) {
			t.Errorf("Name(%q) = %q, want %q", text, got, want)
		}
	}
	long := Name(strings.Repeat("a", maxName-1) + "-" + "b")
	if !ValidName(long) {
		t.Errorf("Name made %q", long)
	}
	for _, id := range []string{"", "a.b", "a*", ">", strings.Repeat("a", maxID+1)} {
		if ValidID(id) {
			t.Errorf("%q was taken for a job", id)
		}
	}
}

func FuzzAnswer(f *testing.F) {
	f.Add(AppendAnswer(nil, &someAnswer))
	f.Add(AppendAnswer(nil, &Answer{Job: "a", Worker: "w"}))
	f.Fuzz(func(t *testing.T, b []byte) {
		a, err := ParseAnswer(b)
		if err != nil {
			return
		}
		if again := AppendAnswer(nil, &a); !bytes.Equal(again, b) {
			t.Errorf("%x\nwas read as %+v\nwhich is written %x", b, a, again)
		}
	})
}

func FuzzPlain(f *testing.F) {
	add := func(b []byte, err error) {
		if err != nil {
			f.Fatal(err)
		}
		f.Add(b)
	}
	add(JSON(Header{ID: someJob, Kind: "games", Spec: strings.Repeat("0", 64), Begun: time.Unix(1, 0), Files: []File{{"a", strings.Repeat("f", 64), 3}}}))
	add(JSON(Piece{Job: someJob, Units: []Span{{3, 2}}}))
	add(JSON(Worker{Name: "w", Doing: []string{"run"}}))
	add(JSON(Progress{ID: someJob, Refused: []string{"no"}}))
	f.Fuzz(func(t *testing.T, b []byte) {
		again[Header](t, b)
		again[Piece](t, b)
		again[Worker](t, b)
		again[Progress](t, b)
	})
}

// again checks that what was read is written and read again as the same.
func again[T Plain](t *testing.T, b []byte) {
	v, err := Read[T](b)
	if err != nil {
		return
	}
	written, err := JSON(v)
	if err != nil {
		t.Fatalf("%s was read as %+v, which cannot be written: %v", b, v, err)
	}
	second, err := Read[T](written)
	if err != nil {
		t.Fatalf("%s cannot be read: %v", written, err)
	}
	if third, err := JSON(second); err != nil || !bytes.Equal(third, written) {
		t.Fatalf("%s became %s, %v", written, third, err)
	}
}
