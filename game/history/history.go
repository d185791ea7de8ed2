// Package history makes games of rules that are functions of the moves made so far. It
// suits games of cards and dice whose positions people write down as what has
// happened: a game implements Rules, and New makes it a game.Game whose states are
// Veiled. What is fast is not the states but what is compiled from them.
package history

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"gambito/game"
)

// Rules are a game. All functions are given the moves so far, which fit the rules.
type Rules interface {
	Info() game.Info
	Turn(moves []game.Move) game.Player
	Moves(moves []game.Move, buf []game.Move) []game.Move            // as State.Moves
	Probability(moves []game.Move, m game.Move) float64              // as Stochastic.Probability
	Score(moves []game.Move, p game.Player) float64                  // as State.Score
	Sees(moves []game.Move, p game.Player, buf []byte) []byte        // as Veiled.Sees: a byte for each move, Hidden for those that p has not seen, unless they are a Hider
	Redeal(moves []game.Move, p game.Player, r *rand.Rand)           // as Veiled.Redeal, changing moves in place
	Name(m game.Move) string                                         // one word
	Rows(moves []game.Move, seen func(i int) string) []game.TableRow // what lies on the table; seen is move i, or game.Unseen of one that the viewer has not seen
}

// Hider are Rules with more kinds of moves than bytes: what Sees writes has any form, and
// Hides tells whether p has not seen move i.
type Hider interface {
	Rules
	Hides(moves []game.Move, i int, p game.Player) bool
}

// Caller are Rules of whose moves players call some otherwise than Name does.
type Caller interface {
	Rules
	Called(moves []game.Move, m game.Move) string // as game.Called
}

// Hidden is what Sees writes for a move that a player has not seen.
const Hidden = '?'

// Game is a game made of rules.
type Game struct{ rules Rules }

// New makes a game. Chance must have a part in it.
func New(r Rules) *Game { return &Game{r} }

// Info implements game.Game.
func (g *Game) Info() game.Info { return g.rules.Info() }

// New implements game.Game.
func (g *Game) New() game.State {
	return &state{rules: g.rules, moves: make([]game.Move, 0, g.rules.Info().MaxPlies), viewer: game.Nobody}
}

// FormatMove implements game.Game.
func (g *Game) FormatMove(_ game.State, m game.Move) string { return g.rules.Name(m) }

// Called implements game.Called.
func (g *Game) Called(s game.State, m game.Move) string { return g.called(s.(*state).moves, m) }

func (g *Game) called(moves []game.Move, m game.Move) string {
	if c, ok := g.rules.(Caller); ok && g.rules.Turn(moves) >= 0 {
		return c.Called(moves, m)
	}
	return ""
}

// ParseMove implements game.Game.
func (g *Game) ParseMove(s game.State, text string) (game.Move, error) {
	moves := s.Moves(nil)
	if len(moves) == 0 {
		return 0, fmt.Errorf("%q: the game is over", text)
	}
	var names []string
	for _, m := range moves {
		name := g.rules.Name(m)
		if strings.EqualFold(name, text) {
			return m, nil
		}
		names = append(names, name)
	}
	return 0, fmt.Errorf("%q is no move here: there are %s", text, strings.Join(names, ", "))
}

// FormatPosition implements game.Game: the moves so far.
func (g *Game) FormatPosition(s game.State) string {
	var names []string
	for _, m := range s.(*state).moves {
		names = append(names, g.rules.Name(m))
	}
	return game.FormatMoves(names)
}

// ParsePosition implements game.Game.
func (g *Game) ParsePosition(text string) (game.State, error) { return game.ParseMoves(g, text) }

// state is the moves so far.
type state struct {
	rules  Rules
	moves  []game.Move
	viewer game.Player // for whom it is drawn
}

// Turn implements game.State.
func (s *state) Turn() game.Player { return s.rules.Turn(s.moves) }

// Moves implements game.State.
func (s *state) Moves(buf []game.Move) []game.Move { return s.rules.Moves(s.moves, buf) }

// Play implements game.State.
func (s *state) Play(m game.Move) { s.moves = append(s.moves, m) }

// Undo implements game.Undoer.
func (s *state) Undo(game.Move) { s.moves = s.moves[:len(s.moves)-1] }

// Score implements game.State.
func (s *state) Score(p game.Player) float64 { return s.rules.Score(s.moves, p) }

// seed makes hashes the same in every process.
const seed = 0x9e3779b97f4a7c15

// Hash implements game.State.
func (s *state) Hash() uint64 {
	h := uint64(seed)
	for _, m := range s.moves {
		h ^= uint64(m) + 1
		h *= 0xff51afd7ed558ccd
		h ^= h >> 32
	}
	return h
}

// CopyFrom implements game.State.
func (s *state) CopyFrom(src game.State) {
	other := src.(*state)
	s.rules, s.viewer, s.moves = other.rules, other.viewer, append(s.moves[:0], other.moves...)
}

// Clone implements game.State.
func (s *state) Clone() game.State {
	return &state{s.rules, append(make([]game.Move, 0, cap(s.moves)), s.moves...), s.viewer}
}

// Probability implements game.Stochastic.
func (s *state) Probability(m game.Move) float64 { return s.rules.Probability(s.moves, m) }

// Sees implements game.Veiled.
func (s *state) Sees(p game.Player, buf []byte) []byte { return s.rules.Sees(s.moves, p, buf) }

// Redeal implements game.Veiled.
func (s *state) Redeal(p game.Player, r *rand.Rand) { s.rules.Redeal(s.moves, p, r) }

// LookAs implements game.Viewed.
func (s *state) LookAs(p game.Player) { s.viewer = p }

// seenBy tells moves as a player has seen them.
func (s *state) seenBy(p game.Player) func(i int) string {
	hides := func(int) bool { return false }
	if hider, ok := s.rules.(Hider); ok && p != game.Nobody {
		hides = func(i int) bool { return hider.Hides(s.moves, i, p) }
	} else if p != game.Nobody {
		seen := s.rules.Sees(s.moves, p, nil)
		hides = func(i int) bool { return seen[i] == Hidden }
	}
	return func(i int) string {
		if hides(i) {
			return game.Unseen
		}
		return s.rules.Name(s.moves[i])
	}
}

// DrawTable implements game.TableDrawer.
func (s *state) DrawTable() []game.TableRow { return s.rules.Rows(s.moves, s.seenBy(s.viewer)) }

// DrawText implements game.TextDrawer.
func (s *state) DrawText() (lines []game.TextLine) {
	for _, row := range s.DrawTable() {
		line := game.TextLine{{Plain: row.Label}, {Plain: ":"}}
		for _, word := range row.Words {
			line = append(line, game.TextSpan{Plain: " "}, game.TextSpan{Plain: word})
		}
		lines = append(lines, line)
	}
	return lines
}

// Chronicle implements game.Chronicled.
func (g *Game) Chronicle(position game.State, p game.Player) (events []game.Event) {
	s := position.(*state)
	seen := s.seenBy(p)
	for i, m := range s.moves {
		e := game.Event{Player: g.rules.Turn(s.moves[:i]), Text: seen(i)}
		if called := g.called(s.moves[:i], m); called != "" && e.Text != game.Unseen {
			e.Text += " (" + called + ")"
		}
		events = append(events, e)
	}
	return events
}

// Names are the moves from one number up to another as they were seen.
func Names(seen func(i int) string, from, to int) (names []string) {
	for i := from; i < to; i++ {
		names = append(names, seen(i))
	}
	return names
}

// Dealt are the rows of what was dealt to each of two players by the first two moves.
func Dealt(kind game.Thing, moves []game.Move, seen func(i int) string) []game.TableRow {
	rows := []game.TableRow{{Label: "first", Kind: kind}, {Label: "second", Kind: kind}}
	for i := range min(len(moves), len(rows)) {
		rows[i].Words = []string{seen(i)}
	}
	return rows
}
