package arena

import "gambito/stats"

// MachineTally is what came of the games that one machine of a fleet has played.
type MachineTally struct {
	Machine string // its name, "" for games that no fleet has played
	Sides   map[Sides]stats.Results
}

// Sides are games at one game of an experiment between a first and a second player.
// Wherever they are played they should come out alike.
type Sides struct{ Game, First, Second int }

// NewMachineTally is that of a machine before its first game.
func NewMachineTally(machine string) MachineTally {
	return MachineTally{machine, map[Sides]stats.Results{}}
}

// Add counts some games with the seats and the result of a record between two.
func (t MachineTally) Add(r Record, count int) {
	at, one := Sides{r.Venue, r.Seats[0], r.Seats[1]}, results(r.halfPoints(r.Seats[0]))
	t.Sides[at] = t.Sides[at].Plus(stats.Results{Wins: one.Wins * count, Draws: one.Draws * count, Losses: one.Losses * count})
}

// Games is how many there are.
func (t MachineTally) Games() (n int) {
	for _, r := range t.Sides {
		n += r.Games()
	}
	return n
}
