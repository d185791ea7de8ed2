package regress

import (
	"context"
	"encoding/json"
	"fmt"
	"math"

	"gambito/crew"
	"gambito/game"
	"gambito/ntuple"
	"gambito/progress"
	"gambito/search/probcut"
)

// Stage is how the worths of a stage were found.
type Stage struct {
	Most       int     `json:"most"`  // vacant cells of its positions
	Least      int     `json:"least"` // and these
	Learned    int     `json:"learned"`
	HeldOut    int     `json:"held_out"`
	Iterations int     `json:"iterations"`
	Stretched  float64 `json:"stretched"` // by this factor, after which values are right on average
	Worths     int     `json:"worths"`    // that are not 0
	Error      float64 `json:"error"`     // mean absolute, on what was held out
	Deviation  float64 `json:"deviation"` // standard, on the same

	exact      int // held out with exact targets
	exactError float64
}

// fit finds the worths of all stages.
func (r *Run) fit(ctx context.Context, round int, tell progress.Func) (*ntuple.Weights, []Stage, error) {
	weights, stages := ntuple.NewWeights(r.system), make([]Stage, r.system.Stages())
	fitters, err := crew.Make(r.jobs, len(stages), func() (*fitter, error) { return r.fitter(round), nil })
	if err != nil {
		return nil, nil, err
	}
	tell.Tell("stages fitted", 0, len(stages))
	err = crew.Do(ctx, len(stages), fitters, func(ctx context.Context, f *fitter, stage int) (err error) {
		stages[stage], err = f.fit(ctx, stage, weights.Values[stage])
		return err
	}, tell.Count("stages fitted", len(stages)))
	return weights, stages, err
}

// fitter fits stages, one after the other.
type fitter struct {
	*Run
	round    int
	state    game.State
	start    game.State
	follower *ntuple.Follower
	slots    *ntuple.Slots
	judge    *ntuple.Follower // of the model so far, nil if positions count alike
}

func (r *Run) fitter(round int) *fitter {
	f := &fitter{
		Run: r, round: round, state: r.game.New(), start: r.game.New(),
		follower: ntuple.NewFollower(r.game, r.system), slots: ntuple.NewSlots(r.system),
	}
	if r.model != nil && r.Settings.Even > 0 {
		f.judge = ntuple.NewFollower(r.game, r.model.Weights.System)
	}
	return f
}

// weights are how much positions count in a stage, by their vacant cells.
func (f *fitter) weights(stage int) []float64 {
	s := f.Settings
	weights := make([]float64, f.game.Cells().Count()+1)
	for v := range weights {
		near := s.Overlap + 1
		for own := range weights {
			if distance := max(v-own, own-v); f.system.Stage(own) == stage && (!s.Parity || distance%2 == 0) {
				near = min(near, distance)
			}
		}
		weights[v] = float64(s.Overlap+1-near) / float64(s.Overlap+1)
	}
	return weights
}

// fit finds the worths of a stage.
func (f *fitter) fit(ctx context.Context, stage int, worths []float32) (Stage, error) {
	s := f.Settings
	p := &problem{
		slots: f.system.Slots(), score: s.meaning(f.game) == ntuple.Score,
		begin: f.begun(stage), ridge: s.Ridge, seldom: s.Seldom, iterations: s.Iterations, patience: s.Patience,
	}
	found := Stage{Least: math.MaxInt}
	for v := range f.game.Cells().Count() + 1 {
		if f.system.Stage(v) == stage {
			found.Most, found.Least = max(found.Most, v), min(found.Least, v)
		}
	}
	exact := f.collect(p, stage)
	found.Learned, found.HeldOut = p.learn.count(), p.check.count()
	best := p.begin // of which nothing is known it stays as it is
	if found.Learned > 0 {
		var err error
		if best, err = p.solve(ctx); err != nil {
			return found, err
		}
		if found.Stretched = 1; s.Close > 0 {
			found.Stretched = p.stretch(best)
		}
	}
	for slot, x := range best {
		if worths[slot] = float32(x); x != 0 {
			found.Worths++
		}
	}
	found.Iterations = p.steps
	found.measure(p, best, exact)
	return found, nil
}

// collect finds the positions of a stage: those to learn from, also of other stages, and
// its own of games held out, of which it tells which have exact targets.
func (f *fitter) collect(p *problem, stage int) (exact []bool) {
	weights, most := f.weights(stage), float32(f.Settings.most(f.game))
	f.reserve(&p.learn, &p.check, stage, weights)
	for i := range f.games {
		l := &f.games[i]
		last := -1
		for ply := range l.moves {
			if f.takes(l, ply, stage, weights) {
				last = ply
			}
		}
		f.state.CopyFrom(f.start)
		for ply, m := range l.moves[:last+1] {
			if f.takes(l, ply, stage, weights) {
				to := &p.learn
				if l.held {
					to, exact = &p.check, append(exact, l.exact[ply])
				}
				x, _ := f.follower.See(f.state, f.state.Turn())
				to.slots = f.slots.Append(to.slots, x)
				target := float64(max(-most, min(most, l.target[ply])))
				to.target = append(to.target, target)
				to.weight = append(to.weight, weights[l.vacant[ply]]*f.counts(target))
			}
			f.state.Play(m)
		}
	}
	return exact
}

// counts is how much the position that is looked at counts: less if the model so far says
// that it is won or lost, and less if it came to that. The latter makes what is found too
// near zero in the mean, which stretch makes good.
func (f *fitter) counts(target float64) float64 {
	share := 1.0
	if f.judge != nil {
		x, vacant := f.judge.See(f.state, f.state.Turn())
		said := f.model.Weights.Sum(x, f.model.Weights.System.Stage(vacant))
		share = halfAt(f.Settings.Even, float64(said))
	}
	if f.Settings.Close > 0 {
		share *= halfAt(f.Settings.Close, target)
	}
	return share
}

// halfAt falls from 1 to a half where worth is as much as half, and on to 0.
func halfAt(half, worth float64) float64 {
	return 1 / (1 + (worth/half)*(worth/half))
}

// takes says whether a position is one of a stage, or near enough and not held out.
func (f *fitter) takes(l *lesson, ply, stage int, weights []float64) bool {
	v := l.vacant[ply]
	return weights[v] > 0 && f.Settings.learned(l, ply, f.round) && (!l.held || f.system.Stage(int(v)) == stage)
}

// reserve makes room for all positions at once.
func (f *fitter) reserve(learn, check *samples, stage int, weights []float64) {
	var counts [2]int
	for i := range f.games {
		l := &f.games[i]
		for ply := range l.moves {
			if !f.takes(l, ply, stage, weights) {
				continue
			}
			if l.held {
				counts[1]++
			} else {
				counts[0]++
			}
		}
	}
	for i, s := range []*samples{learn, check} {
		s.places = f.system.Places()
		s.slots = make([]uint32, 0, counts[i]*s.places)
		s.target, s.weight = make([]float64, 0, counts[i]), make([]float64, 0, counts[i])
	}
}

// measure finds how far the values of what was held out are from their targets.
func (s *Stage) measure(p *problem, worths []float64, exact []bool) {
	n := p.check.count()
	if n == 0 {
		return
	}
	sums, squares := make([]float64, n), 0.0
	p.check.sums(sums, worths)
	for i, said := range sums {
		said, _ = p.says(said)
		e := said - p.check.target[i]
		s.Error += math.Abs(e) / float64(n)
		squares += e * e
		if exact[i] {
			s.exact++
			s.exactError += math.Abs(e)
		}
	}
	s.Deviation = math.Sqrt(squares / float64(n))
}

// sum joins the stages.
func (r *Round) sum(stages []Stage, m ntuple.Meaning) {
	r.Stages, r.Unit = stages, string(m)
	squares, exact := 0.0, 0
	for _, s := range stages {
		r.Learned, r.HeldOut, exact = r.Learned+s.Learned, r.HeldOut+s.HeldOut, exact+s.exact
		r.Error += s.Error * float64(s.HeldOut)
		r.Exact += s.exactError
		squares += s.Deviation * s.Deviation * float64(s.HeldOut)
	}
	n := float64(max(1, r.HeldOut))
	r.Error, r.Exact, r.Deviation = r.Error/n, r.Exact/float64(max(1, exact)), math.Sqrt(squares/n)
}

// settingsNote is where a model says how it was made.
const settingsNote = "settings"

// discScale is how finely worths in discs are told in files: so that each fits into a
// byte, but no finer than searches count. What rounding does to a sum is far less than
// what it errs by anyway.
func discScale(w *ntuple.Weights) float64 {
	most := 0.0
	for _, worths := range w.Values {
		for _, x := range worths {
			most = max(most, math.Abs(float64(x)))
		}
	}
	return min(probcut.Disc, math.MaxInt8/most)
}

// model is worths as others play by them.
func (s Settings) model(g game.Celled, w *ntuple.Weights, rounds []Round) (*ntuple.Model, error) {
	settings, err := json.Marshal(s)
	if err != nil {
		return nil, err
	}
	m := &ntuple.Model{Game: s.Game, Meaning: s.meaning(g), Weights: w, Scale: discScale(w), Notes: map[string]string{settingsNote: string(settings)}}
	if m.Meaning == ntuple.Score {
		m.Scale = scoreScale
	}
	for _, r := range rounds {
		m.History = append(m.History, ntuple.Milestone{
			Games: r.All, Positions: r.Learned, Error: r.Error,
			Note: fmt.Sprintf("mean absolute error on games held out, %s", r.Unit),
		})
	}
	return m, nil
}

// scoreScale is how finely worths are told whose tanh is a score.
const scoreScale = 1000
