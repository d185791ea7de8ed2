package exact

import (
	"context"
	"fmt"
	"math/bits"
	"slices"
	"sync"

	"gambito/game"
	"gambito/games/connect4"
	"gambito/progress"
)

// BookParams say which book to make, and how.
type BookParams struct {
	Plies     int          // the last ply of which all positions are known
	Also      []game.State // positions of later plies to be known too
	Jobs      int          // goroutines at once
	TableBits int          // the table that they share has 2^TableBits entries

	// Known are facts found before, and Earlier is a book for g or nil. What they
	// know need not be searched again.
	Known   []BookFact
	Earlier *Book

	// Found, if not nil, is told every fact that took a search, and Progress how
	// many positions of a ply are done, of those that have to be searched. None
	// is called twice at once.
	Found    func(BookFact) error
	Progress progress.Func

	levels [][]uint64 // the positions of the plies, once they are listed
}

// Check says whether the book can be made for g.
func (p BookParams) Check(g *connect4.Game) error {
	if err := connect4Solvable(g); err != nil {
		return err
	}
	columns, rows, _ := g.Size()
	if most := min(columns*rows, 255); p.Plies < 0 || p.Plies > most {
		return fmt.Errorf("a book of %d plies: it must be 0 to %d", p.Plies, most)
	}
	least, most := connect4TableBits(columns * (rows + 1))
	if p.TableBits < least || p.TableBits > most {
		return fmt.Errorf("a table of 2^%d entries: it must be 2^%d to 2^%d", p.TableBits, least, most)
	}
	if p.Earlier != nil {
		return p.Earlier.Check(g)
	}
	return nil
}

// makeBookTableBits is the most that each job keeps for itself: 32 MiB.
const makeBookTableBits = 22

// MakeBook makes a book for g. It is the same for any number of jobs, any size of
// the table and whatever was known before.
//
// All positions of the last full ply are searched, those before follow from
// them, then come the later ones. Each position is searched with an empty table
// for what is near the end of the game, and one that all jobs share and never
// empty for the rest: that took a third of the time of searching each for itself,
// on a board of six columns and five rows.
func MakeBook(ctx context.Context, g *connect4.Game, p BookParams) (*Book, error) {
	m, err := newBookMaker(g, p)
	if err != nil {
		return nil, err
	}
	levels := p.levels
	if levels == nil {
		if levels, err = m.board.list(p.Plies); err != nil {
			return nil, err
		}
	}
	later, err := m.later()
	if err != nil {
		return nil, err
	}
	b := &Book{board: *m.board, plies: p.Plies, levels: make([]bookLevel, max(p.Plies+1, len(later)))}
	if b.levels[p.Plies], err = m.solve(ctx, p.Plies, levels[p.Plies]); err != nil {
		return nil, err
	}
	for ply := p.Plies - 1; ply >= 0; ply-- {
		m.derive(levels[ply])
		if b.holds(ply) {
			b.levels[ply] = m.level(levels[ply])
		}
	}
	for ply := p.Plies + 1; ply < len(b.levels); ply++ {
		if b.levels[ply], err = m.solve(ctx, ply, later[ply]); err != nil {
			return nil, err
		}
	}
	return b, nil
}

// bookMaker is a book in the making.
type bookMaker struct {
	BookParams
	board   *connect4Board
	solvers []*Connect4
	known   map[uint64]BookFact
}

func newBookMaker(g *connect4.Game, p BookParams) (*bookMaker, error) {
	if err := p.Check(g); err != nil {
		return nil, err
	}
	columns, rows, _ := g.Size()
	least, _ := connect4TableBits(columns * (rows + 1))
	first, err := NewConnect4(g, max(makeBookTableBits, least))
	if err != nil {
		return nil, err
	}
	first.share(p.TableBits)
	m := &bookMaker{BookParams: p, board: &first.connect4Board, solvers: []*Connect4{first}, known: map[uint64]BookFact{}}
	for range p.Jobs - 1 {
		m.solvers = append(m.solvers, first.companion())
	}
	for _, f := range p.Known {
		m.known[f.Key] = f
	}
	return m, nil
}

// later returns the keys of the positions that are to be known too, by ply; the
// last ply has some.
func (m *bookMaker) later() ([][]uint64, error) {
	levels := make([][]uint64, m.board.cells+1)
	last := 0
	for _, s := range m.Also {
		own, mask := connect4.Stones(s)
		if mask&^m.board.board != 0 {
			return nil, m.board.tooLarge()
		}
		ply := bits.OnesCount64(mask)
		levels[ply] = append(levels[ply], m.board.canonicalKey(own, mask))
		last = max(last, ply)
	}
	for ply := range levels {
		slices.Sort(levels[ply])
		levels[ply] = slices.Compact(levels[ply])
	}
	return levels[:last+1], nil
}

// needsSearch reports whether the position of a key is one of those that books
// hold.
func (m *bookMaker) needsSearch(key uint64) bool {
	own, mask, _ := m.board.unkey(key)
	_, _, ok := m.board.static(own, mask)
	return !ok
}

// recall reports whether a fact is known, if need be from the earlier book.
func (m *bookMaker) recall(key uint64) bool {
	if _, known := m.known[key]; known {
		return true
	}
	own, mask, _ := m.board.unkey(key)
	score, column, known := m.Earlier.best(own, mask)
	if known {
		m.known[key] = BookFact{key, score, column}
	}
	return known
}

// solve finds the facts of the keys that are not known yet, and returns those of
// all keys that need a search.
func (m *bookMaker) solve(ctx context.Context, ply int, keys []uint64) (bookLevel, error) {
	unknown := slices.DeleteFunc(slices.Clone(keys), func(key uint64) bool { return !m.needsSearch(key) || m.recall(key) })
	if len(unknown) == 0 {
		return m.level(keys), nil
	}
	tell := m.Progress.Count(fmt.Sprintf("positions of ply %d", ply), len(unknown))
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	var mutex sync.Mutex
	started, done := 0, 0
	next := func() (key uint64, ok bool) {
		mutex.Lock()
		defer mutex.Unlock()
		if started == len(unknown) {
			return 0, false
		}
		started++
		return unknown[started-1], true
	}
	found := func(f BookFact) {
		mutex.Lock()
		defer mutex.Unlock()
		if m.Found != nil {
			if err := m.Found(f); err != nil {
				stop(err)
				return
			}
		}
		m.known[f.Key] = f
		done++
		tell(done)
	}
	var jobs sync.WaitGroup
	for _, c := range m.solvers {
		jobs.Go(func() {
			c.done, c.stopped = ctx.Done(), false
			for {
				key, ok := next()
				if c.poll(); !ok || c.stopped {
					return
				}
				c.forget()
				own, mask, _ := c.unkey(key)
				if score, column := c.best(own, mask); !c.stopped {
					found(BookFact{key, score, column})
				}
			}
		})
	}
	jobs.Wait()
	if done < len(unknown) {
		return bookLevel{}, context.Cause(ctx)
	}
	return m.level(keys), nil
}

// derive finds the facts of positions from those of their successors.
func (m *bookMaker) derive(keys []uint64) {
	score := func(own, mask uint64) (int, bool) {
		f, ok := m.known[m.board.canonicalKey(own, mask)]
		return f.Score, ok
	}
	for _, key := range keys {
		own, mask, _ := m.board.unkey(key)
		score, column, _ := m.board.bestFrom(own, mask, score)
		m.known[key] = BookFact{key, score, column}
	}
}

// level returns what a book holds of positions that are known.
func (m *bookMaker) level(keys []uint64) (l bookLevel) {
	for _, key := range keys {
		if m.needsSearch(key) {
			f := m.known[key]
			l.keys = append(l.keys, key)
			l.scores = append(l.scores, int8(f.Score))
			l.columns = append(l.columns, uint8(f.Column))
		}
	}
	return l
}

// mostBookPositions is how many positions of a ply a book is made of: those of ply 11
// of the usual board. More take days.
const mostBookPositions = 2_500_000

// list returns the canonical keys of the positions up to a ply, by ply. What is foretold to
// be far too many is refused before it takes time and memory: while there are few the
// number of positions grows by a factor a ply that falls by less than a tenth from ply to
// ply.
func (b *connect4Board) list(plies int) ([][]uint64, error) {
	const falls, enough, far = 0.9, 100_000, 1.5
	levels := [][]uint64{{b.key(0, 0)}}
	for ply := range plies {
		next := b.successors(levels[ply])
		foretold, growth := float64(len(next)), float64(len(next))/float64(max(len(levels[ply]), 1))
		for range plies - ply - 1 {
			if growth *= falls; growth > 1 {
				foretold *= growth
			}
		}
		if len(next) > mostBookPositions || len(next) > enough && foretold > far*mostBookPositions {
			return nil, fmt.Errorf("a book of %d plies: there are more than %d positions of a ply, which take days: choose fewer plies", plies, mostBookPositions)
		}
		levels = append(levels, next)
	}
	return levels, nil
}

// successors returns the canonical keys of the positions one move after those
// given in which the game is not over, ascending.
func (b *connect4Board) successors(keys []uint64) []uint64 {
	var next []uint64
	for _, key := range keys {
		own, mask, _ := b.unkey(key)
		for t := b.targets(mask); t != 0; t &= t - 1 {
			stone := t & -t
			if !b.four(own|stone) && mask|stone != b.board {
				next = append(next, b.canonicalKey(own^mask, mask|stone))
			}
		}
	}
	slices.Sort(next)
	return slices.Compact(next)
}
