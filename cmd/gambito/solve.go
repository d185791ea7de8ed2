package main

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"gambito/api"
	"gambito/game"
	"gambito/progress"
	"gambito/search/exact"
	"gambito/terminal"
)

type solveCmd struct {
	positionFlags
	File   string `xor:"position,moves" help:"Solve one position a line: moves (Othello: board and side), then perhaps a score to compare with."`
	Limit  int    `help:"Solve only the first lines of the file."`
	Book   string `xor:"book" placeholder:"FILE" help:"Look Connect 4 openings up in a book made by --make-book."`
	NoBook bool   `xor:"book" help:"Search everything; otherwise Connect 4 on 7x6 has a book built in."`

	Force   bool   `help:"Solve also what takes longer than anybody waits for, such as Othello from the start."`
	Threads int    `default:"1" help:"Goroutines that search a position of Connect 4 together; with more than one the number of nodes varies (default: ${default})."`
	Out     string `placeholder:"FILE" help:"Of a game with secrets: keep the strategy, as gambito train does; gambito exploitability and others read it."`
	Seed    uint64 `hidden:""`
	makeBookFlags
	jsonFlag
	quietFlag
}

// Help is shown by --help.
func (solveCmd) Help() string {
	return `Answers for a single position in a sentence, with the score of every move. What is
written elsewhere than to a terminal begins with four columns for programs instead,
and the sentence goes to standard error: moves, score, nodes and milliseconds, a line
for every position of a file. Scores are for the player to move:
Connect 4 +n for a win with the n-th last stone, −n for such a loss, 0 for a
draw; Othello the difference of discs, empties to the winner; other games 1, 0
and −1. What was found out is forgotten between the lines of a file. If a given
score differs the exit code is 1.

Examples:

  gambito solve connect4 --moves 4444
  gambito solve othello --file endgames.txt --limit 5
  gambito solve sheep-and-wolf
  gambito solve connect4 --no-book --threads 4
  gambito solve gdl:goofspiel
  gambito solve kuhn --out equilibrium.json
  gambito solve connect4 --make-book connect4.book --plies 4
  gambito solve connect4 --make-book larger.book --plies 5 --file hard.txt
  gambito solve othello --make-book othello.book --positions 5000 --depth 10

Where players move at once no move need be best: the answer is how likely each is made
in equilibrium, and what that is worth, as exact fractions, by backward induction with a
matrix game at every position. Games with secrets, such as kuhn or leduc, are
solved as a whole by linear programming in sequence form; what players do is told by what they see.

A book of Connect 4 knows score and best move of all positions up to a ply, and of those in
--file, where scores do not count. While it is made, what was found is in
FILE.part; after a stop the same command goes on there, with any number of jobs.
What is in --book FILE is not searched again.

A book of Othello grows from the start where both sides lose least, by searches
of the patterns of --model. The agent pattern plays by it: pattern:book=FILE.`
}

// Validate is called by the command-line parser.
func (c solveCmd) Validate() error {
	switch {
	case c.Limit < 0:
		return fmt.Errorf("--limit %d: it must be 1 or more", c.Limit)
	case c.Threads < 1:
		return fmt.Errorf("--threads %d: it must be 1 or more", c.Threads)
	}
	if c.MakeBook != "" && (c.Moves != "" || c.Position != "" || c.NoBook || c.Threads > 1 || c.JSON) {
		return errors.New("--make-book goes with --plies, --file, --limit, --book, --jobs and --memory, in Othello with --positions, --depth and --model, only")
	}
	return c.makeBookFlags.Validate()
}

// showSolution prints the four columns that others rely on.
func showSolution(s *session, r api.Solution) {
	fmt.Fprintf(s.stdout, "%s %d %d %.3f\n", r.Position, r.Score, r.Nodes, r.Ms)
}

// Run solves.
func (c solveCmd) Run(s *session) error {
	if c.MakeBook != "" {
		return c.makeBook(s, c)
	}
	if c.File != "" {
		if c.Out != "" {
			return errOut
		}
		return c.file(s)
	}
	at, err := c.choose(s.ctx)
	switch {
	case err != nil:
		return err
	case game.OfSecrets(at.game):
		return c.secrets(s, at.game)
	case c.Out != "":
		return errOut
	}
	if at.state.Turn() == game.Over {
		return fmt.Errorf("%s: the game is over in that position", at.game.Info().ID)
	}
	if byInduction(at.game) {
		return c.atOnce(s, at)
	}
	solver, err := c.solver(at.game)
	if err != nil {
		return err
	}
	name := strings.ReplaceAll(game.FormatLine(at.game, at.start, at.moves), " ", ",")
	if c.Position != "" || name == "" {
		name = strings.ReplaceAll(at.game.FormatPosition(at.state), " ", ",")
	}
	if err := c.check(solver, at.state); err != nil {
		return err
	}
	begin := time.Now()
	show := c.watch(solver)
	scores, err := solver.SolveMoves(s.ctx, at.state)
	show.Clear()
	if s.ctx.Err() != nil {
		return failure{fmt.Errorf("solve stopped after %.1f s: the position is not solved", time.Since(begin).Seconds())}
	}
	if err != nil {
		return failure{fmt.Errorf("%s: %w", at.game.Info().ID, err)}
	}
	result := api.NewSolution(name, exact.BestScore(scores), solver, time.Since(begin))
	result.Moves = api.NewMoveScores(at.game, at.state, scores)
	result.Answer = answer(at.game, at.state, scores)
	if c.JSON {
		return s.printJSON(result)
	}
	c.answer(s, result)
	if size, ok := solver.(interface{ Size() int }); ok && !c.Quiet {
		fmt.Fprintf(os.Stderr, "%s: the proof has %d different positions\n", at.game.Info().ID, size.Size())
	}
	return nil
}

// answer prints what one position is worth: to a person a sentence, to a program
// the columns.
func (c solveCmd) answer(s *session, r api.Solution) {
	if s.stdout.Width() > 0 {
		fmt.Fprintf(s.stdout, "%s\n\n", r.Answer)
	} else {
		showSolution(s, r)
		if !c.Quiet {
			defer fmt.Fprintln(os.Stderr, r.Answer)
		}
	}
	for _, m := range r.Moves {
		best := ""
		if m.Score == r.Score {
			best = " best"
		}
		fmt.Fprintf(s.stdout, "%s %+d%s\n", m.Move, m.Score, best)
	}
	if s.stdout.Width() > 0 && !c.Quiet {
		fmt.Fprintf(os.Stderr, "\n%d positions in %.3f s\n", r.Nodes, r.Ms/1000)
	}
}

// solver returns the solver of a game, set up as the flags say.
func (c solveCmd) solver(g game.Game) (exact.Solver, error) {
	solver, err := exact.For(g, exact.Options{Threads: c.Threads})
	if err != nil {
		return nil, err
	}
	board, ok := solver.(*exact.Connect4)
	switch {
	case !ok && c.Book != "":
		return nil, fmt.Errorf("--book: only Connect 4 has opening books, not %s", g.Info().ID)
	case !ok && c.Threads > 1:
		return nil, fmt.Errorf("--threads: only Connect 4 is solved by several, not %s", g.Info().ID)
	case !ok:
		return solver, nil
	}
	if c.NoBook {
		return board, board.SetBook(nil)
	}
	if c.Book == "" {
		return board, nil
	}
	book, err := readBook(c.Book)
	if err != nil {
		return nil, err
	}
	if err := board.SetBook(book); err != nil {
		return nil, fmt.Errorf("--book %s: %w", c.Book, err)
	}
	return board, nil
}

// check refuses a position that is known to take too long.
func (c solveCmd) check(solver exact.Solver, at game.State) error {
	if c.Force {
		return nil
	}
	if err := solver.Check(at); err != nil {
		return fmt.Errorf("%w; with --force it is tried nevertheless", err)
	}
	return nil
}

// watch shows how much a solver has looked at, if it takes long.
func (c solveCmd) watch(solver exact.Solver) *terminal.Progress {
	bar := c.bar()
	bar.Begin(progress.Step{What: "positions"})
	solver.Watch(bar.Show)
	return bar
}

// file solves every line. Bad lines are refused before anything is solved.
func (c solveCmd) file(s *session) error {
	g, err := parseGame(s.ctx, c.Game)
	if err != nil {
		return err
	}
	lines, err := readLines(g, c.File, c.Limit)
	if err != nil {
		return err
	}
	solver, err := c.solver(g)
	if err != nil {
		return err
	}
	for _, line := range lines {
		if err := c.check(solver, line.State); err != nil {
			return fmt.Errorf("%s: line %d: %w", c.File, line.Number, err)
		}
	}
	solutions, wrong := []api.Solution{}, 0
	for _, line := range lines {
		begin := time.Now()
		show := c.watch(solver)
		solver.Reset()
		score, err := solver.Solve(s.ctx, line.State)
		show.Clear()
		switch {
		case s.ctx.Err() != nil:
			return failure{fmt.Errorf("solve stopped at line %d of %d", len(solutions)+1, len(lines))}
		case err != nil:
			return failure{fmt.Errorf("%s: line %d: %w", c.File, line.Number, err)}
		}
		result := api.NewSolution(line.Name, score, solver, time.Since(begin))
		solutions = append(solutions, result)
		if !c.JSON {
			showSolution(s, result)
		}
		if line.HasScore && line.Score != score {
			wrong++
			fmt.Fprintf(os.Stderr, "gambito: %s: line %d: the score is %d, not %d\n", c.File, line.Number, score, line.Score)
		}
	}
	if c.JSON {
		if err := s.printJSON(solutions); err != nil {
			return err
		}
	}
	summarise(solutions)
	if wrong > 0 {
		return failure{fmt.Errorf("%d of %d scores differ", wrong, len(lines))}
	}
	return nil
}

func summarise(solutions []api.Solution) {
	nodes, ms := 0.0, 0.0
	for _, s := range solutions {
		nodes += float64(s.Nodes)
		ms += s.Ms
	}
	n := max(float64(len(solutions)), 1)
	fmt.Fprintf(os.Stderr, "%d positions, %.0f nodes and %.3f ms on average, %.2f s together\n", len(solutions), nodes/n, ms/n, ms/1000)
}

// readLines reads the positions of a file.
func readLines(g game.Game, name string, limit int) ([]exact.Line, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, fmt.Errorf("--file: %w", err)
	}
	defer file.Close()
	lines, err := exact.ReadLines(file, g, limit)
	switch {
	case errors.As(err, new(exact.LineError)):
		return nil, fmt.Errorf("%s: %w", name, err)
	case err != nil:
		return nil, fmt.Errorf("--file %s: %w", name, err)
	}
	return lines, nil
}
