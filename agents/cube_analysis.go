package agents

import (
	"cmp"
	"context"
	"slices"
	"time"

	"gambito/agent"
	"gambito/game"
	"gambito/games/backgammon/cube"
	"gambito/games/backgammon/match"
)

// Analyze implements Analyst: equities are in points of the present cube, or in a
// match as much as they are worth there.
func (a *cubePlayer) Analyze(ctx context.Context, s game.State, q agent.Question) (agent.Analysis, error) {
	begin := time.Now()
	st := s.(*match.State)
	m, info, err := a.Choose(ctx, s, q.Limits)
	if err != nil {
		return agent.Analysis{}, err
	}
	found := agent.Analysis{Move: m, Info: info}
	stakes := cube.Of(st)
	if !st.Dice().Rolled() {
		found.Lines = a.cubeLines(st, stakes)
	} else if found.Lines, err = a.turnLines(ctx, st, stakes); err != nil {
		return agent.Analysis{}, err
	}
	// What it chooses comes first, whatever it chooses by.
	if found.First(m); found.Lines != nil && found.Lines[0].Move == m {
		found.Value = found.Lines[0].Value
	}
	found.PV, found.Time = []game.Move{m}, time.Since(begin)
	return found, nil
}

// turnLines are all turns with the dice, the best first.
func (a *cubePlayer) turnLines(ctx context.Context, st *match.State, stakes cube.Stakes) (lines []agent.Line, err error) {
	ratings, err := a.judge.Turns(ctx, st.Board(), st.Side(), st.Dice(), stakes)
	for _, r := range ratings {
		v := a.worth(stakes, r.Equity)
		v.Chances = chancesValue(r.Chances).Chances
		lines = append(lines, agent.Line{Move: r.Move, PV: []game.Move{r.Move}, Value: v})
	}
	return lines, err
}

// cubeLines are what may be done about the cube, the best first.
func (a *cubePlayer) cubeLines(st *match.State, stakes cube.Stakes) (lines []agent.Line) {
	add := func(m game.Move, v agent.Value) {
		lines = append(lines, agent.Line{Move: m, PV: []game.Move{m}, Value: v})
	}
	d, chances, _ := a.judge.Cube(st.Board(), st.Side(), stakes)
	switch {
	case st.Offered():
		add(match.Take, a.worth(stakes, d.DoubleTake.Equity).Negated())
		add(match.Drop, a.worth(stakes, d.DoubleDrop.Equity).Negated())
	case stakes.MayDouble():
		add(match.Roll, a.worth(stakes, d.NoDouble.Equity))
		add(match.Double, a.worth(stakes, min(d.DoubleTake.Equity, d.DoubleDrop.Equity)))
		lines[0].Value.Chances = chancesValue(chances).Chances
	default: // to double would be for nothing
		add(match.Roll, a.worth(stakes, d.NoDouble.Equity))
		lines[0].Value.Chances = chancesValue(chances).Chances
	}
	slices.SortStableFunc(lines, func(x, y agent.Line) int { return cmp.Compare(y.Value.Count, x.Value.Count) })
	return lines
}

// worth is the value of an equity.
func (a *cubePlayer) worth(s cube.Stakes, equity float64) agent.Value {
	return agent.Value{Known: true, Score: a.judge.Model.Score(s, equity), Unit: game.Equity, Count: equity}
}
