package td

import (
	"context"
	"math"
	"math/rand/v2"

	"gambito/crew"
	"gambito/game"
	"gambito/games/backgammon"
	"gambito/games/backgammon/pubeval"
)

// Measurement is how a model did against Pubeval.
type Measurement struct {
	Games  int     `json:"games"`  // learned from before
	Played int     `json:"played"` // against Pubeval
	Wins   float64 `json:"wins"`   // share of the games played
	Points float64 `json:"points"` // a game, lost ones subtracted
	Error  float64 `json:"error"`  // standard error of the points
}

// Measure lets the model play pairs of games against Pubeval, each twice with
// the same dice and changed sides, and adds the result to the history.
func (r *Run) Measure(ctx context.Context, pairs, jobs int) (Measurement, error) {
	results := make([]pair, pairs)
	var err error
	if r.Fleet != nil {
		err = r.measureAway(ctx, results)
	} else {
		duels, _ := crew.Make(jobs, pairs, func() (*duel, error) { return &duel{player: newPlayer(r.Model, r.tables, 0)}, nil })
		err = crew.Do(ctx, pairs, duels, func(_ context.Context, d *duel, i int) error {
			results[i] = d.pair(r.Settings.Seed, i)
			return nil
		}, nil)
	}
	if err != nil {
		return Measurement{}, err
	}
	m := Measurement{Games: r.Done, Played: 2 * pairs}
	squares := 0.0
	for _, one := range results {
		m.Wins += float64(one.wins()) / float64(m.Played)
		points := float64(one[0] + one[1])
		m.Points += points / float64(m.Played)
		squares += points * points / 4
	}
	mean := squares / float64(pairs)
	m.Error = math.Sqrt(max(mean-m.Points*m.Points, 0) / float64(pairs))
	r.History = append(r.History, m)
	return m, nil
}

// pair is the points of the model in two games with the same dice, by its seat.
type pair [2]int

func (p pair) wins() (n int) {
	for _, points := range p {
		if points > 0 {
			n++
		}
	}
	return n
}

// duel is games of a model against Pubeval.
type duel struct {
	player *player
	moves  []game.Move
}

// pair plays the two games of a number.
func (d *duel) pair(seed uint64, number int) (p pair) {
	for seat := range game.Player(2) {
		p[seat] = d.play(seat, rand.New(rand.NewPCG(seed, uint64(number)<<32|1<<63)))
	}
	return p
}

// play plays a game in which the model has a seat, and returns its points.
func (d *duel) play(seat game.Player, r *rand.Rand) int {
	b, p := backgammon.Start, game.Player(0)
	dice := openingRoll(r)
	for {
		if p == seat {
			b = d.player.choose(&b, p, dice).after
		} else {
			d.moves = b.AppendMoves(d.moves[:0], p, dice)
			b.Play(p, pubeval.Best(&b, p, d.moves))
		}
		if winner := b.Winner(); winner != game.Nobody {
			points := int(b.Points(winner))
			if winner != seat {
				return -points
			}
			return points
		}
		p ^= 1
		dice = roll(r)
	}
}
