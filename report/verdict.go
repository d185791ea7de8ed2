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
	case s.stop.Rule == arena.StopDecided && v.Decided:
		return fmt.Sprintf("Stopped after %d pairs: %d games were decided.", v.Pairs.Count(), s.stop.Games)
	case s.stop.Rule == arena.StopDecided:
		return fmt.Sprintf("%s fewer than %d games were decided.", so, s.stop.Games)
	case v.Decision != stats.Continue:
		t := s.stop.SPRT
		accepted, refused := t.Elo1, t.Elo0
		if v.Decision == stats.AcceptH0 {
			accepted, refused = refused, accepted
		}
		return fmt.Sprintf("The sequential test stopped after %d pairs (LLR %.2f): that %s is better than %s by %g Elo is accepted against %g (probability of error: %g %% if it is %g, %g %% if it is %g).",
			v.Pairs.Count(), v.LLR, first, second, accepted, refused, 100*t.Alpha, t.Elo0, 100*t.Beta, t.Elo1)
	}
	return fmt.Sprintf("%s the sequential test is undecided after %d pairs (LLR %.2f).", so, v.Pairs.Count(), v.LLR)
}
