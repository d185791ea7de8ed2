package load

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/url"
	"strings"
	"sync"
	"time"

	"gambito/api"
	"gambito/kept"
)

// Crowd is who plays at once.
type Crowd struct {
	Players int
	Game    string        // game spec
	Against string        // agent spec
	Every   time.Duration // how often each moves
	Time    time.Duration // for how long
}

// table is what players need to know of a game.
type table struct {
	ID       string `json:"id"`
	Version  int64  `json:"version"`
	Over     bool   `json:"over"`
	Position struct {
		Moves string `json:"moves"`
		Ply   int    `json:"ply"`
		Turn  string `json:"turn"`
		Seat  int    `json:"seat"`
		Legal []struct {
			Text string `json:"text"`
		} `json:"legal"`
	} `json:"position"`
	History []struct {
		Text string `json:"text"`
		Seat int    `json:"seat"`
	} `json:"history"`
}

// mine reports whether the person is to move, who has the first seat.
func (t *table) mine() bool {
	return !t.Over && t.Position.Seat == 0 && (t.Position.Turn == "player" || t.Position.Turn == "together")
}

// has reports whether a move of the first seat is in the game, where it may be made with
// those of others.
func (t *table) has(ply int, text string) bool {
	if ply >= len(t.History) {
		return false
	}
	h := t.History[ply]
	return h.Seat == 0 && h.Text == text || h.Seat < 0 && strings.HasPrefix(h.Text, text+",")
}

// match is a game that a crowd has played.
type match struct {
	id   string
	made map[int]string // moves that the server has taken, by ply
	line string         // all moves, as the server tells them in the end
}

// crowd is a Crowd at play.
type crowd struct {
	Crowd
	client                 *client
	begins, moves, replies delays
	troubles               troubles

	mutex   sync.Mutex
	matches []*match
	late    int
}

// Players has a crowd play at a server for a while. Then it looks whether every move is
// in its game; Kept does so later in the folder of the server.
func Players(ctx context.Context, url string, c Crowd) (api.PlayersLoad, *Games, error) {
	played := &crowd{Crowd: c, client: newClient(url)}
	defer played.client.close()
	begin := time.Now().Add(c.Every) // all games have begun by then
	var wait sync.WaitGroup
	for i := range c.Players {
		offset := time.Duration(i) * c.Every / time.Duration(c.Players)
		wait.Go(func() { played.play(ctx, rand.New(rand.NewPCG(1, uint64(i))), begin.Add(offset), begin.Add(c.Time)) })
	}
	wait.Wait()
	told := api.PlayersLoad{
		Players: c.Players, Game: c.Game, Against: c.Against, Every: c.Every.Seconds(), Seconds: c.Time.Seconds(), Games: len(played.matches),
		Begins: played.begins.told(), Moves: played.moves.told(), Replies: played.replies.told(), Late: played.late,
	}
	games := &Games{played.matches}
	told.Lost = played.missing(ctx)
	told.Refused, told.Problem = played.troubles.count, played.troubles.first
	return told, games, ctx.Err()
}

// play is one player: games one after another, a move whenever it is time, until it is
// over.
func (c *crowd) play(ctx context.Context, r *rand.Rand, at, end time.Time) {
	pause(ctx, time.Until(at)-c.Every) // not all begin at the same moment
	for ctx.Err() == nil && at.Before(end) {
		g, err := c.begin(ctx)
		if err != nil {
			c.troubles.add(ctx, err)
			at = at.Add(c.Every)
			pause(ctx, time.Until(at))
			continue
		}
		at = g.play(ctx, r, at, end)
		g.leave()
	}
}

// pause waits, until ctx ends at the longest.
func pause(ctx context.Context, d time.Duration) {
	select {
	case <-time.After(d):
	case <-ctx.Done():
	}
}

// sitting is one player's game.
type sitting struct {
	*crowd
	*match
	news  chan *table // the latest that was heard
	leave func()      // ends the stream, and waits for that
	last  *table
}

// begin begins a game, and listens to it as a page does.
func (c *crowd) begin(ctx context.Context) (*sitting, error) {
	asked := time.Now()
	var first table
	err := c.client.ask(ctx, "POST", "/api/games", map[string]any{
		"game": c.Game, "seats": []map[string]any{{"person": true}, {"spec": c.Against}},
	}, &first)
	if err != nil {
		return nil, err
	}
	c.begins.add(time.Since(asked))
	g := &sitting{crowd: c, match: &match{id: first.ID, made: map[int]string{}}, news: make(chan *table, 1), last: &first}
	c.mutex.Lock()
	c.matches = append(c.matches, g.match)
	c.mutex.Unlock()
	listening, cancel := context.WithCancel(ctx)
	done := make(chan struct{})
	go func() {
		defer close(done)
		c.troubles.add(listening, c.client.listen(listening, "/api/games/"+url.PathEscape(first.ID)+"/events", func() {}, g.hear))
	}()
	g.leave = func() {
		cancel()
		<-done
	}
	return g, nil
}

// hear notes the latest that was told of the game.
func (g *sitting) hear(event string, data []byte) bool {
	var t table
	if event != "game" || json.Unmarshal(data, &t) != nil {
		return true
	}
	select { // what nobody has looked at is old now
	case <-g.news:
	default:
	}
	g.news <- &t // only this goroutine sends
	return true
}

// replyTime is how long a player waits for an agent.
const replyTime = 20 * time.Second

// until waits for a game in which the person is to move after so many moves, or which is
// over.
func (g *sitting) until(ctx context.Context, ply int) bool {
	ready := func() bool { return g.last.Over || g.last.mine() && g.last.Position.Ply >= ply }
	late := time.NewTimer(replyTime)
	defer late.Stop()
	for !ready() {
		select {
		case t := <-g.news:
			if t.Version > g.last.Version {
				g.last = t
			}
		case <-late.C:
			g.troubles.add(ctx, fmt.Errorf("%s: no event has told the reply to move %d within %v", g.id, ply, replyTime))
			return false
		case <-ctx.Done():
			return false
		}
	}
	return true
}

// play plays until the game or the time is over, and returns when the next move is due.
func (g *sitting) play(ctx context.Context, r *rand.Rand, at, end time.Time) time.Time {
	if !g.until(ctx, 0) {
		return end
	}
	for !g.last.Over && at.Before(end) && ctx.Err() == nil {
		pause(ctx, time.Until(at))
		asked := time.Now()
		err := g.move(ctx, r)
		if err != nil {
			g.troubles.add(ctx, err)
			return at.Add(g.Every)
		}
		g.moves.add(time.Since(asked))
		if !g.until(ctx, g.last.Position.Ply+1) {
			return end
		}
		g.replies.add(time.Since(asked))
		if at = at.Add(g.Every); time.Now().After(at) {
			g.mutex.Lock()
			g.late++
			g.mutex.Unlock()
			at = time.Now()
		}
	}
	return at
}

// move makes any move.
func (g *sitting) move(ctx context.Context, r *rand.Rand) error {
	legal := g.last.Position.Legal
	if len(legal) == 0 {
		return fmt.Errorf("%s: %s lists no move of the player", g.id, g.Game)
	}
	move, ply := legal[r.IntN(len(legal))].Text, g.last.Position.Ply
	var answer struct{} // a page reads it; here the events are enough
	err := g.client.ask(ctx, "POST", "/api/games/"+url.PathEscape(g.id)+"/moves", map[string]any{"move": move, "ply": ply, "seat": 0}, &answer)
	if err == nil {
		g.made[ply] = move
	}
	return err
}

// missing looks whether all moves are in their games, and returns how many are not.
func (c *crowd) missing(ctx context.Context) (lost int) {
	for _, m := range c.matches {
		var t table
		if err := c.client.ask(ctx, "GET", "/api/games/"+url.PathEscape(m.id), nil, &t); err != nil {
			c.troubles.add(ctx, err)
			lost += len(m.made)
			continue
		}
		m.line = t.Position.Moves
		for ply, text := range m.made {
			if !t.has(ply, text) {
				lost++
			}
		}
	}
	return lost
}

// Games are those that a crowd has played.
type Games struct{ all []*match }

// Lost is how many moves are not kept in the data folder of a server that has ended.
func (g *Games) Lost(data string) (lost int) {
	folder := kept.In(data)
	for _, m := range g.all {
		if e, err := folder.Open(m.id); err != nil || e.Record.Moves != m.line {
			lost += max(1, len(m.made))
		}
	}
	return lost
}
