// Package arena lets agents meet: it plays single games and whole matches,
// derives every seed from the match's, and keeps a record of each game. It
// never prints; results are values. Begin with Match, or with Table where people
// play too; an Experiment is many agents at several games, and Run plays it.
package arena

import (
	"fmt"
	"slices"

	"gambito/agent"
	"gambito/game"
)

// Record is one game, finished or not. Lists run over the seats: entry 0
// belongs to player 0, who moves first.
type Record struct {
	Game        string    `json:"game"`
	Names       []string  `json:"names,omitempty"`       // of an experiment's agents, by seat
	Agents      []string  `json:"agents"`                // specs as given, by seat
	Full        []string  `json:"full,omitempty"`        // the same with every option, as agent.Resolved writes them
	Seats       []int     `json:"seats"`                 // which of the match's agents sat at each seat
	Pairing     int       `json:"pairing"`               // which two agents of the schedule met
	Number      int       `json:"number"`                // of the game within its pairing, from 0
	Seed        uint64    `json:"seed"`                  // of the match
	Position    string    `json:"position,omitempty"`    // where the game started, if not at the game's own start
	Opening     int       `json:"opening,omitempty"`     // how many of the moves were given, not chosen
	Moves       string    `json:"moves"`                 // as game.FormatLine writes them, what chance decided among them
	Result      []float64 `json:"result"`                // scores by seat; null while the game is not over
	Reason      Reason    `json:"reason"`                // why it ended
	Faults      []Fault   `json:"faults,omitempty"`      // what cost players the game, other than the rules
	Clock       string    `json:"clock,omitempty"`       // how long players might think, as ParseClock reads it
	Simulations []int     `json:"simulations,omitempty"` // by seat, as the agents told
	Nodes       []int     `json:"nodes,omitempty"`       // likewise
	Seconds     []float64 `json:"seconds,omitempty"`     // thinking time by seat; not reproducible
	Build       string    `json:"build,omitempty"`       // the gambito that played it
	Machine     string    `json:"machine,omitempty"`     // of a fleet, that played it
	Date        string    `json:"date,omitempty"`        // when it began, of games that people played; RFC 3339, or as another program has written it
	Event       string    `json:"event,omitempty"`       // where it was played, such as the tournament of a database

	Venue int `json:"-"` // which of the experiment's games Game is
}

// Key names the game within its experiment.
func (r *Record) Key() Key { return Key{r.Venue, r.Pairing, r.Number} }

// seat notes who has the next seat.
func (r *Record) seat(number int, e Entrant, resolved agent.Resolved) {
	r.Seats = append(r.Seats, number)
	r.Agents, r.Full = append(r.Agents, e.Spec.String()), append(r.Full, resolved.String())
	if e.Name != "" {
		r.Names = append(r.Names, e.Name)
	}
}

// halfPoints are those of an agent for a finished game, of two. A game that
// nobody won, also one that all lost by faults, gives one.
func (r *Record) halfPoints(agent int) int {
	won, others := false, false
	for seat, score := range r.Result {
		if r.Seats[seat] == agent {
			won = score > 0
		} else {
			others = others || score > 0
		}
	}
	switch {
	case won:
		return 2
	case others:
		return 0
	}
	return 1
}

// Fault is what a player did that lost the game at once.
type Fault struct {
	Seat   int    `json:"seat"`
	Reason Reason `json:"reason"`
	Detail string `json:"detail,omitempty"` // the illegal move or the error

	// Times is how often the stake was lost by it, where a game may count more
	// than once; 0 in records that do not tell, which count it once.
	Times int `json:"times,omitempty"`

	// Continued says that only a game of a match was lost by it, and the match
	// went on.
	Continued bool `json:"continued,omitempty"`
}

// Reason says why a game ended.
type Reason string

// The reasons.
const (
	Unfinished  Reason = "unfinished"
	ByTheRules  Reason = "rules" // the game was over
	Resignation Reason = "resigned"
	IllegalMove Reason = "illegal"   // an agent's move was not legal: it lost
	AgentError  Reason = "error"     // an agent returned an error, or panicked: it lost
	OutOfTime   Reason = "time"      // a player's clock ran out: it lost
	TooLong     Reason = "max-plies" // the game was not over after so many plies: a draw, or where its own rules set the number as it stood
)

// Replay checks a record against the rules of g, whose game it is: the moves must be
// legal and the result theirs. It returns the position where the game started and the
// moves.
func (r *Record) Replay(g game.Game) (game.State, []game.Move, error) {
	if r.Game != g.Info().ID {
		return nil, nil, fmt.Errorf("it is a game of %q, not of %q", r.Game, g.Info().ID)
	}
	if len(r.Agents) != g.Info().Players() {
		return nil, nil, fmt.Errorf("it names %d agents, not %d", len(r.Agents), g.Info().Players())
	}
	start, err := startPosition(g, r.Position)
	if err != nil {
		return nil, nil, err
	}
	final := start.Clone()
	moves, err := game.ParseLine(g, final, r.Moves)
	if err == nil {
		err = r.consistent(len(moves), final, game.CutOff(g, final))
	}
	if err != nil {
		return nil, nil, err
	}
	return start, moves, nil
}

// consistent reports what in a record contradicts itself or its final position, in which
// the game may have been cut off.
func (r *Record) consistent(moves int, final game.State, cut bool) error {
	players, over := len(r.Agents), final.Turn() == game.Over
	for i, agent := range r.Seats {
		if agent < 0 || len(r.Seats) != players || slices.Contains(r.Seats[:i], agent) {
			return fmt.Errorf("its seats are %v, not the numbers of %d agents", r.Seats, players)
		}
	}
	if err := r.checkFaults(final); err != nil {
		return err
	}
	var result []float64
	switch r.Reason {
	case Unfinished:
	case ByTheRules:
		if over {
			result = Scores(final, players)
		}
	case TooLong:
		if result = make([]float64, players); cut {
			result = Scores(final, players)
		}
	case Resignation, IllegalMove, AgentError, OutOfTime:
		if len(r.Faults) == 0 {
			return fmt.Errorf("its reason is %q, but it names nobody's fault", r.Reason)
		}
		result = Forfeited(final, players, r.Faults)
	default:
		return fmt.Errorf("its reason is %q, which is not a known one", r.Reason)
	}
	switch {
	case r.Opening < 0 || r.Opening > moves:
		return fmt.Errorf("it has %d moves, of which %d cannot be the opening", moves, r.Opening)
	case (r.Reason == ByTheRules) != over && (!cut || r.Reason != TooLong):
		return fmt.Errorf("its reason is %q, but its moves lead to a position where the game is over: %v", r.Reason, over)
	case !slices.Equal(r.Result, result):
		return fmt.Errorf("its reason is %q and its result %v, but by its moves and faults that is %v", r.Reason, r.Result, result)
	}
	return nil
}

// reasons are all there are, and whether they are somebody's fault.
var reasons = map[Reason]bool{
	Unfinished: false, ByTheRules: false, TooLong: false, Resignation: true, IllegalMove: true, AgentError: true, OutOfTime: true,
}

// checkFaults reports what is wrong with the faults of a record.
func (r *Record) checkFaults(final game.State) error {
	conceder, counted := final.(game.Conceder)
	ofMatch := counted && conceder.OfMatch()
	seen := map[int]bool{}
	for _, f := range r.Faults {
		switch {
		case f.Seat < 0 || f.Seat >= len(r.Agents):
			return fmt.Errorf("a fault is of seat %d of %d", f.Seat, len(r.Agents))
		case !reasons[f.Reason]:
			return fmt.Errorf("the reason of a fault is %q, which is not a known one", f.Reason)
		case seen[f.Seat] && !ofMatch:
			return fmt.Errorf("seat %d has lost the game by two faults", f.Seat)
		case f.Continued && !ofMatch:
			return fmt.Errorf("a fault of seat %d has cost a game of a match, and there is no match", f.Seat)
		case f.Times < 0 || f.Times > 3 || f.Times > 0 && !counted:
			return fmt.Errorf("a fault counts %d times", f.Times)
		}
		if counted && !ofMatch {
			if most, _ := conceder.Concession(game.Player(f.Seat)); f.Times > most {
				return fmt.Errorf("a fault counts %d times, where it can no more than %d", f.Times, most)
			}
		}
		seen[f.Seat] = true
	}
	return nil
}

// Check reports what makes a stored record impossible, whatever its moves are: of
// an experiment of so many agents.
func (r *Record) Check(agents int) error {
	_, known := reasons[r.Reason]
	players := len(r.Seats)
	switch {
	case !known || r.Reason == Unfinished:
		return fmt.Errorf("its reason is %q", r.Reason)
	case len(r.Result) != players || r.Simulations != nil && len(r.Simulations) != players ||
		r.Nodes != nil && len(r.Nodes) != players || r.Seconds != nil && len(r.Seconds) != players:
		return fmt.Errorf("its lists are not of %d seats", players)
	}
	for i, a := range r.Seats {
		if a < 0 || a >= agents || slices.Contains(r.Seats[:i], a) {
			return fmt.Errorf("its seats are %v of %d agents", r.Seats, agents)
		}
	}
	for _, f := range r.Faults {
		if f.Seat < 0 || f.Seat >= players || !reasons[f.Reason] {
			return fmt.Errorf("a fault is of seat %d by %q", f.Seat, f.Reason)
		}
	}
	return nil
}

func startPosition(g game.Game, position string) (game.State, error) {
	if position == "" {
		return g.New(), nil
	}
	return g.ParsePosition(position)
}
