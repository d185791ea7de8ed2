package td

import (
	"math/rand/v2"

	"gambito/game"
	"gambito/games/backgammon"
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
	lessons []lesson
	count   int
	values  []backgammon.Chances // of the position after each turn, of who is to roll then
}

// player plays games against itself.
type player struct {
	evaluator *networks.Estimator
	moves     []game.Move
}

func newPlayer(m *networks.Model, tables *bearoff.Tables) *player {
	return &player{evaluator: networks.NewEstimator(m, tables)}
}

// best finds the turn after which the other side is worst off.
func (pl *player) best(b *backgammon.Board, p game.Player, dice backgammon.Dice) (backgammon.Board, backgammon.Chances) {
	pl.moves = b.AppendMoves(pl.moves[:0], p, dice)
	var chosen backgammon.Board
	var chances backgammon.Chances
	lowest := 10.0
	for _, m := range pl.moves {
		after := *b
		after.Play(p, m)
		c := pl.evaluator.Evaluate(&after, p^1)
		if equity := c.Equity(); equity < lowest {
			chosen, chances, lowest = after, c, equity
		}
	}
	return chosen, chances
}

// play plays a game from the start and notes its lessons. It ends where the
// bear-off tables know the result.
func (pl *player) play(g *selfGame, r *rand.Rand, s Settings) {
	g.count, g.values = 0, g.values[:0]
	b, p := backgammon.Start, game.Player(0)
	dice := openingRoll(r)
	if s.Explore > 0 && r.Float64() < s.Explore {
		guest := game.Player(r.IntN(2))
		for range 1 + r.IntN(maxExplored) {
			if networks.Classify(&b) >= networks.Networks {
				break
			}
			if p == guest {
				pl.moves = b.AppendMoves(pl.moves[:0], p, dice)
				b.Play(p, pubeval.Best(&b, p, pl.moves))
			} else {
				b, _ = pl.best(&b, p, dice)
			}
			p ^= 1
			dice = roll(r)
		}
	}
	for range maxTurns {
		class := networks.Classify(&b)
		if class >= networks.Networks {
			break
		}
		if g.count == len(g.lessons) {
			g.lessons = append(g.lessons, lesson{})
		}
		l := &g.lessons[g.count]
		g.count++
		l.board, l.player, l.class = b, p, class
		networks.Encode(&b, p, class, &l.input)
		var c backgammon.Chances
		b, c = pl.best(&b, p, dice)
		g.values = append(g.values, c)
		p ^= 1
		dice = roll(r)
	}
	g.setTargets(float32(s.Lambda))
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
	for t := g.count - 1; t >= 0; t-- {
		var mix backgammon.Chances
		mix.Add(g.values[t], 1-lambda)
		mix.Add(later, lambda)
		later = mix.Other()
		g.lessons[t].target = networks.ToOutputs(later)
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
