package api

import (
	"math/big"
	"time"

	"gambito/game"
	"gambito/theory"
	"gambito/theory/extensive"
	"gambito/theory/induction"
)

// Equilibrium is how a game is solved in which players move at once or do not see
// everything. Exact numbers are texts, such as 3/7.
type Equilibrium struct {
	Game       string             `json:"game" doc:"Game spec."`
	Position   string             `json:"position,omitempty" doc:"The position that was solved, if players move at once."`
	Method     string             `json:"method" doc:"How: backward induction, or sequence form."`
	Worth      []string           `json:"worth" doc:"What each player wins on average if both play so, as an exact fraction."`
	Numbers    []float64          `json:"numbers" doc:"The same, rounded."`
	Positions  int                `json:"positions" doc:"Positions that were looked at."`
	Sets       int                `json:"sets,omitempty" doc:"Information sets of the game, if players do not see everything."`
	Subgames   int                `json:"subgames,omitempty" doc:"Games within it that were solved one after the other."`
	Ms         float64            `json:"ms" doc:"Time that it took, in milliseconds."`
	Strategies []EquilibriumMoves `json:"strategies" doc:"What players do: at the position, or at every information set."`
	Payoffs    [][]string         `json:"payoffs,omitempty" doc:"If players move at once, what every pair of their moves is worth to the first, and after a comma to the second unless that is the negative."`
}

// EquilibriumMoves is how likely a player makes each of its moves.
type EquilibriumMoves struct {
	Role          string    `json:"role" doc:"Whose moves they are."`
	Sees          string    `json:"sees,omitempty" doc:"What the player sees."`
	Moves         []string  `json:"moves" doc:"The moves."`
	Probabilities []string  `json:"probabilities" doc:"Their probabilities, as exact fractions."`
	Numbers       []float64 `json:"numbers" doc:"The same, rounded."`
}

// mixture tells moves with their probabilities.
func mixture(role, sees string, moves []string, x theory.Mixed) EquilibriumMoves {
	return EquilibriumMoves{Role: role, Sees: sees, Moves: moves, Probabilities: fractions(x), Numbers: x.Floats()}
}

// worth sets what the players win.
func (e *Equilibrium) worth(values ...*big.Rat) {
	for _, v := range values {
		number, _ := v.Float64()
		e.Worth, e.Numbers = append(e.Worth, v.RatString()), append(e.Numbers, number)
	}
}

// NewEquilibrium is that of a game in which players do not see everything.
func NewEquilibrium(t *extensive.Tree, q extensive.Equilibrium, took time.Duration) Equilibrium {
	e := Equilibrium{Game: t.Game.Info().ID, Method: "sequence form", Positions: t.Nodes, Sets: len(t.Sets), Subgames: q.Subgames, Ms: float64(took.Nanoseconds()) / 1e6}
	e.worth(q.Value, new(big.Rat).Neg(q.Value))
	roles := t.Game.Info().Roles
	for i := range t.Sets {
		set := &t.Sets[i]
		e.Strategies = append(e.Strategies, mixture(roles[set.Player], set.Sees, t.Names(set), q.Strategy[set.First:set.First+len(set.Moves)]))
	}
	return e
}

// NewInduction is that of a position in which players move at once.
func NewInduction(g game.Game, at game.State, s *induction.Solver, r induction.Solution, took time.Duration) Equilibrium {
	e := Equilibrium{Game: g.Info().ID, Position: g.FormatPosition(at), Method: "backward induction", Positions: s.Size(), Ms: float64(took.Nanoseconds()) / 1e6, Strategies: []EquilibriumMoves{}}
	e.worth(r.Worth[0], r.Worth[1])
	for p, moves := range r.Moves {
		if len(moves) == 0 {
			continue
		}
		var names []string
		for _, m := range moves {
			names = append(names, moveName(g, at, game.Player(p), m))
		}
		e.Strategies = append(e.Strategies, mixture(g.Info().Roles[p], "", names, r.Mixed[p]))
	}
	for _, row := range r.Payoffs {
		var list []string
		for _, w := range row {
			text := w[0].RatString()
			if g.Info().GeneralSum {
				text += "," + w[1].RatString()
			}
			list = append(list, text)
		}
		e.Payoffs = append(e.Payoffs, list)
	}
	return e
}

// moveName writes a move of one player.
func moveName(g game.Game, at game.State, p game.Player, m game.Move) string {
	if joint, ok := g.(game.SimultaneousGame); ok && at.Turn() == game.Together {
		return joint.FormatMoveOf(at, p, m)
	}
	return g.FormatMove(at, m)
}
