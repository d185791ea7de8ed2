package agents

import (
	"gambito/agent"
	"gambito/game"
	"gambito/games/backgammon"
	"gambito/games/backgammon/bearoff"
	"gambito/spec"
)

// bearoffOption lets players that score turns by rules of thumb use the tables.
var bearoffOption = spec.Option{Name: "bearoff", Type: spec.Bool, Default: "on", Help: "whether tables decide once all own men are home and past the other side's"}

// bearoffOf is the tables that an order asks for, or nil.
func bearoffOf(o agent.Order) *bearoff.Tables {
	if !o.Values.Bool("bearoff") {
		return nil
	}
	return bearoffTables(o.Environment)
}

// bearoffTables are read or made once. If they cannot be kept on the disk they
// are made again by the next process, which is no reason not to play.
func bearoffTables(e *agent.Environment) *bearoff.Tables {
	type key struct{}
	tables, _ := agent.Share(e, key{}, func() (*bearoff.Tables, error) {
		tables, _ := bearoff.In(e.Folder())
		return tables, nil
	})
	return tables
}

// bearoffScores appends the scores of p's turns on b by the tables: the points
// they win if both sides' men are home, else how few rolls will be left in the
// mean. It reports whether the tables know these turns.
func bearoffScores(t *bearoff.Tables, b *backgammon.Board, p game.Player, moves []game.Move, scores []float64) ([]float64, bool) {
	if t == nil || !b.Race() {
		return scores, false
	}
	if _, here := bearoff.HomeOf(b, p); !here {
		return scores, false
	}
	both := bearoff.Covers(b)
	for _, m := range moves {
		after := *b
		after.Play(p, m)
		switch own, _ := bearoff.HomeOf(&after, p); {
		case !both:
			scores = append(scores, -t.Mean(own))
		case own.Men() == 0:
			scores = append(scores, after.Ended(p).Equity())
		default:
			scores = append(scores, -t.Chances(&after, p^1).Equity())
		}
	}
	return scores, true
}
