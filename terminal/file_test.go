package terminal

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gambito/arena"
	"gambito/games"
	"gambito/kept"
	"gambito/words"
)

// TestLostGamesAreLoadedLost: a game that was lost by the clock or given up shows its
// end when it is loaded, and goes on with time on the clocks only when that is taken
// back.
func TestLostGamesAreLoadedLost(t *testing.T) {
	for reason, want := range map[arena.Reason]string{arena.OutOfTime: "red is out of time.", arena.Resignation: "red resigns."} {
		folder := kept.In(t.TempDir())
		g, err := games.Parse("connect4")
		if err != nil {
			t.Fatal(err)
		}
		record := arena.Record{
			Game: "connect4", Agents: []string{"human", "random"}, Seats: []int{0, 1}, Moves: "44", Clock: "20s", Seconds: []float64{20, 1},
			Result: []float64{-1, 1}, Reason: reason, Faults: []arena.Fault{{Seat: 0, Reason: reason}},
		}
		id, err := folder.Add(g, record)
		if err != nil {
			t.Fatal(err)
		}
		s, out := sit(t, "connect4", "human", "random", "undo\n1\nquit\n")
		s.In.Terminal, s.Kept = true, folder
		if err := s.Load(id); err != nil {
			t.Fatal(err)
		}
		r, err := s.Run(context.Background())
		if err != nil || r.Reason != arena.Unfinished || !strings.HasPrefix(r.Moves, "441") {
			t.Errorf("%s: the record is %+v, %v", reason, r, err)
		}
		text := out.String()
		contains(t, text, want, "yellow (random) wins after 2 moves.", "What now?")
		if strings.Contains(text, "goes on after") || strings.Count(text, want) != 1 {
			t.Errorf("%s: the screen shows\n%s", reason, text)
		}
		if entries, _, err := folder.List(); err != nil || len(entries) != 2 {
			t.Errorf("%s: %d games are kept, %v", reason, len(entries), err)
		}
	}
}

// TestSaveTellsItsEndings: a file whose ending tells no format of the game is not
// written, and help names those that do.
func TestSaveTellsItsEndings(t *testing.T) {
	t.Chdir(t.TempDir())
	_, out, _ := talk(t, "othello", "human", "human", words.Spanish, "f5\nguardar x.pdf\nguardar x\nguardar x.mat\nguardar x.ggf\nayuda\nsalir\n")
	contains(t, out, "x.pdf: el nombre de un fichero para este juego debe acabar en .json, .ggf o .txt", "> x: el nombre", "> x.mat: el nombre",
		"guardada en x.ggf", "en un fichero cuyo nombre acabe en .json, .ggf o .txt")
	_, out, _ = talk(t, "connect4", "human", "human", words.English, "help\nquit\n")
	contains(t, out, "a file whose name ends with .json\n")
	s, _ := sit(t, "connect4", "human", "human", "save x.pdf\n")
	if _, err := s.Run(context.Background()); !errors.As(err, new(*InputError)) {
		t.Errorf("a script gets %v", err)
	}
	if found, _ := filepath.Glob("x*"); len(found) != 1 {
		t.Errorf("there are %v", found)
	}
	if _, err := os.Stat("x.ggf"); err != nil {
		t.Error(err)
	}
}
