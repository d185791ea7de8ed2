package main

import (
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
	"gambito/terminal"
)

// cubeFlags are for backgammon.
type cubeFlags struct {
	Mat     string  `xor:"position,moves" placeholder:"FILE" help:"Backgammon: look for errors in a match, a .mat file."`
	Cube    string  `enum:"auto,off" default:"auto" help:"Backgammon: auto, or off for a .mat file of games without the cube that does not say so (default: ${default})."`
	Live    float64 `default:"0.68" help:"Backgammon: live-cube fraction, from 0 for a dead cube to 1 for a live one (default: ${default})."`
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
func (c analyzeCmd) judge(registry *agent.Registry, spec agent.Spec) (*review.Expert, bool, error) {
	a, err := spec.New(backgammon.New())
	if err != nil {
		return nil, false, err
	}
	chances, ok := a.(backgammon.Estimator)
	if !ok {
		return nil, false, nil
	}
	a.NewGame(0, arena.AgentSeed(c.Seed, "backgammon", 0, 0, 0))
	return &review.Expert{Chances: chances, Quick: agents.Networks(registry.Environment), Margin: review.Wide, Model: cube.NewModel(c.Live)}, true, nil
}

// analyzeTable looks at a position of backgammon.
func (c analyzeCmd) analyzeTable(s *session, at chosen, j *review.Expert, spec agent.Spec) error {
	r := api.BackgammonAnalysis{Game: at.game.Info().ID, Position: at.game.FormatPosition(at.state), Agent: spec.String()}
	var t backgammon.Table
	stakes := cube.Stakes{Cube: 1, Access: cube.None}
	switch st := at.state.(type) {
	case *match.State:
		if st.Opening() {
			return fmt.Errorf("%s: nobody decides before the first roll", r.Game)
		}
		t, stakes = st.Table(), cube.Of(st)
	case *backgammon.State:
		t = backgammon.Table{Board: *st.Board(), Match: backgammon.Match{
			Owner: game.Nobody, Roller: st.Side(), Turn: st.Side(), Stage: backgammon.Playing, Dice: st.Dice(),
		}}
	}
	m := t.Match
	r.XGID, r.Player = t.XGID(), at.game.Info().Roles[m.Turn]
	if m.Dice.Rolled() {
		r.Dice = m.Dice.String()
		ratings, err := j.Turns(s.ctx, &t.Board, m.Roller, m.Dice, stakes)
		if err != nil {
			return failure{fmt.Errorf("analyze stopped: %w", err)}
		}
		_, sampled := j.Chances.(cube.Sampler)
		for _, rating := range ratings {
			r.Moves = append(r.Moves, api.NewRatedMove(at.game.FormatMove(at.state, rating.Move), rating, ratings[0], sampled))
		}
		r.Move, r.Value = r.Moves[0].Move, r.Moves[0].Equity
	} else {
		decision, before, _ := j.Cube(&t.Board, m.Roller, stakes)
		chances := api.NewChances(before)
		r.Roller, r.Chances, r.Cubeless = at.game.Info().Roles[m.Roller], &chances, before.Equity()
		if g, ok := at.game.(*match.Game); ok && g.Rules().Cube {
			r.Cube = &decision
		}
		r.Move, r.Value = decision.Best(m.Doubled)
	}
	r.PV = []string{r.Move}
	if c.JSON {
		return s.printJSON(r)
	}
	s.stdout.Position(at.game, at.state, nil)
	fmt.Fprintln(s.stdout)
	showTable(s, r, m.Doubled)
	return nil
}

const chancesHead = "     win       g      bg     l g    l bg"

func showChances(c api.Chances) string {
	return fmt.Sprintf("%7.1f%%%7.1f%%%7.1f%%%7.1f%%%7.1f%%", 100*c.Win, 100*c.WinGammon, 100*c.WinBackgammon, 100*c.LoseGammon, 100*c.LoseBackgammon)
}

// showTable prints what an agent thinks of a position of backgammon.
func showTable(s *session, r api.BackgammonAnalysis, doubled bool) {
	out := s.stdout
	fmt.Fprintf(out, "%s\n", r.XGID)
	switch {
	case r.Dice != "":
		fmt.Fprintf(out, "%s to move with %s, by %s\n\n", r.Player, r.Dice, r.Agent)
		fmt.Fprintf(out, "%-24s %8s %8s %s\n", "move", "equity", "loss", chancesHead)
		for _, m := range r.Moves {
			mark := ""
			if m.Quick {
				mark = "  quick"
			}
			fmt.Fprintf(out, "%-24s %+8.3f %8.3f %s%s\n", m.Move, m.Equity, m.Loss, showChances(m.Chances), mark)
		}
		return
	case doubled:
		fmt.Fprintf(out, "%s is doubled, by %s\n\n", r.Player, r.Agent)
	default:
		fmt.Fprintf(out, "%s to roll, by %s\n\n", r.Player, r.Agent)
	}
	fmt.Fprintf(out, "%-10s%s\n%-10s%s\ncubeless equity %+.3f\n", "", chancesHead, r.Roller, showChances(*r.Chances), r.Cubeless)
	if r.Cube != nil {
		printCube(s, r.Cube, doubled)
	}
}

func printCube(s *session, d *cube.Decision, doubled bool) {
	line := func(what string, a cube.Alternative) {
		fmt.Fprintf(s.stdout, "%-14s %+8.3f", what, a.Equity)
		if a.Win > 0 {
			fmt.Fprintf(s.stdout, "   %6.2f%% to win the match", 100*a.Win)
		}
		fmt.Fprintln(s.stdout)
	}
	fmt.Fprintln(s.stdout)
	if !doubled {
		line("no double", d.NoDouble)
	}
	if doubled || d.Action != cube.NotAllowed {
		line("double, take", d.DoubleTake)
		line("double, drop", d.DoubleDrop)
	}
	switch {
	case doubled && d.Take:
		fmt.Fprintln(s.stdout, "\nbest: take")
	case doubled:
		fmt.Fprintln(s.stdout, "\nbest: drop")
	default:
		fmt.Fprintf(s.stdout, "\nbest: %s\n", d.Action)
	}
	if d.Action != cube.NotAllowed {
		fmt.Fprintf(s.stdout, "market window: doubles from %.1f%% to win on, up to %.1f%%; the other takes with %.1f%% or more\n", 100*d.DoublePoint, 100*d.CashPoint, 100*d.TakePoint)
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
		if judges[i], ok, err = c.judge(s.agents, spec); err != nil {
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
	out := s.stdout
	fmt.Fprintf(out, "%-5s %-5s %-16s %-4s %-22s %-22s %7s\n", "game", "row", "player", "dice", "played", "better", "loss")
	for _, x := range mistakes {
		mark := ""
		if x.Blunder {
			mark = "  blunder"
		}
		fmt.Fprintf(out, "%-5d %-5d %-16s %-4s %-22s %-22s %7.3f%s\n", x.Game, x.Row, x.Player, x.Dice, x.Played, x.Best, x.Loss, mark)
	}
	fmt.Fprintf(out, "\n%-16s %-7s %9s %7s %9s %9s %9s\n", "player", "", "decisions", "errors", "blunders", "loss", "a decision")
	for p, name := range names {
		for _, kind := range []review.Kind{review.Turn, review.Double, review.Answer} {
			printTotals(s, name, string(kind)+"s", byKind[p][kind])
		}
		printTotals(s, name, "all", all[p])
	}
	return nil
}

func printTotals(s *session, name, what string, t review.Totals) {
	fmt.Fprintf(s.stdout, "%-16s %-7s %9d %7d %9d %9.3f %9.4f\n", name, what, t.Decisions, t.Errors, t.Blunders, t.Loss, t.Rate)
}
