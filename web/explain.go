package web

import (
	"context"
	"errors"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"gambito/api"
	"gambito/game"
	"gambito/search/explain"
	"gambito/search/lesson"
)

// Explained is how searches walked one tree, step by step.
type Explained struct {
	Tree    string       `json:"tree,omitempty" doc:"The tree of numbers that was walked, as nested lists; absent of a game."`
	Fitting []string     `json:"fitting" doc:"The algorithms of the minimax family that can walk it."`
	Lessons []api.Lesson `json:"lessons" doc:"The walks, in the order asked for."`
}

// ExplainRequest asks for walks of a tree of numbers or of a game's positions.
type ExplainRequest struct {
	Tree     string `json:"tree,omitempty" maxLength:"20000" doc:"A tree as nested lists, such as ((3 17) (2 12)); chance is [1/2:3 1/2:(4 7)], bounds are [2..9]."`
	Random   string `json:"random,omitempty" maxLength:"200" doc:"Options of a random tree, such as branching=3,depth=4,seed=1."`
	Min      bool   `json:"min,omitempty" doc:"Whether MIN moves first in the tree."`
	Game     string `json:"game,omitempty" maxLength:"200" doc:"Game spec, where there is no tree."`
	Position string `json:"position,omitempty" maxLength:"20000" doc:"Position to start from, as the game writes it; empty for the game's own."`
	Moves    string `json:"moves,omitempty" maxLength:"20000" doc:"Moves to make from there."`
	Depth    int    `json:"depth,omitempty" minimum:"1" maximum:"20" default:"2" doc:"Plies of a game to look ahead."`
	Eval     string `json:"eval,omitempty" maxLength:"200" doc:"Evaluation of the game; empty for its first."`
	Order    bool   `json:"order,omitempty" doc:"Whether promising moves are tried first."`
	Table    bool   `json:"table,omitempty" doc:"Whether there is a transposition table."`
	Seed     uint64 `json:"seed,omitempty" doc:"Seed of searches that draw."`

	Algorithms []string `json:"algorithms" minItems:"1" maxItems:"4" doc:"What walks it: an algorithm of the minimax family, or a Monte Carlo tree search with its options, such as mcts:sims=20,policy=ucb."`
	Boards     bool     `json:"boards,omitempty" doc:"Whether positions of a game are described to be drawn."`
}

// What an explanation may cost.
const (
	explainTime  = 10 * time.Second
	explainSteps = 6000
)

func (s *Server) registerExplain(api huma.API) {
	route(api, huma.Operation{
		OperationID: "explain", Method: http.MethodPost, Path: "/api/explain", Tags: []string{"classroom"},
		Summary: "How searches walk a tree, step by step",
	}, func(ctx context.Context, in *struct {
		Spoken
		Body ExplainRequest
	}) (*answer[Explained], error) {
		return s.explain(ctx, in.Body)
	})
}

func (s *Server) explain(ctx context.Context, q ExplainRequest) (*answer[Explained], error) {
	l, tree, err := s.lesson(ctx, q)
	if err != nil {
		return nil, err
	}
	e := Explained{Tree: tree, Fitting: l.Fitting(), Lessons: []api.Lesson{}}
	ctx, cancel := context.WithTimeoutCause(ctx, explainTime, errExplain)
	defer cancel()
	err = s.pool.Do(ctx, clientOf(ctx), analysing, func(ctx context.Context) error {
		for _, name := range q.Algorithms {
			if len(name) > 200 {
				return errors.New("algorithms: a name with its options has 200 characters at the most")
			}
			w, err := l.Walk(ctx, name, nil)
			if ctx.Err() != nil {
				return context.Cause(ctx)
			}
			if err != nil {
				return err
			}
			e.Lessons = append(e.Lessons, api.NewLesson(wordsOf(ctx), w, l.Game, l.Root, q.Boards))
			giveWay(ctx)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return answered(e), nil
}

var errExplain = refuse(http.StatusRequestTimeout, "this takes too long to be explained: choose a smaller depth, or fewer simulations")

// lesson is what a request means, and the tree of numbers if it is one.
func (s *Server) lesson(ctx context.Context, q ExplainRequest) (l lesson.Lesson, tree string, err error) {
	switch {
	case (q.Tree != "" || q.Random != "") && q.Game != "":
		return l, "", errors.New("there is a tree and a game: choose one of them")
	case q.Game == "":
		if tree = q.Tree; q.Random != "" && q.Tree == "" {
			r, err := explain.ParseRandom(q.Random)
			if err != nil {
				return l, "", err
			}
			r.Min = r.Min || q.Min
			tree, q.Random, q.Min = r.Text(), "", false
		}
		l, err = lesson.OfTree(tree, q.Random, q.Min)
	default:
		var at place
		at, err = s.findOpen(ctx, Place{q.Game, q.Position, q.Moves})
		l.Game, l.Root = at.game, at.state
	}
	if err != nil {
		return l, "", err
	}
	if l.Root.Turn() == game.Over {
		return l, "", errors.New("the game is over: there is nothing to search")
	}
	l.Depth, l.Eval, l.Order, l.Table, l.Seed, l.Steps = max(q.Depth, 1), q.Eval, q.Order, q.Table, q.Seed, explainSteps
	return l, tree, nil
}
