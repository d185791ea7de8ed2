package web

import (
	"context"
	"sync"
	"time"

	"gambito/agent"
	"gambito/api"
	"gambito/game"
	"gambito/words"
)

// LiveAnalysis is what is known of a position so far.
type LiveAnalysis struct {
	api.Analysis
	Speed float64                 `json:"speed,omitempty" doc:"Simulations, or else positions, a second."`
	Tree  *TreeNode               `json:"tree,omitempty" doc:"The top of the search tree, if it was asked for and has changed."`
	Table *api.BackgammonAnalysis `json:"table,omitempty" doc:"What an agent that tells chances thinks of a position of backgammon: all moves, or the cube."`
}

// updateTime is what passes between two updates of a live search at the least.
const updateTime = 100 * time.Millisecond

// live is a search whose progress a client is told.
type live struct {
	place
	server *Server
	seat   game.Player
	words  words.Words
	who    string // who searches; think may set it
	tree   bool   // the tree is shown too

	table *api.BackgammonAnalysis // of backgammon, once it is known

	// think searches, and tells what is known so far.
	think func(ctx context.Context, tell func(agent.Analysis)) (agent.Analysis, error)
}

// run searches, and sends what is known until that is all.
func (l *live) run(ctx context.Context, e *events) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	news := newMailbox()
	done := make(chan error, 1)
	var last agent.Analysis
	go func() {
		done <- l.server.pool.Do(ctx, clientOf(ctx), analysing, func(ctx context.Context) (err error) {
			last, err = l.think(ctx, news.put)
			return err
		})
	}()
	for next := time.Now(); ; {
		select {
		case err := <-done:
			if err == nil {
				err = ctx.Err() // a search that was stopped has not ended: a page asks again for it
			}
			if err != nil {
				return err
			}
			return e.send("end", l.show(last))
		case <-news.ready:
		}
		if err := e.send("analysis", l.show(news.take())); err != nil {
			cancel() // the client has left, or does not read
			<-done
			return err
		}
		next = next.Add(updateTime)
		if late := time.Since(next); late > 0 {
			next = next.Add(late)
		}
		select {
		case <-time.After(time.Until(next)):
		case <-ctx.Done():
		}
	}
}

// show is what a client is told.
func (l *live) show(found agent.Analysis) LiveAnalysis {
	r := LiveAnalysis{Table: l.table}
	if r.Table != nil && l.state.Turn() == game.Chance {
		r.Analysis = beforeTheRoll(*l.table)
		return r
	}
	r.Analysis = api.NewAnalysis(l.words, l.game, l.state, l.seat, l.who, found)
	if seconds := found.Time.Seconds(); seconds > 0 {
		r.Speed = float64(found.Nodes) / seconds
		if found.Simulations > 0 {
			r.Speed = float64(found.Simulations) / seconds
		}
	}
	if found.Tree != nil && l.tree {
		r.Tree = newTree(l.game, l.state, found.Tree)
	}
	return r
}

// beforeTheRoll is what a table tells in the form of every other analysis.
func beforeTheRoll(t api.BackgammonAnalysis) api.Analysis {
	return api.Analysis{
		Game: t.Game, Position: t.Position, Agent: t.Agent, Player: t.Player, Move: t.Move, PV: t.PV,
		Worth: api.Worth{Value: &t.Value, Unit: game.Equity, Count: &t.Value},
	}
}

// mailbox holds the latest that is known, for who takes it when there is time.
type mailbox struct {
	ready chan struct{} // holds one if there is something to take
	begun time.Time

	mutex sync.Mutex
	what  agent.Analysis
}

func newMailbox() *mailbox { return &mailbox{ready: make(chan struct{}, 1), begun: time.Now()} }

// put takes the place of what was not taken, but for a tree, which comes seldom.
func (b *mailbox) put(a agent.Analysis) {
	if a.Time == 0 {
		a.Time = time.Since(b.begun)
	}
	b.mutex.Lock()
	if a.Tree == nil {
		a.Tree = b.what.Tree
	}
	b.what = a
	b.mutex.Unlock()
	select {
	case b.ready <- struct{}{}:
	default:
	}
}

// take is the latest that is known. Its tree is told once.
func (b *mailbox) take() agent.Analysis {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	a := b.what
	b.what.Tree = nil
	return a
}
