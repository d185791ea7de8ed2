package gdl

import (
	"bufio"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gambito/game/gametest"
)

func readSheet(t testing.TB, name string) *Sheet {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	sheet, problems := Check(text)
	if sheet == nil {
		t.Fatalf("%s: %v", name, problems)
	}
	return sheet
}

// reasoner is what the plain and the fast one have in common, to test them
// alike. Facts and moves are texts.
type reasoner interface {
	roles() int
	reset()
	factTexts() []string     // sorted by natural
	legal(role int) []string // sorted
	terminal() bool
	goals() []int
	play(joint []string) error
}

// plainWalk plays by the plain reasoner, or by the one with tables.
type plainWalk struct {
	p  deriver
	at []id
}

func (w *plainWalk) roles() int { return len(w.look().legal) }
func (w *plainWalk) reset()     { w.at = w.p.beginning() }

func (w *plainWalk) factTexts() (texts []string) {
	for _, f := range w.at {
		texts = append(texts, w.p.terms().text(f))
	}
	slices.SortFunc(texts, natural)
	return texts
}

func (w *plainWalk) look() view {
	v, err := w.p.look(w.at)
	if err != nil {
		panic(err)
	}
	return v
}

func (w *plainWalk) legal(role int) (texts []string) {
	for _, m := range w.look().legal[role] {
		texts = append(texts, w.p.terms().text(m))
	}
	slices.Sort(texts)
	return texts
}

func (w *plainWalk) terminal() bool { return w.look().terminal }

func (w *plainWalk) goals() []int {
	goals, err := w.p.goals(w.at)
	if err != nil {
		panic(err)
	}
	return goals
}

func (w *plainWalk) play(joint []string) error {
	var moves []id
	for _, text := range joint {
		all, _, problem := read([]byte(text))
		if problem != nil || len(all) != 1 {
			return fmt.Errorf("%q is not a move", text)
		}
		m, err := parseGround(w.p.terms(), all[0], true)
		if err != nil {
			return err
		}
		moves = append(moves, m)
	}
	after, err := w.p.after(w.at, moves)
	w.at = after
	return err
}

func plainOf(t testing.TB, name string) reasoner {
	p, err := newPlain(readSheet(t, name))
	if err != nil {
		t.Fatal(err)
	}
	w := &plainWalk{p: p}
	w.reset()
	return w
}

func tabledOf(t testing.TB, name string) reasoner {
	b, err := newTabled(readSheet(t, name))
	if err != nil {
		t.Fatal(err)
	}
	w := &plainWalk{p: b}
	w.reset()
	return w
}

// TestConformance checks the sheets of GGP-Base that are made for provers.
func TestConformance(t *testing.T) {
	for name, want := range map[string]string{
		"test_case_1a": "proceed", "test_case_3c": "win", "test_case_5a": "proceed", "test_case_5b": "(draw 1 1 1 2)",
		"test_case_5c": "proceed", "test_case_5d": "proceed", "test_case_3a": "(move correct_correct)", "test_case_3d": "win",
		"test_case_5e":                 "(reduce a 0) (reduce a 1) (reduce c 0) (reduce c 1) (reduce c 2) (reduce c 3) (reduce c 4)",
		"test_distinct_beginning_rule": "(do a b) (do b a)",
	} {
		for kind, r := range reasonersOf(t, gametest.Reference(t, "gdl/ggp-base-test/"+name+".kif")) {
			if got := strings.Join(r.legal(0), " "); got != want {
				t.Errorf("%s, %s: the legal moves are %s, not %s", name, kind, got, want)
			}
			if err := r.play(r.legal(0)[:1]); err != nil || !r.terminal() && name != "test_case_3d" {
				t.Errorf("%s, %s: the game goes on, %v", name, kind, err)
			}
			if goals := r.goals(); name != "test_case_3a" && !slices.Equal(goals, []int{100}) {
				t.Errorf("%s, %s: the goals are %v", name, kind, goals)
			}
		}
	}
}

// TestTraces replays the recorded games with every reasoner.
func TestTraces(t *testing.T) {
	for _, name := range referenceSheets(t, "traces/*.trace") {
		base := strings.TrimSuffix(filepath.Base(name), ".trace")
		for kind, r := range reasonersOf(t, gametest.Reference(t, "gdl/"+base+".kif")) {
			if err := replay(r, name); err != nil {
				t.Errorf("%s, %s: %v", base, kind, err)
			}
		}
	}
}

func replay(r reasoner, name string) error {
	file, err := os.Open(name)
	if err != nil {
		return err
	}
	defer file.Close()
	lines := 0
	for scanner := bufio.NewScanner(file); scanner.Scan(); lines++ {
		line := scanner.Text()
		switch {
		case strings.HasPrefix(line, "#"):
		case strings.HasPrefix(line, "PLAYOUT"):
			r.reset()
		case strings.HasPrefix(line, "END"):
			want := strings.TrimSuffix(strings.TrimPrefix(line[strings.Index(line, "goals="):], "goals="), fmt.Sprintf(" facts=%d", len(r.factTexts())))
			if got := strings.Trim(fmt.Sprint(r.goals()), "[]"); got != want || !r.terminal() {
				return fmt.Errorf("%q: the goals are %s, there are %d facts, the end is %v", line, got, len(r.factTexts()), r.terminal())
			}
		default:
			if err := replayStep(r, line); err != nil {
				return fmt.Errorf("%q: %w", line, err)
			}
		}
	}
	if lines < 10 {
		return fmt.Errorf("%s has %d lines", name, lines)
	}
	return nil
}

func replayStep(r reasoner, line string) error {
	fields := strings.Split(line, "|")
	if got := strconv.Itoa(len(r.factTexts())); got != strings.TrimSpace(fields[3]) || r.terminal() {
		return fmt.Errorf("there are %s facts, the end is %v", got, r.terminal())
	}
	for role, want := range strings.Fields(fields[1]) {
		if got := len(r.legal(role)); strconv.Itoa(got) != want {
			return fmt.Errorf("role %d has %d legal moves", role, got)
		}
	}
	all, _, problem := read([]byte(fields[2]))
	if problem != nil {
		return problem
	}
	var joint []string
	for role, e := range all[0].list {
		if joint = append(joint, e.String()); !slices.Contains(r.legal(role), joint[role]) {
			return fmt.Errorf("%s is not legal", joint[role])
		}
	}
	return r.play(joint)
}

// reasonersOf returns every reasoner for a sheet.
func reasonersOf(t testing.TB, name string) map[string]reasoner {
	return map[string]reasoner{"plain": plainOf(t, name), "tables": tabledOf(t, name), "fast": fastOf(t, name)}
}
