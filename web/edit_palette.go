package web

import (
	"cmp"
	"maps"
	"math/rand/v2"
	"slices"
	"time"

	"gambito/board"
	"gambito/game"
	"gambito/words"
)

// palette is what positions of a game are put together from. No game is known here:
// it is learnt from the texts and the boards of positions in some random games.
type palette struct {
	form     form // how texts of positions are written; nil if they cannot be put together by cells
	pieces   []SetupPiece
	sides    []SetupSide
	examples []string
}

// Bounds of what is looked at.
const (
	paletteGames     = 12
	paletteSamples   = 600
	paletteTime      = 2 * time.Second // for all games together, if the rules are slow
	paletteSides     = 24              // more are no list to choose from
	paletteGlyphs    = 64
	paletteLongGame  = 300
	paletteExampleAt = 12 // plies
)

// sample is a position of a random game.
type sample struct {
	text  string
	cells []board.Cell
	turn  game.Player
}

// learnPalette learns what positions of a game are put together from.
func learnPalette(g game.Game) *palette {
	if hasMen(g) {
		return menPalette()
	}
	samples := samplesOf(g)
	p := &palette{pieces: []SetupPiece{}, sides: []SetupSide{}, examples: examplesOf(samples)}
	shape := board.Of(words.Words{}, g, g.New())
	if len(shape.Cells) == 0 {
		return p
	}
	for _, f := range []form{rowsOf(samples[0].text, len(shape.Cells)), factsOf(samples, shape)} {
		if f == nil || !p.learn(f, samples) {
			continue
		}
		p.form = f
		return p
	}
	p.pieces, p.sides = []SetupPiece{}, []SetupSide{}
	return p
}

// learn reads all samples in a form. It fails if what stands on a cell does not follow
// from what the text has there.
func (p *palette) learn(f form, samples []sample) bool {
	pieces, sides := map[string]SetupPiece{}, map[string]game.Player{}
	for _, s := range samples {
		d, ok := f.read(s.text)
		if !ok || len(d.cells) != len(s.cells) {
			return false
		}
		for i, text := range d.cells {
			piece := SetupPiece{Text: text, Glyph: s.cells[i].Glyph, Owner: s.cells[i].Owner}
			if known, ok := pieces[text]; !ok {
				pieces[text] = piece
			} else if known.Glyph != piece.Glyph || !sameSeat(known.Owner, piece.Owner) {
				return false
			}
		}
		if turn, ok := sides[d.side]; !ok || turn < 0 { // the last position of a game may look like another
			sides[d.side] = s.turn
		}
	}
	if len(pieces) < 2 || len(pieces) > paletteGlyphs {
		return false
	}
	p.pieces = slices.SortedFunc(maps.Values(pieces), func(a, b SetupPiece) int {
		return cmp.Or(cmp.Compare(rank(a), rank(b)), cmp.Compare(a.Text, b.Text))
	})
	p.sides = []SetupSide{}
	if len(sides) > 1 && len(sides) <= paletteSides {
		for _, text := range slices.Sorted(maps.Keys(sides)) {
			p.sides = append(p.sides, SetupSide{text, seatOf(sides[text])})
		}
		slices.SortStableFunc(p.sides, func(a, b SetupSide) int { return cmp.Compare(order(a.Seat), order(b.Seat)) })
	}
	return true
}

// rank puts the pieces of the players first, then what is nobody's, then nothing.
func rank(p SetupPiece) int {
	if p.Glyph == "" {
		return 1 << 20
	}
	return order(p.Owner)
}

// order is that of seats, nobody's last.
func order(seat *int) int {
	if seat == nil {
		return 1 << 10
	}
	return *seat
}

func seatOf(p game.Player) *int {
	if p < 0 {
		return nil
	}
	n := int(p)
	return &n
}

func sameSeat(a, b *int) bool { return order(a) == order(b) }

// paint draws a draft that is no position.
func (p *palette) paint(b *board.Board, d draft) {
	for i, text := range d.cells {
		b.Cells[i] = board.Cell{}
		if k := slices.IndexFunc(p.pieces, func(piece SetupPiece) bool { return piece.Text == text }); k >= 0 {
			b.Cells[i].Glyph, b.Cells[i].Owner = p.pieces[k].Glyph, p.pieces[k].Owner
		}
	}
}

// samplesOf are positions of random games, from the start on.
func samplesOf(g game.Game) (samples []sample) {
	r, began := rand.New(rand.NewPCG(1, 1)), time.Now()
	for range paletteGames {
		for s, plies := g.New(), 0; ; plies++ {
			b := board.Of(words.Words{}, g, s)
			samples = append(samples, sample{g.FormatPosition(s), b.Cells, s.Turn()})
			if s.Turn() == game.Over || plies == paletteLongGame || len(samples) >= paletteSamples || time.Since(began) > paletteTime {
				break
			}
			moves := s.Moves(nil)
			s.Play(moves[r.IntN(len(moves))])
		}
	}
	return samples
}

// examplesOf are two texts that differ, if there are.
func examplesOf(samples []sample) []string {
	list := []string{samples[0].text}
	if len(samples) > paletteExampleAt && samples[paletteExampleAt].text != list[0] {
		list = append(list, samples[paletteExampleAt].text)
	}
	return list
}
