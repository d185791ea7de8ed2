package store

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"strings"
	"testing"

	"gambito/arena"
)

// archived is a store with run test of all kinds of games, and its archive.
func archived(t testing.TB) (*Store, []byte) {
	t.Helper()
	s := opened(t, t.TempDir())
	e, records := varied(t)
	records[3].Seconds, records[4].Simulations, records[5].Build, records[5].Machine = []float64{1e-9, 0.25}, []int{3, 4}, "commit 1", "mill-2"
	w := begun(t, s, e)
	if err := errors.Join(w.Add(records), w.Finish(nil, nil), w.Close()); err != nil {
		t.Fatal(err)
	}
	return s, exported(t, s, "test")
}

func exported(t testing.TB, s *Store, name string) []byte {
	t.Helper()
	info, err := s.Run(name)
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := s.Export(context.Background(), info, &b, nil); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func imported(s *Store, archive []byte, as string) (Info, error) {
	return s.Import(context.Background(), bytes.NewReader(archive), Import{As: as})
}

// lines are those of an archive.
func lines(t testing.TB, archive []byte) []string {
	t.Helper()
	r, err := gzip.NewReader(bytes.NewReader(archive))
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return strings.SplitAfter(strings.TrimSuffix(string(text), "\n"), "\n")
}

// packed is an archive of these lines, with the right digest at its end.
func packed(t testing.TB, list []string) []byte {
	t.Helper()
	text := strings.Join(list[:len(list)-1], "")
	return zipped(t, fmt.Sprintf("%s{\"sha256\":\"%x\"}\n", text, sha256.Sum256([]byte(text))))
}

func zipped(t testing.TB, text string) []byte {
	t.Helper()
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	if _, err := w.Write([]byte(text)); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// TestArchive: a run comes back from its archive as it was, here and elsewhere.
func TestArchive(t *testing.T) {
	s, archive := archived(t)
	if !bytes.Equal(packed(t, lines(t, archive)), packed(t, lines(t, packed(t, lines(t, archive))))) {
		t.Fatal("lines are not what they are taken for")
	}
	other := opened(t, t.TempDir())
	info, err := imported(other, archive, "")
	if err != nil {
		t.Fatal(err)
	}
	if got := exported(t, other, "test"); !bytes.Equal(got, archive) {
		t.Error("the archive of a run that was imported is another one")
	}
	was, err := s.Run("test")
	if err != nil {
		t.Fatal(err)
	}
	info.id = was.id
	if !reflect.DeepEqual(info, was) || info.Games != 90 {
		t.Errorf("the run is %+v, not %+v", info, was)
	}
	var before, after []arena.Record
	err = errors.Join(s.Records(was, func(r arena.Record) error { before = append(before, r); return nil }),
		other.Records(mustInfo(t, other, 90), func(r arena.Record) error { after = append(after, r); return nil }))
	if err != nil || !reflect.DeepEqual(before, after) {
		t.Errorf("the games are not the same: %v", err)
	}
	if _, err := imported(s, archive, ""); !errors.As(err, new(ErrTaken)) || !strings.Contains(err.Error(), "--as NAME") {
		t.Errorf("a name that is taken: %v", err)
	}
	if info, err := imported(s, archive, "second"); err != nil || info.Settings.Name != "second" || info.Games != 90 {
		t.Errorf("%+v, %v", info, err)
	}
	if games, _ := kept(t, other); games != -1 {
		t.Error("standings came with the archive")
	}
	e, _ := varied(t)
	if err := other.Same(info, e); err != nil {
		t.Errorf("it is of another experiment: %v", err)
	}
}

// TestOtherArchives: what is not an archive of a run is refused in one line, and
// nothing is left of it.
func TestOtherArchives(t *testing.T) {
	s, archive := archived(t)
	if err := s.Delete("test"); err != nil {
		t.Fatal(err)
	}
	edited := func(line int, old, now string) []byte {
		list := lines(t, archive)
		text := strings.Replace(list[line], old, now, 1)
		if text == list[line] {
			t.Fatalf("there is no %s in %s", old, list[line])
		}
		list[line] = text
		return packed(t, list)
	}
	list := lines(t, archive)
	swapped := append([]string{list[0], list[2], list[1]}, list[3:]...)
	plain := strings.Join(list, "") + "\n"
	for _, one := range []struct {
		archive []byte
		want    string
	}{
		{nil, "it is cut off"},
		{[]byte("name: test\n"), "it is not an archive"},
		{zipped(t, "name: test\n"), "it is not an archive"},
		{zipped(t, `{"format":"else"}`+"\n"), "it is not an archive"},
		{zipped(t, `{"format":"gambito run"}`+"\n"), "it is not an archive"},
		{archive[:len(archive)/2], "it is cut off"},
		{archive[:len(archive)-1], "it is cut off"},
		{zipped(t, plain[:len(plain)/2]), "it is cut off"},
		{zipped(t, strings.TrimSuffix(plain, list[len(list)-1]+"\n")), "it is cut off"},
		{zipped(t, strings.Replace(plain, `"moves":"`, `"moves":"x`, 1)), "its digest is wrong"},
		{append(bytes.Clone(archive), 0), "something follows"},
		{append(bytes.Clone(archive), archive...), "something follows"},
		{zipped(t, plain+"{}\n"), "something follows"},
		{edited(0, `"version":1`, `"version":2`), "it is from a newer gambito (version 2; this one knows 1)"},
		{edited(0, `"settings":{"format":1`, `"settings":{"format":9`), "they are from a newer gambito"},
		{edited(0, `"games":90`, `"games":89`), "more games than"},
		{edited(0, `"games":90`, `"games":91`), "it should have 91 games"},
		{edited(0, `"games":90`, `"games":-1`), "it should have -1 games"},
		{edited(0, `"name":"test"`, `"name":"../test"`), `name "../test"`},
		{edited(0, `"games-per-pair":10`, `"games-per-pair":9`), "a number is not possible"},
		{edited(0, `"games-per-pair":10`, `"games-per-pair":1000000000`), "too many games"},
		{edited(0, `"rounds":3`, `"rounds":400000`), "too many"},
		{edited(0, `"schedule":"round-robin"`, `"schedule":"else"`), "no schedule"},
		{edited(0, `"draw":"half"`, `"draw":"no"`), "no rule"},
		{edited(0, `"rule":"fixed"`, `"rule":"width"`), "a test of two agents"},
		{edited(0, `"name":"b"`, `"name":"a"`), "twice"},
		{edited(0, `"name":"b"`, `"name":"\n"`), "cannot be"},
		{edited(0, `"created":"`, `"created":"x`), "its first line cannot be read"},
		{packed(t, swapped), "line 3: the game is there twice"},
		{packed(t, append(list[:2:2], list[1:]...)), "line 3: the game is there twice"},
		{packed(t, append(list[:1:1], list[2:]...)), "line 91: the game cannot be read: there are fewer"},
		{edited(1, `"number":0`, `"number":900`), "line 2: the game cannot be read: it is not one"},
		{edited(1, `"seats":[0,1]`, `"seats":[0,2]`), "its seats are"},
		{edited(1, `"seats":[0,1]`, `"seats":[]`), "its lists are not"},
		{edited(1, `"result":[`, `"result":[5,`), "its lists are not"},
		{edited(1, `"reason":"`, `"reason":"x`), "its reason is"},
		{edited(1, `"moves":"`, `"moves":"\n`), "its moves cannot be read"},
		{edited(1, `"moves":"`, `"moves":"`+strings.Repeat("a", mostLine)), "too long"},
		{edited(1, `"number":0`, `"number":0,"opening":-1`), "its moves cannot be read"},
		{edited(1, `"number":0`, `"number":0,"nodes":[-1,1]`), "it took what cannot be"},
		{edited(1, `"number":0`, `"number":0,"faults":[{"seat":7,"reason":"error"}]`), "a fault is of seat 7"},
		{edited(1, `{`, `[`), "line 2: the game cannot be read"},
	} {
		_, err := imported(s, one.archive, "")
		if !errors.As(err, new(ErrArchive)) || !strings.Contains(err.Error(), one.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("the error is %v, not %s", err, one.want)
		}
	}
	if _, err := s.Import(context.Background(), bytes.NewReader(archive), Import{Most: 1000}); !errors.As(err, new(ErrArchive)) {
		t.Errorf("a long one: %v", err)
	}
	if _, err := s.Import(context.Background(), bytes.NewReader(archive), Import{As: "a b"}); !errors.As(err, new(ErrArchive)) {
		t.Errorf("another name: %v", err)
	}
	if _, err := s.Import(context.Background(), io.MultiReader(bytes.NewReader(archive[:500]), broken{}), Import{}); err == nil || errors.As(err, new(ErrArchive)) {
		t.Errorf("a disk that fails: %v", err)
	}
	ctx, stop := context.WithCancel(context.Background())
	stop()
	if _, err := s.Import(ctx, bytes.NewReader(archive), Import{}); !errors.Is(err, context.Canceled) {
		t.Errorf("it is not stopped: %v", err)
	}
	empty(t, s)
	if _, err := imported(s, archive, ""); err != nil {
		t.Errorf("it cannot be imported after all: %v", err)
	}
}

// broken is what cannot be read.
type broken struct{}

func (broken) Read([]byte) (int, error) { return 0, errors.New("the disk is gone") }

// empty sees that nothing is stored.
func empty(t testing.TB, s *Store) {
	t.Helper()
	left := -1
	err := s.db.QueryRow("SELECT (SELECT COUNT(*) FROM runs) + (SELECT COUNT(*) FROM games) + (SELECT COUNT(*) FROM counts)").Scan(&left)
	if err != nil || left != 0 {
		t.Errorf("%d rows are left, %v", left, err)
	}
}

// TestImportBrokenOff: what is left of an import that was killed is not seen, and
// goes with the next one.
func TestImportBrokenOff(t *testing.T) {
	s, archive := archived(t)
	var h archiveHeader
	if err := json.Unmarshal([]byte(lines(t, archive)[0]), &h); err != nil {
		t.Fatal(err)
	}
	h.Settings.Name = "half"
	w, err := s.beginImport(t.Context(), h)
	if err != nil {
		t.Fatal(err)
	}
	_, records := varied(t)
	if err := w.Add(records[:9]); err != nil { // and then it is killed
		t.Fatal(err)
	}
	for _, name := range []string{"half", importing + "half"} {
		if _, err := s.Run(name); !errors.As(err, new(ErrNoRun)) || strings.Contains(err.Error(), "importing half,") {
			t.Errorf("%q is seen: %v", name, err)
		}
		if err := s.Delete(name); !errors.As(err, new(ErrNoRun)) {
			t.Errorf("%q can be deleted: %v", name, err)
		}
	}
	if list, unreadable, err := s.Runs(); len(list) != 1 || len(unreadable) > 0 || err != nil {
		t.Errorf("%d runs are listed, %v, %v", len(list), unreadable, err)
	}
	release, err := s.lock("half") // it goes on elsewhere
	if err != nil {
		t.Fatal(err)
	}
	left := func() (n int) {
		if err := s.db.QueryRow("SELECT COUNT(*) FROM runs").Scan(&n); err != nil {
			t.Fatal(err)
		}
		return n
	}
	if _, err := imported(s, archive, "one"); err != nil || left() != 3 {
		t.Errorf("%d runs, %v", left(), err)
	}
	release()
	if _, err := imported(s, archive, "half"); err != nil || left() != 3 {
		t.Errorf("%d runs, %v", left(), err)
	}
	if info, err := s.Run("half"); err != nil || info.Games != 90 {
		t.Errorf("%d games, %v", info.Games, err)
	}
}

// FuzzImport: whatever comes is refused and leaves nothing, or comes back as what was
// stored of it.
func FuzzImport(f *testing.F) {
	_, archive := archived(f)
	list := lines(f, archive)
	f.Add(strings.Join(list, "")+"\n", false)
	f.Add(strings.Join(append(list[:4:4], list[len(list)-1]), ""), true)
	f.Add(strings.Replace(list[0], `"games":90`, `"games":1`, 1)+list[1], true)
	f.Add(strings.Replace(list[0], `"games":90`, `"games":0`, 1), true)
	f.Add("", true)
	s := opened(f, f.TempDir())
	exec := func(query string) {
		if _, err := s.db.Exec(query); err != nil {
			f.Fatal(err)
		}
	}
	exec("PRAGMA synchronous = OFF")
	f.Fuzz(func(t *testing.T, text string, summed bool) {
		one := []byte(nil)
		if summed && strings.HasSuffix(text, "\n") {
			one = packed(t, append(strings.SplitAfter(strings.TrimSuffix(text, "\n"), "\n"), ""))
		} else {
			one = zipped(t, text)
		}
		info, err := imported(s, one, "")
		if err != nil {
			if !errors.As(err, new(ErrArchive)) || strings.Contains(err.Error(), "\n") {
				t.Fatalf("the error is %v", err)
			}
			return
		}
		first := exported(t, s, info.Settings.Name)
		if err := errors.Join(s.Delete(info.Settings.Name), s.Sweep(t.Context())); err != nil {
			t.Fatal(err)
		}
		empty(t, s)
		if _, err := imported(s, first, ""); err != nil {
			t.Fatalf("what was exported is refused: %v", err)
		}
		if second := exported(t, s, info.Settings.Name); !bytes.Equal(first, second) {
			t.Fatal("the archive of a run that was imported is another one")
		}
		arena.NewStandings(info.Settings)
		if err := errors.Join(s.Delete(info.Settings.Name), s.Sweep(t.Context())); err != nil {
			t.Fatal(err)
		}
	})
}
