package td

import (
	"math/rand/v2"

	"gambito/game"
	"gambito/games/backgammon"
	"gambito/games/backgammon/ahead"
	"gambito/games/backgammon/bearoff"
	"gambito/games/backgammon/networks"
	"gambito/games/backgammon/pubeval"
	"gambito/nn/sparse"
)

// maxTurns ends games of networks that know nothing and hit each other for ever.
const maxTurns = 300

// maxExplored is how many turns Pubeval and the player make together at most.
const maxExplored = 40

// lesson is a position and what its network should say about it.
type lesson struct {
	board  backgammon.Board
	player game.Player // who is about to roll
	class  networks.Class
	input  sparse.Input
	target [5]float32
}

// selfGame is what one game of a player against itself teaches. Its memory is
// used again for the next.
type selfGame struct {
	thesis  bool // lessons are for networks of the thesis
	lessons []lesson
	count   int
	values  []backgammon.Chances // of the position after each turn, of who is to roll then
}

// player plays games against itself.
type player struct {
	evaluator *networks.Estimator
	list      *ahead.Shortlist // of turns that are looked at; nil: all
	ahead     ahead.Search
	moves     []game.Move
	turns     []turn // of the last roll
	other     turn   // one of them
}

// turn is one that a player has.
type turn struct {
	after   backgammon.Board
	chances backgammon.Chances // of the other side
	equity  float64            // likewise
}

// newPlayer returns one that looks at the best turns by Pubeval, so many or, with 0,
// at all.
func newPlayer(m *networks.Model, tables *bearoff.Tables, width int) *player {
	e, list := networks.NewEstimator(m, tables), ahead.NewShortlist(width, pubeval.Score)
	return &player{evaluator: e, list: list, ahead: ahead.Search{Estimator: e, Replies: list}}
}

// choose evaluates turns and finds the one after which the other side is worst
// off.
func (pl *player) choose(b *backgammon.Board, p game.Player, dice backgammon.Dice) *turn {
	pl.moves = b.AppendMoves(pl.moves[:0], p, dice)
	pl.turns = pl.turns[:0]
	best := 0
	for i, m := range pl.list.Choose(b, p, pl.moves) {
		pl.turns = append(pl.turns, turn{after: *b})
		t := &pl.turns[i]
		t.after.Play(p, m)
		t.chances = pl.evaluator.Evaluate(&t.after, p^1)
		if t.equity = t.chances.Equity(); t.equity < pl.turns[best].equity {
			best = i
		}
	}
	return &pl.turns[best]
}

// play plays a game from the start and notes its lessons. It ends where the
// bear-off tables know the result.
func (pl *player) play(g *selfGame, r *rand.Rand, s Settings) {
	g.count, g.values, g.thesis = 0, g.values[:0], s.Thesis
	b, p, dice := backgammon.Start, game.Player(0), openingRoll(r)
	if s.Explore > 0 && r.Float64() < s.Explore {
		b, p, dice = pl.explore(b, p, dice, r)
	}
	for range maxTurns {
		if networks.Classify(&b) >= networks.Networks {
			break
		}
		best := pl.choose(&b, p, dice)
		if s.Plies == 0 {
			g.add(&b, p)
			g.values = append(g.values, best.chances)
		} else if s.Skip == 0 || r.Float64() >= s.Skip {
			pl.study(g, &b, p, best, r, s)
		}
		b = best.after
		p ^= 1
		dice = roll(r)
	}
	if s.Plies == 0 {
		g.setTargets(float32(s.Lambda))
	}
}

// explore lets Pubeval make some turns of one side.
func (pl *player) explore(b backgammon.Board, p game.Player, dice backgammon.Dice, r *rand.Rand) (backgammon.Board, game.Player, backgammon.Dice) {
	guest := game.Player(r.IntN(2))
	for range 1 + r.IntN(maxExplored) {
		if networks.Classify(&b) >= networks.Networks {
			break
		}
		if p == guest {
			pl.moves = b.AppendMoves(pl.moves[:0], p, dice)
			b.Play(p, pubeval.Best(&b, p, pl.moves))
		} else {
			b = pl.choose(&b, p, dice).after
		}
		p ^= 1
		dice = roll(r)
	}
	return b, p, dice
}

// add notes a position on which p is about to roll, if its class has a network.
func (g *selfGame) add(b *backgammon.Board, p game.Player) *lesson {
	if networks.Classify(b) >= networks.Networks {
		return nil
	}
	if g.count == len(g.lessons) {
		g.lessons = append(g.lessons, lesson{})
	}
	l := &g.lessons[g.count]
	g.count++
	l.board, l.player = *b, p
	l.encode(g.thesis)
	return l
}

// encode finds the network of a position and its inputs.
func (l *lesson) encode(thesis bool) {
	if thesis {
		l.class = networks.ThesisClass(&l.board)
		networks.EncodeThesis(&l.board, l.player, l.class, &l.input)
		return
	}
	l.class = networks.Classify(&l.board)
	networks.Encode(&l.board, l.player, l.class, &l.input)
}

// goodTurn is how much worse than the best, in points a game, a turn may look to be
// learned from.
const goodTurn = 0.2

// study notes a lesson with a target from looking ahead: the position before a
// turn, or one that another turn than the best would have led to. A player that
// learned only from what it chose would never hear of the good turns that it takes
// for bad ones.
func (pl *player) study(g *selfGame, b *backgammon.Board, p game.Player, best *turn, r *rand.Rand, s Settings) {
	if s.Others > 0 && r.Float64() < s.Others {
		count := 0
		for i := range pl.turns {
			t := &pl.turns[i]
			if t == best || t.equity > best.equity+goodTurn {
				continue
			}
			count++
			if r.IntN(count) == 0 { // each of them with the same chance
				pl.other = *t
			}
		}
		if count > 0 {
			b, p = &pl.other.after, p^1
		}
	}
	if l := g.add(b, p); l != nil {
		l.target = networks.ToOutputs(pl.ahead.Evaluate(&l.board, p, s.Plies))
	}
}

// setTargets goes backward through a game.
func (g *selfGame) setTargets(lambda float32) {
	if g.count == 0 {
		return
	}
	// What a position is worth to who is to roll is, turned round, what the next
	// one is worth to the other side: by the network's word or, in part lambda, by
	// what came later.
	later := g.values[g.count-1]
	result := later // from which the other outputs of networks of the thesis learn
	for t := g.count - 1; t >= 0; t-- {
		var mix backgammon.Chances
		mix.Add(g.values[t], 1-lambda)
		mix.Add(later, lambda)
		later, result = mix.Other(), result.Other()
		g.lessons[t].target = networks.ToOutputs(later)
		if g.thesis {
			g.lessons[t].target = networks.ToThesis(later, result)
		}
	}
}

// openingRoll is no double.
func openingRoll(r *rand.Rand) backgammon.Dice {
	for {
		if dice := roll(r); dice[0] != dice[1] {
			return dice
		}
	}
}

func roll(r *rand.Rand) backgammon.Dice {
	a, b := uint8(1+r.IntN(6)), uint8(1+r.IntN(6))
	return backgammon.Dice{max(a, b), min(a, b)}
}
