package review

import (
	"context"
	"math"
	"slices"

	"gambito/crew"
	"gambito/game"
	"gambito/games/backgammon"
	"gambito/games/backgammon/cube"
	"gambito/games/backgammon/mat"
	"gambito/games/backgammon/match"
	"gambito/progress"
)

// Kind is what was to be decided.
type Kind string

// The kinds.
const (
	Turn   Kind = "turn"   // how to move the men
	Double Kind = "double" // whether to double before the roll
	Answer Kind = "answer" // whether to take a double
)

// Decision is one of a match, and what the players had before them.
type Decision struct {
	Game     int // counted from 1
	Row      int // of the game in the file, counted from 1
	Player   game.Player
	Kind     Kind
	Position backgammon.Table
	Played   string
	Cubeless bool // nobody may double
	dice     backgammon.Dice
	move     game.Move
}

// Verdict is what a decision has cost.
type Verdict struct {
	Decision
	Best   string
	Move   game.Move // that Best is
	Equity float64   // of the best to the player, as Rating.Equity
	Loss   float64   // of equity, 0 if nothing was clearly better
	Count  bool      // it was a real choice
}

// closeCall is by how much not to double may be better than to double for the choice
// to count. Most doubles that nobody thinks of are no decisions.
const closeCall = 0.16

// Decisions lists those of a match.
func Decisions(m mat.Match) (list []Decision, err error) {
	rules, err := match.New(match.Rules{Length: m.Length, Cube: true, Crawford: true})
	if err != nil {
		return nil, err
	}
	rows, last := []int(nil), -1 // of the turns to come in the latest game
	err = m.Replay(func(g int, t mat.Turn, s *match.State) error {
		if g != last {
			rows, last = m.Games[g].Rows(), g
		}
		row := rows[0]
		rows = rows[1:]
		now := s.Clone().(*match.State)
		d := Decision{Game: g + 1, Row: row, Player: t.Player, Position: now.Table(), Cubeless: m.Cubeless}
		switch t.Action {
		case mat.Take, mat.Drop:
			d.Kind, d.Played = Answer, string(t.Action)
			list = append(list, d)
			return nil
		case mat.Double:
			d.Kind, d.Played = Double, "double"
			list = append(list, d)
			return nil
		}
		switch {
		case now.Opening():
			now.Begin(t.Player)
		case now.Turn() != game.Chance && !m.Cubeless:
			rolled := d
			rolled.Kind, rolled.Played = Double, "roll"
			list = append(list, rolled)
		}
		if err := rules.SetDice(now, t.Dice.String()); err != nil {
			return err
		}
		d.Kind, d.Played, d.dice = Turn, t.Move, t.Dice
		d.Position = now.Table()
		if d.move, err = rules.ParseMove(now, t.Move); err == nil {
			list = append(list, d)
		}
		return err
	})
	return list, err
}

// Judge says what a decision has cost. It ends soon after ctx does, with its
// error.
func (j *Expert) Judge(ctx context.Context, d Decision) (Verdict, error) {
	v := Verdict{Decision: d}
	roller := d.Position.Match.Roller
	stakes := cube.StakesOf(d.Position.Match, roller)
	if d.Cubeless {
		stakes.Access = cube.None
	}
	if d.Kind == Turn {
		return v, j.judgeTurn(ctx, &v, stakes)
	}
	if d.Kind == Double && d.Played == "roll" && !stakes.MayDouble() {
		v.Best, v.Move = "roll", match.Roll // nothing was to be won by a double
		return v, nil
	}
	c, _, deviation := j.Cube(&d.Position.Board, roller, stakes)
	hold, take, drop := c.NoDouble.Equity, c.DoubleTake.Equity, c.DoubleDrop.Equity
	doubled := min(take, drop)
	switch {
	case d.Kind == Answer:
		v.Count, v.Best, v.Move, v.Equity = true, "drop", match.Drop, -drop
		if c.Take {
			v.Best, v.Move, v.Equity = "take", match.Take, -take
		}
		v.lose(math.Abs(take-drop), deviation)
	default:
		v.Count, v.Best = d.Played == "double" || hold-doubled < closeCall, "roll"
		v.Move, v.Equity = match.Roll, hold
		if c.Action.Doubles() {
			v.Best, v.Move, v.Equity = "double", match.Double, doubled
		}
		v.lose(math.Abs(hold-doubled), deviation)
	}
	return v, nil
}

// lose notes the loss, if what was played is not the best and the difference is
// more than twice its standard error: by chance the best of many samples looks
// better than it is.
func (v *Verdict) lose(loss, deviation float64) {
	if v.Played != v.Best && loss > 2*deviation {
		v.Loss = loss
	}
}

func (j *Expert) judgeTurn(ctx context.Context, v *Verdict, s cube.Stakes) error {
	b, p := &v.Position.Board, v.Player
	ratings, err := j.Turns(ctx, b, p, v.dice, s)
	if err != nil {
		return err
	}
	best := ratings[0]
	v.Count = len(ratings) > 1
	played := ratings[slices.IndexFunc(ratings, func(r Rating) bool { return r.Move == v.move })]
	if played.Quick {
		if played = j.Turn(b, p, v.move, s); played.Equity > best.Equity {
			best = played
		}
	}
	v.Best, v.Move, v.Equity = formatTurn(b, p, v.dice, best.Move), best.Move, best.Equity
	v.lose(best.Equity-played.Equity, math.Hypot(best.Deviation, played.Deviation))
	return nil
}

func formatTurn(b *backgammon.Board, p game.Player, dice backgammon.Dice, m game.Move) string {
	return backgammon.New().FormatMove(backgammon.NewState(*b, p, dice), m)
}

// All judges decisions, one judge a goroutine, and tells how many are done.
func All(ctx context.Context, judges []*Expert, list []Decision, tell progress.Func) ([]Verdict, error) {
	verdicts := make([]Verdict, len(list))
	err := crew.Do(ctx, len(list), judges, func(ctx context.Context, j *Expert, i int) (err error) {
		verdicts[i], err = j.Judge(ctx, list[i])
		return err
	}, tell.Count("decisions", len(list)))
	return verdicts, err
}

// Limits are from which losses on decisions are errors and blunders.
type Limits struct{ Error, Blunder float64 }

// Totals are a player's.
type Totals struct {
	Decisions int     `json:"decisions"` // real choices
	Errors    int     `json:"errors"`    // that were no blunders
	Blunders  int     `json:"blunders"`
	Loss      float64 `json:"loss"` // of equity
	Rate      float64 `json:"rate"` // loss a decision
}

// Sum adds verdicts up by player, and of those by kind.
func Sum(verdicts []Verdict, l Limits) (all [2]Totals, byKind [2]map[Kind]Totals) {
	for p := range byKind {
		byKind[p] = map[Kind]Totals{}
	}
	for _, v := range verdicts {
		kind := byKind[v.Player][v.Kind]
		for _, t := range []*Totals{&all[v.Player], &kind} {
			t.add(v, l)
		}
		byKind[v.Player][v.Kind] = kind
	}
	return all, byKind
}

func (t *Totals) add(v Verdict, l Limits) {
	if v.Count {
		t.Decisions++
	}
	switch {
	case v.Loss >= l.Blunder:
		t.Blunders++
	case v.Loss >= l.Error:
		t.Errors++
	}
	t.Loss += v.Loss
	t.Rate = t.Loss / float64(max(t.Decisions, 1))
}
