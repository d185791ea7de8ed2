package arena

import (
	"context"
	"errors"
	"time"
)

// Estimate is how long the games at one of the experiment's games take.
type Estimate struct {
	Game    string  `json:"game"`
	Left    int     `json:"left"`     // games to play
	Probed  int     `json:"probed"`   // games it rests on
	Seconds float64 `json:"seconds"`  // a game, on one core
	AtLeast bool    `json:"at_least"` // no game ended within the probe
}

// Probe plays some games for about that time in all and forgets them.
func (r *Run) Probe(ctx context.Context, budget time.Duration) (list []Estimate, err error) {
	for g, v := range r.Experiment.Venues {
		list = append(list, Estimate{Game: v.Game.Info().ID, Left: r.Plan.Total() / r.Plan.Games})
		for i, played := range r.played {
			if played && r.Plan.At(i).Game == g {
				list[g].Left--
			}
		}
		if err := r.probe(ctx, budget/time.Duration(len(r.Experiment.Venues)), g, &list[g]); err != nil {
			return nil, err
		}
	}
	return list, nil
}

// probe takes the pairings of a game in turn, because agents differ in how long
// they think.
func (r *Run) probe(ctx context.Context, budget time.Duration, g int, e *Estimate) error {
	limited, cancel := context.WithTimeout(ctx, budget)
	defer cancel()
	t := newPlace(r.Experiment)
	begin := time.Now()
	most := len(r.Plan.Pairings) * r.Plan.Rounds * r.Plan.GamesPerPair
	for n := 0; n < most; n++ {
		_, err := t.play(limited, Key{g, n % len(r.Plan.Pairings), n / len(r.Plan.Pairings)})
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case errors.Is(err, context.DeadlineExceeded) && limited.Err() != nil:
			if n == 0 {
				e.Seconds, e.AtLeast = budget.Seconds(), true
			}
			return nil
		case err != nil:
			return err
		}
		e.Probed, e.Seconds = n+1, time.Since(begin).Seconds()/float64(n+1)
		if limited.Err() != nil {
			return nil
		}
	}
	return nil
}
