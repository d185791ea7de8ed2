// Package quiz asks many agents the same questions, of which is known what every answer
// is worth: positions of solved games, in which a move keeps the outcome or does not, and
// the roots of synthetic trees, at which it gives something away. It is to questions
// what package duel is to games: they are cut into units, which this process asks or a
// fleet, and what comes of them is the same. Begin with Plan.
package quiz

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"

	"gambito/agent"
	"gambito/arena"
	"gambito/bandit/trees"
	"gambito/crew"
	"gambito/duel"
	"gambito/game"
	"gambito/games/tree"
	"gambito/learn/truth"
	"gambito/search/exact"
)

// Topic is what is asked about.
type Topic struct {
	Game      game.Game
	Trees     bool // roots of trees such as the game is, but for their seeds
	Low, High int  // plies after which positions of other games are taken
}

// NewTopic is positions of a game after as many plies as suit it, or trees like one.
func NewTopic(g game.Game, ofTrees bool) (Topic, error) {
	t := Topic{Game: g, Trees: ofTrees}
	if !ofTrees {
		t.Low, t.High = truth.ExamPlies(g)
	}
	return t, t.Check()
}

// Check says what cannot be asked about, as far as that can be told beforehand.
func (t Topic) Check() error {
	if !t.Trees {
		if t.Low < 0 || t.High < t.Low || t.High >= t.Game.Info().MaxPlies {
			return fmt.Errorf("positions after %d to %d plies: it must be two numbers from 0 to %d", t.Low, t.High, t.Game.Info().MaxPlies-1)
		}
		_, err := truth.ExamSolver(t.Game)
		return err
	}
	synthetic, ok := t.Game.(*tree.Game)
	if !ok {
		return fmt.Errorf("%s is no synthetic tree, such as tree:branching=8,depth=4", t.Game.Info().ID)
	}
	return trees.CheckShape(synthetic.Shape())
}

// question is a position and what its moves are worth, from 0 to 1, in their order.
type question struct {
	game   game.Game
	state  game.State
	moves  []game.Move
	points []float64
}

// draw makes the question of a number.
func (t Topic) draw(ctx context.Context, solver exact.Solver, seed uint64, n int) (q question, err error) {
	if t.Trees {
		p, err := trees.Draw(t.Game.(*tree.Game).Shape(), seed, n)
		if err != nil {
			return q, err
		}
		q = question{game: p.Game, state: p.Game.New()}
		for _, value := range p.Values {
			q.points = append(q.points, 1-(p.Best-value)/2)
		}
	} else {
		asked, err := truth.Draw(ctx, solver, t.Game, t.Low, t.High, rand.New(rand.NewPCG(seed, uint64(n))))
		if err != nil {
			return q, err
		}
		q = question{game: t.Game, state: asked.State}
		for _, m := range q.state.Moves(nil) {
			points := 0.0
			if slices.Contains(asked.Keep, m) {
				points = 1
			}
			q.points = append(q.points, points)
		}
	}
	q.moves = q.state.Moves(nil)
	return q, nil
}

// Part is an agent that is asked questions From to From+Questions−1.
type Part struct {
	Agent           agent.Spec
	From, Questions int
}

// Plan is who is asked what. Questions of equal numbers are equal for all, and so are
// the seeds of who answers them.
type Plan struct {
	Name  string // what people call it
	Topic Topic
	Seed  uint64
	Parts []Part
}

// Unit is some questions of one of the parts.
type Unit struct{ Part, From, Questions int }

// unitQuestions is how many questions a unit has, but for the last of a part.
const unitQuestions = 20

// Units are all questions, in the order of the parts.
func (p Plan) Units() []Unit { return p.task().units() }

// Ask asks what is wanted and hands over the marks of each unit, a letter a question, in
// any order, never two at a time.
func (p Plan) Ask(ctx context.Context, who duel.Who, wanted []int, done func(unit int, marks string) error) error {
	if len(wanted) == 0 {
		return nil
	}
	if who.Fleet != nil {
		return p.askElsewhere(ctx, who.Fleet, wanted, done)
	}
	units, asker := p.Units(), newAsker(p.Topic, p.Seed)
	workers, err := crew.Make(who.Jobs, len(wanted), func() (struct{}, error) { return struct{}{}, nil })
	if err != nil {
		return err
	}
	var mutex sync.Mutex
	return crew.Do(ctx, len(wanted), workers, func(ctx context.Context, _ struct{}, piece int) error {
		u := units[wanted[piece]]
		marks, err := asker.ask(ctx, p.Parts[u.Part].Agent, u.From, u.Questions)
		if err != nil {
			return err
		}
		mutex.Lock()
		defer mutex.Unlock()
		return done(wanted[piece], marks)
	}, nil)
}

// The marks: all, half or nothing of what can be had.
const (
	Right = '+'
	Half  = '='
	Wrong = '-'
)

// asker asks and keeps the questions, which take longer to make than to ask.
type asker struct {
	topic   Topic
	seed    uint64
	solvers crew.Idle[exact.Solver]

	mutex sync.Mutex
	drawn map[int]*drawn
}

// drawn is a question, once somebody has made it.
type drawn struct {
	mutex sync.Mutex
	made  bool
	question
}

func newAsker(t Topic, seed uint64) *asker {
	return &asker{topic: t, seed: seed, drawn: map[int]*drawn{}}
}

// question is that of a number.
func (a *asker) question(ctx context.Context, n int) (question, error) {
	a.mutex.Lock()
	d := a.drawn[n]
	if d == nil {
		d = &drawn{}
		a.drawn[n] = d
	}
	a.mutex.Unlock()
	d.mutex.Lock()
	defer d.mutex.Unlock()
	if d.made {
		return d.question, nil
	}
	var solver exact.Solver
	var err error
	if !a.topic.Trees {
		if solver, err = a.solvers.Take(func() (exact.Solver, error) { return truth.ExamSolver(a.topic.Game) }); err != nil {
			return question{}, err
		}
	}
	if d.question, err = a.topic.draw(ctx, solver, a.seed, n); err != nil {
		return question{}, fmt.Errorf("question %d: %w", n+1, err)
	}
	d.made = true
	if solver != nil {
		a.solvers.Give(solver)
	}
	return d.question, nil
}

// ask asks an agent some questions.
func (a *asker) ask(ctx context.Context, spec agent.Spec, from, questions int) (string, error) {
	marks := make([]byte, questions)
	var player agent.Agent
	for i := range marks {
		n := from + i
		q, err := a.question(ctx, n)
		if err != nil {
			return "", err
		}
		if player == nil || a.topic.Trees { // every tree is a game of its own
			if player, err = spec.New(q.game); err != nil {
				return "", err
			}
		}
		turn := q.state.Turn()
		player.NewGame(turn, arena.AgentSeed(a.seed, q.game.Info().ID, 0, n, int(turn)))
		m, _, err := player.Choose(ctx, q.state.Clone(), agent.Limits{})
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			return "", err
		}
		if marks[i], err = q.mark(m); err != nil {
			return "", fmt.Errorf("question %d, agent %s: %w", n+1, spec, err)
		}
	}
	return string(marks), nil
}

// mark is the letter of a move.
func (q question) mark(m game.Move) (byte, error) {
	for i, move := range q.moves {
		if move != m {
			continue
		}
		switch q.points[i] {
		case 1:
			return Right, nil
		case 0.5:
			return Half, nil
		}
		return Wrong, nil
	}
	return 0, errors.New("the move is not legal in " + q.game.FormatPosition(q.state))
}
