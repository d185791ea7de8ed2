package load

import (
	"context"
	"fmt"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"time"

	"gambito/api"
)

// Listeners are event streams that are open at once, each on a game of its own.
type Listeners struct {
	Streams int
	Game    string // game spec
	Against string // agent spec
	Time    time.Duration
}

// Streams opens streams on games in which both sides have moved, and holds all open for a
// while.
func Streams(ctx context.Context, url string, l Listeners) (api.StreamsLoad, error) {
	c := &crowd{Crowd: Crowd{Players: l.Streams, Game: l.Game, Against: l.Against}, client: newClient(url)}
	defer c.client.close()
	told := api.StreamsLoad{Streams: l.Streams, Game: l.Game, Against: l.Against, Seconds: l.Time.Seconds()}
	sittings := make([]*sitting, l.Streams)
	var next atomic.Int64
	var wait sync.WaitGroup
	for range 8 { // people do not come all in the same moment
		wait.Go(func() {
			for i := next.Add(1) - 1; i < int64(l.Streams) && ctx.Err() == nil; i = next.Add(1) - 1 {
				sittings[i] = c.sit(ctx, rand.New(rand.NewPCG(1, uint64(i))))
			}
		})
	}
	wait.Wait()
	pause(ctx, l.Time)
	for _, g := range sittings {
		if g != nil {
			g.leave()
		}
	}
	told.Refused, told.Problem = c.troubles.count, c.troubles.first
	return told, ctx.Err()
}

// sit begins a game, listens to it and makes one move, to which the agent replies.
func (c *crowd) sit(ctx context.Context, r *rand.Rand) *sitting {
	g, err := c.begin(ctx)
	if err != nil {
		c.troubles.add(ctx, err)
		return nil
	}
	if !g.until(ctx, 0) || g.last.Over {
		c.troubles.add(ctx, fmt.Errorf("%s: nobody can move", g.id))
		return g
	}
	if err := g.move(ctx, r); err != nil {
		c.troubles.add(ctx, err)
		return g
	}
	g.until(ctx, g.last.Position.Ply+1)
	return g
}
