package web

import (
	"context"
	"fmt"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"gambito/board"
	"gambito/game"
)

// positionInput asks for a position to be drawn.
type positionInput struct {
	Spoken
	Body struct {
		Place
		Seat int `json:"seat,omitempty" minimum:"0" doc:"Where all players move at once: whose moves are to be listed."`
	}
}

// stepInput asks what parts of a move come to.
type stepInput struct {
	Spoken
	Body struct {
		Place
		Parts []string `json:"parts" maxItems:"10" doc:"The parts made so far, in their order, such as 8/5 and 6/5 at backgammon."`
	}
}

// Step is what parts of a move come to.
type Step struct {
	Board board.Board  `json:"board" doc:"The board with the parts made."`
	Next  []board.Move `json:"next" doc:"The parts that may follow; empty once the move is whole."`
	Move  string       `json:"move,omitempty" doc:"The whole move, once the parts are one."`
}

func (s *Server) registerPosition(api huma.API) {
	route(api, huma.Operation{
		OperationID: "position", Method: http.MethodPost, Path: "/api/position", Tags: []string{"positions"},
		Summary: "A position to be drawn, and its legal moves",
	}, func(ctx context.Context, in *positionInput) (*answer[board.Position], error) {
		at, err := s.find(ctx, in.Body.Place)
		if err != nil {
			return nil, err
		}
		seat := game.Player(in.Body.Seat)
		if players := at.game.Info().Players(); in.Body.Seat >= players {
			return nil, fmt.Errorf("seat %d is not in the game, which is for %d: count from 0", in.Body.Seat, players)
		}
		return answered(board.NewPosition(wordsOf(ctx), at.game, at.start, at.moves, seat)), nil
	})
	route(api, huma.Operation{
		OperationID: "step", Method: http.MethodPost, Path: "/api/position/step", Tags: []string{"positions"},
		Summary: "What parts of a move come to, and which may follow",
	}, s.step)
}

func (s *Server) step(ctx context.Context, in *stepInput) (*answer[Step], error) {
	at, err := s.find(ctx, in.Body.Place)
	if err != nil {
		return nil, err
	}
	if _, ok := at.game.(game.Stepwise); !ok || at.state.Turn() < 0 {
		return nil, fmt.Errorf("there is no move to be made in parts here")
	}
	next, done, move, state, err := board.Parts(at.game, at.state, in.Body.Parts)
	if err != nil {
		return nil, err
	}
	r := Step{Board: board.Of(wordsOf(ctx), at.game, state), Next: next}
	if done {
		r.Move = at.game.FormatMove(at.state, move)
	}
	if r.Next == nil {
		r.Next = []board.Move{}
	}
	return answered(r), nil
}
