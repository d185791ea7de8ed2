package web

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"gambito/board"
	"gambito/game"
)

// Setup is a position that somebody puts together on the board. On the way from one
// position to another there are drafts that are no position.
type Setup struct {
	Draft    string       `json:"draft" doc:"The draft, to be sent with the next change. It is the position as the game writes it, if it is one."`
	Board    board.Board  `json:"board" doc:"The draft to be drawn."`
	Legal    bool         `json:"legal" doc:"Whether the draft is a position of the game."`
	Problem  string       `json:"problem,omitempty" doc:"Why it is none, in one sentence."`
	ByCells  bool         `json:"by_cells" doc:"Whether the game can be set up cell by cell; else only by the text of a position."`
	Pieces   []SetupPiece `json:"pieces" doc:"What a cell can hold, nothing included; empty if the game cannot be set up by cells."`
	Sides    []SetupSide  `json:"sides" doc:"What may come after the cells: who is to move, and the like. Empty where the cells tell."`
	Side     int          `json:"side" doc:"Which of the sides holds in the draft; -1 if none does."`
	Dice     *string      `json:"dice,omitempty" doc:"Of backgammon: what the dice show, such as 31; empty before the roll."`
	Examples []string     `json:"examples" doc:"Texts of positions: the start, and one from the middle of a game."`
}

// SetupPiece is what a cell can hold.
type SetupPiece struct {
	Text  string `json:"text" doc:"How texts of positions write it."`
	Glyph string `json:"glyph,omitempty" doc:"The same as it is drawn; absent if it is nothing."`
	Owner *int   `json:"owner,omitempty" doc:"Seat of the player whose piece it is."`
}

// SetupSide is what may come after the cells in the text of a position.
type SetupSide struct {
	Text string `json:"text" doc:"How texts of positions write it."`
	Seat *int   `json:"seat,omitempty" doc:"Seat of the player who is to move then; absent if it is nobody in particular."`
}

// setupInput asks for changes of a draft.
type setupInput struct {
	Spoken
	Body struct {
		Place
		Draft string     `json:"draft,omitempty" maxLength:"20000" doc:"The draft so far; without one it is the position of game, position and moves."`
		Put   []SetupPut `json:"put,omitempty" maxItems:"1000" doc:"What to put on which cells."`
		Side  *int       `json:"side,omitempty" minimum:"0" maximum:"1000" doc:"Which of the sides is to hold."`
		Dice  *string    `json:"dice,omitempty" maxLength:"3" doc:"Of backgammon: what the dice are to show, such as 31; empty for before the roll."`
	}
}

// SetupPut is a change of a cell.
type SetupPut struct {
	Cell  int `json:"cell" minimum:"0" maximum:"10000" doc:"Number of the cell, row by row from the top left; of backgammon the point as white counts, 25 for the bar."`
	Piece int `json:"piece" minimum:"0" maximum:"1000" doc:"Which of the pieces it is to hold; of backgammon whose man is added, or that one is taken away."`
}

// changes tells whether a request asks for any.
func (in *setupInput) changes() bool {
	return in.Body.Put != nil || in.Body.Side != nil || in.Body.Dice != nil
}

func (s *Server) registerSetup(api huma.API) {
	route(api, huma.Operation{
		OperationID: "setup", Method: http.MethodPost, Path: "/api/setup", Tags: []string{"positions"},
		Summary:     "Put a position together, cell by cell",
		Description: "Takes a draft and changes, and tells what they come to. A draft that is a position has its text.",
	}, s.setup)
}

func (s *Server) setup(ctx context.Context, in *setupInput) (*answer[Setup], error) {
	at, err := s.findOpen(ctx, in.Body.Place)
	if err != nil {
		return nil, err
	}
	g, text := at.game, in.Body.Draft
	if text == "" {
		text = g.FormatPosition(at.state)
	}
	p, err := s.palettes.get(gameKey(g), func() (p *palette, err error) {
		err = s.pool.Do(ctx, clientOf(ctx), compiling, func(context.Context) error {
			p = learnPalette(g)
			return nil
		})
		return p, err
	})
	if err != nil {
		return nil, err
	}
	if hasMen(g) {
		if state, err := g.ParsePosition(text); err == nil && in.changes() {
			if text, err = moveMen(g, state, in); err != nil {
				return nil, err
			}
		}
		return answered(s.drafted(ctx, g, p, text)), nil
	}
	if p.form == nil {
		if in.changes() {
			return nil, fmt.Errorf("%s: positions of this game are set up by their text, not cell by cell", g.Info().ID)
		}
		return answered(s.drafted(ctx, g, p, text)), nil
	}
	d, ok := p.form.read(text)
	if !ok {
		return nil, fmt.Errorf("draft %q: it must have all cells of the board, as in %q", text, p.examples[0])
	}
	for _, put := range in.Body.Put {
		if put.Cell >= len(d.cells) || put.Piece >= len(p.pieces) {
			return nil, fmt.Errorf("cell %d, piece %d: the board has %d cells, the game %d kinds of pieces, counted from 0", put.Cell, put.Piece, len(d.cells), len(p.pieces))
		}
		d.cells[put.Cell] = p.pieces[put.Piece].Text
	}
	if side := in.Body.Side; side != nil {
		if *side >= len(p.sides) {
			return nil, fmt.Errorf("side %d: there are %d, counted from 0", *side, len(p.sides))
		}
		d.side = p.sides[*side].Text
	}
	return answered(s.drafted(ctx, g, p, p.form.write(d))), nil
}

// drafted tells what a draft comes to.
func (s *Server) drafted(ctx context.Context, g game.Game, p *palette, text string) Setup {
	w := wordsOf(ctx)
	r := Setup{Draft: text, ByCells: p.form != nil, Pieces: p.pieces, Sides: p.sides, Side: -1, Examples: p.examples}
	state, err := g.ParsePosition(text)
	if err == nil {
		r.Draft, r.Legal, r.Board = g.FormatPosition(state), true, board.Of(w, g, state)
	} else {
		if why, ok := strings.CutPrefix(err.Error(), fmt.Sprintf("position %q: ", text)); ok {
			err = errors.New(why) // the text is before everybody's eyes
		}
		r.Problem = refusalOf(ctx, err).Detail
	}
	if p.form == nil {
		if err != nil {
			state = g.New()
			r.Board = board.Of(w, g, state)
		}
		if hasMen(g) {
			t := tableOf(state)
			r.ByCells, r.Side, r.Dice = true, int(t.Match.Roller), diceOf(t)
		}
		return r
	}
	d, ok := p.form.read(r.Draft)
	if !ok {
		return r
	}
	for i, side := range p.sides {
		if side.Text == d.side {
			r.Side = i
		}
	}
	if !r.Legal {
		r.Board = board.Of(w, g, g.New())
		r.Board.Caption = ""
		p.paint(&r.Board, d)
	}
	return r
}
