package gdl

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"

	"gambito/game"
)

// Noticed is what a player has noticed of a step: its own move and what it has seen.
type Noticed struct {
	Move     string
	Percepts []string
}

// ErrNoWorld is returned if no course of the game fits what a player has noticed, or none was
// found within bounds.
var ErrNoWorld = errors.New("no course of the game that fits what was seen was found")

// The bounds of looking for a world that fits.
const (
	worldTries  = 300     // of whole games played at random
	worldSteps  = 100_000 // then, with steps taken back
	worldChoice = 512     // of joint moves that are tried in one position
)

// World returns a position that fits what player p has noticed of the steps so far.
func (g *Game) World(p game.Player, steps []Noticed, r *rand.Rand) (game.State, error) {
	f := fitting{g: g, player: p, random: r}
	for _, n := range steps {
		n = g.spelled(p, n)
		f.want = append(f.want, noticed(n))
		f.moves = append(f.moves, n.Move)
	}
	f.fits = func(*state) bool { return true }
	at := f.draw()
	if at == nil {
		return nil, ErrNoWorld
	}
	return at, nil
}

// spelled writes what a player has noticed as the game writes it, whoever has told it: percepts in
// the order of facts, words as the sheet spells them.
func (g *Game) spelled(p game.Player, n Noticed) Noticed {
	role := g.seats[p]
	own := Noticed{Move: n.Move}
	if g.fast != nil {
		for _, text := range g.fast.moveTexts[role] {
			if lowered(text) == lowered(n.Move) {
				own.Move = text
			}
		}
	}
	for _, text := range n.Percepts {
		for _, known := range g.percepts[role] {
			if lowered(known.text) == lowered(text) {
				text = known.text
			}
		}
		own.Percepts = append(own.Percepts, text)
	}
	slices.SortFunc(own.Percepts, func(x, y string) int { return natural(x+")", y+")") })
	return own
}

// Redeal implements game.Veiled: others' moves and random's are drawn alike, and only games
// in which p would have seen what it has seen are kept. If they are too rare, steps that
// do not fit are taken back one by one, which draws what is likely less exactly. It panics if
// nothing is found within bounds.
func (s *veiledState) Redeal(p game.Player, r *rand.Rand) {
	f := fitting{g: s.g, player: p, random: r}
	v := s.veil
	for i := range v.told.ends {
		f.want = append(f.want, slices.Clone(v.seen[p].step(i)))
		f.moves = append(f.moves, ownMove(f.want[i]))
	}
	turn, pending := s.Turn(), ""
	role := s.g.seats[p]
	if m := s.joint[role]; m >= 0 {
		pending = moveTextOn(s.g.rules, s.b, role, m)
	}
	var legal []game.Move
	if turn == p {
		legal = s.Moves(nil)
	}
	f.fits = func(at *state) bool {
		if !at.goOn(turn, p, pending, r) {
			return false
		}
		if turn != p {
			return true
		}
		return slices.Equal(at.Moves(nil), legal)
	}
	at := f.draw()
	if at == nil {
		panic(fmt.Errorf("%s: %w", s.g.info.ID, ErrNoWorld))
	}
	viewer := v.viewer
	s.state.CopyFrom(at)
	v.viewer = viewer
}

// ownMove is the move in what a player has noticed of a step.
func ownMove(noticed []byte) string {
	depth := 0
	for i, c := range noticed {
		switch {
		case c == '(':
			depth++
		case c == ')':
			depth--
		case depth == 0 && (c == '[' || c == ';'):
			return string(noticed[:i])
		}
	}
	return string(noticed)
}

// goOn chooses for those who come before the turn, player p as it has chosen and others at
// random, and reports whether it comes to that turn within the step.
func (s *state) goOn(turn, p game.Player, pending string, r *rand.Rand) bool {
	for s.Turn() != turn || pending != "" && s.joint[s.g.seats[p]] < 0 {
		now := s.Turn()
		if now == game.Over || now == turn && now != p {
			return false
		}
		moves := s.Moves(nil)
		m := moves[r.IntN(len(moves))]
		if now == p {
			own, ok := s.legalNamed(s.g.seats[p], pending)
			if !ok {
				return false
			}
			m = game.Move(own)
		}
		if s.choose(m) { // the step is complete
			return false
		}
	}
	return pending != "" || s.joint[s.g.seats[p]] < 0
}

// legalNamed is the legal move of a role that is written so.
func (s *state) legalNamed(role int, text string) (int32, bool) {
	for k := range s.b.legalCount(role) {
		if m := s.b.legalMove(role, k); moveTextOn(s.g.rules, s.b, role, m) == text {
			return m, true
		}
	}
	return 0, false
}

// fitting looks for a course of the game of which a player would have noticed certain things.
type fitting struct {
	g      *Game
	player game.Player
	want   [][]byte // by step
	moves  []string // of the player, by step
	fits   func(at *state) bool
	random *rand.Rand
	steps  int // made so far, with steps taken back
}

// draw returns a position, or nil.
func (f *fitting) draw() game.State {
	start, at := f.g.New(), f.g.New()
	for range worldTries {
		if f.play(coreOf(at)) {
			return at
		}
		at.CopyFrom(start)
	}
	if found := f.search(coreOf(at), 0); found != nil {
		return found
	}
	return nil
}

// play plays at random, and gives up at the first step that does not fit.
func (f *fitting) play(at *state) bool {
	for i := range f.want {
		counts, ok := f.counts(at, i)
		if !ok {
			return false
		}
		for role, n := range counts {
			if at.joint[role] < 0 {
				at.joint[role] = at.b.legalMove(role, f.random.IntN(n))
			}
		}
		if at.step(); string(at.veil.seen[f.player].step(i)) != string(f.want[i]) {
			return false
		}
	}
	return f.fits(at)
}

// counts are how many legal moves each role has, and makes the player's own move. It is not ok
// if that is not legal or the game is over.
func (f *fitting) counts(at *state, step int) (counts []int, ok bool) {
	if at.plies >= maxPlies || at.b.terminal() {
		return nil, false
	}
	for role := range at.joint {
		n := at.b.legalCount(role)
		if n == 0 {
			return nil, false
		}
		counts = append(counts, n)
	}
	own := f.g.seats[f.player]
	at.joint[own], ok = at.legalNamed(own, f.moves[step])
	if !ok {
		at.joint[own] = -1
	}
	return counts, ok
}

// search tries joint moves in random order, and takes back those that lead nowhere.
func (f *fitting) search(at *state, step int) game.State {
	if step == len(f.want) {
		for range 8 { // what is chosen in the step at hand is drawn
			end := at.Clone()
			if f.fits(coreOf(end)) {
				return end
			}
		}
		return nil
	}
	counts, ok := f.counts(at, step)
	if !ok {
		return nil
	}
	own := at.joint[f.g.seats[f.player]]
	all := 1
	for role, n := range counts {
		if role != f.g.seats[f.player] {
			all = min(all*n, worldChoice+1)
		}
	}
	tries := f.random.Perm(min(all, worldChoice))
	child := at.Clone()
	next := coreOf(child)
	for _, number := range tries {
		if f.steps++; f.steps > worldSteps {
			return nil
		}
		next.CopyFrom(at)
		for role, n := range counts {
			switch {
			case role == f.g.seats[f.player]:
				next.joint[role] = own
			case all > worldChoice:
				next.joint[role] = next.b.legalMove(role, f.random.IntN(n))
			default:
				next.joint[role] = next.b.legalMove(role, number%n)
				number /= n
			}
		}
		if next.step(); string(next.veil.seen[f.player].step(step)) != string(f.want[step]) {
			continue
		}
		if found := f.search(next, step+1); found != nil {
			return found
		}
	}
	return nil
}
