// Package ladder measures the levels of a game: every level plays the one below,
// which tells whether it is stronger, by how much, and how long it thinks. The games
// are an experiment like others, see package run.
package ladder

import (
	"fmt"
	"strings"

	"gambito/agent"
	"gambito/agents"
	"gambito/arena"
	"gambito/game"
	"gambito/stats"
)

// Target is the share of the points that a level should make against the one below.
const Target = 0.6

// confidence is that of all intervals.
const confidence = 0.95

// Settings say how a ladder is measured.
type Settings struct {
	Games    int    // of every two neighbours, even
	Openings string // "" for those of the ladder
	Seed     uint64
}

// Experiment is the games between the levels of g.
func Experiment(r *agent.Registry, g game.Game, s Settings) (*arena.Experiment, error) {
	if s.Openings == "" {
		s.Openings = agents.LadderOf(g).Openings
	}
	openings, err := arena.ParseOpenings(g, s.Openings)
	if err != nil {
		return nil, err
	}
	e := &arena.Experiment{
		Name: runName(g, s), Venues: []arena.Venue{{Game: g, Openings: openings}}, Schedule: arena.Ladder,
		Rounds: 1, GamesPerPair: s.Games, Draw: arena.DrawHalf, Seed: s.Seed, Stop: arena.Stop{Rule: arena.StopFixed},
	}
	for n := agents.Levels; n >= 1; n-- { // the higher one first, whose score counts
		level, err := agents.Level(r, n)
		if err != nil {
			return nil, err
		}
		e.Entrants = append(e.Entrants, arena.Entrant{Name: level.String(), Spec: level})
	}
	return e, e.Check()
}

// runName tells ladders apart that are measured differently.
func runName(g game.Game, s Settings) string {
	plain := strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '.' || r == '_' {
			return r
		}
		return '-'
	}, g.Info().ID+"-"+s.Openings)
	const most = 64
	end := fmt.Sprintf("-%d-seed%d", s.Games, s.Seed)
	name := "levels-" + plain
	return name[:min(len(name), most-len(end))] + end
}

// Result is what a ladder came to.
type Result struct {
	Game     string  `json:"game"`
	Openings string  `json:"openings"`
	Games    int     `json:"games"` // of every two neighbours
	Seed     uint64  `json:"seed"`
	Target   float64 `json:"target"`
	Holds    bool    `json:"holds"` // for all levels
	Levels   []Level `json:"levels"`
}

// Level is a level of a ladder. Below the first there is none.
type Level struct {
	Level   int             `json:"level"`
	Spec    string          `json:"spec"`    // that plays
	Results stats.Results   `json:"results"` // against the level below
	Share   *stats.Interval `json:"share"`   // of those points
	Holds   *bool           `json:"holds"`   // whether it reaches the target
	Elo     *stats.Interval `json:"elo"`     // nil if a level won all games or none
	Seconds float64         `json:"seconds"` // for a move, on average
}

// Measure is what the games of an experiment say that Experiment has made.
func Measure(g game.Game, s *arena.Standings, moves Moves) Result {
	specs, last := agents.LadderOf(g).Specs, agents.Levels-1
	r := Result{Game: g.Info().ID, Openings: s.Settings.Games[0].Openings, Games: s.Settings.GamesPerPair, Seed: s.Settings.Seed, Target: Target, Holds: true}
	sides, ratings := s.Sides[0], rate(s.Sides[0])
	for i, spec := range specs {
		at := last - i // among the entrants
		l := Level{Level: i + 1, Spec: spec, Seconds: moves.mean(at, s.Seconds[at])}
		if i > 0 {
			below := at + 1
			l.Results = sides[at][below].Plus(sides[below][at].Reverse())
			share := s.Pairs[0][at].Score(confidence)
			holds := share.Estimate >= Target
			l.Share, l.Holds = &share, &holds
			r.Holds = r.Holds && holds
		}
		if ratings != nil {
			l.Elo = &ratings.Elo[at]
		}
		r.Levels = append(r.Levels, l)
	}
	return r
}

// rate is the ratings, if all levels can be rated together.
func rate(sides [][]stats.Results) *stats.Ratings {
	points := make([][]float64, len(sides))
	for i := range sides {
		for j := range sides {
			points[i] = append(points[i], sides[i][j].Plus(sides[j][i].Reverse()).Points())
		}
	}
	ratings, err := stats.BradleyTerry(points, stats.Rating{Level: confidence})
	if err != nil || len(ratings.Groups) != 1 {
		return nil
	}
	return ratings
}
