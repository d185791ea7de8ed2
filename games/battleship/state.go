package battleship

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"

	"gambito/game"
)

// State is a position: fleets, shots, and the moves that led to it.
type State struct {
	game   *Game
	ships  [2][mostShips]set // by owner
	fleets [2]set            // all ships of an owner
	shots  [2]set            // at the sea of an owner
	placed [2]int
	sunk   [2]int // ships of an owner
	turn   game.Player
	moves  []game.Move
	viewer game.Player
	draws  *draws // what fits, as long as nothing else is seen
}

// Turn implements game.State.
func (s *State) Turn() game.Player { return s.turn }

// shooting reports whether all ships are placed.
func (s *State) shooting() bool { return s.placed[1] == len(s.game.fleet) }

// placing is which ship is to be placed.
func (s *State) placing() int { return len(s.moves) % len(s.game.fleet) }

// Moves implements game.State.
func (s *State) Moves(buf []game.Move) []game.Move {
	if s.turn == game.Over {
		return buf
	}
	if s.shooting() {
		for cell := range s.game.cells() {
			if !s.shots[1-s.turn].has(cell) {
				buf = append(buf, s.game.shot()+game.Move(cell))
			}
		}
		return buf
	}
	for _, p := range s.game.places[s.game.fleet[s.placing()]] {
		if !p.cells.meets(s.fleets[s.turn]) {
			buf = append(buf, p.move)
		}
	}
	return buf
}

// Play implements game.State.
func (s *State) Play(m game.Move) {
	n := len(s.game.fleet)
	if s.moves = append(s.moves, m); m < s.game.shot() {
		s.put(s.turn, s.placed[s.turn], m)
		if s.placed[s.turn]++; s.placed[s.turn] == n {
			s.turn = 1 - s.turn
		}
		return
	}
	cell, owner := int(m-s.game.shot()), 1-s.turn
	s.shots[owner].add(cell)
	s.turn = owner
	if ship := s.shipAt(owner, cell); ship >= 0 && s.ships[owner][ship].within(s.shots[owner]) {
		if s.sunk[owner]++; s.sunk[owner] == n {
			s.turn = game.Over
		}
	}
}

// put lays a ship.
func (s *State) put(owner game.Player, ship int, m game.Move) {
	cells := s.game.at[s.game.fleet[ship]][m]
	s.ships[owner][ship], s.fleets[owner] = cells, s.fleets[owner].or(cells)
}

// shipAt is the number of the ship at a cell, -1 if there is none.
func (s *State) shipAt(owner game.Player, cell int) int {
	if !s.fleets[owner].has(cell) {
		return -1
	}
	for ship := range s.placed[owner] {
		if s.ships[owner][ship].has(cell) {
			return ship
		}
	}
	return -1
}

// Undo implements game.Undoer.
func (s *State) Undo(m game.Move) {
	last := len(s.moves) - 1
	s.moves = s.moves[:last]
	if m < s.game.shot() {
		s.turn = game.Player(last / len(s.game.fleet))
		s.placed[s.turn]--
		ship := &s.ships[s.turn][s.placed[s.turn]]
		s.fleets[s.turn], *ship = s.fleets[s.turn].without(*ship), set{}
		return
	}
	cell := int(m - s.game.shot())
	s.turn = game.Player(last % 2) // fleets are placed by an even number of moves
	owner := 1 - s.turn
	if ship := s.shipAt(owner, cell); ship >= 0 && s.ships[owner][ship].within(s.shots[owner]) {
		s.sunk[owner]--
	}
	s.shots[owner].remove(cell)
}

// Score implements game.State.
func (s *State) Score(p game.Player) float64 {
	if s.sunk[p] == len(s.game.fleet) {
		return -1
	}
	return 1
}

// Hash implements game.State.
func (s *State) Hash() uint64 {
	h := uint64(0x9e3779b97f4a7c15)
	for _, m := range s.moves {
		h ^= uint64(m) + 1
		h *= 0xff51afd7ed558ccd
		h ^= h >> 32
	}
	return h
}

// CopyFrom implements game.State.
func (s *State) CopyFrom(src game.State) {
	moves, draws := s.moves, s.draws
	*s = *src.(*State)
	s.moves, s.draws = append(moves[:0], s.moves...), draws
}

// Clone implements game.State.
func (s *State) Clone() game.State {
	c := *s
	c.moves = append(make([]game.Move, 0, cap(s.moves)), s.moves...)
	return &c
}

// Sees implements game.Veiled: one's own ships, and all shots with what came of them.
func (s *State) Sees(p game.Player, buf []byte) []byte {
	n := len(s.game.fleet)
	var shot [2]set
	for i, m := range s.moves {
		if m < s.game.shot() {
			if game.Player(i/n) == p {
				buf = append(append(buf, s.game.ends(m, s.game.fleet[i%n])...), ' ')
			} else {
				buf = append(buf, '?')
			}
			continue
		}
		cell, owner := int(m-s.game.shot()), 1-game.Player(i%2)
		shot[owner].add(cell)
		buf = append(buf, s.game.names[cell]...)
		switch ship := s.shipAt(owner, cell); {
		case ship < 0:
			buf = append(buf, '.')
		case s.ships[owner][ship].within(shot[owner]):
			buf = append(buf, '#', byte('1'+ship))
		default:
			buf = append(buf, '+')
		}
	}
	if s.turn == game.Over {
		buf = append(buf, '=')
		for i, m := range s.moves[:2*n] {
			buf = append(buf, s.game.ends(m, s.game.fleet[i%n])...)
		}
	}
	return buf
}

// outcome tells what the last move has come to, a shot.
func (s *State) outcome(m game.Move) string {
	cell := int(m - s.game.shot())
	owner := 1 - game.Player((len(s.moves)-1)%2)
	switch ship := s.shipAt(owner, cell); {
	case ship < 0:
		return "miss"
	case s.ships[owner][ship].within(s.shots[owner]):
		return "sinks a ship of " + strconv.Itoa(s.game.fleet[ship])
	}
	return "hit"
}

// Count adds one for every cell where p could hit a ship of the other.
func (s *State) Count(p game.Player, counts []int) {
	for left := s.fleets[1-p].without(s.shots[1-p]); !left.empty(); {
		cell := left.first()
		counts[cell]++
		left.remove(cell)
	}
}

// Shot is the move that shoots at a cell, and whether players shoot by now.
func (s *State) Shot(cell int) (game.Move, bool) {
	return s.game.shot() + game.Move(cell), s.shooting()
}

// Playout implements game.Playouter.
func (s *State) Playout(r *rand.Rand) {
	var buf [2 * maxCells]game.Move
	for {
		moves := s.Moves(buf[:0])
		if len(moves) == 0 {
			return
		}
		s.Play(moves[r.IntN(len(moves))])
	}
}

// LookAs implements game.Viewed.
func (s *State) LookAs(p game.Player) { s.viewer = p }

// Viewer is for whom it is drawn.
func (s *State) Viewer() game.Player { return s.viewer }

// Draw implements game.Drawer: the sea of the other on the left, one's own on the right, whose
// columns have capital letters. Who sees everything looks as the first player does.
func (s *State) Draw() game.Board {
	g := s.game
	wide := 2*g.columns + 1
	b := game.Board{
		Titles:  s.titles(),
		Columns: wide, Rows: g.rows, Cells: make([]game.Cell, wide*g.rows), Surface: game.Blue, Pieces: []game.Colour{game.White, game.Yellow},
		Caption: s.caption(),
	}
	for side := range 2 {
		for column := range g.columns {
			b.ColumnLabels = append(b.ColumnLabels, string(rune([]rune{'a', 'A'}[side]+rune(column))))
		}
		if side == 0 {
			b.ColumnLabels = append(b.ColumnLabels, "")
		}
	}
	own := max(s.viewer, 0)
	sunk := [2][]set{s.sunkShips(0), s.sunkShips(1)}
	latest := s.latest()
	for row := range g.rows {
		b.RowLabels = append(b.RowLabels, strconv.Itoa(row+1))
		b.Cells[row*wide+g.columns] = game.Cell{Symbol: '|', Glyph: '│', Owner: game.Nobody}
		for column := range g.columns {
			cell := row*g.columns + column
			left, right := &b.Cells[row*wide+column], &b.Cells[row*wide+g.columns+1+column]
			*left, *right = s.drawCell(1-own, cell, sunk[1-own]), s.drawCell(own, cell, sunk[own])
			left.Latest, right.Latest = cell == latest[1-own], cell == latest[own]
		}
	}
	return b
}

// titles say whose sea is where.
func (s *State) titles() []game.Title {
	theirs, own := "their sea", "your sea"
	if s.viewer == game.Nobody {
		theirs, own = "sea of the second", "sea of the first"
	}
	return []game.Title{{Column: 0, Text: theirs}, {Column: s.game.columns + 1, Text: own}}
}

// latest are the last shots at the sea of each player, -1 where there was none.
func (s *State) latest() [2]int {
	last := [2]int{-1, -1}
	for i := max(2*len(s.game.fleet), len(s.moves)-2); i < len(s.moves); i++ {
		last[1-i%2] = int(s.moves[i] - s.game.shot())
	}
	return last
}

// shown reports whether who looks may see the ships of an owner.
func (s *State) shown(owner game.Player) bool {
	return s.viewer == game.Nobody || s.viewer == owner || s.turn == game.Over
}

// sunkShips are the cells of each ship of an owner that was sunk, as far as who looks can
// tell, in the order of sinking.
func (s *State) sunkShips(owner game.Player) (ships []set) {
	if !s.shown(owner) {
		return s.knownSunk(owner)
	}
	for _, ship := range s.ships[owner][:s.placed[owner]] {
		if ship.within(s.shots[owner]) {
			ships = append(ships, ship)
		}
	}
	return ships
}

// knownSunk are the ships of which who shoots at an owner's sea can tell that they were sunk
// and where they lie. Of ships side by side it may be unknown which cells are whose.
func (s *State) knownSunk(owner game.Player) (ships []set) {
	n, hits, seen, known := len(s.game.fleet), set{}, set{}, set{}
	for i, m := range s.moves {
		cell := int(m - s.game.shot())
		if i < 2*n || 1-game.Player(i%2) != owner {
			continue
		}
		seen.add(cell)
		ship := s.shipAt(owner, cell)
		if ship < 0 {
			continue
		}
		if hits.add(cell); !s.ships[owner][ship].within(seen) {
			continue
		}
		fits, may := 0, set{}
		for _, p := range s.game.places[s.game.fleet[ship]] {
			if p.cells.has(cell) && p.cells.within(hits) && !p.cells.meets(known) {
				fits, may = fits+1, p.cells
			}
		}
		if fits == 1 {
			known, ships = known.or(may), append(ships, may)
		}
	}
	return ships
}

// wrecks are what sunk ships look like: one that touches others unlike them.
var wrecks = []game.Cell{{Symbol: '#', Glyph: '▩'}, {Symbol: '%', Glyph: '▤'}, {Symbol: '&', Glyph: '▥'}, {Symbol: '@', Glyph: '▦'}}

// wreck is what the sunk ship of a number looks like: the first that none looks like which it
// touches, of those before it.
func (s *State) wreck(ships []set, number int) game.Cell {
	looks := make([]int, number+1)
	for i := range looks {
		around := s.game.around(ships[i])
		used := make([]bool, len(wrecks))
		for before := range i {
			if around.meets(ships[before]) {
				used[looks[before]] = true
			}
		}
		looks[i] = max(slices.Index(used, false), 0)
	}
	return wrecks[looks[number]]
}

// around are the cells beside those of a set.
func (g *Game) around(cells set) (around set) {
	for left := cells; !left.empty(); {
		cell := left.first()
		left.remove(cell)
		if column := cell % g.columns; column > 0 {
			around.add(cell - 1)
		}
		if cell%g.columns < g.columns-1 {
			around.add(cell + 1)
		}
		if cell >= g.columns {
			around.add(cell - g.columns)
		}
		if cell+g.columns < g.cells() {
			around.add(cell + g.columns)
		}
	}
	return around
}

// drawCell draws a cell of an owner's sea, of which some are known to be of sunk ships.
func (s *State) drawCell(owner game.Player, cell int, sunk []set) game.Cell {
	for number, ship := range sunk {
		if ship.has(cell) {
			c := s.wreck(sunk, number)
			c.Owner = owner
			return c
		}
	}
	ship, shot := s.shipAt(owner, cell), s.shots[owner].has(cell)
	switch {
	case shot && ship >= 0:
		return game.Cell{Symbol: 'X', Glyph: '✕', Owner: owner}
	case shot:
		return game.Cell{Symbol: 'o', Glyph: '∘', Owner: game.Nobody}
	case ship >= 0 && s.shown(owner):
		return game.Cell{Symbol: 'S', Glyph: '■', Owner: owner}
	}
	return game.Cell{Target: s.shooting() && s.turn == 1-owner && (s.viewer == game.Nobody || s.viewer == s.turn)}
}

// Arrange implements game.Arranger: ships one after another, each wherever it can lie.
func (s *State) Arrange(r *rand.Rand) (moves []game.Move) {
	if s.turn < 0 || s.shooting() {
		return nil
	}
	at := s.Clone().(*State)
	for at.turn == s.turn && !at.shooting() {
		places := at.Moves(nil)
		m := places[r.IntN(len(places))]
		at.Play(m)
		moves = append(moves, m)
	}
	return moves
}

// caption tells the last shot and what is afloat, or what is to be placed.
func (s *State) caption() string {
	n := len(s.game.fleet)
	if !s.shooting() {
		return fmt.Sprintf("a ship of %d is to be placed", s.game.fleet[s.placing()])
	}
	text := fmt.Sprintf("ships afloat: first %d, second %d", n-s.sunk[0], n-s.sunk[1])
	if own := s.viewer; own >= 0 {
		text = fmt.Sprintf("ships afloat: yours %d, theirs %d", n-s.sunk[own], n-s.sunk[1-own])
	}
	if m := s.moves[len(s.moves)-1]; m >= s.game.shot() {
		text = fmt.Sprintf("%s: %s; %s", s.game.names[m-s.game.shot()], s.outcome(m), text)
	}
	return text
}
