package web

import (
	"hash/fnv"
	"math/rand/v2"
	"net/http"
	"reflect"
	"slices"

	"gambito/api"
	"gambito/board"
	"gambito/game"
	"gambito/gamefile"
	"gambito/words"
)

// eyes are those through which a game is told. Of a game with secrets that goes on nobody
// is told more than a seat may know, unless agents play among themselves.
type eyes struct {
	seat    game.Player // Nobody: everything is told
	covered bool        // several people play, and it was not said who looks: nothing is told but whose turn it is
}

// everything is what is told where there are no secrets, or none are left.
var everything = eyes{seat: game.Nobody}

// anybody is whom a request names that names no seat.
const anybody = -1

// eyesOf are those of whoever asks as a seat, or as anybody.
func (l *liveGame) eyesOf(named string) (eyes, error) {
	as := anybody
	if named != "" {
		as = int(named[0] - '0') // the pattern of requests
	}
	if as >= len(l.players) {
		return eyes{}, refuse(http.StatusBadRequest, "seat %d is not in the game, which is for %d: count from 0", as, len(l.players))
	}
	if !l.secret() || l.shown.over {
		return everything, nil
	}
	return seatEyes(l.players, as)
}

// seatEyes are those of who asks as a seat of a game with secrets that goes on.
func seatEyes(players []string, as int) (eyes, error) {
	var people []int
	for seat, player := range players {
		if player == gamefile.Person {
			people = append(people, seat)
		}
	}
	switch {
	case len(people) == 0 && as == anybody:
		return everything, nil
	case len(people) == 0 || slices.Contains(people, as):
		return eyes{seat: game.Player(as)}, nil
	case as != anybody:
		return eyes{}, refuse(http.StatusForbidden, "what seat %d sees is told when the game is over", as)
	case len(people) == 1:
		return eyes{seat: game.Player(people[0])}, nil
	}
	return eyes{seat: game.Nobody, covered: true}, nil
}

// secret reports whether players do not see everything.
func (l *liveGame) secret() bool { return l.play.Secret() }

// hides reports whether something must not be told yet: people play a game with secrets
// that goes on.
func (l *liveGame) hides() bool {
	return l.secret() && !l.shown.over && slices.Contains(l.players, gamefile.Person)
}

// errHidden refuses what would tell more of a game that goes on than a player may know.
var errHidden = refuse(http.StatusConflict, "a game with secrets is told in full when it is over")

// errAsItIs refuses what cannot be changed in a game with secrets.
var errAsItIs = refuse(http.StatusConflict, "a game with secrets goes on as it is: what was seen cannot be taken back or chosen")

// noticed is how many moves a player has noticed of a game with secrets, all of one without.
func (l *liveGame) noticed(p game.Player) int {
	if !l.hides() {
		return len(l.shown.moves)
	}
	return board.Noticed(l.play.Start, l.shown.moves, p)
}

// hintSeed is the seed of who is asked for a hint. It depends on nothing that the player
// has not seen.
func hintSeed(s game.State, p game.Player, seed uint64) uint64 {
	v, ok := s.(game.Veiled)
	if !ok {
		return seed
	}
	key := fnv.New64a()
	key.Write(v.Sees(p, nil))
	return key.Sum64()
}

// newSeed is the seed of a game for which nobody has chosen one. That of a game with secrets
// cannot be found by trying all that there are; pages read it as a number.
func newSeed(g game.Game) uint64 {
	if game.OfSecrets(g) {
		return rand.Uint64() >> 11
	}
	return uint64(rand.Uint32())
}

// positionFor is the present position as it is told to some eyes.
func (l *liveGame) positionFor(w words.Words, e eyes, first game.Player) board.Position {
	g, s := l.play, &l.shown
	switch {
	case e.covered:
		p := board.NewPosition(w, g.Rules, g.Rules.New(), nil, 0)
		p.Turn, p.Seat, p.Legal = board.OfPlayer, int(max(s.state.Turn(), 0)), []board.Move{}
		return p
	case e.seat != game.Nobody:
		return board.Seen(w, g.Rules, g.Start, s.moves, e.seat, board.Noticed(g.Start, s.moves, e.seat))
	}
	return board.NewPosition(w, g.Rules, g.Start, s.moves, first)
}

// storyFor is what has happened in a game with secrets, as it is told to some eyes.
func (l *liveGame) storyFor(w words.Words, e eyes) []api.PlayedMove {
	list := []api.PlayedMove{}
	if e.covered {
		return list
	}
	for _, event := range game.Story(l.play.Rules, l.play.Start, l.shown.moves, e.seat) {
		list = append(list, storyMove(w, event))
	}
	return list
}

// storyMove is a move as somebody knows it.
func storyMove(w words.Words, e game.Event) api.PlayedMove {
	m := api.PlayedMove{Text: e.Text, Label: w.Text(e.Text), Seat: int(e.Player)}
	if e.Text == game.Unseen {
		m.Label = w.Say("hidden")
	}
	if e.Player == game.Chance {
		m.Seat = -1
	}
	return m
}

// unchanged reports whether what is told of a game with secrets is what was told before but
// for its version and the clocks, which run anyway: then nobody hears that something has
// happened.
func unchanged(before, after api.PlayedGame) bool {
	before.Version = after.Version
	before.Seats, after.Seats = slices.Clone(before.Seats), slices.Clone(after.Seats)
	for i := range before.Seats {
		before.Seats[i].Left, after.Seats[i].Left = nil, nil
	}
	return reflect.DeepEqual(before, after)
}
