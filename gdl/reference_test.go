package gdl

import (
	"context"
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"gambito/game"
	"gambito/game/gametest"
)

// TestPerft counts what the reference counts, as deep as it does.
func TestPerft(t *testing.T) {
	text, err := os.ReadFile(gametest.Reference(t, "gdl/perft.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	sheets := 0
	for line := range strings.Lines(string(text)) {
		fields := strings.Split(strings.TrimSpace(line), "\t")
		if len(fields) != 5 {
			t.Fatalf("%q has %d fields", line, len(fields))
		}
		g := gameOf(t, gametest.Reference(t, "gdl/"+fields[0]+".kif"), DefaultLimits)
		if err := samePerft(g, fields); err != nil {
			t.Errorf("%s: %v", fields[0], err)
		}
		sheets++
	}
	if sheets < 20 {
		t.Errorf("%d sheets were counted", sheets)
	}
}

// hard are public sheets that take more than most: whether they are played by a network
// made within the steps (in millions) that the test allows, which are less than by default.
var hard = map[string]struct {
	steps    int64
	compiled bool
}{
	"amazons": {20, true}, "chess": {1, false}, "connectFourLarger": {20, true}, "futoshiki": {20, true},
	"gomoku_15x15": {20, true}, "laikLee_hex": {500, false}, "majorities": {20, true}, "merrills": {10, true},
	"racer4": {25, false}, "urmAdd": {20, true}, "wargame01": {20, true},
}

// leastPositions is how many positions a second a sheet that is not compiled must play, on a
// machine however busy, to count as played well.
const leastPositions = 100

// TestHardSheets counts what the reference counts of them, and that at least nine are compiled
// or fast.
func TestHardSheets(t *testing.T) {
	if raceDetector {
		t.Skip("one goroutine, and too slow with the race detector")
	}
	text, err := os.ReadFile(gametest.Reference(t, "gdl/hard/perft.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	// No prover has counted the moves of the Amazons' first turn in time; the game is known.
	lines := string(text) + "amazons\troles=[white, black]\tinitFacts=9\tinitLegal=2176 1\tperft=2176\n"
	left, well := len(hard), 0
	for line := range strings.Lines(lines) {
		fields := strings.Split(strings.ReplaceAll(strings.TrimSpace(line), " \t", "\t"), "\t")
		name := fields[0]
		g := gameOf(t, gametest.Reference(t, "gdl/hard/"+name+".kif"), Limits{Steps: hard[name].steps * 1_000_000, Memory: DefaultLimits.Memory})
		if (g.Fallback() == nil) != hard[name].compiled {
			t.Errorf("%s: %v", name, g.Fallback())
		}
		if err := samePerft(g, fields); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if speed := g.Measure(t.Context(), 100*time.Millisecond, 1); g.Fallback() == nil || float64(speed.Positions)/speed.Seconds > leastPositions {
			well++
		}
		left--
	}
	if well < 9 {
		t.Errorf("%d sheets are compiled, or play more than %d positions a second without", well, leastPositions)
	}
	if left != 0 {
		t.Errorf("%d sheets were not counted", left)
	}
}

func samePerft(g *Game, fields []string) error {
	start := g.rules.begin()
	if got := fmt.Sprintf("initFacts=%d", len(start.factTexts())); got != fields[2] {
		return fmt.Errorf("%s, not %s", got, fields[2])
	}
	if got := fmt.Sprintf("roles=[%s]", strings.Join(g.info.Roles, ", ")); got != fields[1] {
		return fmt.Errorf("%s, not %s", got, fields[1])
	}
	var legal []string
	for role := range g.roles {
		legal = append(legal, strconv.Itoa(start.legalCount(role)))
	}
	if got := "initLegal=" + strings.Join(legal, " "); got != fields[3] {
		return fmt.Errorf("%s, not %s", got, fields[3])
	}
	for i, want := range strings.Fields(strings.TrimPrefix(fields[4], "perft=")) {
		n, ended, err := g.Perft(context.Background(), i+1, nil)
		if err != nil {
			return err
		}
		got := strconv.FormatUint(n, 10)
		if ended > 0 {
			got += fmt.Sprintf("(t%d)", ended)
		}
		if got != want {
			return fmt.Errorf("perft %d is %s, not %s", i+1, got, want)
		}
	}
	return nil
}

// TestReferenceGames checks that reference sheets are games of the right kind.
func TestReferenceGames(t *testing.T) {
	for name, turn := range map[string]game.Player{
		"connectFour": 0, "3pConnectFour": 0, "eightPuzzle": 0, "blocker": game.Together, "roshambo2": game.Together,
		"tron_10x10": game.Together, "hex": 0, "speedChess": 0, "checkersSmall": 0,
	} {
		g := gameOf(t, gametest.Reference(t, "gdl/"+name+".kif"), DefaultLimits)
		if got := g.New().Turn(); got != turn {
			t.Errorf("%s: the turn is %d, not %d", name, got, turn)
		}
		_, joint := g.New().(game.Simultaneous)
		if joint != (turn == game.Together) || g.Info().GeneralSum != (g.Info().Players() != 2) {
			t.Errorf("%s: simultaneous %v, general sum %v", name, joint, g.Info().GeneralSum)
		}
	}
}

// TestHexIsPlayed checks a large sheet, which compiles in time.
func TestHexIsPlayed(t *testing.T) {
	begun := time.Now()
	g := gameOf(t, gametest.Reference(t, "gdl/hex.kif"), DefaultLimits)
	if g.Fallback() != nil {
		t.Fatalf("hex is not compiled after %s: %v", time.Since(begun), g.Fallback())
	}
	if n, _, err := g.Perft(context.Background(), 2, nil); n != 81*80 || err != nil {
		t.Errorf("hex has %d positions after two moves, %v", n, err)
	}
}
