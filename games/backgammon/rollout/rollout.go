// Package rollout estimates the chances of backgammon positions by playing games
// from them and counting how they end, or by what an evaluation says of them
// after some turns.
//
// The dice of the n-th game depend on the seed and n alone, so that positions
// which are compared have equal luck. Of every 36 games the first roll takes each
// of its 36 outcomes once, and of every 1296 the first two rolls each pair.
package rollout

import (
	"math"
	"math/rand/v2"

	"gambito/game"
	"gambito/games/backgammon"
)

// Policy chooses among moves, all that p has on b.
type Policy func(b *backgammon.Board, p game.Player, moves []game.Move) game.Move

// Roller plays games. It belongs to one goroutine.
type Roller struct {
	Policy Policy
	Games  int // that Evaluate plays
	Seed   uint64

	// After so many turns Estimate tells the chances; with 0 games are played
	// to the end.
	Truncate int
	Estimate backgammon.Estimator

	source rand.PCG
	random *rand.Rand
	moves  []game.Move
	board  backgammon.Board // of the game that is played
}

// Tally is the outcome of games from one position, for the player who rolled
// first.
type Tally struct {
	Games       int
	chances     [5]float64 // sums of the fields of backgammon.Chances
	sum, square float64    // of equities
}

// add counts a game.
func (t *Tally) add(c backgammon.Chances) {
	t.Games++
	for i, x := range [5]float32{c.Win, c.WinGammon, c.WinBackgammon, c.LoseGammon, c.LoseBackgammon} {
		t.chances[i] += float64(x)
	}
	equity := c.Equity()
	t.sum += equity
	t.square += equity * equity
}

// Deviation is the standard error of the equity, as if the games were
// independent.
func (t *Tally) Deviation() float64 {
	n := float64(t.Games)
	if n < 2 {
		return math.Inf(1)
	}
	return math.Sqrt(max(t.square-t.sum*t.sum/n, 0) / (n - 1) / n)
}

// Chances are the means.
func (t *Tally) Chances() backgammon.Chances {
	mean := func(i int) float32 { return float32(t.chances[i] / float64(max(t.Games, 1))) }
	return backgammon.Chances{Win: mean(0), WinGammon: mean(1), WinBackgammon: mean(2), LoseGammon: mean(3), LoseBackgammon: mean(4)}
}

// Evaluate tells the chances of p, who is about to roll.
func (r *Roller) Evaluate(b *backgammon.Board, p game.Player) backgammon.Chances {
	c, _ := r.Sample(b, p)
	return c
}

// Sample is Evaluate with the standard error of the equity.
func (r *Roller) Sample(b *backgammon.Board, p game.Player) (backgammon.Chances, float64) {
	if b.Winner() != game.Nobody {
		return b.Ended(p), 0
	}
	var t Tally
	r.Play(&t, b, p, r.Games)
	return t.Chances(), t.Deviation()
}

// Play adds the next so many games from b, on which p is about to roll, to a
// tally.
func (r *Roller) Play(t *Tally, b *backgammon.Board, p game.Player, games int) {
	if r.random == nil {
		r.random = rand.New(&r.source)
	}
	for range games {
		r.board = *b
		t.add(r.play(p, t.Games))
	}
}

// play plays a game and tells how it ends for p.
func (r *Roller) play(p game.Player, number int) backgammon.Chances {
	b, side := &r.board, p
	r.source.Seed(r.Seed, uint64(number))
	for turn := 0; b.Winner() == game.Nobody; turn++ {
		if r.Truncate > 0 && turn >= r.Truncate {
			c := r.Estimate.Evaluate(b, side)
			if side != p {
				return c.Other()
			}
			return c
		}
		outcome := r.random.IntN(36)
		switch turn { // the systematic part of the dice
		case 0:
			outcome = number % 36
		case 1:
			outcome = number / 36 % 36
		}
		x, y := uint8(outcome/6+1), uint8(outcome%6+1)
		r.moves = b.AppendMoves(r.moves[:0], side, backgammon.Dice{max(x, y), min(x, y)})
		b.Play(side, r.Policy(b, side, r.moves))
		side ^= 1
	}
	return b.Ended(p)
}
