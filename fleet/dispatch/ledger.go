package dispatch

// state is where a unit is.
type state uint32

const (
	unknown state = iota // no unit of this job, as far as was seen
	waiting              // for a piece
	out                  // with a piece
	done
	aside
)

// entry is what is kept of a unit: the hash of what came of it once it is done, and
// who has it, a slot of a piece while it is out and a worker once it is done.
//
//	who: bits 31–29 state | bit 28 handed over | bits 27–0 slot or worker
type entry struct {
	hash uint32
	who  uint32
}

const (
	handed    = 1 << 28
	whoMask   = handed - 1
	stateBits = 29
)

func (e *entry) state() state  { return state(e.who >> stateBits) }
func (e *entry) owner() uint32 { return e.who & whoMask }

func (e *entry) set(s state, owner uint32) { e.who = uint32(s)<<stateBits | owner&whoMask }

// ledger has an entry for every unit that was seen. Numbers of units are close to each
// other but may begin anywhere, so entries lie in pages.
type ledger struct {
	pages map[int]*page
	last  *page // the page asked for last, and
	at    int   // its number
}

const pageBits = 8

type page [1 << pageBits]entry

// find is the entry of a unit, or nil if none near it was ever seen.
func (l *ledger) find(unit int) *entry {
	n := unit >> pageBits
	if l.last == nil || l.at != n {
		p := l.pages[n]
		if p == nil {
			return nil
		}
		l.last, l.at = p, n
	}
	return &l.last[unit&(1<<pageBits-1)]
}

// make is the entry of a unit.
func (l *ledger) make(unit int) *entry {
	if e := l.find(unit); e != nil {
		return e
	}
	n := unit >> pageBits
	l.last, l.at = new(page), n
	l.pages[n] = l.last
	return &l.last[unit&(1<<pageBits-1)]
}
