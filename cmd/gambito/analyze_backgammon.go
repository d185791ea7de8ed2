package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	"gambito/agent"
	"gambito/agents"
	"gambito/api"
	"gambito/arena"
	"gambito/game"
	"gambito/games/backgammon"
	"gambito/games/backgammon/cube"
	"gambito/games/backgammon/mat"
	"gambito/games/backgammon/match"
	"gambito/games/backgammon/review"
	"gambito/table"
	"gambito/terminal"
	"gambito/words"
)

// cubeFlags are for backgammon.
type cubeFlags struct {
	Mat     string  `xor:"position,moves" placeholder:"FILE" help:"Backgammon: look for errors in a match, a .mat file."`
	Cube    string  `enum:"auto,off" default:"auto" help:"Backgammon: auto, or off for a .mat file of games without the cube that does not say so (default: ${default})."`
	Live    float64 `default:"${live}" help:"Backgammon: live-cube fraction, from 0 for a dead cube to 1 for a live one (default: ${default})."`
	Error   float64 `default:"0.04" help:"Backgammon: loss of equity that is an error (default: ${default})."`
	Blunder float64 `default:"0.08" help:"Backgammon: loss of equity that is a blunder (default: ${default})."`
}

func (c cubeFlags) check() error {
	switch {
	case c.Cube == "off" && c.Mat == "":
		return errors.New("--cube off: it is for --mat")
	case !(c.Live >= 0 && c.Live <= 1):
		return fmt.Errorf("--live %g: it must be from 0 to 1", c.Live)
	case !(c.Error > 0 && c.Error <= c.Blunder):
		return fmt.Errorf("--error %g --blunder %g: the first must be above 0 and not above the second", c.Error, c.Blunder)
	}
	return nil
}

// withTable makes the game one with the cube if the position tells of it.
func (f loadFlags) withTable(g game.Game) (game.Game, error) {
	fields := strings.Fields(f.Position)
	if _, plain := g.(*backgammon.Game); !plain || len(fields) == 0 {
		return g, nil
	}
	t, complete, err := backgammon.ParseTable(fields[0])
	if err != nil || !complete {
		return g, nil // choose says what is wrong
	}
	return match.For(t)
}

// fitsPlain refuses a position of backgammon that tells of a cube that was turned,
// of a score or of the Jacoby rule, which the plain game would leave out.
func fitsPlain(text string) error {
	fields := strings.Fields(text)
	if len(fields) == 0 {
		return nil
	}
	t, _, err := backgammon.ParseTable(fields[0])
	if m := t.Match; err != nil || m.Length == 0 && m.Owner == game.Nobody && m.CubeLog == 0 && !t.Jacoby(fields[0]) {
		return nil // if it is wrong the game says so
	}
	g, err := match.For(t)
	if err != nil {
		return err
	}
	return fmt.Errorf("position %q: it has a cube or a score, which backgammon would leave out: %s is the game for it", text, g.Info().ID)
}

// isBackgammon reports whether a game is one of backgammon.
func isBackgammon(g game.Game) bool {
	switch g.(type) {
	case *backgammon.Game, *match.Game:
		return true
	}
	return false
}

// judge makes one of an agent, if it can tell chances.
func (c analyzeCmd) judge(spec agent.Spec) (*review.Expert, bool, error) {
	return agents.NewExpert(spec, arena.AgentSeed(c.Seed, "backgammon", 0, 0, 0), c.Live)
}

// analyzeTable looks at a position of backgammon.
func (c analyzeCmd) analyzeTable(s *session, at chosen, j *review.Expert, spec agent.Spec) error {
	r, err := api.NewBackgammonAnalysis(s.ctx, j, at.game, at.state, spec.String())
	switch {
	case errors.Is(err, context.Canceled):
		return failure{fmt.Errorf("analyze stopped: %w", err)}
	case err != nil:
		return err
	case c.JSON:
		return s.printJSON(r)
	}
	s.stdout.Position(at.game, at.state, nil)
	fmt.Fprintln(s.stdout)
	showTable(s, r)
	return nil
}

// chancesHead is the head of what showChances writes.
func chancesHead(w words.Words) string {
	return fmt.Sprintf("%8s%8s%8s%8s%8s", w.Say("win"), "g", "bg", w.Say("l g"), w.Say("l bg"))
}

func showChances(w words.Words, c api.Chances) (text string) {
	for _, chance := range []float32{c.Win, c.WinGammon, c.WinBackgammon, c.LoseGammon, c.LoseBackgammon} {
		text += fmt.Sprintf("%7s%%", w.Decimal(float64(100*chance), 1))
	}
	return text
}

// showTable prints what an agent thinks of a position of backgammon.
func showTable(s *session, r api.BackgammonAnalysis) {
	out, w := s.stdout, s.stdout.Words
	fmt.Fprintf(out, "%s\n", r.XGID)
	switch player := w.Text(r.Player); {
	case r.Dice != "":
		fmt.Fprintf(out, "%s\n\n", w.Say("%s to move with %s, by %s", player, r.Dice, r.Agent))
		fmt.Fprintf(out, "%-24s %8s %8s %s\n", w.Say("move"), w.Say("equity"), w.Say("lost"), chancesHead(w))
		for _, m := range r.Moves {
			mark := ""
			if m.Quick {
				mark = "  " + w.Say("quick")
			}
			fmt.Fprintf(out, "%-24s %8s %8s %s%s\n", w.Text(m.Move), w.Signed(m.Equity, 3), w.Decimal(m.Loss, 3), showChances(w, m.Chances), mark)
		}
		return
	case r.Doubled():
		fmt.Fprintf(out, "%s\n\n", w.Say("%s is doubled, by %s", player, r.Agent))
	default:
		fmt.Fprintf(out, "%s\n\n", w.Say("%s to roll, by %s", player, r.Agent))
	}
	fmt.Fprintf(out, "%-10s%s\n%-10s%s\n%s\n", "", chancesHead(w), w.Text(r.Roller), showChances(w, *r.Chances), w.Say("cubeless equity %s", w.Signed(r.Cubeless, 3)))
	if r.Cube != nil {
		printCube(s, r.Cube, r.Doubled())
	}
}

// cubeWord is what players call an action.
func cubeWord(w words.Words, a cube.Action) string {
	switch a {
	case cube.NotAllowed:
		return w.Say("no double allowed")
	case cube.NoDouble:
		return w.Say("no double")
	case cube.DoubleTake:
		return w.Say("double, take")
	case cube.DoubleDrop:
		return w.Say("double, drop")
	case cube.TooGood:
		return w.Say("too good to double")
	}
	return string(a)
}

func printCube(s *session, d *cube.Decision, doubled bool) {
	w := s.stdout.Words
	line := func(what cube.Action, a cube.Alternative) {
		fmt.Fprintf(s.stdout, "%-17s%8s", cubeWord(w, what), w.Signed(a.Equity, 3))
		if a.Win > 0 {
			fmt.Fprintf(s.stdout, "   %s", w.Say("%6s%% to win the match", w.Decimal(100*a.Win, 2)))
		}
		fmt.Fprintln(s.stdout)
	}
	fmt.Fprintln(s.stdout)
	if !doubled {
		line(cube.NoDouble, d.NoDouble)
	}
	if doubled || d.Action != cube.NotAllowed {
		line(cube.DoubleTake, d.DoubleTake)
		line(cube.DoubleDrop, d.DoubleDrop)
	}
	best := cubeWord(w, d.Action)
	if doubled {
		answer, _ := d.Best(true)
		best = w.Text(answer)
	}
	fmt.Fprintf(s.stdout, "\n%s\n", w.Say("best: %s", best))
	if percent := func(x float64) string { return w.Decimal(100*x, 1) }; d.Action != cube.NotAllowed {
		fmt.Fprintln(s.stdout, w.Say("market window: doubles from %s%% to win on, up to %s%%; the other takes with %s%% or more", percent(d.DoublePoint), percent(d.CashPoint), percent(d.TakePoint)))
	}
}

// analyzeMat looks for errors in a match.
func (c analyzeCmd) analyzeMat(s *session, spec agent.Spec) error {
	file, err := os.Open(c.Mat)
	if err != nil {
		return err
	}
	defer file.Close()
	m, err := mat.Read(file)
	if err != nil {
		return fmt.Errorf("--mat %s: %w", c.Mat, err)
	}
	m.Cubeless = m.Cubeless || c.Cube == "off"
	decisions, err := review.Decisions(m)
	if err != nil {
		return fmt.Errorf("--mat %s: %w", c.Mat, err)
	}
	judges := make([]*review.Expert, max(c.Jobs, 1))
	for i := range judges {
		var ok bool
		if judges[i], ok, err = c.judge(spec); err != nil {
			return err
		} else if !ok {
			return fmt.Errorf("--agent %s: it cannot tell chances of positions, as td can", spec)
		}
	}
	for _, j := range judges {
		j.Margin = review.Narrow
	}
	bar := terminal.NewProgress(os.Stderr)
	verdicts, err := review.All(s.ctx, judges, decisions, bar.Show)
	bar.Clear()
	if err != nil {
		return failure{fmt.Errorf("analyze stopped: %w", err)}
	}
	return c.printMatch(s, m, spec, verdicts)
}

func (c analyzeCmd) printMatch(s *session, m mat.Match, spec agent.Spec, verdicts []review.Verdict) error {
	names := m.Games[0].Names
	limits := review.Limits{Error: c.Error, Blunder: c.Blunder}
	mistakes := api.NewMistakes(names, verdicts, limits)
	all, byKind := review.Sum(verdicts, limits)
	if c.JSON {
		return s.printJSON(api.BackgammonReview{
			File: c.Mat, Agent: spec.String(), Length: m.Length, Games: len(m.Games),
			Players: names, Totals: all, Kinds: byKind, Mistakes: mistakes,
		})
	}
	out, w := s.stdout, s.stdout.Words
	fmt.Fprintf(out, "%-7s %-5s %-16s %-5s %-22s %-22s %7s\n", w.Say("game"), w.Say("row"), w.Say("player"), w.Say("dice"), w.Say("played"), w.Say("better"), w.Say("lost"))
	for _, x := range mistakes {
		mark := ""
		if x.Blunder {
			mark = "  " + w.Say("blunder")
		}
		fmt.Fprintf(out, "%-7d %-5d %-16s %-5s %-22s %-22s %7s%s\n", x.Game, x.Row, x.Player, x.Dice, w.Text(x.Played), w.Text(x.Best), w.Decimal(x.Loss, 3), mark)
	}
	rows := [][]string{{w.Say("player"), "", w.Say("decisions"), w.Say("errors"), w.Say("blunders"), w.Say("lost"), w.Say("a decision")}}
	for p, name := range names {
		for _, kind := range []struct {
			word   string
			totals review.Totals
		}{
			{w.Say("turns"), byKind[p][review.Turn]}, {w.Say("doubles"), byKind[p][review.Double]}, {w.Say("answers"), byKind[p][review.Answer]}, {w.Say("all"), all[p]},
		} {
			t := kind.totals
			rows = append(rows, []string{name, kind.word, fmt.Sprint(t.Decisions), fmt.Sprint(t.Errors), fmt.Sprint(t.Blunders), w.Decimal(t.Loss, 3), w.Decimal(t.Rate, 4)})
		}
	}
	fmt.Fprintln(out)
	table.Style{Text: []int{1}}.Write(out, rows)
	return nil
}
