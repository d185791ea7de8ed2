package api

import (
	"gambito/arena"
	"gambito/stats"
)

// Match is what a match came to. Lists run over the agents in the order they were
// given.
type Match struct {
	Game      string             `json:"game" doc:"Game spec."`
	Agents    []string           `json:"agents" doc:"Agent specs as given."`
	Games     int                `json:"games" doc:"Games that were finished."`
	Requested int                `json:"requested" doc:"Games that were asked for."`
	Wins      []int              `json:"wins" doc:"Games won, by agent. If there are not two players, or both may win, games in which no other scored as much."`
	Draws     int                `json:"draws" doc:"Games that nobody won."`
	Points    []float64          `json:"points" doc:"What each agent won: the score of a win (1, in backgammon up to 3 times the cube), half a point for a draw. If there are not two players, or both may win, 0 for the least score of a game to 1 for the most."`
	Seed      uint64             `json:"seed" doc:"Seed of the match."`
	Seconds   float64            `json:"seconds" doc:"Time that the match took, in seconds."`
	WinShare  []stats.Interval   `json:"win_share" doc:"Share of the games won, by agent, with Wilson's 95 % interval."`
	FirstWins []int              `json:"first_wins,omitempty" doc:"Games won with the first move, by agent. Of matches between two of whom one wins what the other loses."`
	Forfeits  []int              `json:"forfeits" doc:"Games lost by an illegal move or an error, by agent."`
	Identical int                `json:"identical" doc:"Games that repeat an earlier one move by move."`
	OfPoints  *arena.PointResult `json:"of_points,omitempty" doc:"Points with their intervals, where a game can count more than one. Of matches between two of whom one wins what the other loses."`
	Resolved  []string           `json:"resolved" doc:"Agent specs with every option, as the agents played."`
}

// NewMatch is a match as it was counted.
func NewMatch(m arena.Match, score *arena.Score, seconds float64) (Match, error) {
	r := Match{
		Game: m.Game.Info().ID, Games: score.Table.Games, Requested: m.Games, Seed: m.Seed, Seconds: seconds,
		Wins: score.Table.Wins, Draws: score.Table.Draws, Points: score.Table.Points,
		Forfeits: score.Table.Forfeits, Identical: score.Table.Identical, WinShare: score.WinShare(), OfPoints: score.OfPoints(),
	}
	if two := score.Two; two != nil {
		r.Wins, r.Draws, r.Points, r.FirstWins = two.Wins[:], two.Draws, two.Points[:], two.FirstWins[:]
	}
	for _, spec := range m.Agents {
		r.Agents = append(r.Agents, spec.String())
	}
	var err error
	r.Resolved, err = resolved(m)
	return r, err
}

// resolved are the specs of a match's agents with every option.
func resolved(m arena.Match) ([]string, error) {
	texts := make([]string, len(m.Agents))
	for i, spec := range m.Agents {
		r, err := spec.For(m.Game)
		if err != nil {
			return nil, err
		}
		texts[i] = r.String()
	}
	return texts, nil
}
