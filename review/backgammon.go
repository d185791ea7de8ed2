package review

import (
	"context"
	"fmt"

	"gambito/agent"
	"gambito/agents"
	"gambito/arena"
	"gambito/crew"
	"gambito/game"
	"gambito/games/backgammon"
	"gambito/games/backgammon/cube"
	"gambito/games/backgammon/match"
	bg "gambito/games/backgammon/review"
)

// isBackgammon reports whether a game is one of backgammon, with or without the cube.
func isBackgammon(g game.Game) bool {
	switch g.(type) {
	case *backgammon.Game, *match.Game:
		return true
	}
	return false
}

// newGame reports whether a position is the start of a game of backgammon with the
// cube, of which a match has several.
func newGame(s game.State) bool {
	m, ok := s.(*match.State)
	return ok && m.Opening()
}

// Errors are what players of backgammon tell about their play.
type Errors struct {
	Chequer, Cube, All ErrorRate
	Rating             Rating  // of all decisions
	Luck               float64 // of all rolls together, in points at the value of the cube
}

// ErrorRate is the equity lost over decisions.
type ErrorRate struct {
	Decisions int     // unforced turns; doubles, answers to them, and rolls where to double was nearly right
	Lost      float64 // equity, in points at the value of the cube
}

// PerDecision is the error rate: thousandths of a point lost a decision.
func (e ErrorRate) PerDecision() float64 { return 1000 * e.Lost / float64(max(e.Decisions, 1)) }

// Rating is a word for an error rate.
type Rating string

// The ratings, as GNU Backgammon has them.
const (
	Supernatural Rating = "supernatural"
	WorldClass   Rating = "world class"
	Expert       Rating = "expert"
	Advanced     Rating = "advanced"
	Intermediate Rating = "intermediate"
	Casual       Rating = "casual player"
	Beginner     Rating = "beginner"
	Awful        Rating = "awful"
)

// ratings are given below so many thousandths of a point a decision, as GNU Backgammon
// does.
var ratings = []struct {
	below float64
	name  Rating
}{{2, Supernatural}, {5, WorldClass}, {8, Expert}, {12, Advanced}, {18, Intermediate}, {26, Casual}, {35, Beginner}}

// RatingOf is the word for an error rate, empty where nothing was decided.
func RatingOf(e ErrorRate) Rating {
	if e.Decisions == 0 {
		return ""
	}
	for _, r := range ratings {
		if e.PerDecision() < r.below {
			return r.name
		}
	}
	return Awful
}

// experts judge backgammon: one the decisions, one, which is quick, the luck.
type experts struct{ decisions, luck *bg.Expert }

func newExperts(spec agent.Spec, s Settings) (*experts, error) {
	if spec.Interactive() {
		return nil, fmt.Errorf("agent %s: a judge must be an agent that thinks for itself", spec)
	}
	a, err := spec.New(backgammon.New())
	if err != nil {
		return nil, err
	}
	chances, ok := a.(backgammon.Estimator)
	if !ok {
		return nil, fmt.Errorf("agent %s: it cannot tell chances of positions, as td can", spec)
	}
	a.NewGame(0, arena.AgentSeed(s.Seed, "backgammon", 0, 0, 0))
	quick, model := agents.Networks(s.Agents.Environment), cube.NewModel(cube.Live)
	return &experts{
		decisions: &bg.Expert{Chances: chances, Quick: quick, Margin: bg.Narrow, Model: model},
		luck:      &bg.Expert{Chances: quick, Model: model},
	}, nil
}

// runBackgammon is Run for backgammon.
func runBackgammon(ctx context.Context, g Game, spec agent.Spec, s Settings) (*Review, error) {
	w, err := newWork(g, spec, s)
	if err != nil {
		return nil, err
	}
	b := &table{work: w, rolls: make([]*Roll, len(w.positions))}
	judges, err := crew.Make(s.Jobs, len(w.positions), func() (*experts, error) { return newExperts(spec, s) })
	if err != nil {
		return nil, err
	}
	err = crew.Do(ctx, len(w.positions), judges, b.look, s.Tell.Count("positions", len(w.positions)))
	r := w.review()
	for _, roll := range b.rolls {
		if roll != nil {
			r.Rolls = append(r.Rolls, *roll)
		}
	}
	for p := range r.Sides {
		r.Sides[p].Errors = errorsOf(r, game.Player(p))
	}
	return r, err
}

// table is a review of backgammon in the making.
type table struct {
	*work
	rolls []*Roll
}

// look judges a position: the decision that was made there, or the roll.
func (b *table) look(ctx context.Context, e *experts, ply int) (err error) {
	p, state := &b.positions[ply], b.state(ply)
	p.value = make([]agent.Value, 2)
	switch {
	case state.Turn() == game.Over:
		p.value[0] = ended(state)
	case ply == len(b.game.Moves):
	case state.Turn() == game.Chance:
		err = b.roll(ctx, e, ply)
	default:
		err = b.decide(ctx, e, ply)
	}
	p.done = err == nil
	return err
}

// ended is what the end is worth to player 0, in points at the value of the cube; of a
// match it is all or nothing.
func ended(s game.State) agent.Value {
	stake := 1.0
	if s, ok := s.(*match.State); ok && !s.OfMatch() {
		stake = float64(s.Cube())
	}
	return equity(s.Score(0) / stake)
}

// decide judges the decision that was made in a position, if it was one.
func (b *table) decide(ctx context.Context, e *experts, ply int) error {
	p, state, m := &b.positions[ply], b.state(ply), b.game.Moves[ply]
	d, ok := bg.At(state, m)
	if !ok {
		return nil
	}
	verdict, err := e.decisions.Judge(ctx, d)
	if err != nil {
		return err
	}
	v := Verdict{
		Ply: ply, Player: d.Player, Move: m, Played: b.game.Rules.FormatMove(state, m), Kind: d.Kind,
		Given: ply < b.game.Opening, Forced: !verdict.Count,
		Best: verdict.Move, BestText: b.game.Rules.FormatMove(state, verdict.Move),
		Before: equity(verdict.Equity), After: equity(verdict.Equity - verdict.Loss),
		Loss: Loss{Unit: game.Equity, Count: verdict.Loss},
	}
	if verdict.Loss == 0 {
		v.Best, v.BestText = v.Move, v.Played // as good as any
	}
	v.Line, v.LineText = []game.Move{v.Best}, []string{v.BestText}
	if d.Kind == bg.Double && verdict.Equity == 0 && !verdict.Count {
		v.Before, v.After = agent.Value{}, agent.Value{} // there was no cube to think of
	}
	if !v.Forced && !v.Given {
		v.Class = b.settings.Thresholds.Class(v.Loss)
	}
	p.value[0] = seenBy(v.Before, d.Player, 0)
	p.verdicts = []Verdict{v}
	return nil
}

func equity(e float64) agent.Value {
	return agent.Value{Known: true, Score: e, Unit: game.Equity, Count: e}
}

// roll tells the luck of one.
func (b *table) roll(ctx context.Context, e *experts, ply int) error {
	after := b.state(ply + 1)
	roll := Roll{Ply: ply}
	stakes := cube.Stakes{Cube: 1, Access: cube.None}
	var board *backgammon.Board
	var dice backgammon.Dice
	first := false
	switch s := after.(type) {
	case *backgammon.State:
		board, dice, roll.Player = s.Board(), s.Dice(), s.Side()
		first = ply == 0 && *board == backgammon.Start
	case *match.State:
		board, dice, roll.Player, stakes = s.Board(), s.Dice(), s.Side(), cube.Of(s)
		first = b.state(ply).(*match.State).Opening()
	}
	if !dice.Rolled() {
		return nil // the game was given up before
	}
	var err error
	roll.Luck, err = e.luck.Luck(ctx, board, roll.Player, dice, first, stakes)
	b.rolls[ply] = &roll
	return err
}

// errors adds up what a player lost, and its luck.
func errorsOf(r *Review, p game.Player) *Errors {
	e := &Errors{}
	for i := range r.Verdicts {
		v := &r.Verdicts[i]
		if v.Player != p || v.Given {
			continue
		}
		rate := &e.Cube
		if v.Kind == bg.Turn {
			rate = &e.Chequer
		}
		for _, rate := range []*ErrorRate{rate, &e.All} {
			if rate.Lost += v.Loss.Count; !v.Forced {
				rate.Decisions++
			}
		}
	}
	e.Rating = RatingOf(e.All)
	for _, roll := range r.Rolls {
		if roll.Player == p {
			e.Luck += roll.Luck
		}
	}
	return e
}
