package api

import (
	"math"

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
	Unit      string             `json:"unit,omitempty" doc:"What is won in the game, such as chips or points, where results are amounts: who is better is then told by of_points."`
	OfPoints  *arena.PointResult `json:"of_points,omitempty" doc:"Amounts with their intervals, where a game can count more than one. Of matches between two of whom one wins what the other loses."`
	Strength  *MatchStrength     `json:"strength,omitempty" doc:"How much better the first agent is, by games won. Of matches between two of whom one wins what the other loses and no amounts are won."`
	Exact     *MatchExact        `json:"exact,omitempty" doc:"What agents give away and win from each other, exactly. Of games in which players do not see everything, unless --exploitability is off."`
	SPRT      *MatchTest         `json:"sprt,omitempty" doc:"The sequential test, if there was one (--sprt)."`
	Resolved  []string           `json:"resolved" doc:"Agent specs with every option, as the agents played."`
}

// MatchStrength compares two agents by games won, a draw being half a win, with 95 %
// intervals.
type MatchStrength struct {
	Pairs       int            `json:"pairs" doc:"Pairs of games from which it comes; 0 if it comes from single games, because some have no other."`
	Score       stats.Interval `json:"score" doc:"Expected score of the first agent, from 0 to 1."`
	Elo         EloInterval    `json:"elo" doc:"The same as a difference of Elo ratings."`
	Superiority float64        `json:"superiority" doc:"Likelihood that the first agent is the better one, from 0 to 1."`
}

// EloInterval is a difference of Elo ratings, which may be infinite.
type EloInterval struct {
	Estimate *float64 `json:"estimate" doc:"The estimate; null if it is infinite, as when one agent won every game."`
	Low      *float64 `json:"low" doc:"Lower end of the interval; null if it is minus infinity."`
	High     *float64 `json:"high" doc:"Upper end of the interval; null if it is infinity."`
}

// MatchTest is a sequential probability ratio test between two agents.
type MatchTest struct {
	stats.SPRT
	Low      float64        `json:"low" doc:"LLR at which H0 is accepted."`
	High     float64        `json:"high" doc:"LLR at which H1 is accepted."`
	LLR      float64        `json:"llr" doc:"Logarithm of the likelihood ratio after the pairs that were played."`
	Pairs    stats.Pairs    `json:"pairs" doc:"Pairs of games by the half points that the first agent made in both, from 0 to 4."`
	Decision stats.Decision `json:"decision" doc:"Which hypothesis was accepted, or continue if no bound was reached."`
}

func newStrength(s *arena.Strength) *MatchStrength {
	if s == nil {
		return nil
	}
	finite := func(x float64) *float64 {
		if math.IsInf(x, 0) {
			return nil
		}
		return &x
	}
	elo := EloInterval{finite(s.Elo.Estimate), finite(s.Elo.Low), finite(s.Elo.High)}
	return &MatchStrength{Pairs: s.Pairs, Score: s.Score, Elo: elo, Superiority: s.Better}
}

func newMatchTest(t stats.SPRT, v *arena.Verdict) *MatchTest {
	if v == nil {
		return nil
	}
	low, high := t.Bounds()
	return &MatchTest{SPRT: t, Low: low, High: high, LLR: v.LLR, Pairs: v.Pairs, Decision: v.Decision}
}

// NewMatch is a match as it was counted.
func NewMatch(m arena.Match, score *arena.Score, seconds float64) (Match, error) {
	r := Match{
		Game: m.Game.Info().ID, Games: score.Table.Games, Requested: m.Games, Seed: m.Seed, Seconds: seconds,
		Wins: score.Table.Wins, Draws: score.Table.Draws, Points: score.Table.Points,
		Forfeits: score.Table.Forfeits, Identical: score.Table.Identical, WinShare: score.WinShare(), OfPoints: score.OfPoints(),
		Unit: string(m.Game.Info().Amounts()), Strength: newStrength(score.Strength()), SPRT: newMatchTest(m.Stop.SPRT, score.Verdict()),
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
