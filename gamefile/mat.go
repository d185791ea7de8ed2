package gamefile

import (
	"bytes"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"gambito/arena"
	"gambito/game"
	"gambito/games/backgammon"
	"gambito/games/backgammon/mat"
	"gambito/games/backgammon/match"
)

// matStart is the first line of a match that is no remark.
var matStart = regexp.MustCompile(`^\s*\d+ point match`)

func isMat(content []byte) bool {
	for line := range bytes.Lines(content) {
		if text := strings.TrimSpace(string(line)); text != "" && text[0] != ';' {
			return matStart.MatchString(text)
		}
	}
	return false
}

// parseMat reads a match as one game, and a session for money as a game each. The
// left column is the first of the players; for money who begins has the first seat.
func parseMat(r *reader) error {
	m, err := mat.Read(bytes.NewReader(r.content))
	if err != nil {
		return err
	}
	if m.Length > 0 {
		return matchOf(r, m)
	}
	for i := range m.Games {
		record, err := single(&m.Games[i], m.Cubeless)
		if err == nil {
			err = r.add(record, 0)
		}
		if err != nil {
			return fmt.Errorf("game %d: %w", i+1, err)
		}
	}
	return nil
}

// matchOf reads the games of a match into one record, or into several, each from a
// position of its own, where a game ends in a way that a record cannot tell: given
// up by the player who was not to move.
func matchOf(r *reader, m mat.Match) error {
	rules, err := match.New(match.Rules{Length: m.Length, Cube: !m.Cubeless, Crawford: !m.Cubeless})
	if err != nil {
		return err
	}
	w := newWalk(rules, m.Games[0].Names)
	begun := false
	for i := range m.Games {
		g := &m.Games[i]
		if s, ok := w.state.(*match.State); !ok || !s.Opening() || s.Table().Match.Score != g.Score {
			if begun {
				if err := r.add(w.record(nil), 0); err != nil {
					return err
				}
			}
			if err := w.from(rules, g, m.Games[:i]); err != nil {
				return fmt.Errorf("game %d: %w", i+1, err)
			}
		}
		begun = true
		if err := w.turns(g); err != nil {
			return fmt.Errorf("game %d: %w", i+1, err)
		}
	}
	last := &m.Games[len(m.Games)-1]
	if last.Winner != game.Nobody && last.Score[last.Winner]+last.Points < m.Length {
		w.fault = nil // only a game was lost by it
	}
	return r.add(w.record(w.fault), 0)
}

// walk plays what a file tells.
type walk struct {
	game  game.Game
	names [2]string // by seat
	seats [2]int    // which column has each
	start game.State
	state game.State
	moves []game.Move
	fault *arena.Fault // by which a player lost who was not to move
}

func newWalk(g game.Game, names [2]string) *walk {
	return &walk{game: g, names: names, seats: [2]int{0, 1}, start: g.New(), state: g.New()}
}

// from begins at the score of a game. The Crawford game is the first in which a player
// needs one point.
func (w *walk) from(rules *match.Game, g *mat.Game, before []mat.Game) error {
	last := rules.Rules().Length - 1
	near := func(score [2]int) bool { return score[0] == last || score[1] == last }
	crawford := rules.Rules().Crawford && near(g.Score) && g.Score[0] != g.Score[1] &&
		!slices.ContainsFunc(before, func(g mat.Game) bool { return near(g.Score) })
	start, err := rules.At(g.Score, crawford)
	if err != nil {
		return err
	}
	w.start, w.state, w.moves, w.fault = start, start.Clone(), nil, nil
	return nil
}

func (w *walk) play(m game.Move) {
	w.state.Play(m)
	w.moves = append(w.moves, m)
}

// turns plays those of a game, and its end if a player gave it up.
func (w *walk) turns(g *mat.Game) error {
	for i, t := range g.Turns {
		if w.state.Turn() == game.Over {
			return errors.New("it goes on behind its end")
		}
		if err := w.turn(t); err != nil {
			return fmt.Errorf("turn %d: %w", i+1, err)
		}
	}
	if g.Winner == game.Nobody {
		return nil
	}
	return w.end(g)
}

// turn plays one turn: first the roll, and before it that the player rolls, if there
// was a choice.
func (w *walk) turn(t mat.Turn) error {
	s, cubed := w.state.(*match.State)
	switch t.Action {
	case mat.Double:
		return w.parse("double")
	case mat.Take:
		return w.parse("take")
	case mat.Drop:
		return w.parse("drop")
	}
	dice := t.Dice
	if cubed {
		if s.Opening() && t.Player == 1 {
			dice[0], dice[1] = dice[1], dice[0] // the first roll tells white's die first
		}
		if m, ok := s.Throw(); ok {
			w.play(m)
		}
	}
	if err := w.parse(fmt.Sprintf("%d%d", dice[0], dice[1])); err != nil {
		return err
	}
	return w.parse(t.Move)
}

func (w *walk) parse(text string) error {
	m, err := w.game.ParseMove(w.state, text)
	if err == nil {
		w.play(m)
	}
	return err
}

// end ends a game as the file tells. Where the moves do not end it, the loser gave up.
func (w *walk) end(g *mat.Game) error {
	conceder, ok := w.state.(game.Conceder)
	s, cubed := w.state.(*match.State)
	switch {
	case w.state.Turn() == game.Over:
		return nil
	case cubed && s.OfMatch() && s.Opening() && len(g.Turns) > 0:
		return nil // the next game has begun
	case !ok:
		return errors.New("it is won without an end")
	}
	loser := g.Winner ^ 1
	_, stake := conceder.Concession(loser)
	times := g.Points / int(stake)
	if times < 1 || times > 3 || times*int(stake) != g.Points {
		return fmt.Errorf("it is won with %d points, and the cube shows %d", g.Points, int(stake))
	}
	if cubed && s.OfMatch() && s.Resigner() == loser {
		w.play(s.Concede(times))
		return nil
	}
	w.fault = resigned(loser)
	w.fault.Times = times
	return nil
}

// record is what was played.
func (w *walk) record(fault *arena.Fault) arena.Record {
	r := emptyRecord(w.game)
	r.Names, r.Seats = []string{oneLine(w.names[0]), oneLine(w.names[1])}, w.seats[:]
	if text := w.game.FormatPosition(w.start); text != w.game.FormatPosition(w.game.New()) {
		r.Position = text
	}
	r.Moves = game.FormatLine(w.game, w.start, w.moves)
	finish(&r, w.state, fault)
	return r
}

// single reads a game for money. Who begins has the first seat.
func single(g *mat.Game, cubeless bool) (arena.Record, error) {
	turned := *g
	swapped := len(g.Turns) > 0 && g.Turns[0].Player == 1
	if swapped {
		turned.Names[0], turned.Names[1] = g.Names[1], g.Names[0]
		turned.Turns = slices.Clone(g.Turns)
		for i := range turned.Turns {
			turned.Turns[i].Player ^= 1
		}
		if g.Winner != game.Nobody {
			turned.Winner ^= 1
		}
	}
	var err error
	for _, rules := range moneyGames(cubeless) {
		w := newWalk(rules, turned.Names)
		if swapped {
			w.seats = [2]int{1, 0}
		}
		if err = w.turns(&turned); err != nil {
			continue
		}
		r := w.record(w.fault)
		if turned.Winner == game.Nobody || r.Result != nil && int(r.Result[turned.Winner]) == turned.Points {
			return r, nil
		}
		err = fmt.Errorf("it is won with %d points, but by its moves that is %v", turned.Points, r.Result)
	}
	return arena.Record{}, err
}

// moneyGames are the rules that a game for money may be played by: a file does not
// tell whether the Jacoby rule is in force.
func moneyGames(cubeless bool) []game.Game {
	if cubeless {
		return []game.Game{backgammon.New()}
	}
	free, _ := match.New(match.Rules{Cube: true})
	jacoby, _ := match.New(match.Rules{Cube: true, Jacoby: true})
	return []game.Game{free, jacoby}
}
