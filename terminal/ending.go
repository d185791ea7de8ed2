package terminal

import (
	"context"
	"errors"
	"io"
	"slices"
	"strconv"
	"strings"

	"gambito/agent"
	"gambito/arena"
	"gambito/game"
)

// finish shows how the game has ended.
func (s *Session) finish() {
	r := s.Record()
	if r.Reason == arena.ByTheRules || s.Secret() { // which end with the game
		s.show(s.State(), s.shown)
	}
	s.Screen.Print(s.Screen.Words.Result(s.Rules, r, s.name))
	s.keep()
	s.score.count(r)
	s.tellScore()
}

// score is what the players have won in the games of a session, by their seats in
// the first.
type score struct {
	points []float64
	games  int
	moved  int       // how many seats everybody has moved on
	last   []float64 // what the last game has added
}

func (c *score) turn(seats int) { c.moved = (c.moved + 1) % seats }

// count adds a game.
func (c *score) count(r arena.Record) {
	if c.points == nil {
		c.points = make([]float64, len(r.Result))
	}
	c.games, c.last = c.games+1, make([]float64, len(c.points))
	for seat, points := range r.Result {
		if points > 0 { // what one loses the other has won
			c.last[(seat+c.moved)%len(c.points)] = points
			c.points[(seat+c.moved)%len(c.points)] += points
		}
	}
}

// takeBack takes the last game off, which goes on.
func (c *score) takeBack() {
	c.games--
	for i, points := range c.last {
		c.points[i] -= points
	}
}

// tellScore tells the score of several games.
func (s *Session) tellScore() {
	if s.score.games < 2 || s.Rules.Info().GeneralSum {
		return
	}
	var list []string
	for first, points := range s.score.points {
		seat := (first - s.score.moved + len(s.Seats)) % len(s.Seats)
		who := s.Seats[seat].String()
		if s.IsPerson(game.Player(seat)) {
			who = s.Screen.Words.Say("you")
			if s.People() > 1 {
				who = s.Screen.Words.Say("player %d", first+1)
			}
		}
		list = append(list, who+" "+strconv.FormatFloat(points, 'f', -1, 64))
	}
	s.Screen.say("The score after %d games: %s.", s.score.games, strings.Join(list, ", "))
}

// afterwards asks what is to be done when a game has ended. Without an error the
// person leaves.
func (s *Session) afterwards(ctx context.Context) error {
	s.when = finished
	defer func() { s.when = playing }()
	if s.Secret() {
		s.Screen.say("What now? rematch, new, save FILE or quit")
	} else {
		s.Screen.say("What now? review, rematch, new, undo, save FILE or quit")
	}
	for {
		line, err := s.line(ctx, func() string { return "> " }, func() completer { return s.reader().complete(s.State(), game.Over, nil) })
		switch {
		case errors.Is(err, io.EOF) || errors.Is(err, errInterrupted):
			return nil
		case err != nil:
			return err
		}
		c, known, err := s.reader().word(line)
		switch {
		case err != nil:
			err = s.mistake(err)
		case !known:
			err = s.unknown(line)
		case c.verb == "rematch":
			if err = s.another(true); err == nil {
				err = errRestart
			}
		default:
			if err = s.obey(ctx, s.lastPerson(), c); errors.Is(err, errRestart) && c.verb == "undo" {
				s.score.takeBack()
			}
		}
		if errors.Is(err, errLeft) {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

// unknown tells that a line is no command.
func (s *Session) unknown(line string) error {
	first, _, _ := strings.Cut(strings.TrimSpace(line), " ")
	list := known(s.Rules, s.when)
	if verb := meant(list, s.Screen.Words, first); verb != "" {
		return s.mistake(s.reader().wrong("%q is no command now (did you mean %q?)", first, verb))
	}
	return s.mistake(s.reader().wrong("%q is no command now: there are %s", first, strings.Join(verbs(list, s.Screen.Words), ", ")))
}

// lastPerson is a seat that a person has.
func (s *Session) lastPerson() game.Player {
	return game.Player(slices.IndexFunc(s.Seats, func(spec agent.Spec) bool { return spec.Interactive() }))
}
