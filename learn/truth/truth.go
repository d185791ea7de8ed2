// Package truth measures agents against solvers: how many of their moves keep
// what a position is worth, and how far from the truth their own judgement is.
package truth

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"time"

	"gambito/agent"
	"gambito/arena"
	"gambito/crew"
	"gambito/game"
	"gambito/progress"
	"gambito/search/exact"
	"gambito/stats"
)

// Result is what came out for a set of positions.
type Result struct {
	Positions int `json:"positions"`

	// Kept is in how many the agent's move kept the outcome: a win stayed a win,
	// a draw a draw.
	Kept int `json:"kept"`

	Moves *OfMoves `json:"moves,omitempty"` // if all moves were solved

	Mistakes []Mistake `json:"mistakes,omitempty"` // in the order of the positions

	// The agent's expected score against the outcome, 1, 0 or −1.
	AbsoluteError float64 `json:"absolute_error"` // mean
	SquaredError  float64 `json:"squared_error"`  // mean

	Count *OfCounts `json:"count,omitempty"` // where the agent and the solver tell results in the game's own unit

	Times Times `json:"times"`
}

// OfCounts is how far what an agent expects, in the game's own unit, is from the exact
// result.
type OfCounts struct {
	Unit      game.Unit      `json:"unit"`
	Positions int            `json:"positions"` // of which the agent told it
	Error     stats.Interval `json:"error"`     // mean absolute, with Student's 95 % interval
	Deviation float64        `json:"deviation"` // root of the mean square
}

// Times are those that an agent took for its moves, in milliseconds.
type Times struct {
	Median  float64 `json:"median_ms"`
	Longest float64 `json:"longest_ms"`
}

// Mistake is a move that did not keep the outcome.
type Mistake struct {
	Position string  `json:"position"`
	Move     string  `json:"move"`
	Outcome  float64 `json:"outcome"` // of the position, for the player to move
	After    float64 `json:"after"`   // what the move left of it
}

// OfMoves is what can be told if all moves of the positions are solved.
type OfMoves struct {
	// Critical are the positions in which some move would not have kept the
	// outcome.
	Critical     int `json:"critical"`
	CriticalKept int `json:"critical_kept"`

	// Best is in how many the agent kept the score to the point, won as fast, or
	// with as many discs, as can be.
	Best int `json:"best"`
}

// KeptShare is the share of moves that kept the outcome, with Wilson's 95 % interval.
func (r Result) KeptShare() stats.Interval { return stats.Wilson(r.Kept, r.Positions) }

// BestShare is the share of moves that kept the score to the point, if all moves
// were solved.
func (r Result) BestShare() float64 { return float64(r.Moves.Best) / float64(r.Positions) }

// CriticalShare is the share of moves that kept the outcome where another would not
// have.
func (m OfMoves) CriticalShare() float64 {
	return float64(m.CriticalKept) / float64(max(m.Critical, 1))
}

// OutcomeName says what an outcome, 1, 0 or −1, is for the player to move.
func OutcomeName(outcome float64) string {
	switch outcome {
	case 1:
		return "win"
	case -1:
		return "loss"
	}
	return "draw"
}

// ofMany are the options of solvers of which every worker has one.
var ofMany = exact.Options{Memory: 32, Positions: 5_000_000}

// Solver returns a solver for g that several of can be in memory at once.
func Solver(g game.Game) (exact.Solver, error) { return exact.For(g, ofMany) }

// Solvable says why positions of a game cannot be solved from some ply on. Whether
// they can from the first on is found out by doing it.
func Solvable(ctx context.Context, g game.Game, from int) error {
	solver, err := Solver(g)
	if err == nil && from == 0 {
		_, err = solver.Solve(ctx, g.New())
	}
	return err
}

// TypicalPlies are those after which positions of a game are worth asking about, and
// are solved soon.
func TypicalPlies(g game.Game) (low, high int) {
	last := max(0, g.Info().MaxPlies-1)
	from := exact.QuickFrom(g)
	switch method, _ := exact.MethodOf(g); {
	case method == exact.ByConnect4: // those are solved soon enough for some, and worth more
		from = max(0, from-8)
		return min(max(from, 8), last), min(max(from, 8)+6, last)
	case from > 0:
		return from, min(from+4, last)
	}
	return 0, min(8, last)
}

// Check says which of some positions cannot be solved, as far as that can be told
// beforehand.
func Check(g game.Game, positions []game.State) error {
	solver, err := Solver(g)
	for i := 0; err == nil && i < len(positions); i++ {
		err = solver.Check(positions[i])
	}
	return err
}

// answer is what an agent did in one position.
type answer struct {
	kept, critical, best  bool
	value, outcome, after float64
	counted               bool // what follows is known
	count, score          float64
	move                  game.Move
	took                  time.Duration
}

// Test is an agent that has to choose in positions.
type Test struct {
	Game      game.Game
	Agent     agent.Spec
	Positions []game.State
	Scores    []Score // by position, what is known of them before; may be nil
	All       bool    // solve all moves to the point, which takes many times longer
	Seed      uint64
	Jobs      int        // how many positions at a time
	Fleet     crew.Fleet // asks and solves instead of this process, unless it is nil
}

// Score is the exact score of a position, if that is known.
type Score struct {
	Known bool `json:"known"`
	Score int  `json:"score"`
}

// Measure lets the agent choose in every position and compares with the solver. But
// for the times the result does not depend on who does it, nor on jobs. It tells how
// many positions are done.
func (t Test) Measure(ctx context.Context, tell progress.Func) (Result, error) {
	measure := t.here
	if t.Fleet != nil {
		measure = t.elsewhere
	}
	answers, err := measure(ctx, tell.Count("positions", len(t.Positions)))
	if err != nil {
		return Result{}, err
	}
	r := sum(answers)
	if r.Count = counts(answers); r.Count != nil {
		r.Count.Unit = countedBy(t.Game)
	}
	if !t.All {
		r.Moves = nil
	}
	for i, a := range answers {
		if !a.kept {
			s := t.Positions[i]
			r.Mistakes = append(r.Mistakes, Mistake{t.Game.FormatPosition(s), t.Game.FormatMove(s, a.move), a.outcome, a.after})
		}
	}
	return r, nil
}

// examiner asks an agent and knows better.
type examiner struct {
	agent  agent.Agent
	solver exact.Solver
}

func (t Test) examiner() (e examiner, err error) {
	if e.agent, err = t.Agent.New(t.Game); err == nil {
		e.solver, err = Solver(t.Game)
	}
	return e, err
}

// answer asks about a position.
func (t Test) answer(ctx context.Context, e examiner, position int) (answer, error) {
	s := t.Positions[position]
	e.agent.NewGame(s.Turn(), arena.AgentSeed(t.Seed, t.Game.Info().ID, 0, position, int(s.Turn())))
	found, err := ask(ctx, t.Game, e.agent, e.solver, s, t.All)
	if err == nil && found.counted {
		score := 0
		if t.known(position) {
			score = t.Scores[position].Score
		} else {
			score, err = e.solver.Solve(ctx, s)
		}
		found.score = float64(score)
	}
	return found, err
}

// countedBy is the unit in which the scores of a game's solver are, if it is one that
// people count in.
func countedBy(g game.Game) game.Unit {
	measured, ok := g.(game.Measured)
	if method, err := exact.MethodOf(g); !ok || err != nil || method != exact.ByOthello {
		return ""
	}
	return measured.Unit()
}

// here asks in this process.
func (t Test) here(ctx context.Context, tell func(int)) ([]answer, error) {
	answers := make([]answer, len(t.Positions))
	examiners, err := crew.Make(t.Jobs, len(t.Positions), t.examiner)
	if err != nil {
		return nil, err
	}
	err = crew.Do(ctx, len(t.Positions), examiners, func(ctx context.Context, e examiner, i int) (err error) {
		answers[i], err = t.answer(ctx, e, i)
		return err
	}, tell)
	return answers, err
}

// ask compares an agent with a solver in one position.
func ask(ctx context.Context, g game.Game, a agent.Agent, solver exact.Solver, s game.State, all bool) (found answer, err error) {
	begin := time.Now()
	m, info, err := a.Choose(ctx, s, agent.Limits{})
	found.took = time.Since(begin)
	if err == nil {
		err = ctx.Err()
	}
	if err != nil {
		return found, err
	}
	if !slices.Contains(s.Moves(nil), m) {
		return found, fmt.Errorf("the agent's move is not legal in %s", g.FormatPosition(s))
	}
	found.move, found.value = m, info.Value.Score
	if unit := countedBy(g); unit != "" && info.Value.Known && info.Value.Unit == unit {
		found.counted, found.count = true, info.Value.Count
	}
	if all {
		return found, found.solveMoves(ctx, solver, s, m)
	}
	after, err := outcomeOf(ctx, solver, s, m)
	if err != nil {
		return found, err
	}
	found.outcome, found.after = after, after
	if after < 1 { // else nothing could be better
		if found.outcome, err = Outcome(ctx, solver, s); err != nil {
			return found, err
		}
	}
	found.kept = after == found.outcome
	return found, nil
}

// solveMoves fills in an answer by the scores of all moves.
func (a *answer) solveMoves(ctx context.Context, solver exact.Solver, s game.State, m game.Move) error {
	scores, err := solver.SolveMoves(ctx, s)
	if err != nil {
		return err
	}
	best, worst, own := scores[0].Score, scores[0].Score, 0
	for _, score := range scores {
		best, worst = max(best, score.Score), min(worst, score.Score)
		if score.Move == m {
			own = score.Score
		}
	}
	a.after = sign(own)
	a.kept, a.critical, a.best, a.outcome = sign(own) == sign(best), sign(worst) != sign(best), own == best, sign(best)
	return nil
}

// Outcome is what a position is worth, 1, 0 or −1.
func Outcome(ctx context.Context, solver exact.Solver, s game.State) (float64, error) {
	solve := solver.Solve
	if weak, ok := solver.(weakSolver); ok {
		solve = weak.SolveWeak
	}
	score, err := solve(ctx, s)
	return sign(score), err
}

// outcomeOf is what a move leads to, for the player who makes it.
func outcomeOf(ctx context.Context, solver exact.Solver, s game.State, m game.Move) (float64, error) {
	next := s.Clone()
	next.Play(m)
	if next.Turn() == game.Over {
		return next.Score(s.Turn()), nil
	}
	score, err := Outcome(ctx, solver, next)
	if next.Turn() != s.Turn() {
		score = 0 - score // a draw is no negative zero
	}
	return score, err
}

// weakSolver is a solver that finds outcomes faster than scores.
type weakSolver interface {
	SolveWeak(ctx context.Context, s game.State) (sign int, err error)
}

// Keeping returns the moves that keep what a position is worth.
func Keeping(ctx context.Context, solver exact.Solver, s game.State, worth float64) (keep []game.Move, err error) {
	for _, m := range s.Moves(nil) {
		after, err := outcomeOf(ctx, solver, s, m)
		if err != nil {
			return nil, err
		}
		if after == worth {
			keep = append(keep, m)
		}
	}
	return keep, nil
}

func sign(score int) float64 { return float64(min(max(score, -1), 1)) }

func sum(answers []answer) (r Result) {
	r.Positions, r.Moves = len(answers), &OfMoves{}
	n := float64(len(answers))
	var times []float64
	for _, a := range answers {
		times = append(times, float64(a.took)/float64(time.Millisecond))
		if a.kept {
			r.Kept++
		}
		if a.critical {
			r.Moves.Critical++
			if a.kept {
				r.Moves.CriticalKept++
			}
		}
		if a.best {
			r.Moves.Best++
		}
		difference := math.Abs(a.value - a.outcome)
		r.AbsoluteError += difference / n
		r.SquaredError += difference * difference / n
	}
	if len(times) > 0 {
		slices.Sort(times)
		r.Times = Times{times[len(times)/2], times[len(times)-1]}
	}
	return r
}

// counts is how far counts are from scores; nil if nobody told any.
func counts(answers []answer) *OfCounts {
	var errors []float64
	squares := 0.0
	for _, a := range answers {
		if a.counted {
			errors = append(errors, math.Abs(a.count-a.score))
			squares += (a.count - a.score) * (a.count - a.score)
		}
	}
	if len(errors) == 0 {
		return nil
	}
	c := &OfCounts{Positions: len(errors), Deviation: math.Sqrt(squares / float64(len(errors)))}
	var known bool
	if c.Error, known = stats.MeanInterval(errors, 0.95); !known {
		c.Error = stats.Interval{Estimate: errors[0], Low: errors[0], High: errors[0]}
	}
	return c
}

// Random returns positions of random games: one a game, after a number of plies
// from low to high, each as likely, in which the game is not over.
func Random(g game.Game, n, low, high int, seed uint64) ([]game.State, error) {
	r := rand.New(rand.NewPCG(seed, uint64(n)))
	var positions []game.State
	const triesAPosition = 1000
	for tries := 0; len(positions) < n; tries++ {
		if tries > triesAPosition*n {
			return nil, fmt.Errorf("hardly any random game of %s goes on for %d plies", g.Info().ID, low)
		}
		s := g.New()
		for range low + r.IntN(high-low+1) {
			m, ok := game.RandomMove(s, r, nil)
			if !ok {
				break
			}
			s.Play(m)
		}
		if s.Turn() != game.Over {
			positions = append(positions, s)
		}
	}
	return positions, nil
}
