package review

import (
	"gambito/agent"
	"gambito/game"
)

// told reports whether the judge has told anything.
func (w *work) told() bool {
	for i := range w.positions {
		for _, found := range w.positions[i].found {
			if found.Value.Known {
				return true
			}
		}
	}
	return false
}

// review puts together what was found out.
func (w *work) review() *Review {
	r := &Review{Of: w.game, Judge: w.judge, Thresholds: w.settings.Thresholds, Total: len(w.positions)}
	players := w.game.Rules.Info().Players()
	if opposed(w.game.Rules) {
		players = 1
	}
	for p := range players {
		r.Course = append(r.Course, make([]agent.Value, len(w.positions)))
		for ply := range w.positions {
			if value := w.positions[ply].value; value != nil {
				r.Course[p][ply] = value[p]
			}
		}
	}
	if players == 1 {
		w.behindMoves(r.Course[0])
	}
	for i := range w.positions {
		if w.positions[i].done {
			r.Positions++
			r.Verdicts = append(r.Verdicts, w.positions[i].verdicts...)
		}
	}
	r.sum()
	return r
}

// behindMoves notes what positions are worth in which chance decides: as much as the
// move that led there.
func (w *work) behindMoves(course []agent.Value) {
	for ply := range w.game.Moves {
		from, to := &w.positions[ply], &w.positions[ply+1]
		if len(from.verdicts) != 1 || course[ply+1].Known || to.start.Turn() != game.Chance || newGame(to.start) {
			continue
		}
		v := seenBy(from.verdicts[0].After, from.verdicts[0].Player, 0)
		if v.Plies > 0 {
			v.Plies--
		}
		course[ply+1] = v
	}
}

// sum adds verdicts up by player.
func (r *Review) sum() {
	for p := range game.Player(r.Of.Rules.Info().Players()) {
		r.Sides = append(r.Sides, sideOf(r.Verdicts, p))
	}
}

func sideOf(verdicts []Verdict, p game.Player) Side {
	side := Side{Player: p, Counts: map[Class]int{}}
	for i := range verdicts {
		v := &verdicts[i]
		switch {
		case v.Player != p || v.Forced || v.Given:
			continue
		case !v.Judged():
			side.Untold++
			continue
		}
		if side.Decisions++; side.Decisions == 1 {
			side.Lost.Unit, side.Lost.Proven = v.Loss.Unit, true
		}
		if side.Lost.Unit != v.Loss.Unit && (v.Loss.Unit != "" || v.Loss.Share > 0) {
			side.Lost.Unit = ""
		}
		side.Counts[v.Class]++
		side.Accuracy += Accuracy(v.Loss)
		side.Lost.Share += v.Loss.Share
		side.Lost.Count += v.Loss.Count
		side.Lost.Proven = side.Lost.Proven && v.Loss.Proven
	}
	if n := float64(side.Decisions); n > 0 {
		side.Accuracy /= n
		side.Lost.Share /= n
		side.Lost.Count /= n
	}
	if side.Lost.Unit == "" {
		side.Lost.Count = 0
	}
	return side
}
