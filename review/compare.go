package review

import (
	"context"
	"slices"

	"gambito/agent"
	"gambito/game"
)

// compare finds what the move played was worth, and the best one, so that the two can
// be compared: by the same agent, with the same effort.
func (w *work) compare(ctx context.Context, j *judge, v *Verdict, found agent.Analysis) error {
	if v.Move == found.Move {
		v.After = v.Before
		return nil
	}
	best, played := valueOf(found, found.Move), valueOf(found, v.Move)
	exact := best.Proven && played.Proven
	if told := best.Known && played.Known; exact || told && w.onlyLines(v.Ply) {
		v.Before, v.After = best, played
		return nil
	}
	after, err := w.worthBehind(ctx, j, v)
	if err != nil {
		return err
	}
	if v.After = after; v.Before.Proven && after.Proven || !after.Known {
		return nil
	}
	// An estimate of the position before is one ply nearer to the start than that of
	// the position behind the move: what is behind the best move is compared instead.
	state := w.state(v.Ply)
	state.Play(found.Move)
	before, err := j.worth(ctx, state, v.Player, v.Ply+1)
	if err == nil && before.Known {
		v.Before = before
	}
	return err
}

// onlyLines reports whether moves of a position are compared by what the agent says
// of them there, because it cannot be asked about the positions behind them: players
// move at once, chance decides, or the next to move does not tell what others get.
func (w *work) onlyLines(ply int) bool {
	g := w.game.Rules
	info := g.Info()
	return w.state(ply).Turn() == game.Together || info.Players() > 1 && !opposed(g) || game.OfChance(g)
}

// valueOf is what an agent says of a move, if it has looked at it.
func valueOf(found agent.Analysis, m game.Move) agent.Value {
	i := slices.IndexFunc(found.Lines, func(l agent.Line) bool { return l.Move == m })
	switch {
	case i >= 0 && found.Lines[i].Value.Bound == agent.Exactly:
		return found.Lines[i].Value
	case m == found.Move:
		return found.Value
	}
	return agent.Value{}
}

// worthBehind is what the position behind the move played is worth to who made it.
func (w *work) worthBehind(ctx context.Context, j *judge, v *Verdict) (agent.Value, error) {
	if w.state(v.Ply).Turn() == game.Together {
		return agent.Value{}, errUntold // the others' moves would count as well
	}
	next := w.state(v.Ply + 1)
	turn := next.Turn()
	if turn < 0 || turn != v.Player && !opposed(w.game.Rules) {
		return j.worth(ctx, next, v.Player, v.Ply+1)
	}
	found, err := w.ask(ctx, j, v.Ply+1)
	if err != nil {
		return agent.Value{}, err
	}
	return earlier(seenBy(found[0].Value, turn, v.Player)), nil
}

// earlier is the value of a position one ply before, from where its end is one ply
// further away.
func earlier(v agent.Value) agent.Value {
	if v.Plies > 0 {
		v.Plies++
	}
	return v
}

// classify says how bad a move was.
func (w *work) classify(v *Verdict) {
	if !v.Before.Known || !v.After.Known {
		return
	}
	// A move that the judge takes for better than its own choice is one as good: the
	// difference is the judge's own error, and no loss.
	if b, a := v.Before, v.After; a.Score > b.Score || a.Score == b.Score && a.Unit == b.Unit && a.Count > b.Count {
		v.Before = a
	}
	v.Loss = lossOf(w.game.Rules, v.Before, v.After)
	if !v.Forced && !v.Given {
		v.Class = w.settings.Thresholds.Class(v.Loss)
	}
}
