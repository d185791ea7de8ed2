package web

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"sync"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"gambito/agent"
	"gambito/api"
	"gambito/arena"
	"gambito/game"
	"gambito/review"
	"gambito/words"
)

// LiveAnalysis is what an agent thinks of a position so far.
type LiveAnalysis struct {
	api.Analysis
	Speed float64                 `json:"speed,omitempty" doc:"Simulations, or else positions, a second."`
	Tree  *TreeNode               `json:"tree,omitempty" doc:"The top of the search tree, if it was asked for and has changed."`
	Table *api.BackgammonAnalysis `json:"table,omitempty" doc:"What an agent that tells chances thinks of a position of backgammon: all moves, or the cube."`
}

// analysisInput is what is to be analysed, by whom and for how long.
type analysisInput struct {
	Spoken
	Place
	Agent string  `query:"agent" maxLength:"500" doc:"Agent spec of who is asked; by default the strongest judge that the game has."`
	Lines int     `query:"lines" default:"3" minimum:"0" maximum:"100" doc:"Of how many moves the value should be exact, where that costs more time: the best ones."`
	Time  float64 `query:"time" minimum:"0" maximum:"600" doc:"Seconds to think; 0 for what the agent spec says."`
	For   int     `query:"for" minimum:"0" maximum:"127" doc:"Seat of the player to choose for, where all move at once."`
	Tree  int     `query:"tree" minimum:"0" maximum:"2000" doc:"How many nodes of the search tree to show, the most visited ones; they come about twice a second."`
}

const (
	// maxAnalysis is how long a live search may take.
	maxAnalysis = 10 * time.Minute

	// updateTime is what passes between two updates of a live search at the least.
	updateTime = 100 * time.Millisecond
)

func (s *Server) registerAnalysis(api huma.API) {
	stream(s, api, huma.Operation{
		OperationID: "analysis", Method: http.MethodGet, Path: "/api/analysis",
		Summary:     "A live search: what an agent thinks of a position",
		Description: "Each event holds all that is known. The search ends when its time is over, with the event end, or when the client leaves.",
	}, map[string]any{"analysis": LiveAnalysis{}, "end": LiveAnalysis{}}, s.openAnalysis)
}

// thinker is a live search before it has begun.
type thinker struct {
	place
	server *Server
	seat   game.Player
	spec   agent.Spec // zero for the game's judge
	input  analysisInput
	words  words.Words
}

// openAnalysis looks at a request for a live search.
func (s *Server) openAnalysis(ctx context.Context, input *analysisInput) (func(context.Context, *events) error, error) {
	if input.Time != input.Time {
		return nil, errors.New("time: it must be a number of seconds")
	}
	at, err := s.find(ctx, input.Place)
	if err != nil {
		return nil, err
	}
	t := &thinker{place: at, server: s, input: *input, words: wordsOf(ctx)}
	if t.seat, err = at.seat(input.For); err != nil {
		return nil, err
	}
	if input.Agent != "" {
		if t.spec, err = s.allowed(input.Agent); err != nil {
			return nil, err
		}
		if _, err := t.spec.For(at.game); err != nil {
			return nil, err
		}
	}
	return t.run, nil
}

// seat is the player to choose for, where all move at once one that the request names.
func (p place) seat(named int) (game.Player, error) {
	id := p.game.Info().ID
	switch turn := p.state.Turn(); turn {
	case game.Over:
		return 0, fmt.Errorf("%s: the game is over in that position", id)
	case game.Chance:
		return 0, fmt.Errorf("%s: chance decides in that position; add its outcome to the moves", id)
	case game.Together:
		if n := p.game.Info().Players(); named >= n {
			return 0, fmt.Errorf("for %d: seats are 0 to %d", named, n-1)
		}
		return game.Player(named), nil
	default:
		return turn, nil
	}
}

// run searches, and sends what is known until that is all.
func (t *thinker) run(ctx context.Context, e *events) error {
	news := newMailbox()
	done := make(chan error, 1)
	var last agent.Analysis
	go func() {
		done <- t.server.pool.Do(ctx, clientOf(ctx), analysing, func(ctx context.Context) (err error) {
			last, err = t.think(ctx, news)
			return err
		})
	}()
	for {
		select {
		case err := <-done:
			if err != nil {
				return err
			}
			return e.send("end", t.show(last))
		case <-news.ready:
		}
		if err := e.send("analysis", t.show(news.take())); err != nil {
			return <-done // the client has left, and ctx has ended
		}
		select {
		case <-time.After(updateTime):
		case <-ctx.Done():
		}
	}
}

// think asks the agent.
func (t *thinker) think(ctx context.Context, news *mailbox) (agent.Analysis, error) {
	bytes, release := t.server.pool.reserve()
	defer release()
	if bytes == 0 {
		return agent.Analysis{}, allowances[analysing].tooMany
	}
	begin := time.Now()
	q := agent.Question{Lines: t.input.Lines, Tree: t.input.Tree, Every: turnTime, Tell: func(a agent.Analysis) {
		if a.Time == 0 {
			a.Time = time.Since(begin)
		}
		news.put(a)
		giveWay(ctx)
	}}
	a, err := t.make(bytes)
	if err != nil {
		return agent.Analysis{}, err
	}
	q.Limits = t.limits(bytes)
	a.NewGame(t.seat, arena.AgentSeed(1, t.game.Info().ID, 0, 0, int(t.seat)))
	if w, ok := a.(agent.Watcher); ok {
		defer w.Leave()
		if err := t.watched(ctx, w); err != nil {
			return agent.Analysis{}, err
		}
	}
	return agent.Analyze(ctx, a, game.View(t.state, t.seat), q)
}

// watched tells an agent that watches how the position came about.
func (p place) watched(ctx context.Context, w agent.Watcher) error {
	state := p.start.Clone()
	for _, m := range p.moves {
		if err := w.Watch(ctx, state, m); err != nil {
			return err
		}
		state.Play(m)
	}
	return nil
}

// make makes the agent.
func (t *thinker) make(bytes int64) (agent.Agent, error) {
	if t.spec.IsZero() {
		judge, err := review.DefaultJudge(t.server.options.Agents, t.game)
		if err != nil {
			return nil, err
		}
		t.spec = judge
	}
	spec := t.spec
	if t.input.Time > 0 {
		spec = spec.Within(agent.Limits{Time: t.time()})
	}
	return capped(spec, t.game, bytes).New(t.game)
}

// time is how long the search may take.
func (t *thinker) time() time.Duration {
	if t.input.Time > 0 {
		return time.Duration(t.input.Time * float64(time.Second))
	}
	return maxAnalysis
}

// limits bound the search on top of what the spec says: in time and, by its
// simulations, the trees of agents that take no limit of memory.
func (t *thinker) limits(bytes int64) agent.Limits {
	l := agent.Limits{Time: t.time()}
	if !t.spec.Has("memory") {
		const edge = 64 // bytes, with what searches keep beside
		l.Simulations = max(1000, int(bytes)/(edge*max(1, t.game.Info().MaxMoves)))
	}
	return l
}

// show is what a client is told.
func (t *thinker) show(found agent.Analysis) LiveAnalysis {
	r := LiveAnalysis{Analysis: api.NewAnalysis(t.words, t.game, t.state, t.seat, t.spec.String(), found)}
	if seconds := found.Time.Seconds(); seconds > 0 {
		r.Speed = float64(max(found.Simulations, found.Nodes)) / seconds
		if found.Simulations > 0 {
			r.Speed = float64(found.Simulations) / seconds
		}
	}
	if found.Tree != nil && t.input.Tree > 0 {
		r.Tree = newTree(t.game, t.state, found.Tree)
	}
	return r
}

// mailbox holds the latest that is known, for who takes it when there is time.
type mailbox struct {
	ready chan struct{} // holds one if there is something to take

	mutex sync.Mutex
	what  agent.Analysis
}

func newMailbox() *mailbox { return &mailbox{ready: make(chan struct{}, 1)} }

// put takes the place of what was not taken, but for a tree, which comes seldom.
func (b *mailbox) put(a agent.Analysis) {
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
