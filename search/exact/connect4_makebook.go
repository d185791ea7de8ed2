package exact

import (
	"context"
	"fmt"
	"slices"
	"sync"

	"gambito/games/connect4"
)

// BookParams say which book to make, and how.
type BookParams struct {
	Outcomes   bool // make a book of outcomes, which takes less time
	Plies      int  // the last ply of which all positions are solved
	Repertoire int  // the last ply of the repertoire
	Jobs       int  // goroutines at once
	TableBits  int  // the table that they share has 2^TableBits entries

	// Known are facts found before for a book of the same kind. They need not be
	// searched again.
	Known []BookFact

	// Found, if not nil, is told every fact that took a search, and Progress,
	// if not nil, how many positions of a ply are done, of those that have to
	// be searched. None is called twice at once.
	Found    func(BookFact) error
	Progress func(ply, done, total int)
}

// makeBookTableBits is the most that each job keeps for itself: 32 MiB.
const makeBookTableBits = 22

// MakeBook makes a book for g. It is the same for any number of jobs, any size of
// the table and whatever was known before.
//
// All positions of the last full ply are searched, those before follow from
// them, then come the plies of the repertoire one after the other. Each position
// is searched with an empty table for what is near the end of the game, and one
// that all jobs share and never empty for the rest: that took a third of the
// time of searching each for itself, on a board of six columns and five rows.
func MakeBook(ctx context.Context, g *connect4.Game, p BookParams) (*Book, error) {
	m, err := newBookMaker(g, p)
	if err != nil {
		return nil, err
	}
	levels := [][]uint64{{m.board.key(0, 0)}}
	for ply := range p.Plies {
		levels = append(levels, m.board.successors(levels[ply]))
	}
	if err := m.solve(ctx, p.Plies, levels[p.Plies]); err != nil {
		return nil, err
	}
	for ply := p.Plies - 1; ply >= 0; ply-- {
		for _, key := range levels[ply] {
			m.known[key] = m.derive(key)
		}
	}

	// reached[ply] are the positions of the repertoire in which it is its
	// player's move.
	reached := [][]uint64{levels[0]}
	for ply := 1; ply <= p.Repertoire; ply++ {
		before := levels[0]
		if ply > 1 {
			before = m.moved(reached[ply-2])
		}
		reached = append(reached, m.board.successors(before))
		if ply > p.Plies {
			if err := m.solve(ctx, ply, reached[ply]); err != nil {
				return nil, err
			}
			levels = append(levels, reached[ply])
		}
	}
	return m.book(slices.Concat(levels...)), nil
}

// bookMaker is a book in the making.
type bookMaker struct {
	BookParams
	board   *connect4Board
	solvers []*Connect4
	known   map[uint64]BookFact
}

func newBookMaker(g *connect4.Game, p BookParams) (*bookMaker, error) {
	columns, rows, _ := g.Size()
	for _, plies := range []int{p.Plies, p.Repertoire} {
		if most := min(columns*rows, 255); plies < 0 || plies > most {
			return nil, fmt.Errorf("a book of %d plies: it must be 0 to %d", plies, most)
		}
	}
	keyBits := columns * (rows + 1)
	least, most := connect4TableBits(keyBits)
	if p.TableBits < least || p.TableBits > most {
		return nil, fmt.Errorf("a table of 2^%d entries: it must be 2^%d to 2^%d", p.TableBits, least, most)
	}
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

// solve finds the facts of the keys that are not known yet.
func (m *bookMaker) solve(ctx context.Context, ply int, keys []uint64) error {
	keys = slices.DeleteFunc(slices.Clone(keys), func(key uint64) bool {
		_, known := m.known[key]
		return known
	})
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	var mutex sync.Mutex
	started, done := 0, 0
	next := func() (key uint64, ok bool) {
		mutex.Lock()
		defer mutex.Unlock()
		if started == len(keys) {
			return 0, false
		}
		started++
		return keys[started-1], true
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
		if m.Progress != nil {
			m.Progress(ply, done, len(keys))
		}
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
				find := c.best
				if m.Outcomes {
					find = c.weakBest
				}
				if score, column := find(own, mask); !c.stopped {
					found(BookFact{key, score, column})
				}
			}
		})
	}
	jobs.Wait()
	if done < len(keys) {
		return context.Cause(ctx)
	}
	return nil
}

// derive returns the fact of a position from those of its successors.
func (m *bookMaker) derive(key uint64) BookFact {
	own, mask, _ := m.board.unkey(key)
	score, _ := m.board.scoreFrom(own, mask, m.score)
	if m.Outcomes {
		score = signOf(score)
		if score < 0 {
			return BookFact{key, score, m.board.lost(own, mask)}
		}
	}
	for _, column := range m.board.preferred {
		stone := m.board.targets(mask) & m.board.column(column)
		if stone == 0 {
			continue
		}
		var after int
		switch {
		case m.board.won(own | stone):
			after = -winScore(m.board.left(mask), 1)
		case mask|stone != m.board.board:
			after, _ = m.score(own^mask, mask|stone)
		}
		if after == -score || m.Outcomes && signOf(after) == -score {
			return BookFact{key, score, column}
		}
	}
	panic("no move attains the score of its position")
}

func (m *bookMaker) score(own, mask uint64) (int, bool) {
	f, ok := m.known[m.board.canonicalKey(own, mask)]
	return f.Score, ok
}

// moved returns the positions after the preferred moves, where the game goes on.
func (m *bookMaker) moved(keys []uint64) []uint64 {
	var next []uint64
	for _, key := range keys {
		own, mask, _ := m.board.unkey(key)
		stone := m.board.targets(mask) & m.board.column(m.known[key].Column)
		if !m.board.won(own|stone) && mask|stone != m.board.board {
			next = append(next, m.board.canonicalKey(own^mask, mask|stone))
		}
	}
	return next
}

// book returns the book of the keys, all of which are known.
func (m *bookMaker) book(keys []uint64) *Book {
	slices.Sort(keys)
	b := &Book{board: *m.board, outcomes: m.Outcomes, plies: m.Plies, repertoire: m.Repertoire, keys: keys}
	for _, key := range keys {
		b.scores = append(b.scores, int8(m.known[key].Score))
		b.columns = append(b.columns, uint8(m.known[key].Column))
	}
	return b
}

// successors returns the canonical keys of the positions one move after those
// given in which the game is not over, ascending.
func (b *connect4Board) successors(keys []uint64) []uint64 {
	var next []uint64
	for _, key := range keys {
		own, mask, _ := b.unkey(key)
		for t := b.targets(mask); t != 0; t &= t - 1 {
			stone := t & -t
			if !b.won(own|stone) && mask|stone != b.board {
				next = append(next, b.canonicalKey(own^mask, mask|stone))
			}
		}
	}
	slices.Sort(next)
	return slices.Compact(next)
}
