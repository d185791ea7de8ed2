package ggp

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"gambito/gdl"
)

// client is a player that knows what it is sent and nothing else, and keeps all of it.
type client struct {
	mu    sync.Mutex
	heard []string
	moves func(turn int, m Message) string
}

// answer is what it answers.
func (c *client) answer(_ context.Context, text string, _ time.Time) (string, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	m, err := ParseMessage(text)
	switch {
	case err != nil:
		return "", err
	case m.Kind == Start:
		return Ready, nil
	case m.Kind == Play || m.Kind == Stop:
		c.heard = append(c.heard, text)
	}
	if m.Kind != Play {
		return Done, nil
	}
	return c.moves(m.Seen.Turn, m), nil
}

// told is what a role may be told in a match, by its record and the rules.
func told(t *testing.T, g *gdl.Game, r Record, role int) (messages []string) {
	t.Helper()
	s := g.New()
	messages = append(messages, fmt.Sprintf("( PLAY %s 0 NIL NIL )", r.MatchID))
	for i, moves := range r.Moves {
		if err := g.PlayJoint(s, expressions(moves)); err != nil {
			t.Fatal(err)
		}
		kind := Play
		if i == len(r.Moves)-1 {
			kind = Stop
		}
		percepts := "( " + strings.Join(g.Percepts(s, role), " ") + " )"
		messages = append(messages, spaced(fmt.Sprintf("( %s %s %d %s %s )", kind, r.MatchID, i+1, moves[role], percepts)))
	}
	return messages
}

// TestPerceptsAlone: over the wire players hear their own moves and what they see, to the
// letter, and nothing else.
func TestPerceptsAlone(t *testing.T) {
	stages := map[string]func(turn int, r *rand.Rand) string{
		"kuhn-poker": func(turn int, r *rand.Rand) string { return []string{"pass", "bet", "noop"}[r.IntN(3)] },
		"auction": func(turn int, r *rand.Rand) string {
			if turn == 2 {
				return fmt.Sprintf("(bid %d)", r.IntN(3))
			}
			return "noop"
		},
		"hide-and-seek": func(turn int, r *rand.Rand) string { return fmt.Sprintf("(go %d)", 1+r.IntN(5)) },
		"monty-hall":    func(turn int, r *rand.Rand) string { return []string{"noop", "(choose 2)", "noop", "switch"}[turn] },
	}
	for name, choose := range stages {
		for seed := range uint64(3) {
			r := rand.New(rand.NewPCG(seed, 1))
			clients := []*client{}
			var players []Address
			g := rulesOf(t, name)
			for range g.Info().Players() {
				c := &client{moves: func(turn int, _ Message) string { return choose(turn, r) }}
				own := rand.New(rand.NewPCG(seed, uint64(len(clients))))
				c.moves = func(turn int, _ Message) string { return choose(turn, own) }
				address, _ := listen(t, c.answer)
				clients, players = append(clients, c), append(players, address)
			}
			m := matchOf(t, name, players...)
			m.Seed, m.Log = seed, func(string, ...any) {}
			record := run(t, m)
			for p, c := range clients {
				role := slices.Index(g.Roles(), g.Info().Roles[p])
				want := told(t, g, record, role)
				if !slices.Equal(c.heard, want) {
					t.Errorf("%s, %s hears\n%s\nand not\n%s", name, g.Roles()[role], strings.Join(c.heard, "\n"), strings.Join(want, "\n"))
				}
			}
		}
	}
}

// TestVeiledMatches plays games in which players do not see everything to the end, with names as
// they are and with others; no move is illegal, so that players find worlds that fit.
func TestVeiledMatches(t *testing.T) {
	a, _ := listen(t, newPlayer(t, "ggp:sims=60").Answer)
	b, _ := listen(t, newPlayer(t, "random").Answer)
	for name, players := range map[string][]Address{
		"kuhn-poker": {a, b}, "auction": {b, a}, "hide-and-seek": {a, b}, "monty-hall": {a},
	} {
		for _, scramble := range []bool{false, true} {
			m := matchOf(t, name, players...)
			m.Scramble, m.Log = scramble, func(string, ...any) {}
			r := run(t, m)
			for role := range r.Roles {
				if n := faults(r, role, ""); n > 0 {
					t.Errorf("%s: %s made %d mistakes: %v", name, r.Roles[role], n, r.Errors)
				}
			}
		}
	}
}
