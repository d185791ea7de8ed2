// Package match is backgammon with the doubling cube: a game for money, or a
// match of games to a number of points.
//
// Before their roll players may double what the game is worth. Who refuses
// loses what it was worth before; who takes owns the cube and is the only one
// who may double again. For money a game is worth the cube times 1, a gammon
// times 2, a backgammon times 3; by the Jacoby rule gammons count only once the
// cube has been turned. There are no beavers. A match goes to whoever has the
// points first, and is won or lost: 1 or −1. By the Crawford rule nobody doubles
// in the first game in which a player needs but one more point.
//
// A whole match is one game to the rest of gambito, so that whoever plays games
// plays matches. Player 0 begins a game for money. In a match each player throws
// a die for the start, again if they are equal; who has the larger begins with
// both.
package match

import (
	"errors"
	"fmt"
	"strings"

	"gambito/game"
	"gambito/games/backgammon"
)

var roles = []string{"white", "black"}

// Rules are the options of the game.
type Rules struct {
	Length   int  // points that win the match, 0 for a game for money
	Cube     bool // players may double
	Jacoby   bool // for money
	Crawford bool // in matches
}

// What the rules are bounded by.
const (
	MaxLength = 64
	maxCube   = 10 // the cube goes up to 2 to this power
)

// Game is the rules.
type Game struct {
	rules Rules
	plain *backgammon.Game
}

// New returns the game by these rules.
func New(r Rules) (*Game, error) {
	switch {
	case r.Length < 0 || r.Length > MaxLength:
		return nil, fmt.Errorf("a match to %d points: it must be 1 to %d", r.Length, MaxLength)
	case r.Jacoby && (r.Length > 0 || !r.Cube):
		return nil, errors.New("jacoby=on is for games with the cube for money: cube=on without match")
	case r.Length == 0 && !r.Cube:
		return nil, errors.New("a game for money without the cube is backgammon without options")
	}
	r.Crawford = r.Crawford && r.Length > 0 && r.Cube
	return &Game{rules: r, plain: backgammon.New()}, nil
}

// Rules returns the options.
func (g *Game) Rules() Rules { return g.rules }

// Plain is the game of a single game without cube. Its moves, the turns of a
// roll, are moves of this game.
func (g *Game) Plain() *backgammon.Game { return g.plain }

// Info implements game.Game.
func (g *Game) Info() game.Info {
	plain := g.plain.Info()
	info := game.Info{ID: g.rules.id(), Name: plain.Name, Roles: roles, MaxMoves: plain.MaxMoves}
	// Before each roll one may roll or double, and who doubles be answered.
	info.MaxPlies = 3 * plain.MaxPlies
	if g.rules.Length == 0 {
		info.MaxScore = 3 << maxCube
	} else {
		info.MaxPlies *= 2*g.rules.Length - 1
	}
	return info
}

// id is the spec of the game with these rules.
func (r Rules) id() string {
	if r.Length == 0 {
		if r.Jacoby {
			return "backgammon:cube=on,jacoby=on"
		}
		return "backgammon:cube=on"
	}
	id := fmt.Sprintf("backgammon:match=%d", r.Length)
	switch {
	case !r.Cube:
		id += ",cube=off"
	case !r.Crawford:
		id += ",crawford=off"
	}
	return id
}

// New implements game.Game.
func (g *Game) New() game.State {
	s := &State{rules: &g.rules}
	s.set()
	return s
}

// The words behind a position that the match ID has no place for.
const (
	firstWord = "first" // the first roll of a game is to be made
	rollWord  = "roll"  // the dice are thrown: it is too late to double
)

// FormatPosition implements game.Game: GNU Backgammon's position ID and match ID
// with a colon between, which tell all but this: behind them stands first before
// the first roll of a game, and roll if the player has chosen to roll.
func (g *Game) FormatPosition(s game.State) string {
	st := s.(*State)
	text := st.Table().IDs()
	switch {
	case st.stage == opening:
		return text + " " + firstWord
	case st.stage == rolling && st.mayDouble(st.side):
		return text + " " + rollWord
	}
	return text
}

var errPosition = errors.New("it must be a position ID and a match ID, such as 4HPwATDgc/ABMA:cAkAAAAAAAAA, an XGID or a FIBS board, then maybe dice, first or roll")

// ParsePosition implements game.Game. It takes an XGID or a FIBS board too, and
// a position ID alone, which is white's to roll in a game that has just begun.
// Dice may stand behind what tells none. A text that tells of other rules is
// refused; one without the Jacoby rule is played with it if the game is.
func (g *Game) ParsePosition(text string) (game.State, error) {
	fields := strings.Fields(text)
	if len(fields) == 0 || len(fields) > 2 {
		return nil, fmt.Errorf("position %q: %w", text, errPosition)
	}
	t, complete, err := backgammon.ParseTable(fields[0])
	if err != nil {
		return nil, fmt.Errorf("position %q: %w", text, err)
	}
	if !complete {
		t.Match.Length = g.rules.Length
	}
	if !g.rules.Jacoby && t.Jacoby(fields[0]) {
		return nil, fmt.Errorf("position %q: it is played by the Jacoby rule: %s is the game for it", text, rulesOf(t.Match).id())
	}
	s := &State{rules: &g.rules}
	if err := s.lay(t); err != nil {
		return nil, fmt.Errorf("position %q: %w", text, err)
	}
	if len(fields) == 2 {
		if err := s.add(fields[1]); err != nil {
			return nil, fmt.Errorf("position %q: %w", text, err)
		}
	}
	return s, nil
}

// add reads what stands behind a position.
func (s *State) add(word string) error {
	if s.stage != choosing && s.stage != rolling {
		return fmt.Errorf("%s cannot stand behind this", word)
	}
	switch word {
	case firstWord:
		begin := State{rules: s.rules}
		begin.set()
		begin.score, begin.crawford = s.score, s.crawford
		if s.board != backgammon.Start || s.side != 0 || s.cube != 0 || s.owner != game.Nobody {
			return errors.New("the first roll of a game is white's in the start position")
		}
		s.position = begin.position
	case rollWord:
		s.stage = rolling
	default:
		dice, err := backgammon.ParseDice(word)
		if err != nil {
			return err
		}
		s.dice, s.stage = dice, moving
	}
	return nil
}

// SetDice implements game.DiceSetter.
func (g *Game) SetDice(s game.State, text string) error {
	st := s.(*State)
	dice, err := backgammon.ParseDice(text)
	switch {
	case err != nil:
		return err
	case st.Turn() == game.Over:
		return errors.New("the game is over, so no dice are rolled")
	case st.stage == offered:
		return errors.New("a double is offered: take or drop comes before the roll")
	}
	st.dice, st.stage, st.past = dice, moving, st.past[:0]
	return nil
}
