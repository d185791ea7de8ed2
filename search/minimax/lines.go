package minimax

import (
	"slices"

	"gambito/game"
)

// Bound says how a value is meant.
type Bound int

// The value of minimax is this one, or it may be higher, or lower.
const (
	Exactly Bound = iota
	AtLeast
	AtMost
)

// Line is what a search found of one move of the root.
type Line struct {
	Move  game.Move
	Value float64 // as in Result
	Bound Bound
	PV    []game.Move // begins with Move; that alone where there is a bound from above, and maybe as before a loss was seen
	Plies int         // as in Result, for this move
}

// won reports whether a move is proved to win, however deep one looks.
func (s *Search) won(l Line) bool {
	return s.params.Scale == Win && l.Bound != AtMost && l.Value >= Win
}

// lost reports whether a move is proved to lose.
func (s *Search) lost(l Line) bool {
	return s.params.Scale == Win && l.Bound != AtLeast && l.Value <= -Win
}

// plies is in how many plies a move wins or loses that depth has proved to do so
// and the depth before, which found the line before, has not; 0 if that is not
// known. Depth d proves what can be forced in d plies, so that the first depth to
// prove it is the length of the game that both want: the winner a short one, the
// loser a long one. It is not known where the depth before was not searched, or
// has only a bound that does not rule the proof out, where leaves see one ply
// more, and where chance, which costs no depth, has a part.
func (s *Search) plies(before, now Line, depth int) int {
	switch {
	case depth > 1 && !s.params.Deepen, s.params.Quiesce, s.chance:
	case s.won(now) && before.Bound != AtLeast, s.lost(now) && before.Bound != AtMost:
		return depth
	}
	return 0
}

// line is a result as a line.
func (r Result) line() Line {
	l := Line{Move: r.Move, Value: r.Value, PV: r.PV, Plies: r.Plies}
	if !r.Exact {
		l.Bound = AtLeast
	}
	return l
}

// ranking puts the moves of a root in order, depth by depth.
//
// The second best move is the best of the root without the best, and so on: every
// algorithm is asked again with the moves found already left out. The root is then
// another position than its hash says, and the table neither answers for it nor
// hears of it; positions below it are what they always are. Nor does the table answer
// for the root with all its moves: it knows the value, but the move that it has may
// come from a search that only showed that none is better.
//
// Moves proved to win stand at the head and moves proved to lose at the tail. They
// are what they are at every depth to come and are left out there: so a win stays
// the shortest one, and the latest loss comes first.
type ranking struct {
	exact     int    // so many lines are asked for
	lines     []Line // of all moves, after the last depth finished
	won, lost int    // so many of them are proved
	depth     int    // that was finished, 0 before the first
}

// newRanking ranks moves of which so many are to have their values. As no depth has
// been searched yet, nothing is proved of any.
func newRanking(moves []game.Move, lines int) *ranking {
	r := &ranking{exact: min(lines, len(moves))}
	for _, m := range moves {
		r.lines = append(r.lines, Line{Move: m, PV: []game.Move{m}})
	}
	return r
}

// settled reports whether no deeper search can change what was asked for.
func (r *ranking) settled() bool {
	return r.won >= r.exact || r.won+r.lost == len(r.lines)
}

// deepen searches to a depth and returns the result of the best move. The ranking
// stays as it is if the search is stopped.
func (r *ranking) deepen(s *Search, depth int) Result {
	open := r.lines[r.won : len(r.lines)-r.lost]
	for _, l := range slices.Concat(r.lines[:r.won], r.lines[len(r.lines)-r.lost:]) {
		s.left = append(s.left, l.Move)
	}
	s.ranks = true
	defer func() { s.ranks, s.left, s.hint = false, s.left[:0], noMove }()
	var best Result
	var found []Line
	guess := s.guess
	for len(found) < min(r.exact-r.won, len(open)) {
		s.hint = open[slices.IndexFunc(open, func(l Line) bool { return !slices.Contains(s.left, l.Move) })].Move
		result := s.params.Algorithm(s, depth)
		if s.stopped {
			return Result{}
		}
		if len(found) == 0 {
			best, guess = result, s.guess
		}
		l := result.line()
		l.PV = s.complete(l, depth)
		found = append(found, l)
		s.left = append(s.left, l.Move)
		s.guess = int(l.Value) // no other move is better
	}
	s.guess = guess // the depth to come begins with the best move again
	if r.won > 0 {
		best = Result{Move: r.lines[0].Move, Value: r.lines[0].Value, Exact: true, PV: r.lines[0].PV}
	}
	r.enter(s, open, found, depth)
	return best
}

// enter ranks the moves that were still open by what a depth found of the best of
// them. The others are no better than the last of those and stay in their order.
func (r *ranking) enter(s *Search, open, found []Line, depth int) {
	most := float64(s.params.Range)
	last := found[len(found)-1].Value
	for i := range found {
		found[i].Bound = boundOf(found, i, most)
		if found[i].Bound == AtMost {
			found[i].Value = found[i-1].Value
		}
	}
	before := map[game.Move]int{}
	list := slices.Clone(found)
	for i, l := range open {
		before[l.Move] = i
		if slices.ContainsFunc(found, func(f Line) bool { return f.Move == l.Move }) {
			continue
		}
		other := Line{Move: l.Move, Value: last, Bound: AtMost, PV: l.PV[:1:1]}
		if last <= -most { // nothing is worse
			other.Bound = Exactly
		}
		if s.lost(other) { // it is played as before the loss was seen
			other.PV = l.PV
		}
		list = append(list, other)
	}
	for i, l := range list {
		list[i].Plies = s.plies(open[before[l.Move]], l, depth)
	}
	won, lost := 0, 0
	for won < len(list) && s.won(list[won]) {
		won++
	}
	for lost < len(list) && s.lost(list[len(list)-1-lost]) {
		lost++
	}
	if r.depth > 0 { // what was better before holds out longer
		slices.SortStableFunc(list[len(list)-lost:], func(a, b Line) int { return before[a.Move] - before[b.Move] })
	}
	r.lines = slices.Concat(r.lines[:r.won], list, r.lines[len(r.lines)-r.lost:])
	r.won, r.lost, r.depth = r.won+won, r.lost+lost, depth
}

// boundOf is how the value of a line is meant, of which the algorithm may know no
// more than a bound from below: it is no better than the line before, even than the
// bound of that, and nothing is beyond ± most.
func boundOf(found []Line, i int, most float64) Bound {
	l := found[i]
	switch {
	case l.Bound == Exactly || l.Value >= most || i > 0 && l.Value >= found[i-1].Value:
		return Exactly
	case i > 0 && l.Value <= -most: // which says nothing
		return AtMost
	}
	return AtLeast
}

// complete returns the principal variation of a line that was searched to a depth,
// as far as it is known. Where the table answered, the search ends it with the
// table's move, which need not be the best one, and goes no further: that move is
// replaced, and the line goes on by moves that the table knows to keep the value.
func (s *Search) complete(l Line, depth int) []game.Move {
	if s.table == nil || s.params.Pruning != "" || s.params.Trace != nil || l.Bound != Exactly {
		return l.PV
	}
	pv, value := slices.Clone(l.PV), int(l.Value)
	for _, m := range pv {
		s.play(m)
	}
	if len(pv) > 1 && !s.worth(value, depth) {
		_, ended := s.leaf(depth - s.ply)
		last := pv[len(pv)-1]
		s.undo(last)
		if pv = pv[:len(pv)-1]; !ended && !s.worth(value, depth) { // it may be right
			pv = append(pv, last)
			s.play(last)
		}
	}
	for s.ply < depth && s.state.Turn() != game.Over && s.worth(value, depth) {
		m := s.keeping(value, depth)
		if m == noMove {
			break
		}
		pv = append(pv, m)
		s.play(m)
	}
	for _, m := range slices.Backward(pv) {
		s.undo(m)
	}
	return pv
}

// keeping is a move of the present position that is known to keep its value.
func (s *Search) keeping(value, depth int) game.Move {
	for _, m := range s.state.Moves(nil) {
		s.play(m)
		keeps := s.worth(value, depth)
		s.undo(m)
		if keeps {
			return m
		}
	}
	return noMove
}

// worth reports whether the present position of a search to a depth is known to be
// worth so much to the player of the root.
func (s *Search) worth(value, depth int) bool {
	if s.side[s.ply] != s.side[0] {
		value = -value
	}
	if v, ok := s.leaf(depth - s.ply); ok {
		return v == value
	}
	lower, upper, _ := s.probe(depth - s.ply)
	return lower == value && upper == value
}
