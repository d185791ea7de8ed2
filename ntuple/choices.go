package ntuple

import (
	"math"
	"slices"

	"gambito/game"
)

// Choice is a move and what a model expects of it.
type Choice struct {
	Move  game.Move
	Value float64 // to the player to move, as Model.Meaning says: a score from -1 to 1, or discs
	Over  bool    // the move ends the game, and the value is its result
}

// Choices tells what each legal move of a position leads to: the action values Q(s, a) of
// a model that was taught by Q-learning or otherwise. Precondition: For(g) is nil.
func (m *Model) Choices(g game.Celled, s game.State) []Choice {
	me, f := s.Turn(), NewFollower(g, m.Weights.System)
	var list []Choice
	for _, move := range s.Moves(nil) {
		next := s.Clone()
		next.Play(move)
		turn := next.Turn()
		if turn == game.Over {
			list = append(list, Choice{move, m.result(g, next, me), true})
			continue
		}
		value := m.expects(f, next, turn)
		if turn != me {
			value = 0 - value // never -0, which looks odd in files
		}
		list = append(list, Choice{Move: move, Value: value})
	}
	return list
}

// expects is what a model expects of a position for a player.
func (m *Model) expects(f *Follower, s game.State, p game.Player) float64 {
	x, vacant := f.See(s, p)
	sum := float64(m.Weights.Sum(x, m.Weights.System.Stage(vacant)))
	if m.Meaning == Score {
		return math.Tanh(sum)
	}
	return sum
}

// result is how a game ended for a player.
func (m *Model) result(g game.Celled, s game.State, p game.Player) float64 {
	if measured, ok := g.(game.Measured); ok && m.Meaning == Discs {
		return measured.Count(s, p)
	}
	return s.Score(p)
}

// Positions are all in which somebody is to move, from the start of a game on, in order of
// their depth: of those that show the same to the player to move, perhaps as images of
// each other, the first alone. There are none if there are more than most.
func Positions(g game.Celled, most int) (list []game.State) {
	seen := map[string]bool{}
	cells := g.Cells()
	add := func(s game.State) {
		if s.Turn() == game.Over {
			return
		}
		if key := sight(g, cells, s); !seen[key] {
			seen[key] = true
			list = append(list, s)
		}
	}
	add(g.New())
	for next := 0; next < len(list); next++ {
		if len(list) > most {
			return nil
		}
		for _, m := range list[next].Moves(nil) {
			s := list[next].Clone()
			s.Play(m)
			add(s)
		}
	}
	return list
}

// sight is what the player to move sees, the first of all images.
func sight(g game.Celled, cells game.Cells, s game.State) string {
	view, image := make([]uint8, cells.Count()), make([]uint8, cells.Count())
	g.Look(s, s.Turn(), view)
	first := slices.Clone(view)
	for _, to := range cells.Images {
		for c, shows := range view {
			image[to[c]] = shows
		}
		if slices.Compare(image, first) < 0 {
			copy(first, image)
		}
	}
	return string(first)
}
