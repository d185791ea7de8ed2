// Package rollout estimates the chances of backgammon positions by playing games
// from them to the end and counting.
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

	source rand.PCG
	random *rand.Rand
	moves  []game.Move
	board  backgammon.Board // of the game that is played
}

// Tally is the outcome of games from one position.
type Tally struct {
	Games       int
	ends        [2][3]int // by who has won, the roller first, and what for
	sum, square float64   // of points
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

// Chances are what has been counted, for the player who rolled first.
func (t *Tally) Chances() backgammon.Chances {
	part := func(counts ...int) float32 {
		sum := 0
		for _, n := range counts {
			sum += n
		}
		return float32(float64(sum) / float64(max(t.Games, 1)))
	}
	won, lost := &t.ends[0], &t.ends[1]
	return backgammon.Chances{
		Win: part(won[:]...), WinGammon: part(won[1:]...), WinBackgammon: part(won[2]),
		LoseGammon: part(lost[1:]...), LoseBackgammon: part(lost[2]),
	}
}

// Shifted are the chances with the one to win off by so many of its standard
// errors, and games won and lost in the same proportions.
func (t *Tally) Shifted(errors float64) backgammon.Chances {
	c, n := t.Chances(), float64(t.Games)
	win := float64(c.Win)
	// Agresti and Coull: as if two more games were won and two lost.
	p := (win*n + 2) / (n + 4)
	shifted := min(max(win+errors*math.Sqrt(p*(1-p)/(n+4)), 0), 1)
	scale := func(x float32, was, is float64) float32 {
		if was <= 0 {
			return 0
		}
		return float32(float64(x) * is / was)
	}
	return backgammon.Chances{
		Win:            float32(shifted),
		WinGammon:      scale(c.WinGammon, win, shifted),
		WinBackgammon:  scale(c.WinBackgammon, win, shifted),
		LoseGammon:     scale(c.LoseGammon, 1-win, 1-shifted),
		LoseBackgammon: scale(c.LoseBackgammon, 1-win, 1-shifted),
	}
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
		winner := r.finish(p, t.Games)
		points := r.board.Points(winner)
		t.ends[winner^p][points-1]++
		value := float64(points)
		if winner != p {
			value = -value
		}
		t.sum += value
		t.square += value * value
		t.Games++
	}
}

// finish plays a game to its end and returns who has won.
func (r *Roller) finish(p game.Player, number int) game.Player {
	b := &r.board
	r.source.Seed(r.Seed, uint64(number))
	for turn := 0; ; turn++ {
		outcome := r.random.IntN(36)
		switch turn { // the systematic part of the dice
		case 0:
			outcome = number % 36
		case 1:
			outcome = number / 36 % 36
		}
		x, y := uint8(outcome/6+1), uint8(outcome%6+1)
		r.moves = b.AppendMoves(r.moves[:0], p, backgammon.Dice{max(x, y), min(x, y)})
		b.Play(p, r.Policy(b, p, r.moves))
		if b.Winner() == p {
			return p
		}
		p ^= 1
	}
}
