package truth

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"gambito/crew"
	"gambito/game"
	"gambito/progress"
	"gambito/search/exact"
)

// Exam is positions of which is known what they are worth and which moves keep that.
// In each of them some move does not. Once they are solved, as many as like can be
// examined, any number of times, for the price of their answers alone.
type Exam struct {
	Game      game.Game
	Questions []Question
}

// Question is a position of an exam.
type Question struct {
	State   game.State
	Outcome float64 // for the player to move: 1, 0 or −1
	Keep    []game.Move
}

// Grade is how somebody did in an exam.
type Grade struct {
	Positions int     `json:"positions"`
	Kept      int     `json:"kept"`           // in so many the move kept the outcome
	Error     float64 `json:"absolute_error"` // mean difference of the expected score and the outcome
}

// Share is that of the moves that kept the outcome.
func (g Grade) Share() float64 { return float64(g.Kept) / float64(max(g.Positions, 1)) }

// ofExams are the options of the solvers. Small games are solved outright; one that
// takes more positions than these takes long.
var ofExams = exact.Options{Memory: 32, Positions: 500_000}

// drawnAQuestion is how many positions are looked at for a question at the most: in the
// others every move keeps the outcome.
const drawnAQuestion = 20

// NewExam solves positions of random games until it has n questions, or has looked at
// many times as many. It fails if the game cannot be solved. Equal seeds give equal
// exams. It tells how many positions are solved.
func NewExam(ctx context.Context, g game.Game, n int, seed uint64, jobs int, tell progress.Func) (*Exam, error) {
	low, high := ExamPlies(g)
	solvers, err := crew.Make(jobs, n, func() (exact.Solver, error) { return ExamSolver(g) })
	if err != nil {
		return nil, err
	}
	e := &Exam{Game: g}
	r := rand.New(rand.NewPCG(seed, uint64(n)))
	for looked := 0; len(e.Questions) < n && looked < drawnAQuestion*n; looked += n {
		positions, err := Random(g, n, low, high, r.Uint64())
		if err != nil {
			return nil, err
		}
		asked := make([]Question, n)
		err = crew.Do(ctx, n, solvers, func(ctx context.Context, solver exact.Solver, i int) (err error) {
			asked[i], err = newQuestion(ctx, solver, positions[i])
			return err
		}, tell.Count("solved", n))
		if err != nil {
			return nil, err
		}
		e.Questions = append(e.Questions, slices.DeleteFunc(asked, func(q Question) bool { return q.Keep == nil })...)
	}
	if len(e.Questions) == 0 {
		return nil, fmt.Errorf("%s: every move keeps the outcome of the positions that were looked at", g.Info().ID)
	}
	e.Questions = e.Questions[:min(n, len(e.Questions))]
	return e, nil
}

// ExamSolver is a solver for all moves of a position.
func ExamSolver(g game.Game) (exact.Solver, error) { return exact.For(g, ofExams) }

// Draw draws positions of random games, each after a number of plies from low to high,
// until one is a question.
func Draw(ctx context.Context, solver exact.Solver, g game.Game, low, high int, r *rand.Rand) (Question, error) {
	const most = 10 * drawnAQuestion
	for range most {
		positions, err := Random(g, 1, low, high, r.Uint64())
		if err != nil {
			return Question{}, err
		}
		if err := solver.Check(positions[0]); err != nil {
			return Question{}, err
		}
		if q, err := newQuestion(ctx, solver, positions[0]); err != nil || q.Keep != nil {
			return q, err
		}
	}
	return Question{}, fmt.Errorf("%s: every move keeps the outcome of %d positions after %d to %d plies", g.Info().ID, most, low, high)
}

// ExamPlies are those after which positions are asked about: where all of their moves
// are solved soon.
func ExamPlies(g game.Game) (low, high int) {
	low, high = TypicalPlies(g)
	if method, _ := exact.MethodOf(g); method == exact.ByConnect4 {
		last := max(0, g.Info().MaxPlies-1)
		return min(low+6, last), min(high+6, last)
	}
	return low, high
}

// ParsePlies reads LOW-HIGH, or one number for both.
func ParsePlies(g game.Game, text string) (low, high int, err error) {
	from, to, ok := strings.Cut(text, "-")
	if !ok {
		to = from
	}
	low, errLow := strconv.Atoi(from)
	high, errHigh := strconv.Atoi(to)
	if most := g.Info().MaxPlies - 1; errLow != nil || errHigh != nil || low < 0 || high < low || high > most {
		return 0, 0, fmt.Errorf("plies %s: it must be two numbers from 0 to %d, as in 8-14", text, most)
	}
	return low, high, nil
}

// newQuestion solves a position. Its moves are nil if all of them keep the outcome.
func newQuestion(ctx context.Context, solver exact.Solver, s game.State) (q Question, err error) {
	q.State = s
	if q.Outcome, err = Outcome(ctx, solver, s); err != nil {
		return q, err
	}
	if q.Keep, err = Keeping(ctx, solver, s, q.Outcome); len(q.Keep) == len(s.Moves(nil)) {
		q.Keep = nil
	}
	return q, err
}

// Grade lets somebody choose in every position, and tell the score that is expected.
func (e *Exam) Grade(ctx context.Context, choose func(s game.State) (m game.Move, expected float64)) (g Grade, err error) {
	for _, q := range e.Questions {
		if err := ctx.Err(); err != nil {
			return g, err
		}
		m, expected := choose(q.State)
		if g.Positions++; slices.Contains(q.Keep, m) {
			g.Kept++
		}
		g.Error += math.Abs(expected-q.Outcome) / float64(len(e.Questions))
	}
	return g, nil
}
