package book

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"sync"

	"gambito/crew"
	"gambito/game"
	"gambito/games/othello"
	"gambito/progress"
	"gambito/search/probcut"
)

// Params say which book to grow, and how.
type Params struct {
	Positions int    // to have in the end, if there are as many
	Plies     int    // no position is later than this
	Depth     int    // of searches
	Model     string // digest of the pattern system
	Judge     *probcut.Judge
	Jobs      int // searches at once

	// Known are answers found before, and Found, if not nil, is told every new one, never
	// two at once.
	Known    map[Question]Answer
	Found    func(Question, Answer) error
	Progress progress.Func
}

// Question asks for the best move of a position but for some.
type Question struct {
	Position Position
	Except   uint64 // a bit for each of the moves that stay in the book
}

// Answer is that move, and what it is worth to who makes it.
type Answer struct {
	Move  game.Move
	Value int
}

// Ranges of the parameters.
const (
	MostPositions = 1 << 20
	MostPlies     = 40
	MostDepth     = 30
)

// Check says whether the parameters are in their ranges.
func (p Params) Check() error {
	switch {
	case p.Positions < 1 || p.Positions > MostPositions:
		return fmt.Errorf("%d positions: they must be 1 to %d", p.Positions, MostPositions)
	case p.Plies < 0 || p.Plies > MostPlies:
		return fmt.Errorf("%d plies: they must be 0 to %d", p.Plies, MostPlies)
	case p.Depth < 1 || p.Depth > MostDepth:
		return fmt.Errorf("a depth of %d: it must be 1 to %d", p.Depth, MostDepth)
	}
	return nil
}

// plyCost is what a ply costs beside what is lost by it, in hundredths of a disc: the
// more, the broader a book and the shorter its lines.
const plyCost = 40

// grower is a book in the making.
type grower struct {
	Params
	nodes   []node
	index   map[Position]int
	waiting map[Position][]entrance // ways into positions that are not in the book
	asking  []*asker
}

// entrance is a reply of a position.
type entrance struct {
	from  int
	moves []game.Move
}

// Grow grows a book from the start. It is the same for any number of jobs and whatever
// was known before.
//
// Positions join in rounds: the ways out that cost least from the start on lead to new
// ones. What a way costs is what its moves are worth less than the best, both sides'
// together, and something for every ply. Then what is new, and what has lost its way out to a
// new position, is searched.
func Grow(ctx context.Context, p Params) (*Book, error) {
	if err := p.Check(); err != nil {
		return nil, err
	}
	g := &grower{Params: p, index: map[Position]int{}, waiting: map[Position][]entrance{}}
	g.asking = make([]*asker, max(1, p.Jobs))
	for i := range g.asking {
		g.asking[i] = newAsker(p.Judge, p.Depth)
	}
	g.add(Start())
	tell := p.Progress.Count("positions", p.Positions)
	for {
		if err := g.ask(ctx); err != nil {
			return nil, err
		}
		weigh(g.nodes)
		tell(len(g.nodes))
		next := g.cheapest(min(p.Positions-len(g.nodes), 1+len(g.nodes)/roundShare))
		if len(next) == 0 {
			return &Book{model: p.Model, nodes: g.nodes, index: g.index}, nil
		}
		for _, to := range next {
			g.add(to)
		}
	}
}

// roundShare is how many times as many positions a book has as join it in a round.
const roundShare = 24

// add takes a position in.
func (g *grower) add(p Position) {
	at := len(g.nodes)
	g.index[p] = at
	g.nodes = append(g.nodes, node{Entry: Entry{Position: p}})
	for _, r := range p.replies() {
		if to, ok := g.index[r.to]; ok {
			g.join(at, to, r.moves)
		} else {
			g.waiting[r.to] = append(g.waiting[r.to], entrance{at, r.moves})
		}
	}
	for _, w := range g.waiting[p] {
		g.join(w.from, at, w.moves)
	}
	delete(g.waiting, p)
}

// join makes a reply one that is in the book. Whose way out it was needs another.
func (g *grower) join(from, to int, moves []game.Move) {
	n := &g.nodes[from]
	n.known = append(n.known, known{moves, to})
	slices.SortFunc(n.known, func(a, b known) int { return cmp.Compare(a.moves[0], b.moves[0]) })
	if slices.Contains(moves, n.Exit.Move) {
		n.Exit = Exit{}
	}
}

// ask searches for all ways out that there should be.
func (g *grower) ask(ctx context.Context) error {
	type missing struct {
		node     int
		question Question
	}
	var open []missing
	for at := range g.nodes {
		n := &g.nodes[at]
		if n.Exit.Depth > 0 || !n.leaves() {
			continue
		}
		q := Question{Position: n.Position}
		for _, m := range n.stays() {
			q.Except |= 1 << m
		}
		if a, ok := g.Known[q]; ok {
			n.Exit = Exit{a.Move, a.Value, g.Depth}
		} else {
			open = append(open, missing{at, q})
		}
	}
	found := make([]Answer, len(open))
	var mutex sync.Mutex // of g.Found
	err := crew.Do(ctx, len(open), g.asking[:min(len(g.asking), max(1, len(open)))], func(ctx context.Context, a *asker, i int) (err error) {
		if found[i], err = a.answer(ctx, open[i].question); err != nil || g.Found == nil {
			return err
		}
		mutex.Lock()
		defer mutex.Unlock()
		return g.Found(open[i].question, found[i])
	}, nil)
	for i, m := range open {
		g.nodes[m.node].Exit = Exit{found[i].Move, found[i].Value, g.Depth}
	}
	return err
}

// cheapest are up to n positions behind ways out that cost least.
func (g *grower) cheapest(n int) (list []Position) {
	const far = 1 << 30
	costs := make([]int, len(g.nodes))
	for i := range costs[1:] {
		costs[i+1] = far
	}
	type out struct {
		to   Position
		cost int
	}
	best := map[Position]int{}
	order := byPly(g.nodes)
	slices.Reverse(order)
	for _, at := range order {
		n := &g.nodes[at]
		for _, k := range n.known {
			costs[k.node] = min(costs[k.node], costs[at]+n.Value+g.nodes[k.node].Value+plyCost)
		}
		if to, ok := n.beyond(); ok && to.ply() <= g.Plies {
			cost := costs[at] + n.Value - n.Exit.Value + plyCost
			if before, ok := best[to]; !ok || cost < before {
				best[to] = cost
			}
		}
	}
	outs := make([]out, 0, len(best))
	for to, cost := range best {
		outs = append(outs, out{to, cost})
	}
	slices.SortFunc(outs, func(a, b out) int {
		return cmp.Or(cmp.Compare(a.cost, b.cost), cmp.Compare(a.to.Own, b.to.Own), cmp.Compare(a.to.Opp, b.to.Opp))
	})
	for _, o := range outs[:min(max(n, 0), len(outs))] {
		list = append(list, o.to)
	}
	return list
}

// beyond is the position behind the way out, if the opponent can move there.
func (n *node) beyond() (to Position, ok bool) {
	if n.Exit.Depth == 0 {
		return to, false
	}
	own, opp := n.Position.after(n.Exit.Move)
	to, _ = canonical(own, opp)
	return to, othello.Legal(own, opp) != 0
}

// asker answers questions by searches. It belongs to one goroutine.
type asker struct {
	search *probcut.Search
	depth  int
}

// askTable is the size of the table of a search in bytes.
const askTable = 8 << 20

func newAsker(j *probcut.Judge, depth int) *asker {
	return &asker{probcut.New(j.Board(), probcut.Params{Bytes: askTable, Cuts: j.Cuts}), depth}
}

// answer searches. The answer depends on nothing that was asked before.
func (a *asker) answer(ctx context.Context, q Question) (Answer, error) {
	a.search.Forget()
	limits := probcut.Limits{Depth: a.depth}
	for m := range game.Move(64) {
		if q.Except>>m&1 != 0 {
			limits.Except = append(limits.Except, m)
		}
	}
	r, err := a.search.Run(ctx, othello.Of(q.Position.Own, q.Position.Opp), limits, 1, nil)
	if err == nil {
		err = ctx.Err() // a search that was stopped knows less
	}
	if err != nil {
		return Answer{}, err
	}
	return Answer{r.Lines[0].Move, r.Lines[0].Value}, nil
}
