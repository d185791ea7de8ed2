package arena

import (
	"encoding/json"
	"strings"
	"testing"

	"gambito/agent"
	"gambito/agents"
	"gambito/game"
	"gambito/games/einstein"
)

func standardEinstein(t *testing.T) game.Game {
	t.Helper()
	g, err := einstein.New(einstein.Setup)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// diceMatch is a match whose first agent plays the last of its moves, and
// complains if it is asked what only the dice can answer.
func diceMatch(t *testing.T) Match {
	t.Helper()
	g := standardEinstein(t)
	last, err := agents.New(agent.NewEnvironment(""), entry("last", func(s game.State) (game.Move, error) {
		if s.Turn() < 0 {
			t.Errorf("an agent is asked in %s", g.FormatPosition(s))
		}
		moves := s.Moves(nil)
		return moves[len(moves)-1], nil
	})).Parse("last")
	if err != nil {
		t.Fatal(err)
	}
	return Match{Game: g, Agents: []agent.Spec{last, parse(t, "random")}, Games: 60, Seed: 3, Jobs: 2}
}

// rolls is what the dice showed after the opening.
func rolls(t *testing.T, r Record) (list string) {
	t.Helper()
	for i, move := range strings.Fields(r.Moves) {
		if (len(move) == 1) != (i%2 == 0) {
			t.Fatalf("%s: rolls and moves do not alternate", r.Moves)
		}
		if i%2 == 0 && i >= r.Opening {
			list += move
		}
	}
	return list
}

// alike reports whether two lists of rolls are the same as far as both go.
func alike(a, b string) bool { return strings.HasPrefix(a, b) || strings.HasPrefix(b, a) }

// TestPairsShareDice: the n-th roll of both games of a pair is the same,
// whatever was played, and other pairs roll something else.
func TestPairsShareDice(t *testing.T) {
	records, _ := run(t, diceMatch(t))
	counts := map[rune]int{}
	same := 0
	for i, r := range records {
		list := rolls(t, r)
		for _, die := range list {
			counts[die]++
		}
		if i%2 == 1 {
			if other := rolls(t, records[i-1]); !alike(list, other) {
				t.Errorf("games %d and %d of a pair roll %s and %s", i-1, i, other, list)
			}
			if r.Moves == records[i-1].Moves {
				same++
			}
		}
		if i >= 2 && alike(list, rolls(t, records[i-2])) {
			t.Errorf("games %d and %d of two pairs roll alike", i-2, i)
		}
	}
	if same > 3 {
		t.Errorf("%d pairs play the same moves", same)
	}
	for die := '1'; die <= '6'; die++ {
		if counts[die] < 50 {
			t.Errorf("%c is rolled %d times", die, counts[die])
		}
	}
}

// TestDiceDependOnNothingElse: not on the opening and not on the number of
// jobs; games that are no pairs have their own.
func TestDiceDependOnNothingElse(t *testing.T) {
	m := diceMatch(t)
	records, _ := run(t, m)
	before := rolls(t, records[0])
	m.Openings = Openings{plies: 2}
	records, _ = run(t, m)
	if after := rolls(t, records[0]); !alike(before, after) {
		t.Errorf("with an opening the dice show %s, without it %s", after, before)
	}
	m.Unpaired, m.Openings = true, Openings{}
	records, _ = run(t, m)
	for i := 1; i < len(records); i += 2 {
		if alike(rolls(t, records[i]), rolls(t, records[i-1])) {
			t.Errorf("games %d and %d, which are no pair, share their dice", i-1, i)
		}
	}
	m.Jobs = 1
	again, _ := run(t, m)
	if withoutTimes(t, again) != withoutTimes(t, records) {
		t.Error("the dice depend on the number of jobs")
	}
	for _, r := range records {
		text, err := json.Marshal(r)
		if err != nil {
			t.Fatal(err)
		}
		if _, _, _, err := parseRecord(m.Game, text); err != nil {
			t.Error(err)
		}
	}
}

// TestDiceStay pins rolls, as TestSeedsStay does games.
func TestDiceStay(t *testing.T) {
	g := standardEinstein(t)
	list := ""
	for made := range 12 {
		dice := NewDice(1, g.Info().ID, 0, 0, made)
		list += g.FormatMove(g.New(), dice.Roll(g.New()))
	}
	if want := "364142414533"; list != want {
		t.Errorf("the rolls are %s, not %s", list, want)
	}
}
