package zero

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"gambito/game"
	"gambito/games"
	"gambito/learn/folder"
	"gambito/learn/replay"
	"gambito/learn/setting"
	"gambito/learn/truth"
	"gambito/neural"
	"gambito/nn"
	"gambito/progress"
)

func parse(t testing.TB, spec string) game.Encoded {
	t.Helper()
	g, err := games.Parse(spec)
	if err != nil {
		t.Fatal(err)
	}
	e, err := neural.Encoded(g)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// small are settings for seconds.
func small(t testing.TB, g game.Game) Settings {
	t.Helper()
	preset, err := setting.FindPreset(Presets(g), "laptop")
	if err != nil {
		t.Fatal(err)
	}
	s := preset.Settings.(Settings)
	s.Filters, s.Blocks, s.Games, s.Simulations, s.Fast, s.Opening = 8, 1, 24, 12, 4, 2
	s.Batch, s.Passes, s.GateGames, s.BaselineGames, s.PlaySims, s.Seed = 32, 1, 4, 2, 8, 1
	s.Baselines = []string{"random"}
	return s
}

// upTo are the numbers of n games.
func upTo(n int) (numbers []int) {
	for i := range n {
		numbers = append(numbers, i)
	}
	return numbers
}

// rounds runs so many rounds more in a folder.
func rounds(t *testing.T, dir string, s Settings, g game.Encoded, jobs, n int) *Run {
	t.Helper()
	r, err := Open(dir, s, g, jobs)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	for range n {
		if _, err := r.Next(context.Background(), nil); err != nil {
			t.Fatal(err)
		}
	}
	return r
}

func content(t *testing.T, dir, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(dir, name))
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// TestGoesOn compares a run in one go with one that is stopped in the middle of
// a round, whose file of games is cut besides, and goes on with another number of
// jobs.
func TestGoesOn(t *testing.T) {
	g := parse(t, "tictactoe")
	s := small(t, g)
	whole := t.TempDir()
	rounds(t, whole, s, g, 1, 2)
	parts := t.TempDir()
	rounds(t, parts, s, g, 2, 1)
	r, err := Open(parts, s, g, 1)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	_, err = r.Next(ctx, func(s progress.Step) {
		if s.What == "games" && s.Done == 10 {
			cancel()
		}
	})
	r.Close()
	if !errors.Is(err, context.Canceled) {
		t.Fatalf("the round ended with %v", err)
	}
	stored := content(t, parts, folder.GamesFile)
	if err := os.WriteFile(filepath.Join(parts, folder.GamesFile), stored[:len(stored)-5], 0o644); err != nil {
		t.Fatal(err)
	}
	if r, err = Open(parts, s, g, 1); err != nil || len(r.current) == 0 || len(r.current) >= s.Games {
		t.Fatalf("%d games of the round are kept, %v", len(r.current), err)
	}
	r.Close()
	rounds(t, parts, s, g, 2, 1)
	for _, name := range []string{folder.ModelFile, folder.LearnerFile, "average-2.safetensors"} {
		if !bytes.Equal(content(t, whole, name), content(t, parts, name)) {
			t.Errorf("%s differs", name)
		}
	}
	if svg := content(t, parts, folder.CurvesFile); !bytes.Contains(svg, []byte("against random")) {
		t.Error("the curves do not show the baseline")
	}
	if _, err := os.Stat(filepath.Join(parts, "average-1.safetensors")); err == nil {
		t.Error("the average of the round before is still there")
	}
}

// TestWhatIsMissing takes away or damages what a run has learnt from or goes on from: it
// says so and changes nothing.
func TestWhatIsMissing(t *testing.T) {
	g := parse(t, "tictactoe")
	s := small(t, g)
	whole := t.TempDir()
	rounds(t, whole, s, g, 1, 2)
	for name, c := range map[string]struct {
		file  string
		spoil func([]byte) []byte // to nil: it is taken away
	}{
		"no learner":    {folder.LearnerFile, func([]byte) []byte { return nil }},
		"no games":      {folder.GamesFile, func([]byte) []byte { return nil }},
		"no settings":   {folder.SettingsFile, func([]byte) []byte { return nil }},
		"a game less":   {folder.GamesFile, func(b []byte) []byte { return b[:len(b)-3] }},
		"a bit flipped": {folder.GamesFile, func(b []byte) []byte { b[60] ^= 1; return b }},
		"a weight":      {folder.ModelFile, func(b []byte) []byte { b[len(b)-5] ^= 1; return b }},
		"a learner's":   {folder.LearnerFile, func(b []byte) []byte { b[len(b)-5] ^= 1; return b }},
	} {
		dir := t.TempDir()
		if err := os.CopyFS(dir, os.DirFS(whole)); err != nil {
			t.Fatal(err)
		}
		file := filepath.Join(dir, c.file)
		spoilt := c.spoil(content(t, dir, c.file))
		if err := os.Remove(file); err != nil {
			t.Fatal(err)
		}
		if spoilt != nil {
			if err := os.WriteFile(file, spoilt, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		r, err := Open(dir, s, g, 1)
		if err == nil {
			r.Close()
			t.Errorf("%s: it goes on with round %d", name, len(r.Rounds))
			continue
		}
		if strings.Contains(err.Error(), "\n") || !strings.Contains(err.Error(), c.file) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestOneAtATime opens a folder twice.
func TestOneAtATime(t *testing.T) {
	g := parse(t, "tictactoe")
	dir := t.TempDir()
	first, err := Open(dir, small(t, g), g, 1)
	if err != nil {
		t.Fatal(err)
	}
	_, err = Open(dir, small(t, g), g, 1)
	if runtime.GOOS == "linux" && !errors.As(err, new(folder.ErrBusy)) {
		t.Errorf("a folder is opened twice: %v", err)
	}
	if err := first.Close(); err != nil {
		t.Fatal(err)
	}
	again, err := Open(dir, small(t, g), g, 1)
	if err != nil {
		t.Fatal(err)
	}
	if err := again.Close(); err != nil {
		t.Error(err)
	}
}

func TestOtherSettingsAreRefused(t *testing.T) {
	g := parse(t, "tictactoe")
	dir := t.TempDir()
	s := small(t, g)
	rounds(t, dir, s, g, 1, 0)
	s.Batch++
	if _, err := Open(dir, s, g, 1); !errors.As(err, new(folder.ErrOther)) {
		t.Errorf("other settings: %v", err)
	}
	s.Filters = 7
	if _, err := Open(t.TempDir(), s, g, 1); err == nil || strings.Contains(err.Error(), "\n") {
		t.Errorf("7 filters: %v", err)
	}
}

// TestSelfPlay checks what games teach: targets where the search was full, and
// nothing where moves were random or forced.
func TestSelfPlay(t *testing.T) {
	for _, spec := range []string{"connect4:5x4", "breakthrough:4x5", "othello"} {
		g := parse(t, spec)
		for _, considered := range []int{0, 4} {
			s := small(t, g)
			s.Games, s.Considered, s.FullShare = 6, considered, 0.5
			if considered == 0 {
				s.Resign = 0.5
			}
			m, err := nn.New(s.architecture(g), 1)
			if err != nil {
				t.Fatal(err)
			}
			full, fast := 0, 0
			err = s.selfPlay(context.Background(), g, neural.Of(m), 0, 2, []int{0, 1, 3, 4, 5}, func(played *replay.Game) error {
				if played.Number == 2 {
					t.Error("a game was played that nobody asked for")
				}
				if _, err := replay.Parse(g, played.Append(nil)); err != nil {
					t.Errorf("%s: %v", spec, err)
				}
				for _, f := range played.Found {
					switch {
					case f.Skip:
					case f.Shares != nil:
						full++
					default:
						fast++
					}
				}
				return nil
			})
			if err != nil || full == 0 || fast == 0 {
				t.Errorf("%s, %d considered: %d full and %d fast searches, %v", spec, considered, full, fast, err)
			}
		}
	}
}

// TestTeacher checks that what a solver corrected is true: what positions are
// worth, and that all likely moves keep it.
func TestTeacher(t *testing.T) {
	g := parse(t, "tictactoe")
	s := small(t, g)
	s.Teacher, s.Solved, s.FullShare, s.OpeningShare = SolverTeacher, 2, 0.5, 0
	m, err := nn.New(s.architecture(g), 1)
	if err != nil {
		t.Fatal(err)
	}
	solver, err := truth.Solver(g)
	if err != nil {
		t.Fatal(err)
	}
	ctx := context.Background()
	valued, moves, draws := 0, 0, 0
	err = s.selfPlay(ctx, g, neural.Of(m), 0, 2, upTo(s.Games), func(played *replay.Game) error {
		at := g.New()
		for ply, f := range played.Found {
			if ply >= s.Solved && !f.Skip {
				worth, err := truth.Outcome(ctx, solver, at)
				if err != nil {
					return err
				}
				if !f.Proven || f.Value != worth {
					t.Errorf("ply %d is worth %g, not %g", ply, worth, f.Value)
				}
				valued++
				if worth == 0 {
					draws++
				}
				keep, err := truth.Keeping(ctx, solver, at, worth)
				if err != nil {
					return err
				}
				for _, share := range f.Shares {
					moves++
					if !slices.Contains(keep, share.Move) {
						t.Errorf("ply %d: move %d is likely and keeps nothing", ply, share.Move)
					}
				}
			}
			at.Play(played.Moves[ply])
		}
		return nil
	})
	if err != nil || moves == 0 || draws == 0 || valued == draws {
		t.Errorf("%d values, %d draws, %d moves: %v", valued, draws, moves, err)
	}
}

// TestBeginsWith lets a run begin with the network of another.
func TestBeginsWith(t *testing.T) {
	g := parse(t, "tictactoe")
	s := small(t, g)
	first := t.TempDir()
	rounds(t, first, s, g, 2, 1)
	name := filepath.Join(first, folder.ModelFile)
	s.Filters, s.Games = 16, 8
	if err := s.BeginWith(name, g); err != nil || s.Filters != 8 || s.Blocks != 1 {
		t.Fatalf("%v: %+v", err, s)
	}
	r, err := Open(t.TempDir(), s, g, 1)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	before, err := folder.ReadModel(name, g)
	if err != nil {
		t.Fatal(err)
	}
	for i, p := range r.trainer.Model().Parameters() {
		if !slices.Equal(p.Data, before.Parameters()[i].Data) {
			t.Fatal("it begins with other numbers")
		}
	}
	if r.trainer.Model().Steps != 0 {
		t.Error("the optimizer does not begin anew")
	}
	if err := os.Remove(name); err != nil { // it is not needed any more
		t.Fatal(err)
	}
	strict := s
	strict.GateShare = 1
	kept := t.TempDir()
	if err := os.WriteFile(name, content(t, r.folder, firstFile), 0o644); err != nil {
		t.Fatal(err)
	}
	if again := rounds(t, kept, strict, g, 1, 1); again.Rounds[0].Passed {
		t.Fatal("the gate is no gate")
	}
	best, err := folder.ReadModel(filepath.Join(kept, folder.ModelFile), g)
	if err != nil {
		t.Fatal(err)
	}
	for i, p := range best.Parameters() {
		if !slices.Equal(p.Data, before.Parameters()[i].Data) {
			t.Fatal("a network that did not pass is the best")
		}
	}
	s.Filters = 16
	if _, err := Open(t.TempDir(), s, g, 1); err == nil {
		t.Error("a network of other layers is taken")
	}
	if err := s.BeginWith(name, parse(t, "connect4")); err == nil {
		t.Error("a network of another game is taken")
	}
}

// TestSamples checks targets against the game they come from.
func TestSamples(t *testing.T) {
	g := parse(t, "connect4:5x4")
	buffer := replay.NewBuffer(1000)
	played := &replay.Game{Score: 1}
	s := g.New()
	for _, m := range []game.Move{0, 1, 0, 1, 0, 1, 0} {
		played.Moves = append(played.Moves, m)
		played.Found = append(played.Found, replay.Found{Valued: true, Value: 0.5, Shares: []replay.Share{{Move: m, Share: 0.5}, {Move: 2, Share: 0.5}}})
		s.Play(m)
	}
	if s.Turn() != game.Over || s.Score(0) != 1 {
		t.Fatal("the game is not what it should be")
	}
	buffer.Add(played)
	samples := newSampler(g, buffer, 64, 2, 0.5)
	b := samples.draw(1, 0)
	values := map[float32]int{}
	for i := range b.Size {
		values[b.Value[i]]++
		policy := b.Policy[i*5 : (i+1)*5]
		sum := float32(0)
		for _, p := range policy {
			sum += p
		}
		if sum != 1 || policy[2] != 0.5 {
			t.Fatalf("policy %v", policy)
		}
	}
	if values[0.75] == 0 || values[-0.25] == 0 || len(values) != 2 {
		t.Errorf("values %v", values)
	}
	again := newSampler(g, buffer, 64, 1, 0.5).draw(1, 0)
	for i, x := range again.Inputs {
		if x != b.Inputs[i] {
			t.Fatal("another number of jobs draws other samples")
		}
	}
}
