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
	"fmt"
	"math"
	"math/rand/v2"
	"sync"

	"gambito/crew"
	"gambito/games/backgammon/bearoff"
	"gambito/games/backgammon/neural"
	"gambito/nn/sparse"
)

// Settings decide about a run.
type Settings struct {
	Games     int     `json:"games"`
	Hidden    int     `json:"hidden"`     // units of each network
	Lambda    float64 `json:"lambda"`     // how much of later positions a target takes
	Rate      float64 `json:"rate"`       // of learning, at first
	FinalRate float64 `json:"final_rate"` // and at the end; it falls geometrically
	Batch     int     `json:"batch"`      // games that are played with the same weights
	Stage     int     `json:"stage"`      // batches after which play waits until all are learned from
	Seed      uint64  `json:"seed"`

	// Explore is the share of games that begin with turns by Pubeval for one
	// side. Nothing is learned from these, but much from the positions they lead
	// to, which a player that meets only itself would never see.
	Explore float64 `json:"explore,omitempty"`
}

// Default is what a run does unless told otherwise.
var Default = Settings{Games: 1_000_000, Hidden: 128, Lambda: 0.7, Rate: 0.1, FinalRate: 0.001, Batch: 256, Stage: 32, Seed: 1}

// maxBatch bounds the memory that games of a batch take.
const maxBatch = 1 << 14

// Check says what is wrong with settings.
func (s Settings) Check() error {
	switch {
	case s.Games < 1:
		return fmt.Errorf("games %d: it must be 1 or more", s.Games)
	case s.Hidden < sparse.Block || s.Hidden > neural.MaxHidden || s.Hidden%sparse.Block != 0:
		return fmt.Errorf("hidden %d: it must be a multiple of %d, at most %d", s.Hidden, sparse.Block, neural.MaxHidden)
	case s.Batch < 1 || s.Batch > maxBatch || s.Stage < 1 || s.Stage > maxBatch:
		return fmt.Errorf("batch %d and stage %d: they must be from 1 to %d", s.Batch, s.Stage, maxBatch)
	case !(s.Lambda >= 0 && s.Lambda <= 1):
		return fmt.Errorf("lambda %g: it must be from 0 to 1", s.Lambda)
	case !(s.Explore >= 0 && s.Explore <= 1):
		return fmt.Errorf("explore %g: it must be from 0 to 1", s.Explore)
	case !(s.Rate > 0 && s.Rate <= 1) || !(s.FinalRate > 0 && s.FinalRate <= s.Rate):
		return fmt.Errorf("rates %g to %g: they must be above 0, at most 1, and not rise", s.Rate, s.FinalRate)
	}
	return nil
}

// rate is that of learning from a game.
func (s Settings) rate(number int) float32 {
	return float32(s.Rate * math.Pow(s.FinalRate/s.Rate, float64(number)/float64(s.Games)))
}

// Run is learning under way.
type Run struct {
	Settings Settings
	Model    *neural.Model
	Done     int // games learned from
	History  []Measurement

	// before is the networks with which the next batch is played, those of a batch
	// before: it is played while Model learns. Nil where a stage ends.
	before *neural.Model
	tables *bearoff.Tables
}

// NewRun begins with networks that know nothing, or with those of a model.
func NewRun(s Settings, from *neural.Model, tables *bearoff.Tables) *Run {
	m := from
	if m == nil {
		m = neural.NewModel(s.Hidden, s.Seed)
	}
	return &Run{Settings: s, Model: m.Clone(), tables: tables}
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
	case r.Finished() && r.Done%(s.Batch*s.Stage) != 0:
		return fmt.Errorf("its %d games end within a stage of %d", s.Games, s.Batch*s.Stage)
	}
	r.Settings.Games = games
	return nil
}

// Stage plays and learns from games to the end of a stage, and calls a function
// after each batch. If that fails, or ctx ends, the run is where it was after the
// last batch that was finished, and can go on from there as if nothing had been.
func (r *Run) Stage(ctx context.Context, jobs int, each func() error) error {
	s := r.Settings
	size := s.Batch * s.Stage
	end := min(r.Done/size*size+size, s.Games)
	learning, playing := r.Model.Clone(), cmp.Or(r.before, r.Model).Clone()
	players := newPlayers(playing, r.tables, jobs)
	current, next := make([]selfGame, s.Batch), make([]selfGame, s.Batch)
	first := r.Done
	last := min(first+s.Batch, end)
	players.play(ctx, s, current[:last-first], first)
	for first < end {
		if ctx.Err() != nil { // the current batch may not be complete
			return ctx.Err()
		}
		playing.CopyFrom(learning)
		then := min(last+s.Batch, end)
		var wait sync.WaitGroup
		wait.Go(func() { players.play(ctx, s, next[:then-last], last) })
		learn(learning, s, current[:last-first], first)
		wait.Wait()
		r.Model, r.before, r.Done = learning, playing, last
		if last == end {
			r.before = nil
		}
		if err := each(); err != nil {
			return err
		}
		current, next = next, current
		first, last = last, then
	}
	return nil
}

// players play batches of games.
type players []*player

func newPlayers(m *neural.Model, tables *bearoff.Tables, jobs int) players {
	all := make(players, jobs)
	for i := range all {
		all[i] = newPlayer(m, tables)
	}
	return all
}

// play plays games, the first of which has this number. Each has dice of its own.
// If ctx ends some are not played.
func (all players) play(ctx context.Context, s Settings, games []selfGame, first int) {
	crew.Do(ctx, len(games), all, func(_ context.Context, pl *player, i int) error {
		pl.play(&games[i], rand.New(rand.NewPCG(s.Seed, uint64(first+i))), s)
		return nil
	}, nil)
}

// learn teaches each network its lessons in the order of the games, from the
// end of each to its beginning.
func learn(m *neural.Model, s Settings, games []selfGame, first int) {
	var wait sync.WaitGroup
	for c, network := range m {
		wait.Go(func() {
			scratch := sparse.NewScratch(network.Hidden, network.Outputs)
			outputs := make([]float32, network.Outputs)
			for i := range games {
				rate := s.rate(first + i)
				for t := games[i].count - 1; t >= 0; t-- {
					if l := &games[i].lessons[t]; l.class == neural.Class(c) {
						network.Learn(&l.input, l.target[:], rate, scratch, outputs)
					}
				}
			}
		})
	}
	wait.Wait()
}
