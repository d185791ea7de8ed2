package measure

import (
	"context"

	"gambito/agent"
	"gambito/game"
	"gambito/games/tree"
	"gambito/stats"
)

// Profile is what a game looks like depth by depth, as it was in games that agents played.
type Profile struct {
	Game   string  `json:"game" doc:"Game spec."`
	Agent  string  `json:"agent" doc:"Agent spec of who played all sides."`
	Games  int     `json:"games" doc:"Games played."`
	Depths []Depth `json:"depths" doc:"What there is at every depth, the start position first; at most 60."`
	Tree   string  `json:"tree" doc:"The option profile of a synthetic tree that looks alike."`
}

// Depth is what a game looks like after so many moves of the players; what chance decides
// is none of them.
type Depth struct {
	Depth     int            `json:"depth" doc:"Moves that the players have made."`
	Positions int            `json:"positions" doc:"Games that came so far."`
	Moves     stats.Interval `json:"moves" doc:"Moves there are where the game is not over, on average, with a 95 % interval; 1 where it always is."`
	Ends      stats.Interval `json:"ends" doc:"Share of the positions in which the game is over, with a 95 % interval."`
}

// ByDepth has an agent play a game against itself, and tells how many moves there are and
// how many games end at every depth. Told, unless it is nil, is told after every game how
// many there were.
func ByDepth(ctx context.Context, g game.Game, player agent.Spec, games int, seed uint64, jobs int, told func(done int)) (Profile, error) {
	p := Profile{Game: g.Info().ID, Agent: player.String(), Games: games}
	var choices [tree.MostDepth][]float64 // of every position, by depth
	var ends [tree.MostDepth]int
	err := play(ctx, g, player, games, seed, jobs, told, func(s game.State, moves []game.Move) {
		var buf []game.Move
		depth := 0
		for _, m := range moves {
			if s.Turn() != game.Chance {
				if depth < tree.MostDepth {
					buf = s.Moves(buf[:0])
					choices[depth] = append(choices[depth], float64(len(buf)))
				}
				depth++
			}
			s.Play(m)
		}
		if depth < tree.MostDepth {
			ends[depth]++
		}
	})
	if err != nil {
		return p, err
	}
	var like tree.Profile
	for depth := range choices {
		d := Depth{Depth: depth, Positions: len(choices[depth]) + ends[depth], Moves: stats.Interval{Estimate: 1, Low: 1, High: 1}}
		if d.Positions == 0 {
			break
		}
		if len(choices[depth]) > 0 {
			d.Moves, _ = stats.MeanInterval(choices[depth], Level)
		}
		d.Ends = stats.Wilson(ends[depth], d.Positions)
		p.Depths = append(p.Depths, d)
		like = append(like, tree.Layer{Moves: min(d.Moves.Estimate, tree.MostMoves), Ends: float64(ends[depth]) / float64(d.Positions)})
	}
	p.Tree = like.String()
	return p, nil
}
