package web

import (
	"context"

	"github.com/danielgtaylor/huma/v2"
)

// register makes the routes of all areas known, a line each.
func (s *Server) register() {
	s.registerCatalogue(s.api)
	s.registerImport(s.api)
	s.registerReview(s.api)
	s.registerRulesheets(s.api)
	s.registerSaved(s.api)
	s.registerPosition(s.api)
	s.registerAnalysis(s.api)
	s.registerSetup(s.api)
	s.registerLine(s.api)
	s.registerRead(s.api)
	s.registerPresets(s.api)
	s.registerExplain(s.api)
	s.registerMatrix(s.api)
	s.registerGames(s.api)
	s.registerTruth(s.api)
	s.registerFigures(s.api)
	s.registerTrainings(s.api)
	s.registerNetworks(s.api)
	s.registerStudies(s.api)
	s.registerWork(s.api)
	s.registerBandits(s.api)
	s.registerEvolutions(s.api)
	s.registerExperiments(s.api)
	s.registerRuns(s.api)
	s.registerFleet(s.api)
}

// route registers an operation whose errors become refusals: whatever a handler
// returns is an answer of one sentence, in the language of the request.
func route[I, O any](api huma.API, op huma.Operation, handler func(context.Context, *I) (*O, error)) {
	if op.MaxBodyBytes == 0 {
		op.MaxBodyBytes = mostBody
	}
	huma.Register(api, op, func(ctx context.Context, input *I) (*O, error) {
		requestOf(ctx).takeTime()
		output, err := handler(ctx, input)
		if err != nil {
			return nil, refusalOf(ctx, err)
		}
		return output, nil
	})
}

// answer is the body of a response.
type answer[T any] struct{ Body T }

// answered wraps the body of a response.
func answered[T any](body T) *answer[T] { return &answer[T]{body} }
