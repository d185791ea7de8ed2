package arena

import (
	"fmt"
	"slices"
	"strings"
)

// Filter chooses games of an experiment. The zero value chooses all of them.
type Filter struct {
	Game    *int // of the experiment's games, from 0
	Pairing *int
	Round   *int // from 0; in a Swiss tournament how often two had met before

	Agent    *int // who plays in it, of the experiment's agents
	Opponent *int // and against whom; without an agent no game is chosen
	Side     *int // at which seat the agent sits: 0 moves first

	Result  Outcome // as the agent sees it, or without one the player who moves first
	Reason  Reason  // why it ended
	Opening string  // the moves with which it begins, as the record writes them
}

// Outcome is how a game ended for one of its players.
type Outcome string

// The outcomes; none is any of them. A game that both have lost is a draw.
const (
	Won  Outcome = "win"
	Drew Outcome = "draw"
	Lost Outcome = "loss"
)

// Outcomes are all there are, by half points.
var Outcomes = []Outcome{Lost, Drew, Won}

// Check says what in a filter cannot be of an experiment.
func (f Filter) Check(s Settings) error {
	for _, part := range []struct {
		name  string
		value *int
		many  int
	}{
		{"game", f.Game, len(s.Games)}, {"pairing", f.Pairing, len(s.Plan().Pairings)}, {"round", f.Round, s.Rounds},
		{"agent", f.Agent, len(s.Agents)}, {"opponent", f.Opponent, len(s.Agents)}, {"side", f.Side, 2},
	} {
		if part.value != nil && (*part.value < 0 || *part.value >= part.many) {
			return fmt.Errorf("%s %d: it must be from 0 to %d", part.name, *part.value, part.many-1)
		}
	}
	if _, known := reasons[f.Reason]; f.Reason != "" && (!known || f.Reason == Unfinished) {
		return fmt.Errorf("reason %q: it is not one of those for which games end", f.Reason)
	}
	switch {
	case f.Result != "" && !slices.Contains(Outcomes, f.Result):
		return fmt.Errorf("result %q: it is none of win, draw and loss", f.Result)
	case f.Agent == nil && (f.Opponent != nil || f.Side != nil):
		return fmt.Errorf("an opponent or a side is one of an agent's, and none is given")
	}
	return nil
}

// All reports whether every game is chosen.
func (f Filter) All() bool { return f == Filter{} }

// Has reports whether a finished game of an experiment with these settings is
// chosen, by a filter that Check has found nothing wrong with.
func (f Filter) Has(s Settings, r Record) bool {
	seat := 0
	if f.Agent != nil {
		seat = slices.Index(r.Seats, *f.Agent)
	}
	return is(f.Game, r.Venue) && is(f.Pairing, r.Pairing) && is(f.Round, r.Number/s.GamesPerPair) &&
		seat >= 0 && is(f.Side, seat) && (f.Opponent == nil || r.Seats[1-seat] == *f.Opponent) &&
		(f.Result == "" || Outcomes[r.halfPoints(r.Seats[seat])] == f.Result) && (f.Reason == "" || f.Reason == r.Reason) &&
		(strings.HasPrefix(r.Moves, f.Opening) && (f.Opening == "" || endsMove(r.Moves, len(f.Opening))))
}

// endsMove reports whether a move of a line can end there: before a space, or, in
// games that write moves without any, anywhere.
func endsMove(line string, at int) bool {
	return at == len(line) || line[at] == ' ' || !strings.Contains(line, " ")
}

func is(wanted *int, value int) bool { return wanted == nil || *wanted == value }
