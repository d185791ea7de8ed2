package tuples

import (
	"context"
	"strconv"
	"time"

	"gambito/agent"
	"gambito/agents"
	"gambito/arena"
	"gambito/game"
	"gambito/learn/truth"
	"gambito/progress"
	"gambito/spec"
)

// Measurement is how a system did, choosing moves by the positions right behind them.
type Measurement struct {
	Games  int          `json:"games"`           // learned from before
	First  Results      `json:"first"`           // against the opponent, moving first
	Second Results      `json:"second"`          // moving second
	Truth  *truth.Grade `json:"truth,omitempty"` // in solved positions, where there is a solver
}

// Results of games.
type Results struct {
	Won   int `json:"won"`
	Drawn int `json:"drawn"`
	Lost  int `json:"lost"`
}

// Played is how many games there were.
func (r Results) Played() int { return r.Won + r.Drawn + r.Lost }

func (r Results) points() float64 { return float64(r.Won) + float64(r.Drawn)/2 }

// Share is that of the points.
func (r Results) Share() float64 { return r.points() / float64(max(1, r.Played())) }

// Plus are the results of both.
func (r Results) Plus(other Results) Results {
	return Results{r.Won + other.Won, r.Drawn + other.Drawn, r.Lost + other.Lost}
}

func (r *Results) add(score float64) {
	switch {
	case score > 0:
		r.Won++
	case score < 0:
		r.Lost++
	default:
		r.Drawn++
	}
}

// Measure lets the system meet the opponent and judges its moves in solved positions.
func (r *Run) Measure(ctx context.Context, jobs int, tell progress.Func) (m Measurement, err error) {
	m.Games = r.Done
	if r.Settings.Measure > 0 {
		tell.Tell("opponent", 0, 2*r.Settings.Measure)
		match, err := r.match(jobs)
		if err != nil {
			return m, err
		}
		played := 0
		err = match.Run(ctx, func(record arena.Record) error {
			played++
			tell.Tell("opponent", played, 2*r.Settings.Measure)
			if record.Seats[0] == 0 {
				m.First.add(record.Result[0])
			} else {
				m.Second.add(record.Result[1])
			}
			return nil
		})
		if err != nil {
			return m, err
		}
	}
	if m.Truth, err = r.examine(ctx, jobs, tell); err != nil {
		return m, err
	}
	r.History = append(r.History, m)
	return m, nil
}

// match prepares the games against the opponent.
func (r *Run) match(jobs int) (arena.Match, error) {
	const name = "learner"
	entry := agent.Entry{
		Schema: spec.Schema{ID: name, Name: name},
		Make:   agent.Maker{New: func(agent.Order) (agent.Agent, error) { return &greedy{newPlayer(r.brain)}, nil }},
	}
	match := arena.Match{Game: r.game, Games: 2 * r.Settings.Measure, Seed: r.Settings.Seed, Jobs: jobs}
	var err error
	if match.Agents, err = agents.New(agent.NewEnvironment(""), entry).ParseAll(name, r.Settings.Opponent); err != nil {
		return match, err
	}
	if n := r.Settings.Begin; n > 0 {
		if match.Openings, err = arena.ParseOpenings(r.game, "random:"+strconv.Itoa(n)); err != nil {
			return match, err
		}
	}
	return match, match.Check()
}

// greedy is a player as an agent.
type greedy struct{ *player }

// NewGame implements agent.Agent.
func (g *greedy) NewGame(game.Player, uint64) {}

// Choose implements agent.Agent.
func (g *greedy) Choose(_ context.Context, s game.State, _ agent.Limits) (game.Move, agent.Info, error) {
	m, _ := g.choose(s)
	return m, agent.Info{}, nil
}

// choose returns the best move with its value.
func (p *player) choose(s game.State) (game.Move, float64) {
	p.state.CopyFrom(s)
	p.see()
	p.judge()
	return p.moves[p.best], float64(p.values[p.best])
}

const (
	// examTime is how long solving the questions may take. What takes longer is not
	// measured.
	examTime = 30 * time.Second

	// examSeed is that of all exams, so that runs can be compared.
	examSeed = 20_120_901
)

// examine judges moves in solved positions, if the game has a solver.
func (r *Run) examine(ctx context.Context, jobs int, tell progress.Func) (*truth.Grade, error) {
	if r.Settings.Exam == 0 {
		return nil, nil
	}
	if !r.examined {
		within, cancel := context.WithTimeout(ctx, examTime)
		defer cancel()
		exam, err := truth.NewExam(within, r.game, r.Settings.Exam, examSeed, jobs, tell)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if r.examined = true; err == nil {
			r.exam = exam
		}
	}
	if r.exam == nil {
		return nil, nil
	}
	grade, err := r.exam.Grade(ctx, newPlayer(r.brain).choose)
	return &grade, err
}
