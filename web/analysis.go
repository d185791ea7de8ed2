package web

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"gambito/agent"
	"gambito/agents"
	"gambito/api"
	"gambito/arena"
	"gambito/game"
	"gambito/games/backgammon"
	"gambito/games/backgammon/cube"
	"gambito/games/backgammon/match"
	"gambito/review"
)

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

// maxAnalysis is how long a live search may take.
const maxAnalysis = 10 * time.Minute

func (s *Server) registerAnalysis(a huma.API) {
	stream(s, a, huma.Operation{
		OperationID: "analysis", Method: http.MethodGet, Path: "/api/analysis",
		Summary:     "A live search: what an agent thinks of a position",
		Description: "Each event holds all that is known. Asked again of the same position, an agent goes on with the tree or the tables that it has made, if it has not long stopped. The search ends when its time is over, with the event end, or when the client leaves.",
	}, map[string]any{"analysis": LiveAnalysis{}, "end": LiveAnalysis{}}, s.openAnalysis)
}

// openAnalysis looks at a request for a live search.
func (s *Server) openAnalysis(ctx context.Context, input *analysisInput) (func(context.Context, *events) error, error) {
	if input.Time != input.Time {
		return nil, errors.New("time: it must be a number of seconds")
	}
	at, err := s.findOpen(ctx, input.Place)
	if err != nil {
		return nil, err
	}
	t := &thinker{live: live{server: s, place: at, words: wordsOf(ctx), who: input.Agent, tree: input.Tree > 0}, input: *input}
	if t.seat, err = at.decider(input.For); err != nil {
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
	t.think = t.ask
	return t.run, nil
}

// thinker is an agent that is asked about a position.
type thinker struct {
	live
	spec  agent.Spec // zero for the game's judge
	input analysisInput
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

// ask asks the agent, one that waits to go on with the position if there is any. Of
// backgammon one that can tell chances tells those too, and nothing else where dice are
// to be thrown.
func (t *thinker) ask(ctx context.Context, tell func(agent.Analysis)) (agent.Analysis, error) {
	key := t.key(ctx)
	a, waited := t.server.parked.take(key)
	if !waited {
		a = &parkedAgent{key: key}
		if a.bytes, a.release = t.server.reserve(); a.bytes == 0 {
			return agent.Analysis{}, allowances[analysing].tooMany
		}
	}
	kept := false
	defer func() {
		if !kept {
			a.release()
		}
	}()
	if err := t.choose(a.bytes); err != nil {
		return agent.Analysis{}, err
	}
	if isBackgammon(t.game) {
		if err := t.lookUp(ctx); err != nil || t.state.Turn() == game.Chance {
			return agent.Analysis{}, err
		}
	}
	if !waited {
		var err error
		if a.agent, err = t.spec.New(t.game); err != nil {
			return agent.Analysis{}, err
		}
		a.agent.NewGame(t.seat, arena.AgentSeed(1, t.game.Info().ID, 0, 0, int(t.seat)))
	}
	found, err := t.analyze(ctx, a, tell)
	if _, watches := a.agent.(agent.Watcher); !watches && (err == nil || ctx.Err() != nil) {
		kept = true
		t.server.parked.put(a)
	}
	return found, err
}

// key is what the search is about.
func (t *thinker) key(ctx context.Context) parkKey {
	return parkKey{
		client: clientOf(ctx), game: t.game.Info().ID, rules: game.Digest(t.game),
		position: t.game.FormatPosition(t.start), moves: game.FormatLine(t.game, t.start, t.moves),
		agent: t.input.Agent, seat: int(t.seat), timed: t.input.Time > 0,
	}
}

// analyze lets an agent think.
func (t *thinker) analyze(ctx context.Context, a *parkedAgent, tell func(agent.Analysis)) (agent.Analysis, error) {
	if w, ok := a.agent.(agent.Watcher); ok {
		defer w.Leave()
		if err := t.watched(ctx, w); err != nil {
			return agent.Analysis{}, err
		}
	}
	return agent.Analyze(ctx, a.agent, game.View(t.state, t.seat), agent.Question{
		Limits: t.limits(a.bytes), Lines: t.input.Lines, Tree: t.input.Tree, Every: shortTurn,
		Tell: func(a agent.Analysis) {
			tell(a)
			giveWay(ctx)
		},
	})
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

// choose settles who is asked, within limits.
func (t *thinker) choose(bytes int64) error {
	if t.spec.IsZero() {
		judge, err := review.DefaultJudge(t.server.options.Agents, t.game)
		if err != nil {
			return err
		}
		t.spec, t.who = judge, judge.String()
	}
	if t.input.Time > 0 { // which may be more when it goes on
		t.spec = t.spec.Within(agent.Limits{Time: maxAnalysis})
	}
	t.spec = capped(t.spec.Preferring("reuse", "on"), t.game, bytes)
	return nil
}

// lookUp asks an agent that tells chances about a position of backgammon.
func (t *thinker) lookUp(ctx context.Context) error {
	expert, ok, err := agents.NewExpert(t.spec, arena.AgentSeed(1, "backgammon", 0, 0, 0), cube.Live)
	switch {
	case err != nil:
		return err
	case !ok && t.state.Turn() == game.Chance:
		return fmt.Errorf("agent %q: it cannot tell chances before the dice are thrown, as td can", t.who)
	case !ok:
		return nil
	}
	if _, samples := expert.Chances.(cube.Sampler); samples && t.rolled() {
		return nil // it would play all games twice
	}
	table, err := api.NewBackgammonAnalysis(ctx, expert, t.game, t.state, t.who)
	t.table = &table
	return err
}

// rolled reports whether the dice of backgammon are thrown.
func (p place) rolled() bool {
	s, ok := p.state.(interface{ Dice() backgammon.Dice })
	return ok && s.Dice().Rolled()
}

// isBackgammon reports whether a game is one of backgammon.
func isBackgammon(g game.Game) bool {
	switch g.(type) {
	case *backgammon.Game, *match.Game:
		return true
	}
	return false
}

// decider is the player to choose for: before the dice of backgammon are thrown, who
// throws them.
func (p place) decider(named int) (game.Player, error) {
	if s, ok := p.state.(interface{ Side() game.Player }); ok && isBackgammon(p.game) && p.state.Turn() == game.Chance {
		return s.Side(), nil
	}
	return p.seat(named)
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
		l.Simulations = treeSimulations(t.game, bytes)
	}
	return l
}
