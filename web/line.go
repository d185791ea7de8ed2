package web

import (
	"context"
	"fmt"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"gambito/board"
	"gambito/game"
)

// Line is a line of moves, ply by ply, and where it leads.
type Line struct {
	Plies    []LinePly      `json:"plies" doc:"The moves in their order, what chance decided included."`
	Position board.Position `json:"position" doc:"The position after them."`
	Outcomes []Outcome      `json:"outcomes,omitempty" doc:"Where chance decides: what may come."`
}

// Outcome is what chance may decide.
type Outcome struct {
	Text        string  `json:"text" doc:"The outcome, as the game writes it."`
	Label       string  `json:"label" doc:"The same for people to read."`
	Probability float64 `json:"probability" doc:"How likely it is, from 0 to 1."`
}

// LinePly is a move of a line.
type LinePly struct {
	Text  string `json:"text" doc:"The move, as the game writes it."`
	Label string `json:"label" doc:"The same for people to read."`
	Seat  *int   `json:"seat,omitempty" doc:"Seat of who made it; absent of chance, and where all moved at once."`
	Moves string `json:"moves" doc:"The line up to this move, as the field moves of a request."`
}

// lineInput asks for a line.
type lineInput struct {
	Spoken
	Body struct {
		Place
		Add   []string `json:"add,omitempty" maxItems:"1000" doc:"Moves to make behind them, one after another, as the game writes them."`
		Joint []string `json:"joint,omitempty" maxItems:"127" doc:"Where all players move at once: the move of each, by seat, made last."`
		Seat  int      `json:"seat,omitempty" minimum:"0" doc:"Where all players move at once: whose moves are to be listed."`
	}
}

func (s *Server) registerLine(api huma.API) {
	route(api, huma.Operation{
		OperationID: "line", Method: http.MethodPost, Path: "/api/line", Tags: []string{"positions"},
		Summary: "A line of moves, ply by ply, with more moves made behind it",
	}, s.line)
}

func (s *Server) line(ctx context.Context, in *lineInput) (*answer[Line], error) {
	at, err := s.find(ctx, in.Body.Place)
	if err != nil {
		return nil, err
	}
	if players := at.game.Info().Players(); in.Body.Seat >= players {
		return nil, fmt.Errorf("seat %d is not in the game, which is for %d: count from 0", in.Body.Seat, players)
	}
	for _, text := range in.Body.Add {
		m, err := at.game.ParseMove(at.state, text)
		if err != nil {
			return nil, err
		}
		at.play(m)
	}
	if in.Body.Joint != nil {
		m, err := joint(at.game, at.state, in.Body.Joint)
		if err != nil {
			return nil, err
		}
		at.play(m)
	}
	w, state := wordsOf(ctx), at.start.Clone()
	r := Line{Plies: make([]LinePly, 0, len(at.moves)), Position: board.NewPosition(w, at.game, at.start, at.moves, game.Player(in.Body.Seat))}
	for i, m := range at.moves {
		r.Plies = append(r.Plies, LinePly{
			Text: at.game.FormatMove(state, m), Label: w.Move(at.game, state, m), Seat: seatOf(state.Turn()),
			Moves: game.FormatLine(at.game, at.start, at.moves[:i+1]),
		})
		state.Play(m)
	}
	if chance, ok := state.(game.Stochastic); ok && state.Turn() == game.Chance {
		for _, m := range state.Moves(nil) {
			r.Outcomes = append(r.Outcomes, Outcome{at.game.FormatMove(state, m), w.Move(at.game, state, m), chance.Probability(m)})
		}
	}
	return answered(r), nil
}

// play makes a move behind the line.
func (p *place) play(m game.Move) {
	p.moves = append(p.moves, m)
	p.state.Play(m)
}

// joint is the move in which every player makes the one of its text.
func joint(g game.Game, s game.State, texts []string) (game.Move, error) {
	together, ok := s.(game.Simultaneous)
	reader, reads := g.(game.SimultaneousGame)
	if !ok || !reads || s.Turn() != game.Together {
		return 0, fmt.Errorf("joint: players do not move at once here")
	}
	if n := g.Info().Players(); len(texts) != n {
		return 0, fmt.Errorf("joint: there are %d moves, but %d players", len(texts), n)
	}
	moves := make([]game.Move, len(texts))
	for p, text := range texts {
		m, err := reader.ParseMoveOf(s, game.Player(p), text)
		if err != nil {
			return 0, err
		}
		moves[p] = m
	}
	return together.Join(moves), nil
}
