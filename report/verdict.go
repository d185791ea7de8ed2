package report

import (
	"fmt"

	"gambito/arena"
	"gambito/stats"
)

// verdictSentence says how a sequential experiment ended, or how it stands.
func (s Summary) verdictSentence() string {
	v, first, second := s.Verdict, s.agents[0], s.agents[1]
	so := "All rounds were played;"
	if s.Games < s.Planned {
		so = "So far"
	}
	switch {
	case s.stop.Rule == arena.StopWidth && v.Decided:
		return fmt.Sprintf("Stopped after %d pairs: the score of %s against %s is known to %.3g (it is in %.3f to %.3f).",
			v.Pairs.Count(), first, second, s.stop.Width, v.Score.Low, v.Score.High)
	case s.stop.Rule == arena.StopWidth:
		return fmt.Sprintf("%s the interval of the score is still wider than %.3g (%.3f to %.3f).", so, s.stop.Width, v.Score.Low, v.Score.High)
	case v.Decision == stats.AcceptH1:
		return fmt.Sprintf("The sequential test stopped after %d pairs (LLR %.2f): %s is at least %g Elo better than %s rather than %g.",
			v.Pairs.Count(), v.LLR, first, s.stop.SPRT.Elo1, second, s.stop.SPRT.Elo0)
	case v.Decision == stats.AcceptH0:
		return fmt.Sprintf("The sequential test stopped after %d pairs (LLR %.2f): %s is at most %g Elo better than %s rather than %g.",
			v.Pairs.Count(), v.LLR, first, s.stop.SPRT.Elo0, second, s.stop.SPRT.Elo1)
	}
	return fmt.Sprintf("%s the sequential test is undecided after %d pairs (LLR %.2f).", so, v.Pairs.Count(), v.LLR)
}
