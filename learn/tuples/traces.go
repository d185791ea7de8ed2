package tuples

// trace is how much of what is learned now a worth takes: its part in positions before,
// which fades by λ from move to move, and whose sign turns with the player to move.
type trace float32

// touch is a worth with a trace.
type touch struct {
	stage int
	slot  uint32
}

// faded is the trace that is given up.
const faded = 0.01

// learnForward learns from a game move by move as it was played, with eligibility traces.
func (l *learner) learnForward(g *selfGame, rate float32) {
	lambda := float32(l.settings.Lambda)
	if l.settings.Method == MC {
		lambda = 1
	}
	turn := float32(1) // whether the player to move is another than before
	for t := range g.count {
		at := &g.lessons[t]
		said, target := l.value(at.at, at.stage), g.result
		if t+1 < g.count {
			after := &g.lessons[t+1]
			target = at.next * l.value(after.at, after.stage)
		}
		tried := at.tried && (l.settings.Method == TD || l.settings.Method == Q)
		if tried {
			target = at.best
		}
		if !tried || l.settings.Method == Q {
			l.fade(lambda * turn)
			l.trace(at, l.slope(said))
			l.pushTraces(target-said, rate)
		}
		if tried {
			l.fade(0)
		}
		turn = at.next
	}
	l.fade(0)
}

// fade multiplies all traces, and gives up those that are next to nothing.
func (l *learner) fade(by float32) {
	kept := l.touched[:0]
	for _, w := range l.touched {
		e := &l.traces[w.stage][w.slot]
		if *e *= trace(by); abs(float32(*e)) < faded {
			*e = 0
			continue
		}
		kept = append(kept, w)
	}
	l.touched = kept
}

// trace adds a position to the traces.
func (l *learner) trace(at *lesson, slope float32) {
	l.slots32 = l.slots.Append(l.slots32[:0], at.at)
	traces := l.traces[at.stage]
	for _, slot := range l.slots32 {
		e := &traces[slot]
		if *e == 0 {
			l.touched = append(l.touched, touch{at.stage, slot})
		}
		if l.settings.Traces == TracesReplacing {
			*e = 0
		}
		*e += trace(slope)
	}
}

// pushTraces moves all worths that have traces.
func (l *learner) pushTraces(by, rate float32) {
	if by == 0 {
		return
	}
	for _, w := range l.touched {
		push := by * float32(l.traces[w.stage][w.slot])
		worth := &l.weights.Values[w.stage][w.slot]
		if l.trends == nil {
			*worth += rate * push
			continue
		}
		t := &l.trends[w.stage][w.slot]
		*worth += rate * push * l.step(t)
		t.sum += push
		t.size += abs(push)
	}
}
