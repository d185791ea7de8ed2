package drill

import (
	"math/rand/v2"
	"os"
	"strings"
	"testing"
	"time"

	"gambito/faults"
)

// standInDrill is a drill with programs that stand in for gambito.
func standInDrill(t *testing.T, how string, number int) (Report, []string) {
	t.Helper()
	var told []string
	r, err := Run(t.Context(), Settings{
		Program: os.Args[0], Env: []string{"DRILL_STANDIN=" + how}, Folder: t.TempDir(),
		Faults: number, Seed: 1, Share: 15, Workers: 2, Patience: 60 * time.Millisecond, Gap: 10 * time.Millisecond, Limit: 20 * time.Second,
		Works: []faults.Work{{Name: "squares", Args: []string{"work", "file"}, Export: []string{"export", "file"}}},
		Tell:  func(line string) { told = append(told, line) },
	})
	if err != nil {
		t.Fatal(err, strings.Join(told, "\n"))
	}
	return r, told
}

// TestStandIns: whatever happens to programs that do right, the drill says so.
func TestStandIns(t *testing.T) {
	if faults.Supported != nil {
		t.Skip(faults.Supported)
	}
	r, told := standInDrill(t, "right", 30)
	sum := 0
	for _, n := range r.Faults {
		sum += n
	}
	if !r.Same() || sum < 30 || len(r.Done) < 2 || r.Done[0].Units != squares || r.Again["worker"] == 0 || r.Again["coordinator"] == 0 || r.Again["broker"] == 0 {
		t.Errorf("%+v\n%s", r, strings.Join(told, "\n"))
	}
}

// TestDifferencesAreSeen: programs that lose something, or break, fail the drill.
func TestDifferencesAreSeen(t *testing.T) {
	if faults.Supported != nil {
		t.Skip(faults.Supported)
	}
	r, told := standInDrill(t, "loses", 36)
	if r.Same() || r.Wrong != nil || !strings.Contains(r.Done[len(r.Done)-1].Differs, "games, but alone 40") {
		t.Errorf("%+v\n%s", r, strings.Join(told, "\n"))
	}
	r, told = standInDrill(t, "breaks", 100)
	if r.Same() || r.Wrong == nil || !strings.Contains(r.Wrong.Error(), "panic") {
		t.Errorf("%+v\n%s", r, strings.Join(told, "\n"))
	}
}

// TestDeck: the same seed lets the same happen, and every kind comes up.
func TestDeck(t *testing.T) {
	draw := func(seed uint64) (told []string) {
		s := &stage{settings: Settings{Patience: time.Second}, disk: &faults.Disk{}, broker: &actor{name: "broker"}, chief: &party{actor: &actor{name: "coordinator"}}}
		for _, name := range []string{"worker1", "worker2"} {
			s.workers = append(s.workers, &party{actor: &actor{name: name}})
		}
		d := deck{r: rand.New(rand.NewPCG(seed, 0))}
		for range 40 {
			k, f := d.next(s)
			told = append(told, k.name+": "+f.what)
		}
		return told
	}
	first := strings.Join(draw(1), "\n")
	if again := strings.Join(draw(1), "\n"); first != again {
		t.Errorf("the same seed gives\n%s\nand\n%s", first, again)
	}
	if first == strings.Join(draw(2), "\n") {
		t.Error("another seed gives the same")
	}
	for _, k := range kinds {
		if !strings.Contains(first, k.name) {
			t.Errorf("no %s", k.name)
		}
	}
}
