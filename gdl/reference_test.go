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
