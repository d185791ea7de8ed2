package gdl

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"gambito/game"
)

// FormatMove implements game.Game: the term of the sheet, such as (drop 3), or
// a list of all players' terms where they move at once.
func (g *Game) FormatMove(s game.State, m game.Move) string {
	st := coreOf(s)
	switch turn := st.Turn(); turn {
	case game.Over:
		return ""
	case game.Chance:
		return moveTextOn(g.rules, st.b, g.chance, int32(m))
	case game.Together:
		st.split(m)
		var texts []string
		for p, role := range g.seats {
			texts = append(texts, moveTextOn(g.rules, st.b, role, st.combo[p]))
		}
		return "(" + strings.Join(texts, " ") + ")"
	default:
		return moveTextOn(g.rules, st.b, g.seats[turn], int32(m))
	}
}

// ParseMove implements game.Game.
func (g *Game) ParseMove(s game.State, text string) (game.Move, error) {
	st := coreOf(s)
	e, err := oneExpression(text)
	if err != nil {
		return 0, err
	}
	switch turn := st.Turn(); turn {
	case game.Over:
		return 0, fmt.Errorf("%q: the game is over", e.brief())
	case game.Chance:
		return g.parse(st, g.chance, e)
	case game.Together:
		if !e.isList || len(e.list) != len(g.seats) {
			return 0, fmt.Errorf("%q is not a joint move: it must be a list of %d moves", e.brief(), len(g.seats))
		}
		moves := make([]game.Move, len(g.seats))
		for p, role := range g.seats {
			if moves[p], err = g.parse(st, role, e.list[p]); err != nil {
				return 0, err
			}
		}
		return s.(game.Simultaneous).Join(moves), nil
	default:
		return g.parse(st, g.seats[turn], e)
	}
}

// parse finds the legal move of a role that is written so.
func (g *Game) parse(st *state, role int, e Expression) (game.Move, error) {
	text := lowered(e.String())
	for k := range st.b.legalCount(role) {
		if m := st.b.legalMove(role, k); lowered(moveTextOn(g.rules, st.b, role, m)) == text {
			return game.Move(m), nil
		}
	}
	example := moveTextOn(g.rules, st.b, role, st.b.legalMove(role, 0))
	return 0, fmt.Errorf("%q is not legal here; %s would be", e.brief(), example)
}

// FormatMoveOf implements game.SimultaneousGame.
func (g *Game) FormatMoveOf(s game.State, p game.Player, m game.Move) string {
	st := coreOf(s)
	return moveTextOn(g.rules, st.b, g.seats[p], int32(m))
}

// ParseMoveOf implements game.SimultaneousGame.
func (g *Game) ParseMoveOf(s game.State, p game.Player, text string) (game.Move, error) {
	st := coreOf(s)
	e, err := oneExpression(text)
	if err != nil {
		return 0, err
	}
	if st.Turn() == game.Over {
		return 0, fmt.Errorf("%q: the game is over", e.brief())
	}
	return g.parse(st, g.seats[p], e)
}

func oneExpression(text string) (Expression, error) {
	all, _, problem := read([]byte(text))
	if problem != nil {
		return Expression{}, fmt.Errorf("%q: %s", brief(text), problem.Message)
	}
	switch len(all) {
	case 0:
		return Expression{}, fmt.Errorf("%q is no move, such as noop or (move 1 2)", brief(text))
	case 1:
		return all[0], nil
	}
	return Expression{list: all, isList: true}, nil // people may leave out the parentheses
}

func brief(text string) string {
	if len(text) > 60 {
		text = text[:57] + "…"
	}
	return strings.ToValidUTF8(text, "?")
}

// JoinMoves implements game.MoveLister.
func (g *Game) JoinMoves(texts []string) string { return strings.Join(texts, " ") }

// SplitMoves implements game.MoveLister: moves are terms.
func (g *Game) SplitMoves(line string) (texts []string) {
	all, _, problem := read([]byte(line))
	if problem != nil {
		return []string{line} // ParseMove says what is wrong
	}
	for _, e := range all {
		texts = append(texts, e.String())
	}
	return texts
}

// What follows the facts of a position, if anything.
const (
	chosenWord = "chosen:" // then a list of the roles' moves, - for those to come
	cutWord    = "cut"     // the game has ended for its length
)

// FormatPosition implements game.Game: the facts, as the sheet writes them.
func (g *Game) FormatPosition(s game.State) string {
	st := coreOf(s)
	if g.veiled {
		return st.formatVeiled()
	}
	text := positionText(st.b.factTexts())
	if more := st.beyondFacts(); more != "" {
		text += " " + more
	}
	return text
}

// beyondFacts writes what a position has beside its facts, if anything.
func (s *state) beyondFacts() string {
	var parts []string
	if slices.ContainsFunc(s.joint, func(m int32) bool { return m >= 0 }) {
		var chosen []string
		for role, m := range s.joint {
			if m < 0 {
				chosen = append(chosen, "-")
			} else {
				chosen = append(chosen, moveTextOn(s.g.rules, s.b, role, m))
			}
		}
		parts = append(parts, chosenWord+" ("+strings.Join(chosen, " ")+")")
	}
	if s.plies >= maxPlies {
		parts = append(parts, cutWord+":")
	}
	return strings.Join(parts, " ")
}

// ParsePosition implements game.Game.
func (g *Game) ParsePosition(text string) (game.State, error) {
	fail := func(err error) (game.State, error) { return nil, fmt.Errorf("position %q: %w", brief(text), err) }
	all, _, problem := read([]byte(text))
	if problem != nil {
		return fail(errors.New(problem.Message))
	}
	if len(all) == 0 {
		return fail(errors.New("it must list facts, or be () without any"))
	}
	cut := all[len(all)-1].word == cutWord+":"
	if cut {
		all = all[:len(all)-1]
	}
	var chosen *Expression
	if n := len(all); n >= 2 && all[n-2].word == chosenWord {
		chosen, all = &all[n-1], all[:n-2]
	}
	if g.veiled && !cut {
		s, err := g.parseVeiled(all, chosen)
		if err != nil {
			return fail(err)
		}
		return s, nil
	}
	if len(all) == 1 && all[0].isList && len(all[0].list) == 0 {
		all = nil
	}
	b, err := g.rules.from(all)
	if err != nil {
		return fail(err)
	}
	s := g.wrap(b)
	st := coreOf(s)
	if chosen != nil {
		if err := g.choose(st, *chosen); err != nil {
			return fail(err)
		}
	}
	if cut {
		st.plies = maxPlies
	}
	return s, nil
}

// choose reads the moves chosen so far.
func (g *Game) choose(st *state, chosen Expression) error {
	if len(chosen.list) != g.roles || st.Turn() == game.Over {
		return fmt.Errorf("%s is not a list of %d moves", chosen.brief(), g.roles)
	}
	some, left := false, false
	for role, e := range chosen.list {
		if e.word == "-" {
			left = left || st.b.legalCount(role) > 1
			continue
		}
		m, err := g.parse(st, role, e)
		if err != nil {
			return err
		}
		st.joint[role], some = int32(m), true
	}
	if !some || !left {
		return fmt.Errorf("%s leaves all or nothing to choose", chosen.brief())
	}
	st.known = false
	return nil
}
