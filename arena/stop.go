package arena

import (
	"fmt"

	"gambito/stats"
)

// Stop says when an experiment ends.
type Stop struct {
	Rule  StopRule   `json:"rule"`
	SPRT  stats.SPRT `json:"sprt"`  // of StopSPRT
	Width float64    `json:"width"` // of StopWidth: of the interval of the score
	Level float64    `json:"level"` // of that interval
}

// StopRule is a way to end.
type StopRule string

// The rules; none is StopFixed too. All but the first compare two agents, decide after every pair of
// games, and end with the last round at the latest.
const (
	StopFixed StopRule = "fixed" // after all rounds
	StopSPRT  StopRule = "sprt"  // when the test decides
	StopWidth StopRule = "width" // when the score is known well enough
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
	}
	return fmt.Errorf("stop: %q is none of fixed, sprt and width", s.Rule)
}

// sequential reports whether the results decide when it ends.
func (s Stop) sequential() bool { return s.Rule != StopFixed && s.Rule != "" }

// Verdict is what a sequential stop makes of pairs of games.
type Verdict struct {
	Pairs    stats.Pairs    `json:"pairs"`    // from the first agent's view
	LLR      float64        `json:"llr"`      // of StopSPRT
	Decision stats.Decision `json:"decision"` // likewise
	Score    stats.Interval `json:"score"`    // of the first agent, at the level of StopWidth or 95 %
	Decided  bool           `json:"decided"`  // the pairs suffice
}

// Judge looks at pairs of games, which Check must have found nothing wrong
// with.
func (s Stop) Judge(pairs stats.Pairs) Verdict {
	v := Verdict{Pairs: pairs, Decision: stats.Continue, Decided: s.suffice(pairs)}
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

// suffice reports whether no more pairs are needed.
func (s Stop) suffice(pairs stats.Pairs) bool {
	switch s.Rule {
	case StopSPRT:
		llr, _ := s.SPRT.LLRPairs(pairs)
		return s.SPRT.Decide(llr) != stats.Continue
	case StopWidth:
		score := pairs.Score(s.Level)
		return score.High-score.Low <= s.Width
	}
	return false
}
