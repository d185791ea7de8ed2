package words

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gambito/arena"
	"gambito/game"
)

// Result tells in a sentence how a game has ended, or that it has not. Players are
// called by name.
func (w Words) Result(g game.Game, r arena.Record, name func(p game.Player) string) string {
	length := w.Length(g, r)
	if r.Result == nil {
		return w.Say("The game is left unfinished after %s.", length)
	}
	if g.Info().GeneralSum {
		var scores []string
		for p, score := range r.Result {
			scores = append(scores, fmt.Sprintf("%s %+.2f", w.Text(g.Info().Roles[p]), score))
		}
		return w.Say("The game is over after %s: %s.", length, strings.Join(scores, ", "))
	}
	best := slices.Max(r.Result)
	if best <= 0 {
		return w.Say("The game is a draw after %s.", length)
	}
	winner, stake := name(game.Player(slices.Index(r.Result, best))), 1.0
	if staked, ok := g.(game.Staked); ok {
		stake = staked.Stake(r.Position, r.Moves)
	}
	c, counted := g.New().(game.Conceder)
	unit := g.Info().Amounts()
	switch points := w.Amount(best, unit); {
	case counted && c.OfMatch():
		return w.Say("%s wins the match after %s.", winner, length)
	case counted && best == 3*stake:
		return w.Say("%s wins a backgammon, %s, after %s.", winner, points, length)
	case counted && best == 2*stake:
		return w.Say("%s wins a gammon, %s, after %s.", winner, points, length)
	case unit != "" && (best > 1 || unit != game.InPoints):
		return w.Say("%s wins %s after %s.", winner, points, length)
	}
	return w.Say("%s wins after %s.", winner, length)
}

// Amount is so many of what is won.
func (w Words) Amount(x float64, unit game.Stake) string {
	whole := x == math.Trunc(x)
	switch {
	case unit == game.InChips && whole:
		return w.Count(int(x), "%d chip", "%d chips")
	case unit == game.InBlinds && whole:
		return w.Count(int(x), "%d big blind", "%d big blinds")
	case unit == game.InBlinds:
		return w.Say("%s big blinds", w.Decimal(x, 1))
	}
	return w.Count(int(x), "%d point", "%d points")
}

// Move is a move of g in s for people to read; giving up a game of a match is told in
// words, and of a move of all players each part.
func (w Words) Move(g game.Game, s game.State, m game.Move) string {
	text := g.FormatMove(s, m)
	if c, ok := s.(game.Conceder); ok && c.OfMatch() {
		switch m {
		case c.Concede(1):
			return w.Say("(resigns a single game)")
		case c.Concede(2):
			return w.Say("(resigns a gammon)")
		case c.Concede(3):
			return w.Say("(resigns a backgammon)")
		}
	}
	parts := []string{text}
	if s.Turn() == game.Together {
		parts = strings.Split(text, ",")
	}
	for i := range parts {
		parts[i] = w.Text(parts[i])
	}
	return strings.Join(parts, ",")
}

// Length is how many moves players have made; what chance decided is none of
// theirs.
func (w Words) Length(g game.Game, r arena.Record) string {
	moves := 0
	if at, line, err := r.Replay(g); err == nil {
		for _, m := range line {
			if at.Turn() != game.Chance {
				moves++
			}
			at.Play(m)
		}
	}
	return w.Count(moves, "%d move", "%d moves")
}

// Reason tells what a player did that ended a game before its rules did, "" if the
// rules ended it or nothing has.
func (w Words) Reason(r arena.Record, name func(p game.Player) string) string {
	var texts []string
	for _, f := range r.Faults {
		if f.Continued {
			continue
		}
		player := name(game.Player(f.Seat))
		switch f.Reason {
		case arena.Resignation:
			texts = append(texts, w.Say("%s resigns.", player))
		case arena.OutOfTime:
			texts = append(texts, w.Say("%s is out of time.", player))
		case arena.IllegalMove:
			texts = append(texts, w.Say("%s has made a move that is not legal.", player))
		case arena.AgentError:
			texts = append(texts, w.Say("%s has failed.", player))
		}
	}
	if r.Reason == arena.TooLong {
		texts = append(texts, w.Say("The game was too long."))
	}
	return strings.Join(texts, " ")
}
