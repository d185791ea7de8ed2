package td

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"

	"gambito/games/backgammon/networks"
	"gambito/nn/sparse"
)

// pupil is networks that learn by Adam. Those that play are a running mean of
// them, in which the noise of single steps is lost (Polyak and Juditsky 1992).
type pupil struct {
	model *networks.Model
	adam  [networks.Networks]*sparse.Adam
}

// newPupil begins with the weights of a model.
func newPupil(m *networks.Model) *pupil {
	p := &pupil{model: m.Clone()}
	for c, n := range p.model {
		p.adam[c] = sparse.NewAdam(n)
	}
	return p
}

func (p *pupil) clone() *pupil {
	c := &pupil{model: p.model.Clone()}
	for i, a := range p.adam {
		c.adam[i] = a.Clone()
	}
	return c
}

// models are all weights: those that learn, and the running means of Adam.
func (p *pupil) models() (learning, mean, square *networks.Model) {
	mean, square = &networks.Model{}, &networks.Model{}
	for c, a := range p.adam {
		mean[c], square[c] = a.Mean, a.Square
	}
	return p.model, mean, square
}

// steps are how many each network has made.
func (p *pupil) steps() []int {
	var list []int
	for _, a := range p.adam {
		list = append(list, a.Steps)
	}
	return list
}

// readPupil is the one that such models and steps were of.
func readPupil(learning, mean, square *networks.Model, steps []int) (*pupil, error) {
	if learning == nil || mean == nil || square == nil || len(steps) != networks.Networks {
		return nil, errors.New("it lacks what is needed to go on by steps of Adam")
	}
	p := newPupil(learning)
	for c, a := range p.adam {
		if steps[c] < 0 {
			return nil, fmt.Errorf("it says that %d steps were made", steps[c])
		}
		a.Mean, a.Square, a.Steps = mean[c], square[c], steps[c]
	}
	return p, nil
}

// learn goes through the lessons of games, the first of which has this number, in
// another order each time, and lets the networks that play follow.
func (p *pupil) learn(playing *networks.Model, s Settings, games []selfGame, first int) {
	var wait sync.WaitGroup
	for c := range playing {
		wait.Go(func() { p.learnClass(networks.Class(c), playing[c], s, games, first) })
	}
	wait.Wait()
}

// shuffles tells the randomness of orders of lessons from that of dice.
const shuffles = 1 << 62

func (p *pupil) learnClass(c networks.Class, playing *sparse.Network, s Settings, games []selfGame, first int) {
	var lessons []*lesson
	for i := range games {
		for t := range games[i].count {
			if l := &games[i].lessons[t]; l.class == c {
				lessons = append(lessons, l)
			}
		}
	}
	n, adam := p.model[c], p.adam[c]
	scratch, outputs := sparse.NewScratch(n.Hidden, n.Outputs), make([]float32, n.Outputs)
	r := rand.New(rand.NewPCG(s.Seed, shuffles|uint64(first)*networks.Networks+uint64(c)))
	passes := max(s.Passes, 1)
	for pass := range passes {
		r.Shuffle(len(lessons), func(i, j int) { lessons[i], lessons[j] = lessons[j], lessons[i] })
		for at := 0; at < len(lessons); at += s.Minibatch {
			for _, l := range lessons[at:min(at+s.Minibatch, len(lessons))] {
				adam.Add(n, &l.input, l.target[:], scratch, outputs)
			}
			done := (float64(pass) + float64(at)/float64(len(lessons))) / float64(passes)
			adam.Step(n, s.rate(float64(first)+done*float64(len(games))))
			if s.Average > 0 {
				playing.Approach(n, float32(s.Average))
			}
		}
	}
	if s.Average == 0 {
		playing.CopyFrom(n)
	}
}
