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
)

// truthInput is what is to be solved.
type truthInput struct {
	Spoken
	Place
	Time float64 `query:"time" default:"20" minimum:"0.1" maximum:"300" doc:"Seconds that solving may take."`
}

func (s *Server) registerTruth(api huma.API) {
	stream(s, api, huma.Operation{
		OperationID: "truth", Method: http.MethodGet, Path: "/api/truth",
		Summary:     "What the moves of a position are worth with perfect play",
		Description: "Connect 4, the end of Othello and of backgammon, and games or positions that are small enough. Each event holds the moves that are solved so far; end holds all. Where nobody can tell, failed says why.",
	}, map[string]any{"analysis": LiveAnalysis{}, "end": LiveAnalysis{}}, s.openTruth)
}

// openTruth looks at a request for the truth.
func (s *Server) openTruth(ctx context.Context, input *truthInput) (func(context.Context, *events) error, error) {
	if input.Time != input.Time {
		return nil, errors.New("time: it must be a number of seconds")
	}
	at, err := s.findOpen(ctx, input.Place)
	if err != nil {
		return nil, err
	}
	l := &live{server: s, place: at, words: wordsOf(ctx), who: "the truth"}
	if l.seat, err = at.seat(0); err != nil {
		return nil, err
	}
	l.think = func(ctx context.Context, tell func(agent.Analysis)) (agent.Analysis, error) {
		bytes, release := s.reserve()
		defer release()
		if bytes == 0 {
			return agent.Analysis{}, allowances[analysing].tooMany
		}
		within, cancel := context.WithTimeout(ctx, time.Duration(input.Time*float64(time.Second)))
		defer cancel()
		found, err := agents.Truth(within, s.options.Agents.Environment, at.game, at.state, agents.Solving{
			Memory: bytes, Tell: tell, Pause: func() { giveWay(ctx) },
		})
		if within.Err() != nil && ctx.Err() == nil {
			err = fmt.Errorf("%s: the position is not solved within %g seconds", at.game.Info().ID, input.Time)
		}
		return found, err
	}
	return l.run, nil
}
