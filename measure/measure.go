// Package measure tells how large games are to those who play them: how many moves
// there are to choose from, how many are made in a game, and how many games there are.
// Begin with Games, or with ByDepth for what they look like depth by depth.
package measure

import (
	"context"
	"errors"
	"fmt"
	"math"

	"gambito/agent"
	"gambito/arena"
	"gambito/game"
	"gambito/stats"
)

// Size is how large a game is, as it was in games that agents played.
type Size struct {
	Game  string `json:"game"`
	Agent string `json:"agent"` // who played all sides
	Games int    `json:"games"`

	// Branching is how many moves there are where a player is to move, on average
	// over all such positions. Where all players move at once a joint move is one;
	// a forced pass is one too.
	Branching stats.Interval `json:"branching"`
	Most      int            `json:"most"` // the greatest number of moves seen

	// Outcomes is how many ways chance can decide, where it does, on average; 1 in
	// games without chance.
	Outcomes float64 `json:"outcomes"`

	// Length is how many moves the players make in a game; what chance decides is
	// none of them.
	Length   stats.Interval `json:"length"`
	Shortest int            `json:"shortest"`
	Longest  int            `json:"longest"`

	// SearchSpace is the common logarithm of (branching × outcomes)^length, the usual
	// estimate of how many games there are.
	SearchSpace stats.Interval `json:"search_space"`

	// Leaves is that of how many games there are by Knuth's estimate, of games
	// whose every move was drawn with equal chances: the mean over games of the product of the
	// numbers of moves there were. It is right on average, but few games make it
	// up, so that it tends to be too small.
	Leaves *float64 `json:"leaves,omitempty"`

	// Ahead is how many positions are to be looked at for one's move, the
	// opponent's answer and one's next move: branching × (branching × outcomes)².
	Ahead float64 `json:"ahead"`
}

// Level is that of all intervals.
const Level = 0.95

// random is the agent whose moves are all as likely.
const random = "random"

// Games has an agent play a game against itself, and measures. Told, unless it is
// nil, is told after every game how many there were.
func Games(ctx context.Context, g game.Game, player agent.Spec, games int, seed uint64, jobs int, told func(done int)) (Size, error) {
	var all []course
	err := play(ctx, g, player, games, seed, jobs, told, func(start game.State, moves []game.Move) {
		all = append(all, follow(start, moves))
	})
	if err != nil {
		return Size{}, err
	}
	s := sum(all)
	s.Game, s.Agent = g.Info().ID, player.String()
	if player.String() == random {
		leaves := knuth(all)
		s.Leaves = &leaves
	}
	return s, nil
}

// play has an agent play a game against itself, and shows every game.
func play(ctx context.Context, g game.Game, player agent.Spec, games int, seed uint64, jobs int, told func(done int), show func(start game.State, moves []game.Move)) error {
	if games < 2 {
		return fmt.Errorf("%d games tell no interval: there must be 2 or more", games)
	}
	if player.Interactive() {
		return errors.New("people are not asked here: name an agent")
	}
	m := arena.Match{Game: g, Games: games, Unpaired: true, Seed: seed, Jobs: jobs}
	for range g.Info().Players() {
		m.Agents = append(m.Agents, player)
	}
	if err := m.Check(); err != nil {
		return err
	}
	done := 0
	return m.Run(ctx, func(r arena.Record) error {
		if len(r.Faults) > 0 {
			return fmt.Errorf("game %d was lost by a fault of %s, and tells nothing of the game: %s", r.Number+1, player, r.Faults[0].Detail)
		}
		start, moves, err := r.Replay(g)
		if err != nil {
			return err
		}
		show(start, moves)
		if done++; told != nil {
			told(done)
		}
		return nil
	})
}

// course is what one game tells.
type course struct {
	decisions, choices int // positions in which players moved, and the moves there were in all of them
	rolls, outcomes    int // the same of chance
	most               int
	logWeight          float64 // ln of one over the chance that random play comes this way
}

// follow counts along the moves of a game.
func follow(s game.State, moves []game.Move) (c course) {
	var buf []game.Move
	for _, m := range moves {
		buf = s.Moves(buf[:0])
		if s.Turn() == game.Chance {
			c.rolls++
			c.outcomes += len(buf)
			c.logWeight -= math.Log(s.(game.Stochastic).Probability(m))
		} else {
			c.decisions++
			c.choices += len(buf)
			c.most = max(c.most, len(buf))
			c.logWeight += math.Log(float64(len(buf)))
		}
		s.Play(m)
	}
	return c
}

// sum puts games together.
func sum(all []course) Size {
	s := Size{Games: len(all), Outcomes: 1, Shortest: all[0].decisions}
	var total course
	lengths := make([]float64, len(all))
	for i, c := range all {
		lengths[i] = float64(c.decisions)
		total.decisions += c.decisions
		total.choices += c.choices
		total.rolls += c.rolls
		total.outcomes += c.outcomes
		s.Most, s.Shortest, s.Longest = max(s.Most, c.most), min(s.Shortest, c.decisions), max(s.Longest, c.decisions)
	}
	if total.rolls > 0 {
		s.Outcomes = float64(total.outcomes) / float64(total.rolls)
	}
	s.Length, _ = stats.MeanInterval(lengths, Level)
	s.Branching = ratio(all, total)
	wide := s.Branching.Estimate * s.Outcomes
	s.SearchSpace = space(all, total, s.Outcomes)
	s.Ahead = s.Branching.Estimate * wide * wide
	return s
}

// ratio is the mean number of moves over all positions. Positions of one game are not
// independent, games are: the interval is that of a ratio of two sums over games, by
// the first terms of its Taylor series (Cochran, Sampling Techniques, 1977, §2.11).
func ratio(all []course, total course) stats.Interval {
	if total.decisions == 0 {
		return stats.Interval{}
	}
	mean := float64(total.choices) / float64(total.decisions)
	perGame := float64(total.decisions) / float64(len(all))
	sample := make([]float64, len(all))
	for i, c := range all {
		sample[i] = mean + (float64(c.choices)-mean*float64(c.decisions))/perGame
	}
	i, _ := stats.MeanInterval(sample, Level)
	i.Estimate = mean
	return i
}

// space is length × log₁₀(branching × outcomes), with the interval that its first
// derivatives give.
func space(all []course, total course, outcomes float64) stats.Interval {
	if total.decisions == 0 {
		return stats.Interval{}
	}
	length := float64(total.decisions) / float64(len(all))
	branching := float64(total.choices) / float64(total.decisions)
	wide := math.Log10(branching * outcomes)
	sample := make([]float64, len(all))
	for i, c := range all {
		off := (float64(c.choices) - branching*float64(c.decisions)) / length // of the branching
		sample[i] = float64(c.decisions)*wide + length*off/(branching*math.Ln10)
	}
	i, _ := stats.MeanInterval(sample, Level)
	i.Estimate = length * wide
	i.Low = max(i.Low, 0)
	return i
}

// knuth is the common logarithm of the mean of all weights (D. E. Knuth, Estimating the
// efficiency of backtrack programs, Mathematics of Computation 29, 1975).
func knuth(all []course) float64 {
	heaviest := math.Inf(-1)
	for _, c := range all {
		heaviest = max(heaviest, c.logWeight)
	}
	sum := 0.0
	for _, c := range all {
		sum += math.Exp(c.logWeight - heaviest)
	}
	return (heaviest + math.Log(sum/float64(len(all)))) / math.Ln10
}
