package battleship

import (
	"bytes"
	"math/rand/v2"
	"slices"

	"gambito/game"
)

// draws is what is known of a fleet that was not seen. Of all fleets that fit each is drawn
// as often as any other. Every hit is covered by a ship: covers are all ways to
// choose the ships that have been hit; the others lie anywhere where nobody has shot, and are
// drawn again while they meet. A cover counts as often as there are places for the others,
// met or not.
//
// Where there are more than mostCovers, as after many scattered hits, some are found
// anew for every draw, by going through the ships in a random order: fleets then fit, and are
// not all equally likely.
type draws struct {
	key     []byte
	covers  []cover
	total   float64
	many    bool
	allowed [mostShips][]place // of each ship, where it may be
	free    [mostShips][]place // of those that have no hit
	hits    set
}

// cover is places for ships that are hit, by their numbers; the others have no cells.
type cover struct {
	places [mostShips]place
	used   [mostShips]bool
	cells  set
	weight float64
}

const (
	mostCovers = 5000
	someCovers = 50 // that are found anew for a draw
)

// Redeal implements game.Veiled.
func (s *State) Redeal(p game.Player, r *rand.Rand) {
	owner := 1 - p
	n := s.placed[owner]
	if n == 0 || s.turn == game.Over {
		return
	}
	if key := s.Sees(p, nil); s.draws == nil || !bytes.Equal(s.draws.key, append(key, byte(p))) {
		s.draws = s.newDraws(owner, append(key, byte(p)))
	}
	var fleet [mostShips]place
	for !s.draws.draw(n, &fleet, r) {
	}
	s.fleets[owner] = set{}
	for ship := range n {
		s.ships[owner][ship] = fleet[ship].cells
		s.fleets[owner] = s.fleets[owner].or(fleet[ship].cells)
		s.moves[int(owner)*len(s.game.fleet)+ship] = fleet[ship].move
	}
}

// newDraws finds out what fits.
func (s *State) newDraws(owner game.Player, key []byte) *draws {
	d := &draws{key: key, hits: set{}}
	var when [maxCells]int
	var last [mostShips]int // the shot by which a ship was sunk, -1 of others
	for ship := range last {
		last[ship] = -1
	}
	misses, shot := set{}, set{}
	for i, m := range s.moves {
		if m < s.game.shot() || 1-game.Player(i%2) != owner {
			continue
		}
		cell := int(m - s.game.shot())
		when[cell] = i
		shot.add(cell)
		ship := s.shipAt(owner, cell)
		if ship < 0 {
			misses.add(cell)
			continue
		}
		if d.hits.add(cell); s.ships[owner][ship].within(shot) {
			last[ship] = i
		}
	}
	for ship := range s.placed[owner] {
		for _, p := range s.game.places[s.game.fleet[ship]] {
			if p.cells.meets(misses) || p.cells.within(d.hits) != (last[ship] >= 0) || last[ship] >= 0 && latest(p.cells, &when) != last[ship] {
				continue
			}
			d.allowed[ship] = append(d.allowed[ship], p)
			if !p.cells.meets(d.hits) {
				d.free[ship] = append(d.free[ship], p)
			}
		}
	}
	d.enumerate(s.placed[owner], &cover{}, mostCovers, nil)
	if d.many = len(d.covers) > mostCovers; !d.many {
		d.weigh(s.placed[owner])
	}
	return d
}

// latest is when the last of some cells was shot at.
func latest(cells set, when *[maxCells]int) (last int) {
	for !cells.empty() {
		cell := cells.first()
		last = max(last, when[cell])
		cells.remove(cell)
	}
	return last
}

// enumerate adds the ways to cover the hits that are not covered yet, by the first of them,
// until there are too many: with r in a random order.
func (d *draws) enumerate(ships int, c *cover, most int, r *rand.Rand) {
	if len(d.covers) > most {
		return
	}
	left := d.hits.without(c.cells)
	if left.empty() {
		d.covers = append(d.covers, *c)
		return
	}
	cell := left.first()
	order := make([]int, 0, mostShips)
	for ship := range ships {
		if !c.used[ship] {
			order = append(order, ship)
		}
	}
	if r != nil {
		r.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
	}
	for _, ship := range order {
		places := d.allowed[ship]
		if r != nil {
			places = slices.Clone(places)
			r.Shuffle(len(places), func(i, j int) { places[i], places[j] = places[j], places[i] })
		}
		for _, p := range places {
			if p.cells.has(cell) && !p.cells.meets(c.cells) {
				next := *c
				next.places[ship], next.used[ship], next.cells = p, true, c.cells.or(p.cells)
				d.enumerate(ships, &next, most, r)
			}
		}
	}
}

// weigh counts the places of the ships that are not hit.
func (d *draws) weigh(ships int) {
	d.total = 0
	for i := range d.covers {
		c := &d.covers[i]
		c.weight = 1
		for ship := range ships {
			if !c.used[ship] {
				c.weight *= float64(len(d.free[ship]))
			}
		}
		d.total += c.weight
	}
}

// draw draws a fleet, unless its ships meet.
func (d *draws) draw(ships int, fleet *[mostShips]place, r *rand.Rand) bool {
	if d.many {
		d.covers = d.covers[:0]
		d.enumerate(ships, &cover{}, someCovers, r)
		d.weigh(ships)
	}
	if d.total == 0 {
		return false
	}
	x, c := r.Float64()*d.total, 0
	for ; c < len(d.covers)-1; c++ {
		if x -= d.covers[c].weight; x < 0 {
			break
		}
	}
	chosen := &d.covers[c]
	taken := chosen.cells
	for ship := range ships {
		if fleet[ship] = chosen.places[ship]; chosen.used[ship] {
			continue
		}
		if len(d.free[ship]) == 0 {
			return false
		}
		if fleet[ship] = d.free[ship][r.IntN(len(d.free[ship]))]; fleet[ship].cells.meets(taken) {
			return false
		}
		taken = taken.or(fleet[ship].cells)
	}
	return true
}
