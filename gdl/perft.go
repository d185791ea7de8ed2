package gdl

import (
	"context"
	"math"
	"math/rand/v2"
)

// Perft counts the positions after exactly depth joint moves of all roles,
// random included, and apart from them the games that ended earlier. It stops
// with the context's error when that ends. Told, unless it is nil, is told now and
// then how many positions were counted.
func (g *Game) Perft(ctx context.Context, depth int, told func(positions uint64)) (positions, ended uint64, err error) {
	w := perftWalker{ctx: ctx, rules: g.rules, roles: g.roles, told: told}
	w.count(g.rules.begin(), 0, depth)
	return w.positions, w.ended, ctx.Err()
}

type perftWalker struct {
	ctx       context.Context
	rules     rules
	roles     int
	boards    []board // one a level that was reached
	nodes     uint
	stopped   bool
	positions uint64
	ended     uint64
	told      func(positions uint64)
}

// count counts below a position after so many plies, in so many more.
func (w *perftWalker) count(b board, plies, depth int) {
	if w.nodes++; w.nodes%1024 == 0 {
		w.stopped = w.stopped || w.ctx.Err() != nil
		if w.told != nil {
			w.told(w.positions)
		}
	}
	switch {
	case w.stopped:
		return
	case depth == 0:
		w.positions++
		return
	case b.terminal():
		w.ended++
		return
	}
	product := uint64(1)
	for role := range w.roles {
		product *= uint64(b.legalCount(role))
	}
	if depth == 1 {
		w.positions += product
		return
	}
	if plies == len(w.boards) {
		w.boards = append(w.boards, w.rules.begin())
	}
	joint, at, child := make([]int32, w.roles), make([]int, w.roles), w.boards[plies]
	for ; product > 0; product-- {
		for role := range joint {
			joint[role] = b.legalMove(role, at[role])
		}
		child.copyOf(b)
		child.play(joint)
		w.count(child, plies+1, depth-1)
		for role := w.roles - 1; role >= 0; role-- {
			if at[role]++; at[role] < b.legalCount(role) {
				break
			}
			at[role] = 0
		}
	}
}

// EstimatePerft tells about how many positions Perft would count: what the numbers of joint
// moves along random games multiply to, in the geometric mean. That is less than the truth.
func (g *Game) EstimatePerft(depth int) float64 {
	const games = 8
	r := rand.New(rand.NewPCG(1, 0x7065726674))
	start, b, sum := g.rules.begin(), g.rules.begin(), 0.0
	joint := make([]int32, g.roles)
	for range games {
		b.copyOf(start)
		for ply := 0; ply < depth && !b.terminal(); ply++ {
			for role := range joint {
				sum += math.Log(float64(b.legalCount(role)))
			}
			if sum > games*math.Log(math.MaxFloat64)/2 {
				return math.Inf(1)
			}
			if !chosen(b, joint, r) || ply == maxPlies {
				break
			}
			if ply+1 < depth {
				b.play(joint)
			}
		}
	}
	return math.Exp(sum / games)
}
