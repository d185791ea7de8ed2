package training

import (
	"archive/zip"
	"context"
	"io/fs"
	"os"
	"slices"
	"testing"

	"gambito/games"
	"gambito/learn/td"
	"gambito/learn/value"
	"gambito/learn/zero"
)

// before copies a folder that an earlier version was broken off in: zero in round 1,
// whose games were all played, value in stage 1, td after 512 of 1000 games, when it
// was to be measured. The networks of value and td began with zeros, which makes
// them small when packed.
func before(t *testing.T, name string) string {
	t.Helper()
	packed, err := zip.OpenReader("testdata/before.zip")
	if err != nil {
		t.Fatal(err)
	}
	defer packed.Close()
	folder, err := fs.Sub(packed, name)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := os.CopyFS(dir, folder); err != nil {
		t.Fatal(err)
	}
	return dir
}

// goOn opens what a request asks for, in which so many steps are done, and makes
// steps until there are some more.
func goOn(t *testing.T, r Request, game string, had, steps int) []Step {
	t.Helper()
	var err error
	if r.Game, err = games.Parse(game); err != nil {
		t.Fatal(err)
	}
	r.Jobs, r.Seed = 2, 1
	plan, err := Choose(context.Background(), r)
	if err != nil {
		t.Fatal(err)
	}
	training, err := plan.Open()
	if err != nil {
		t.Fatal(err)
	}
	defer training.Close()
	history := training.History()
	if !plan.Kept || len(history) != had {
		t.Fatalf("the run is kept: %v, with %d steps", plan.Kept, len(history))
	}
	err = Learn(context.Background(), training, steps, nil, func(s Step) error {
		history = append(history, s)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return history
}

func TestEarlierZeroGoesOn(t *testing.T) {
	steps := goOn(t, Request{Folder: before(t, "zero")}, "tictactoe", 1, 2)
	round := steps[1].Result.(zero.Round)
	if round.Round != 1 || round.Games != 8 || round.GamesPerSec != 0 {
		t.Errorf("round %d of %d games, of which some were played again", round.Round, round.Games)
	}
}

func TestEarlierValueGoesOn(t *testing.T) {
	steps := goOn(t, Request{Folder: before(t, "value"), Method: Value}, "tictactoe", 1, 2)
	if stage := steps[1].Result.(value.Stage); stage.Stage != 1 || stage.Games != 12 {
		t.Errorf("stage %d learns from %d games", stage.Stage, stage.Games)
	}
}

func TestEarlierTDGoesOn(t *testing.T) {
	dir := before(t, "td")
	measuring := td.Measuring{Every: 300, Games: 2}
	steps := goOn(t, Request{Folder: dir, Measuring: measuring}, "backgammon", 0, 0)
	var games []int
	for _, s := range steps {
		games = append(games, s.Result.(td.Measurement).Games)
	}
	if !slices.Equal(games, []int{512, 768, 1000}) {
		t.Errorf("it was measured after %v games", games)
	}
	goOn(t, Request{Folder: dir, Measuring: measuring}, "backgammon", 3, 0) // it is all there
}
