package network

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"gambito/agent"
	"gambito/arena"
	"gambito/game"
	"gambito/games/backgammon"
	men "gambito/games/backgammon/networks"
	"gambito/learn/truth"
	"gambito/neural"
	"gambito/stats"
)

// Contest says which networks are compared, and how.
type Contest struct {
	Game        game.Game
	Names       []string // two or more
	Networks    []Network
	Games       int // of every two, each of whom begins half of them
	Simulations int // of a move, where they search
	Positions   int // on which they are compared with a solver, if there is one
	Seed        uint64
	Jobs        int
	Agents      *agent.Registry

	// Pausing, if not nil, makes the context in which work is done that may wait for
	// others.
	Pausing func(context.Context) context.Context
}

// Comparison is what a contest has come to so far.
type Comparison struct {
	Game        string     `json:"game" doc:"Game spec."`
	Simulations int        `json:"simulations" doc:"Simulations of a move in the matches, where agents search."`
	Networks    []Measured `json:"networks" doc:"The networks, in the order they were given."`
	Matches     []Meeting  `json:"matches" doc:"Every two of them, as far as they have met."`
	Seed        uint64     `json:"seed" doc:"Seed of the games."`
	Unsolved    string     `json:"unsolved,omitempty" doc:"Why nobody knows the truth, if nobody does."`
	Seconds     float64    `json:"seconds" doc:"Time that it took so far, in seconds."`
}

// Measured is what was measured of a network by itself.
type Measured struct {
	Name       string          `json:"name" doc:"Its name or file."`
	Kind       Kind            `json:"kind" enum:"policy and value,value,chances,patterns" doc:"What it says of a position."`
	Agent      string          `json:"agent" doc:"Agent spec of who plays by it in the matches."`
	Parameters int             `json:"parameters" doc:"Numbers that were learned."`
	Speed      float64         `json:"positions_per_second" doc:"Positions that it judges a second, on one core, 16 at a time; 0 if that is not measured yet."`
	Truth      *truth.Grade    `json:"truth,omitempty" doc:"How the network alone, without search, did in positions that are solved; absent if nobody knows, or not yet."`
	Accuracy   *stats.Interval `json:"accuracy,omitempty" doc:"Share of them in which it kept the outcome, with Wilson's 95 % interval."`
}

// Meeting is a match of two networks.
type Meeting struct {
	First  string          `json:"first" doc:"Name of the one."`
	Second string          `json:"second" doc:"Name of the other."`
	Games  int             `json:"games" doc:"Games so far."`
	Wins   int             `json:"wins" doc:"Games that the first won."`
	Draws  int             `json:"draws" doc:"Games that nobody won."`
	Losses int             `json:"losses" doc:"Games that the second won."`
	Score  *stats.Interval `json:"score,omitempty" doc:"Points of the first a game, a draw being half a one, with its 95 % interval; absent before the first game."`
}

// Check says what of a contest makes no sense.
func (c Contest) Check() error {
	if len(c.Names) < 2 {
		return errors.New("name two networks or more to be compared")
	}
	for i, n := range c.Networks {
		if err := n.For(c.Game); err != nil {
			return fmt.Errorf("%s: %w", c.Names[i], err)
		}
		if slices.Contains(c.Names[:i], c.Names[i]) {
			return fmt.Errorf("%s is named twice", c.Names[i])
		}
		if _, err := c.Agents.Parse(n.Agent(c.Names[i], c.Simulations)); err != nil {
			return err
		}
	}
	return nil
}

// Run compares the networks, and tells what is known whenever that is more. What it
// tells shares nothing with what comes later.
func (c Contest) Run(ctx context.Context, tell func(Comparison)) (Comparison, error) {
	r := running{Contest: c, begin: time.Now(), told: tell}
	r.found = Comparison{Game: c.Game.Info().ID, Simulations: c.Simulations, Networks: []Measured{}, Matches: []Meeting{}, Seed: c.Seed}
	for i, n := range c.Networks {
		r.found.Networks = append(r.found.Networks, Measured{
			Name: c.Names[i], Kind: n.Kind, Agent: n.Agent(c.Names[i], c.Simulations), Parameters: n.Parameters(),
		})
	}
	err := r.run(ctx)
	return r.now(), err
}

// running is a contest under way.
type running struct {
	Contest
	found Comparison
	begin time.Time
	told  func(Comparison)
}

// now is what is known, to keep.
func (r *running) now() Comparison {
	c := r.found
	c.Networks, c.Matches, c.Seconds = slices.Clone(c.Networks), slices.Clone(c.Matches), time.Since(r.begin).Seconds()
	return c
}

func (r *running) tell() {
	if r.told != nil {
		r.told(r.now())
	}
}

func (r *running) run(ctx context.Context) error {
	r.tell()
	for range speedTimes { // in turn, so that what else the machine does troubles all alike
		for i, n := range r.Networks {
			if err := ctx.Err(); err != nil {
				return err
			}
			r.found.Networks[i].Speed = max(r.found.Networks[i].Speed, n.speed(r.Game))
			r.tell()
		}
	}
	if err := r.examine(ctx); err != nil {
		return err
	}
	for i := range r.Networks {
		for j := i + 1; j < len(r.Networks) && r.Games > 0; j++ {
			if err := r.meet(ctx, i, j); err != nil {
				return err
			}
		}
	}
	return nil
}

// examTime is how long solving positions may take before nobody is thought to know.
const examTime = time.Minute

// examine compares the networks with a solver, if there is one.
func (r *running) examine(ctx context.Context) error {
	if r.Positions == 0 {
		return nil
	}
	if game.OfChance(r.Game) {
		r.found.Unsolved = fmt.Sprintf("%s has no solver", r.Game.Info().ID)
		return nil
	}
	within, cancel := context.WithTimeout(ctx, examTime)
	defer cancel()
	exam, err := truth.NewExam(within, r.Game, r.Positions, r.Seed, r.Jobs, nil)
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case within.Err() != nil:
		r.found.Unsolved = fmt.Sprintf("%s: its positions are not solved within %g seconds", r.Game.Info().ID, examTime.Seconds())
		return nil
	case err != nil:
		r.found.Unsolved = err.Error()
		return nil
	}
	for i, n := range r.Networks {
		grade, err := n.grade(ctx, r.Game, exam)
		if err != nil {
			return fmt.Errorf("%s: %w", r.found.Networks[i].Name, err)
		}
		share := stats.Wilson(grade.Kept, grade.Positions)
		r.found.Networks[i].Truth, r.found.Networks[i].Accuracy = &grade, &share
		r.tell()
	}
	return nil
}

// grade compares the moves that a network chooses by itself with the truth.
func (n Network) grade(ctx context.Context, g game.Game, exam *truth.Exam) (truth.Grade, error) {
	if n.Patterns != nil {
		return exam.Grade(ctx, newGreedy(g.(game.Celled), n.Patterns).choose)
	}
	network := neural.Of(n.Model)
	grade, err := exam.Grade(ctx, neural.NewAlone(g.(game.Encoded), network).Choose)
	return grade, errors.Join(err, network.Fault())
}

// differing is how games between networks begin, so that they differ. Dice see to that
// by themselves.
const differing = "random:4"

// meet has two networks play a match.
func (r *running) meet(ctx context.Context, i, j int) error {
	a, b := &r.found.Networks[i], &r.found.Networks[j]
	m := arena.Match{Game: r.Game, Games: r.Games, Seed: r.Seed, Jobs: r.Jobs}
	var err error
	if m.Agents, err = r.Agents.ParseAll(a.Agent, b.Agent); err != nil {
		return err
	}
	openings := differing
	if game.OfChance(r.Game) {
		openings = "none"
	}
	if m.Openings, err = arena.ParseOpenings(r.Game, openings); err != nil {
		return err
	}
	if err := m.Check(); err != nil {
		return err
	}
	at := len(r.found.Matches)
	r.found.Matches = append(r.found.Matches, Meeting{First: a.Name, Second: b.Name})
	score := arena.NewScore(m)
	if r.Pausing != nil {
		ctx = r.Pausing(ctx)
	}
	return m.Run(ctx, func(record arena.Record) error {
		score.Add(record)
		meeting := &r.found.Matches[at]
		meeting.Games, meeting.Wins, meeting.Draws, meeting.Losses = score.Two.Games, score.Two.Wins[0], score.Two.Draws, score.Two.Wins[1]
		if s := score.Strength(); s != nil {
			points := s.Score
			meeting.Score = &points
		}
		r.tell()
		return nil
	})
}

const (
	speedTimes = 4 // of which the best counts
	speedTime  = 75 * time.Millisecond
	speedBatch = 16
)

// speed is how many positions a network judges a second, on one core.
func (n Network) speed(g game.Game) float64 {
	judge, positions := n.judging(g)
	judge() // what is made once is made
	begin, done := time.Now(), 0
	for time.Since(begin) < speedTime {
		judge()
		done += positions
	}
	return float64(done) / time.Since(begin).Seconds()
}

// judging returns what has the network judge so many positions.
func (n Network) judging(g game.Game) (judge func(), positions int) {
	if n.Men != nil {
		e := men.NewEstimator(n.Men, nil)
		board := backgammon.Start
		return func() {
			for range speedBatch {
				e.Evaluate(&board, 0)
			}
		}, speedBatch
	}
	if n.Patterns != nil {
		judge, s := newGreedy(g.(game.Celled), n.Patterns), g.New()
		return func() {
			for range speedBatch {
				judge.value(s, 0)
			}
		}, speedBatch
	}
	size, network := g.(game.Encoded).Encoding(), neural.Of(n.Model)
	inputs, logits, values := make([]float32, speedBatch*size.Inputs()), make([]float32, speedBatch*size.Moves), make([]float32, speedBatch)
	for i := range speedBatch {
		g.(game.Encoded).Encode(g.New(), inputs[i*size.Inputs():(i+1)*size.Inputs()])
	}
	return func() { network.Predict(speedBatch, inputs, logits, values) }, speedBatch
}
