package arena

import (
	"fmt"

	"gambito/stats"
)

// Stop says when an experiment ends.
type Stop struct {
	Rule  StopRule   `json:"rule"`
	SPRT  stats.SPRT `json:"sprt"`            // of StopSPRT
	Width float64    `json:"width"`           // of StopWidth: of the interval of the score
	Level float64    `json:"level"`           // of that interval
	Games int        `json:"games,omitempty"` // of StopDecided: games that somebody has won
}

// StopRule is a way to end.
type StopRule string

// The rules; none is StopFixed too. All but the first compare two agents, decide after every pair of
// games, and end with the last round at the latest.
const (
	StopFixed StopRule = "fixed" // after all rounds
	StopSPRT  StopRule = "sprt"  // when the test decides
	StopWidth StopRule = "width" // when the score is known well enough

	StopDecided StopRule = "decided" // when so many games were won by somebody
)

// Check says what is wrong with the settings.
func (s Stop) Check() error {
	switch s.Rule {
	case StopFixed, "":
		return nil
	case StopSPRT:
		if s.SPRT.Model == stats.BayesElo {
			return stats.ErrNoPairs
		}
		return s.SPRT.Validate()
	case StopWidth:
		if !(s.Width > 0 && s.Width < 1) || !(s.Level > 0 && s.Level < 1) {
			return fmt.Errorf("stop: width %g and level %g must be between 0 and 1", s.Width, s.Level)
		}
		return nil
	case StopDecided:
		if s.Games < 1 {
			return fmt.Errorf("stop: %d decided games: there must be 1 or more", s.Games)
		}
		return nil
	}
	return fmt.Errorf("stop: %q is none of fixed, sprt, width and decided", s.Rule)
}

// sequential reports whether the results decide when it ends.
func (s Stop) sequential() bool { return s.Rule != StopFixed && s.Rule != "" }

// Verdict is what a sequential stop makes of pairs of games.
type Verdict struct {
	Pairs    stats.Pairs    `json:"pairs"`    // from the first agent's view
	LLR      float64        `json:"llr"`      // of StopSPRT
	Decision stats.Decision `json:"decision"` // likewise
	Score    stats.Interval `json:"score"`    // of the first agent, at the level of StopWidth or 95 %
	Won      int            `json:"won"`      // games that somebody has won
	Decided  bool           `json:"decided"`  // the games suffice
}

// Judge looks at pairs of games, so many of which somebody has won, by settings that
// Check has found nothing wrong with.
func (s Stop) Judge(pairs stats.Pairs, won int) Verdict {
	v := Verdict{Pairs: pairs, Decision: stats.Continue, Won: won, Decided: s.suffice(pairs, won)}
	level := 0.95
	switch s.Rule {
	case StopSPRT:
		v.LLR, _ = s.SPRT.LLRPairs(pairs) // Check has refused what has no pairs
		v.Decision = s.SPRT.Decide(v.LLR)
	case StopWidth:
		level = s.Level
	}
	v.Score = pairs.Score(level)
	return v
}

// suffice reports whether no more pairs are needed, if so many of their games were won
// by somebody.
func (s Stop) suffice(pairs stats.Pairs, won int) bool {
	switch s.Rule {
	case StopSPRT:
		llr, _ := s.SPRT.LLRPairs(pairs)
		return s.SPRT.Decide(llr) != stats.Continue
	case StopWidth:
		score := pairs.Score(s.Level)
		return score.High-score.Low <= s.Width
	case StopDecided:
		return won >= s.Games
	}
	return false
}
