package tuples

import (
	"math"
)

// learner changes the worths of a brain by the games it is shown.
type learner struct {
	*brain
	settings Settings
	trends   [][]trend // by stage and slot
	transfer []float32 // from coherence, in steps, to the part of a step that is made
	traces   [][]trace // by stage and slot; nil where targets take their part

	values, targets []float32
	slots32         []uint32
	touched         []touch
}

// trend is where a worth was pushed so far: all steps together and their sizes together.
// If all pointed one way these are equal, and the worth is far from where it should be.
type trend struct{ sum, size float32 }

// transferSteps is how finely coherence, from 0 to 1, is told apart.
const transferSteps = 1024

// steepness is that of the exponential transfer, as published.
const steepness = 2.7

func newLearner(b *brain, s Settings) *learner {
	l := &learner{brain: b, settings: s, transfer: make([]float32, transferSteps+1)}
	for i := range l.transfer {
		x := float64(i) / transferSteps
		switch s.Coherence {
		case CoherencePlain:
			l.transfer[i] = float32(x)
		case CoherenceExponential:
			l.transfer[i] = float32(math.Exp(steepness * (x - 1)))
		}
	}
	if s.Coherence != CoherenceOff {
		for range b.system.Stages() {
			l.trends = append(l.trends, make([]trend, b.system.Slots()))
		}
	}
	if s.Traces != TracesReturns {
		for range b.system.Stages() {
			l.traces = append(l.traces, make([]trace, b.system.Slots()))
		}
	}
	return l
}

// learn learns from a game.
func (l *learner) learn(g *selfGame, rate float32) {
	rate /= float32(l.system.Places()) // so that a step closes a part of the difference, however many share it
	if l.traces != nil {
		l.learnForward(g, rate)
		return
	}
	l.setTargets(g)
	for t := g.count - 1; t >= 0; t-- {
		at := &g.lessons[t]
		if at.tried && l.settings.Method == TD {
			continue
		}
		worths := l.weights.Values[at.stage]
		l.slots32 = l.slots.Append(l.slots32[:0], at.at)
		sum := float32(0)
		for _, slot := range l.slots32 {
			sum += worths[slot]
		}
		said := tanh(sum) // now, for later positions of the game have changed worths that it shares with them
		if push := (l.targets[t] - said) * l.slope(said); push != 0 {
			l.push(at.stage, l.slots32, push, rate)
		}
	}
}

// setTargets goes backward through a game: what a position should be worth, to the player
// to move, follows from the next.
func (l *learner) setTargets(g *selfGame) {
	lambda := float32(l.settings.Lambda)
	if l.settings.Method == MC {
		lambda = 1
	}
	l.values, l.targets = resize(l.values, g.count), resize(l.targets, g.count)
	for t := range g.count {
		l.values[t] = l.value(g.lessons[t].at, g.lessons[t].stage)
	}
	now, later := g.result, g.result // what the next position is worth by the system's word, and by what came of it
	for t := g.count - 1; t >= 0; t-- {
		at := &g.lessons[t]
		switch {
		case at.tried && l.settings.Method == TD:
			l.targets[t] = l.values[t]
		case at.tried && l.settings.Method == Q:
			l.targets[t] = at.best
		default:
			l.targets[t] = at.next * ((1-lambda)*now + lambda*later)
		}
		now, later = l.values[t], l.targets[t]
	}
}

// resize returns a slice of n numbers, the same if it has room.
func resize(s []float32, n int) []float32 {
	if cap(s) < n {
		return make([]float32, n)
	}
	return s[:n]
}

// slope is how much of a difference is pushed. The mean square of differences falls along
// the slope of tanh, which is flat where the system is sure; the cross-entropy of the
// result, as of a win, pushes all of it.
func (l *learner) slope(said float32) float32 {
	if l.settings.Loss == LossEntropy {
		return 1
	}
	return 1 - said*said
}

// push moves the worths in slots, each by its own step.
func (l *learner) push(stage int, slots []uint32, by, rate float32) {
	worths := l.weights.Values[stage]
	if l.trends == nil {
		for _, slot := range slots {
			worths[slot] += rate * by
		}
		return
	}
	trends, size := l.trends[stage], abs(by)
	for _, slot := range slots {
		t := &trends[slot]
		worths[slot] += rate * by * l.step(t)
		t.sum += by
		t.size += size
	}
}

// step is the part of a step that a worth makes, by its coherence.
func (l *learner) step(t *trend) float32 {
	if t.size == 0 {
		return 1
	}
	return l.transfer[int(abs(t.sum)/t.size*transferSteps)]
}

func abs(x float32) float32 { return math.Float32frombits(math.Float32bits(x) &^ (1 << 31)) }
