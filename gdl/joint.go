package gdl

import (
	"slices"
	"strings"

	"gambito/game"
)

// What follows is the game as its sheet has it, for those who talk about it with
// others in its own terms: all roles, random among them, make one move each at
// every step.

// Read takes a text in KIF apart.
func Read(text []byte) ([]Expression, error) {
	all, _, problem := read(text)
	if problem != nil {
		return nil, *problem
	}
	return all, nil
}

// Word is the word that the expression is, or "" if it is a list.
func (e Expression) Word() string { return e.word }

// List is what the list contains; of a word it is nothing.
func (e Expression) List() []Expression { return e.list }

// IsList tells lists, the empty one among them, from words.
func (e Expression) IsList() bool { return e.isList }

// Rules is the sheet without comments, in one line.
func (g *Game) Rules() string { return g.text }

// Roles names the roles in the order of the sheet, random among them.
func (g *Game) Roles() []string { return slices.Clone(g.names) }

// RoleOf is the number of a player's role.
func (g *Game) RoleOf(p game.Player) int { return g.seats[p] }

// Player is who plays a role, or game.Chance.
func (g *Game) Player(role int) game.Player {
	if role == g.chance {
		return game.Chance
	}
	return game.Player(slices.Index(g.seats, role))
}

// MovesOfRole lists the legal moves of a role.
func (g *Game) MovesOfRole(s game.State, role int) (texts []string) {
	st := coreOf(s)
	for k := range st.b.legalCount(role) {
		texts = append(texts, moveTextOn(g.rules, st.b, role, st.b.legalMove(role, k)))
	}
	return texts
}

// Complete tells whether m, a move of whoever is to move in s, completes a step,
// and the moves of all roles if it does.
func (g *Game) Complete(s game.State, m game.Move) (moves []string, ok bool) {
	st := coreOf(s.Clone())
	if !st.choose(m) {
		return nil, false
	}
	for role, chosen := range st.joint {
		moves = append(moves, moveTextOn(g.rules, st.b, role, chosen))
	}
	return moves, true
}

// Goals are what the roles have reached, from 0 to 100.
func (g *Game) Goals(s game.State) (goals []int) {
	st := coreOf(s)
	for role := range g.roles {
		goals = append(goals, st.b.goal(role))
	}
	return goals
}

// Graded reports whether there may be goals between 0, 50 and 100, so that there
// is more to know of an end than who has won. Of a sheet that is not compiled it
// is not known.
func (g *Game) Graded() bool {
	return g.fast == nil || slices.ContainsFunc(g.fast.network.goals, func(goal goalBit) bool { return goal.value%50 != 0 })
}

// Facts lists what is true.
func (g *Game) Facts(s game.State) []string { return coreOf(s).facts() }

// facts are those of the sheet, without what players have seen.
func (s *state) facts() []string {
	facts := s.b.factTexts()
	if s.g.veiled {
		facts = slices.DeleteFunc(facts, isPercept)
	}
	return facts
}

// Veiled reports whether players do not see everything: the sheet has rules for sees.
func (g *Game) Veiled() bool { return g.veiled }

// coreOf is what all states of rulesheets have.
func coreOf(s game.State) *state { return s.(interface{ core() *state }).core() }

// compact writes expressions in one line.
func compact(all []Expression) string {
	var b strings.Builder
	for i, e := range all {
		if i > 0 {
			b.WriteByte(' ')
		}
		e.write(&b)
	}
	return b.String()
}

// Rename returns the expression with all its words replaced.
func (e Expression) Rename(name func(word string) string) Expression {
	if !e.isList {
		e.word = name(e.word)
		return e
	}
	list := make([]Expression, len(e.list))
	for i, item := range e.list {
		list[i] = item.Rename(name)
	}
	e.list = list
	return e
}

// IsKeyword reports whether a word means the same in every sheet, in capitals or
// not.
func IsKeyword(word string) bool { return slices.Contains(keywordNames[:], strings.ToLower(word)) }
