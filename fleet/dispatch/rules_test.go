package dispatch_test

import (
	"slices"
	"testing"
	"time"

	"gambito/fleet/dispatch"
	"gambito/fleet/message"
)

func begin(t *testing.T, j dispatch.Job) *dispatch.Dispatcher {
	t.Helper()
	j.ID = "J"
	d := dispatch.New(j, dispatch.Usual())
	t.Cleanup(d.Close)
	return d
}

// says is an answer of one unit.
func says(p message.Piece, worker string, data string) message.Answer {
	return message.Answer{Job: "J", Piece: p.Number, Worker: worker, Delivery: 1, Last: true, Seconds: 1,
		Done: []message.Unit{{Number: p.Units[0].First, Data: []byte(data)}}}
}

// No more is out than every slot can soon do, so that jobs share the fleet fairly.
func TestOut(t *testing.T) {
	d := begin(t, dispatch.Job{Units: upto(1000)})
	for _, slots := range []int{0, 1, 10} {
		seen := dispatch.Fleet{At: time.Duration(slots), Workers: slots, Slots: slots}
		d.Tick(0, seen)
		if out := d.Stats().Pieces; out != 2*slots+4 {
			t.Errorf("%d pieces are out for %d slots, want %d", out, slots, 2*slots+4)
		}
		if more := d.Tick(0, seen); len(more) > 0 {
			t.Errorf("%d more", len(more))
		}
	}
}

// Where a core does many units at a time, as many are out.
func TestWidth(t *testing.T) {
	d := begin(t, dispatch.Job{Units: upto(1000)})
	d.Tick(0, dispatch.Fleet{Workers: 1, Slots: 2, Width: 32})
	if out := d.Stats().Out; out != 2*33+4 {
		t.Errorf("%d units are out for 2 cores that do 32 each", out)
	}
}

// What a worker refuses is offered again after a pause, however it says so.
func TestRefused(t *testing.T) {
	d := begin(t, dispatch.Job{Units: upto(1)})
	seen := dispatch.Fleet{Workers: 1, Slots: 1}
	p := d.Tick(0, seen)[0]
	o := d.Answer(0, message.Answer{Piece: p.Number, Worker: "a", Refused: "no", Split: true}, right)
	if o.Refused != "no" || !slices.Equal(d.Stats().Refused, []string{"no"}) {
		t.Errorf("%+v", o)
	}
	if again := d.Tick(0, seen); len(again) > 0 {
		t.Error("given again at once")
	}
	if again := d.Tick(time.Minute, seen); len(again) != 1 {
		t.Errorf("given again: %v", again)
	}
}

// The last pieces are given twice once somebody waits and they should be done, each
// once; the answer that comes first counts.
func TestTail(t *testing.T) {
	d := begin(t, dispatch.Job{Units: upto(2), Timed: true})
	first := d.Tick(0, dispatch.Fleet{Workers: 2, Slots: 4})
	if len(first) != 2 {
		t.Fatalf("%d pieces", len(first))
	}
	d.Answer(time.Second, says(first[0], "a", "x"), right)
	hungry := func(now time.Duration) []message.Piece {
		return d.Tick(now, dispatch.Fleet{At: now, Workers: 2, Slots: 4, Held: 1, Hungry: 3})
	}
	if early := hungry(900 * time.Millisecond); len(early) > 0 {
		t.Error("a piece is doubled before it could be done")
	}
	again := hungry(1100 * time.Millisecond)
	if len(again) != 1 || again[0].Units[0] != first[1].Units[0] || again[0].Number == first[1].Number {
		t.Fatalf("again %v", again)
	}
	if more := hungry(20 * time.Second); len(more) > 0 {
		t.Error("it is given a third time though nothing is lost")
	}
	if o := d.Answer(21*time.Second, says(again[0], "b", "y"), right); len(o.New) != 1 {
		t.Error("the double's answer does not count")
	}
	if !d.Finished() {
		t.Error("not finished")
	}
	if o := d.Answer(22*time.Second, says(first[1], "a", "z"), right); len(o.New)+len(o.Contradictions) > 0 {
		t.Errorf("the second answer of a timed unit: %+v", o)
	}
	if s := d.Stats(); s.Twice != 1 || s.Doubled != 1 || s.Done != 2 || s.Total != 2 {
		t.Errorf("%+v", s)
	}
}

// A piece that the broker has lost is given again, while one that is merely slow is not.
func TestLost(t *testing.T) {
	d := begin(t, dispatch.Job{Units: upto(1)})
	d.Tick(0, dispatch.Fleet{Workers: 1, Slots: 1})
	for now := time.Second; now < 10*time.Minute; now += time.Second {
		if p := d.Tick(now, dispatch.Fleet{At: now, Workers: 1, Slots: 1, Held: 1}); len(p) > 0 {
			t.Fatalf("given again after %v though somebody has it", now)
		}
	}
	var times []time.Duration
	for now := 10 * time.Minute; now < 11*time.Minute; now += time.Second {
		if p := d.Tick(now, dispatch.Fleet{At: now, Workers: 1, Slots: 1}); len(p) > 0 {
			times = append(times, now-10*time.Minute)
		}
	}
	if len(times) < 3 || times[0] > 3*time.Second || times[2]-times[1] <= times[1]-times[0] {
		t.Errorf("given again at %v; want soon, then after growing pauses", times)
	}
}

// Lost pieces do not keep others from being given.
func TestLostAmongMany(t *testing.T) {
	d := begin(t, dispatch.Job{Units: upto(1000)})
	d.Tick(0, dispatch.Fleet{Workers: 1, Slots: 1})
	given := 0
	for now := time.Second; now < 10*time.Second; now += time.Second {
		given += len(d.Tick(now, dispatch.Fleet{At: now, Workers: 1, Slots: 1, Held: 1, Queued: given}))
	}
	if given != 5 {
		t.Errorf("%d pieces were given for 5 that are lost", given)
	}
}

// An answer by a worker that nobody knows has a unit done by another too, and two that
// say the same prove each other.
func TestAudit(t *testing.T) {
	proven := map[string]bool{}
	d := begin(t, dispatch.Job{Units: upto(1000), Proven: proven})
	seen := dispatch.Fleet{Workers: 2, Slots: 2}
	p := d.Tick(0, seen)
	d.Answer(0, says(p[0], "a", "x"), right)
	seen.At++
	audit := d.Tick(0, seen)[0]
	if audit.Units[0].First != 0 || audit.Not != "a" {
		t.Fatalf("%+v is no audit of unit 0", audit)
	}
	if o := d.Answer(0, says(audit, "b", "x"), right); len(o.New)+len(o.Contradictions) > 0 {
		t.Fatalf("%+v", o)
	}
	if !proven["a"] || !proven["b"] {
		t.Errorf("proven: %v", proven)
	}
	for _, p := range p[1:] {
		d.Answer(0, all(p, "b", 10), right)
	}
	for !d.Finished() {
		for _, p := range d.Tick(0, seen) {
			worker := "b"
			if p.Not == "b" {
				worker = "c"
			}
			d.Answer(0, all(p, worker, 10), right)
		}
	}
	if s := d.Stats(); s.Audits != 1+1000/64 {
		t.Errorf("%d audits in 1000 pieces, want the first and one in 64", s.Audits)
	}
}

// Who is wrong is banned, what it did and was not handed over is done again, and what
// was is told.
func TestJudge(t *testing.T) {
	for _, handed := range []bool{false, true} {
		d := begin(t, dispatch.Job{Units: upto(2)})
		seen := dispatch.Fleet{Workers: 2, Slots: 2}
		p := d.Tick(0, seen)
		d.Answer(0, says(p[0], "liar", "lie"), right)
		d.Answer(0, says(p[1], "liar", "lie"), right)
		if handed {
			d.Delivered(1)
		}
		seen.At++
		audit := d.Tick(0, seen)[0]
		o := d.Answer(0, says(audit, "good", "truth"), right)
		want := dispatch.Contradiction{Unit: audit.Units[0].First, Workers: [2]string{"liar", "good"}}
		if !slices.Equal(o.Contradictions, []dispatch.Contradiction{want}) {
			t.Fatalf("%+v", o)
		}
		if d.Finished() {
			t.Error("finished with a contradiction")
		}
		v := d.Judge(want.Unit, []byte("truth"))
		drop := []int{0, 1}
		if handed {
			drop = []int{0}
		}
		if !slices.Equal(v.Wrong, []string{"liar"}) || !slices.Equal(v.Drop, drop) || v.Back != handed || (v.Handed > 0) != handed {
			t.Errorf("handed over %v: %+v", handed, v)
		}
		if o := d.Answer(0, says(p[0], "liar", "lie"), right); !o.Ignored || len(o.New) > 0 {
			t.Errorf("a banned worker's answer: %+v", o)
		}
		if d.Finished() {
			t.Error("finished though units must be done again")
		}
		again := d.Tick(0, seen)
		if o := d.Answer(0, says(again[0], "good", "truth"), right); len(o.New) != 1 {
			t.Errorf("done again: %+v", o)
		}
	}
}

// What an earlier coordinator gave out counts if it is left to do, however far ahead,
// and harms nobody if it is not.
func TestEarlierCoordinator(t *testing.T) {
	d := begin(t, dispatch.Job{First: 1000, Units: func(yield func(int) bool) {
		for u := 10; u < 5000 && yield(u); u++ {
		}
	}})
	d.Tick(0, dispatch.Fleet{Workers: 1, Slots: 1})
	old := message.Answer{Piece: 7, Worker: "a", Last: true, Seconds: 1,
		Done: []message.Unit{{Number: 3, Data: []byte("x")}, {Number: 4000, Data: []byte("x")}, {Number: 10, Data: []byte("x")}}}
	o := d.Answer(0, old, right)
	var got []int
	for _, u := range o.New {
		got = append(got, u.Number)
	}
	if !slices.Equal(got, []int{4000, 10}) || o.Garbage != nil {
		t.Errorf("new %v, %v", got, o.Garbage)
	}
	if o := d.Answer(0, old, right); len(o.New) > 0 {
		t.Error("counted twice")
	}
}

// A failure is believed when two say so; the rest of the piece goes on.
func TestFailure(t *testing.T) {
	d := begin(t, dispatch.Job{Units: upto(1)})
	p := d.Tick(0, dispatch.Fleet{Workers: 2, Slots: 2})[0]
	fails := func(p message.Piece, worker string) dispatch.Outcome {
		return d.Answer(0, message.Answer{Piece: p.Number, Worker: worker, Failed: &message.Failure{Unit: 0, Why: "no"}}, right)
	}
	if o := fails(p, "a"); o.Failed != nil {
		t.Error("believed at once")
	}
	p = d.Tick(time.Minute, dispatch.Fleet{Workers: 2, Slots: 2})[0]
	if o := fails(p, "b"); o.Failed == nil || o.Failed.Unit != 0 {
		t.Error("not believed when two say so")
	}
}

// Units that come in no order, and far from each other, are done as well.
func TestAnyUnits(t *testing.T) {
	units := []int{5, 4, 1 << 30, 9, 8, 7, 1 << 30, 6, 0}
	d := begin(t, dispatch.Job{Units: slices.Values(units)})
	var got []int
	for now := time.Duration(0); !d.Finished(); now += time.Second {
		for _, p := range d.Tick(now, dispatch.Fleet{At: now, Workers: 1, Slots: 1}) {
			for i, s := range p.Units {
				if i > 0 && s.First <= p.Units[i-1].First+p.Units[i-1].Count {
					t.Errorf("spans %v", p.Units)
				}
			}
			for _, u := range d.Answer(now, all(p, "a", 0.5), right).New {
				got = append(got, u.Number)
			}
		}
	}
	slices.Sort(got)
	if want := []int{0, 4, 5, 6, 7, 8, 9, 1 << 30}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

// BenchmarkAnswer is what a unit costs the coordinator beyond messages.
func BenchmarkAnswer(b *testing.B) {
	d := dispatch.New(dispatch.Job{ID: "J", Units: upto(b.N), Timed: false}, dispatch.Usual())
	defer d.Close()
	b.ReportAllocs()
	now := time.Duration(0)
	for !d.Finished() {
		now += 10 * time.Millisecond
		for _, p := range d.Tick(now, dispatch.Fleet{At: now, Workers: 1000, Slots: 1000}) {
			d.Answer(now, all(p, "a", 2), right)
		}
	}
}

// A long piece that somebody is slow with is shared among all who wait, and what its
// worker says in the end still counts.
func TestStraggler(t *testing.T) {
	d := begin(t, dispatch.Job{Units: upto(200), Timed: true})
	seen := dispatch.Fleet{Workers: 1, Slots: 1}
	var slow message.Piece
	for now := time.Duration(0); d.Stats().Done+length(slow) < 200; now++ {
		for _, p := range d.Tick(now, seen) {
			if length(slow) == 0 && length(p) >= 9 {
				slow = p
				continue
			}
			d.Answer(now, all(p, "a", 0.1), right)
		}
	}
	out := d.Stats().Out
	seen = dispatch.Fleet{At: time.Hour, Workers: 4, Slots: 4, Held: 1, Hungry: 3}
	again := d.Tick(time.Hour, seen)
	if len(again) != 3 || length(again[0])+length(again[1])+length(again[2]) != out {
		t.Fatalf("%d units are out; to three who wait is given %v", out, again)
	}
	if o := d.Answer(time.Hour, all(again[1], "b", 0.1), right); len(o.New) != length(again[1]) {
		t.Errorf("%+v", o)
	}
	if o := d.Answer(time.Hour, all(slow, "a", 0.1), right); len(o.New) == 0 || !d.Finished() {
		t.Errorf("the slow worker's own answer: %d new; %+v", len(o.New), d.Stats())
	}
}

// FuzzAnswers: whatever workers say, nothing breaks, no unit counts twice and only
// units of the job count.
func FuzzAnswers(f *testing.F) {
	f.Add([]byte("the quick brown fox jumps over the lazy dog"))
	f.Fuzz(func(t *testing.T, script []byte) {
		d := dispatch.New(dispatch.Job{ID: "J", Units: upto(30), First: 5}, dispatch.Usual())
		defer d.Close()
		next := func() (b int) {
			if len(script) > 0 {
				b, script = int(script[0]), script[1:]
			}
			return b
		}
		var given []message.Piece
		counts := map[int]bool{}
		for now := time.Duration(0); len(script) > 0; now += time.Duration(next()) * time.Second / 16 {
			seen := dispatch.Fleet{At: now, Workers: next() % 4, Slots: next() % 4, Queued: next() % 3, Held: next() % 3, Hungry: next() % 3}
			given = append(given, d.Tick(now, seen)...)
			a := message.Answer{Worker: string(rune('a' + next()%4)), Delivery: next() % 8, Seconds: float64(next()-10) / 10, Piece: uint64(next())}
			if n := next(); n%4 > 0 && len(given) > 0 {
				p := given[n%len(given)]
				a.Piece = p.Number
				a.Done = all(p, "", 0).Done
			}
			kind := next()
			a.Last, a.Split, a.Aside = kind&1 > 0, kind&2 > 0, kind&4 > 0
			if kind&8 > 0 && len(a.Done) > 0 {
				a.Failed = &message.Failure{Unit: a.Done[0].Number}
				a.Done = a.Done[1:]
			}
			if kind&16 > 0 {
				a.Done = append(a.Done, message.Unit{Number: next() - 5, Data: []byte{byte(next() % 3)}})
			}
			o := d.Answer(now, a, right)
			for _, u := range o.New {
				if counts[u.Number] || u.Number < 0 || u.Number >= 30 {
					t.Fatalf("unit %d counts", u.Number)
				}
				counts[u.Number] = true
			}
			for _, c := range o.Contradictions {
				for _, u := range d.Judge(c.Unit, truth(c.Unit)).Drop {
					delete(counts, u)
				}
			}
			if s := d.Stats(); s.Done != len(counts) || s.Out < 0 || s.Pieces < 0 || s.Total > 30 {
				t.Fatalf("%d units count: %+v", len(counts), s)
			}
		}
	})
}
