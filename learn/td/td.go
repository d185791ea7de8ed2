// Package td teaches the networks of package neural by temporal differences:
// a player plays against itself, and after every game what the networks said of
// a position is moved toward what they said of the next one, the last toward the
// result (Sutton 1988; Tesauro 1995).
//
// Games are played in batches, by all cores, with the weights that were there
// when the batch began, and learned from one after the other in a fixed order.
// While a batch is learned from, the next is already played. So results depend
// on the settings alone, never on the number of workers.
package td

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"sync"

	"gambito/crew"
	"gambito/games/backgammon/bearoff"
	"gambito/games/backgammon/networks"
	"gambito/learn/setting"
	"gambito/nn/sparse"
)

// Settings decide about a run.
type Settings struct {
	Games     int     `json:"games"`
	Hidden    int     `json:"hidden"`                // units of each network
	Race      int     `json:"race_hidden,omitempty"` // units of the network of races, if other than these
	Thesis    bool    `json:"thesis,omitempty"`      // networks as a thesis prints them, with one output that learns from the next position; see networks.NewThesis
	Lambda    float64 `json:"lambda"`                // how much of later positions a target takes
	Rate      float64 `json:"rate"`                  // of learning, at first
	FinalRate float64 `json:"final_rate"`            // and at the end; it falls geometrically
	Batch     int     `json:"batch"`                 // games that are played with the same weights
	Stage     int     `json:"stage"`                 // batches after which play waits until all are learned from
	Seed      uint64  `json:"seed"`

	// Explore is the share of games that begin with turns by Pubeval for one
	// side. Nothing is learned from these, but much from the positions they lead
	// to, which a player that meets only itself would never see.
	Explore float64 `json:"explore,omitempty"`

	// Plies says where targets come from: 0, from what the game comes to, by
	// Lambda; 1, from a look at all rolls, each played as looks best. That costs
	// much more and is not a matter of luck.
	Plies   int     `json:"plies,omitempty"`
	Replies int     `json:"replies,omitempty"` // turns of a roll that networks look at, the best by Pubeval; 0: all
	Skip    float64 `json:"skip,omitempty"`    // share of positions from which nothing is learned
	Others  float64 `json:"others,omitempty"`  // share of lessons of another good turn than the one made

	// Minibatch is how many lessons make a step by Adam; with 0 each makes a plain
	// one.
	Minibatch int     `json:"minibatch,omitempty"`
	Passes    int     `json:"passes,omitempty"`  // how often a lesson is learned from, if more than once
	Average   float64 `json:"average,omitempty"` // share that a step adds to the running mean of the weights, which plays; 0: the last play
}

// Default is what a run does unless told otherwise.
var Default = Settings{Games: 1_000_000, Hidden: 128, Lambda: 0.7, Rate: 0.1, FinalRate: 0.001, Batch: 256, Stage: 32, Seed: 1}

// LookingAhead makes networks better that know something: few games, but targets
// without luck in them.
var LookingAhead = Settings{
	Games: 81_920, Hidden: 256, Lambda: 0.7, Rate: 0.001, FinalRate: 0.0001, Batch: 1024, Stage: 40, Seed: 1, Explore: 0.25,
	Plies: 1, Replies: 8, Skip: 0.5, Others: 0.4, Minibatch: 512, Passes: 3, Average: 0.002,
}

// AsPrinted is the networks of TD-Gammon as a master's thesis of 2006 prints them, who says
// that they need 2,000,000 games; V(s) ← V(s) + α[V(s′) − V(s)] is λ = 0. The rate α is not
// told.
var AsPrinted = Settings{Games: 2_000_000, Hidden: 128, Race: 116, Thesis: true, Rate: 0.1, FinalRate: 0.001, Batch: 256, Stage: 32, Seed: 1}

// maxBatch bounds the memory that games of a batch take.
const maxBatch = 1 << 14

// Check says what is wrong with settings.
func (s Settings) Check() error {
	if err := setting.Check(Options, s); err != nil {
		return err
	}
	if s.Thesis && (s.Plies > 0 || s.Minibatch > 0) {
		return errors.New("networks of the thesis learn from games by plain steps: plies and minibatch must be 0")
	}
	if s.Plies == 0 && (s.Replies != 0 || s.Skip != 0 || s.Others != 0) {
		return errors.New("replies, skip and others are for plies=1")
	}
	if s.Minibatch == 0 && (s.Passes != 0 || s.Average != 0) {
		return errors.New("passes and average are for a minibatch of 1 or more")
	}
	if s.FinalRate > s.Rate {
		return fmt.Errorf("final_rate %g: it must not be above rate, %g", s.FinalRate, s.Rate)
	}
	return nil
}

// rate is that of learning from a game.
func (s Settings) rate(number float64) float64 {
	return s.Rate * math.Pow(s.FinalRate/s.Rate, number/float64(s.Games))
}

// Run is learning under way.
type Run struct {
	Settings Settings
	Model    *networks.Model // that plays
	Done     int             // games learned from
	History  []Measurement

	// Fleet, if there is one, plays the games, those to learn from and those that
	// measure. What is learned is the same.
	Fleet crew.Fleet

	// before is the networks with which the next batch is played, those of a batch
	// before: it is played while Model learns. Nil where a stage ends.
	before *networks.Model
	pupil  *pupil // that learns by Adam, nil if Model itself learns by plain steps, or nothing is left to learn
	tables *bearoff.Tables
	stage  *stage // that is under way, nil if it can be begun anew
}

// NewRun begins with networks that know nothing, or with those of a model, which may have
// fewer hidden units.
func NewRun(s Settings, from *networks.Model, tables *bearoff.Tables) *Run {
	m := from
	switch {
	case m == nil:
		m = s.model()
	case m[0].Units < s.Hidden:
		m = m.Widen(s.Hidden, s.Seed)
	}
	r := &Run{Settings: s, Model: m.Clone(), tables: tables}
	if s.Minibatch > 0 {
		r.pupil = newPupil(m)
	}
	return r
}

// model is networks that know nothing.
func (s Settings) model() *networks.Model {
	if s.Thesis {
		return networks.NewThesis(s.Hidden, s.raceUnits(), s.Seed)
	}
	return networks.NewModel(s.Hidden, s.raceUnits(), s.Seed)
}

// raceUnits is how many hidden units the network of races has.
func (s Settings) raceUnits() int { return cmp.Or(s.Race, s.Hidden) }

// Fits says why a run cannot begin with a model. One with fewer hidden units is widened,
// unless the network of races has a number of its own.
func (s Settings) Fits(from *networks.Model) error {
	contact, race := from[networks.Contact].Units, from[networks.Race].Units
	switch {
	case from.Thesis() != s.Thesis:
		return errors.New("networks of the thesis can only begin with such, and others with others")
	case contact > s.Hidden:
		return fmt.Errorf("hidden %d: the networks to begin with have %d hidden units, and none can be left out", s.Hidden, contact)
	case (s.Race != 0 || contact != race || s.Thesis) && (contact != s.Hidden || race != s.raceUnits()):
		return fmt.Errorf("hidden %d and %d for races: the networks to begin with have %d and %d hidden units", s.Hidden, s.raceUnits(), contact, race)
	}
	return nil
}

// Finished reports whether all games are learned from.
func (r *Run) Finished() bool { return r.Done >= r.Settings.Games }

// Extend lets a run go on to more games, as if they had been its settings from the
// beginning. That is not so where the rate of learning falls, for it falls to the
// end of a run, nor where a stage was cut short by the end.
func (r *Run) Extend(games int) error {
	s := r.Settings
	switch {
	case games < s.Games:
		return fmt.Errorf("it is of %d games, more than %d", s.Games, games)
	case s.Rate != s.FinalRate:
		return fmt.Errorf("its rate of learning falls from %g to %g over %d games", s.Rate, s.FinalRate, s.Games)
	case r.Finished() && s.Minibatch > 0:
		return errors.New("what Adam remembers is not kept at the end")
	case r.Finished() && r.Done%(s.Batch*s.Stage) != 0:
		return fmt.Errorf("its %d games end within a stage of %d", s.Games, s.Batch*s.Stage)
	}
	r.Settings.Games = games
	r.stage = nil // it may end elsewhere now
	return nil
}

// stage is a stretch of games under way.
type stage struct {
	learning, playing *networks.Model
	pupil             *pupil
	play              func(ctx context.Context, games []selfGame, first int) error // with the weights of playing
	current, next     []selfGame
	first, last, end  int // the current batch, and where the stage ends
}

// Batch plays and learns from a batch of games, and plays the next one meanwhile
// unless a stage ends. If ctx ends, the run is where it was after the last batch
// that was finished, and can go on from there as if nothing had been; likewise if a
// fleet fails, also where this batch has been learned from and the next could not be
// played.
func (r *Run) Batch(ctx context.Context, jobs int) error {
	s := r.Settings
	g := r.stage
	if g == nil {
		g = r.newStage(jobs)
		if err := g.play(ctx, g.current[:g.last-g.first], g.first); err != nil {
			return err
		}
	}
	r.stage = nil
	if ctx.Err() != nil {
		return ctx.Err()
	}
	g.playing.CopyFrom(g.learning)
	then := min(g.last+s.Batch, g.end)
	var wait sync.WaitGroup
	var failed error
	wait.Go(func() { failed = g.play(ctx, g.next[:then-g.last], g.last) })
	if g.pupil != nil {
		g.pupil.learn(g.learning, s, g.current[:g.last-g.first], g.first)
	} else {
		learn(g.learning, s, g.current[:g.last-g.first], g.first)
	}
	wait.Wait()
	r.Model, r.before, r.pupil, r.Done = g.learning, g.playing, g.pupil, g.last
	if r.Finished() {
		r.pupil = nil
	}
	if g.last == g.end {
		r.before = nil
		return nil
	}
	g.current, g.next = g.next, g.current
	g.first, g.last = g.last, then
	switch {
	case failed == nil: // else the next batch is not complete
		r.stage = g
	case ctx.Err() == nil:
		return failed
	}
	return nil
}

// newStage begins a stage, or goes on in it.
func (r *Run) newStage(jobs int) *stage {
	s := r.Settings
	size := s.Batch * s.Stage
	g := &stage{
		learning: r.Model.Clone(), playing: cmp.Or(r.before, r.Model).Clone(),
		current: make([]selfGame, s.Batch), next: make([]selfGame, s.Batch),
		first: r.Done, end: min(r.Done/size*size+size, s.Games),
	}
	g.last = min(g.first+s.Batch, g.end)
	if r.pupil != nil {
		g.pupil = r.pupil.clone()
	}
	if r.Fleet != nil {
		g.play = func(ctx context.Context, games []selfGame, first int) error {
			return r.playAway(ctx, g.playing, games, first)
		}
		return g
	}
	all := newPlayers(g.playing, r.tables, s, jobs)
	g.play = func(ctx context.Context, games []selfGame, first int) error { return all.play(ctx, s, games, first) }
	return g
}

// Stage has batches follow each other to the end of a stage, and calls a function
// after each.
func (r *Run) Stage(ctx context.Context, jobs int, each func() error) error {
	for ended := false; !ended; ended = r.before == nil {
		if err := r.Batch(ctx, jobs); err != nil {
			return err
		}
		if err := each(); err != nil {
			return err
		}
	}
	return nil
}

// players play batches of games.
type players []*player

func newPlayers(m *networks.Model, tables *bearoff.Tables, s Settings, jobs int) players {
	all := make(players, jobs)
	for i := range all {
		all[i] = newPlayer(m, tables, s.Replies)
	}
	return all
}

// play plays games, the first of which has this number. Each has dice of its own.
// If ctx ends some are not played.
func (all players) play(ctx context.Context, s Settings, games []selfGame, first int) error {
	return crew.Do(ctx, len(games), all, func(_ context.Context, pl *player, i int) error {
		pl.play(&games[i], rand.New(rand.NewPCG(s.Seed, uint64(first+i))), s)
		return nil
	}, nil)
}

// learn teaches each network its lessons in the order of the games, from the
// end of each to its beginning.
func learn(m *networks.Model, s Settings, games []selfGame, first int) {
	var wait sync.WaitGroup
	for c, network := range m {
		wait.Go(func() {
			scratch := sparse.NewScratch(network.Hidden, network.Outputs)
			outputs := make([]float32, network.Outputs)
			for i := range games {
				rate := float32(s.rate(float64(first + i)))
				for t := games[i].count - 1; t >= 0; t-- {
					if l := &games[i].lessons[t]; l.class == networks.Class(c) {
						network.Learn(&l.input, l.target[:], rate, scratch, outputs)
					}
				}
			}
		})
	}
	wait.Wait()
}
