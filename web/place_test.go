package web

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"

	"gambito/game"
	"gambito/games"
)

// slow is a game whose moves take long to be understood.
type slow struct{ game.Game }

func (g slow) ParseMove(s game.State, text string) (game.Move, error) {
	time.Sleep(20 * time.Millisecond)
	return g.Game.ParseMove(s, text)
}

// TestLineEnds checks that a long line of a slow game is not read to its end when
// nobody waits for it.
func TestLineEnds(t *testing.T) {
	g, err := games.Parse("tictactoe:8x8")
	if err != nil {
		t.Fatal(err)
	}
	const line = "a1 a2 a3 a4 b1 b2 b3 b4 c1 c2 c3 c4 d1 d2 d3 d4"
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Millisecond)
	defer cancel()
	moves, err := readLine(ctx, slow{g}, g.New(), line)
	if !errors.Is(err, context.DeadlineExceeded) || len(moves) > 5 {
		t.Errorf("%d moves were read, %v", len(moves), err)
	}
	if moves, err := readLine(t.Context(), g, g.New(), line); err != nil || len(moves) != 16 {
		t.Errorf("%d moves were read, %v", len(moves), err)
	}
}

// TestLongRefusal checks that a sentence which quotes what was sent stays short, in
// every language.
func TestLongRefusal(t *testing.T) {
	s := serverFor(t, Options{})
	for _, lang := range []string{"en", "es"} {
		w := ask(t, s, "POST", "/api/position?lang="+lang, map[string]string{"game": "othello", "moves": strings.Repeat("z9 ", 5000)})
		if detail := refused(t, w, http.StatusBadRequest); len(detail) > longest+10 {
			t.Errorf("%s: %d bytes: %s", lang, len(detail), detail)
		}
	}
}
