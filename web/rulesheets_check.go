package web

import (
	"context"
	"errors"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"gambito/api"
	"gambito/board"
	"gambito/game"
	"gambito/gdl"
)

// SheetCheck is what gambito makes of a rulesheet.
type SheetCheck struct {
	Problems []api.SheetProblem `json:"problems" doc:"What is wrong with it, by place."`
	Game     *SheetGame         `json:"game,omitempty" doc:"The game that it is; absent if it has errors."`
	Refused  string             `json:"refused,omitempty" doc:"Why no game comes of it though its rules are well written."`
}

// SheetGame is what a rulesheet was understood to be.
type SheetGame struct {
	Roles        []string    `json:"roles" doc:"The players."`
	Chance       bool        `json:"chance" doc:"Whether dice or cards decide too: whether there is a role random."`
	Simultaneous bool        `json:"simultaneous" doc:"Whether players move at once."`
	GeneralSum   bool        `json:"general_sum" doc:"Whether players may win together or lose together."`
	Moves        int         `json:"moves" doc:"Legal moves at the start, of who begins, or of the first player where all move at once."`
	First        []string    `json:"first" doc:"Some of them."`
	Board        board.Board `json:"board" doc:"The start position; text if no board was found in its facts."`
	Drawn        bool        `json:"drawn" doc:"Whether a board was found in its facts."`
	Compiled     bool        `json:"compiled" doc:"Whether the sheet is compiled; else it is played slowly by the plain reasoner."`
	Slow         string      `json:"slow,omitempty" doc:"Why it is not."`
	Size         *gdl.Size   `json:"size,omitempty" doc:"How large the compiled sheet is."`
}

const (
	// checkTime is how long compiling for a check may take: people are typing.
	checkTime = 3 * time.Second

	// measureTime is how long random games are played to measure their speed, and
	// measureLimit how long at most if a game takes longer than that.
	measureTime  = time.Second
	measureLimit = 6 * time.Second

	// firstMoves is how many moves at the start are listed.
	firstMoves = 12
)

// checkLimits bound compiling for a check.
var checkLimits = gdl.Limits{Steps: 20_000_000, Memory: 128 << 20}

func (s *Server) registerSheetCheck(a huma.API) {
	type input struct {
		Spoken
		Body SheetText
	}
	route(a, huma.Operation{
		OperationID: "check-rulesheet", Method: http.MethodPost, Path: "/api/rulesheets/check", MaxBodyBytes: 4 * sheetBytes,
		Summary: "What is wrong with a rulesheet, and what game it is",
	}, func(ctx context.Context, in *input) (*answer[SheetCheck], error) {
		var check SheetCheck
		err := s.pool.Do(ctx, clientOf(ctx), compiling, func(ctx context.Context) (err error) {
			check, err = checkSheet(ctx, in.Body.Text)
			return err
		})
		if err != nil {
			return nil, err
		}
		return answered(check), nil
	})
	route(a, huma.Operation{
		OperationID: "measure-rulesheet", Method: http.MethodPost, Path: "/api/rulesheets/measure", MaxBodyBytes: 4 * sheetBytes,
		Summary: "How fast a rulesheet is played on one core",
	}, func(ctx context.Context, in *input) (*answer[api.SheetSpeed], error) {
		var speed api.SheetSpeed
		err := s.pool.Do(ctx, clientOf(ctx), compiling, func(ctx context.Context) error {
			g, err := compiledSheet(ctx, []byte(in.Body.Text))
			if err != nil {
				return err
			}
			ctx, cancel := context.WithTimeout(ctx, measureLimit)
			defer cancel()
			speed = api.NewSheetSpeed(g, g.Measure(ctx, measureTime, 1))
			return nil
		})
		if err != nil {
			return nil, err
		}
		return answered(speed), nil
	})
}

// compiledSheet is the game of a text, within the limits of a check.
func compiledSheet(ctx context.Context, text []byte) (*gdl.Game, error) {
	ctx, cancel := context.WithTimeout(ctx, checkTime)
	defer cancel()
	return gdl.New(text, gdl.Options{ID: "gdl:sheet", Name: "sheet", Limits: checkLimits, Context: ctx})
}

// checkSheet looks for errors and, if there are none, at the game.
func checkSheet(ctx context.Context, text string) (SheetCheck, error) {
	w := wordsOf(ctx)
	sheet, problems := gdl.Check([]byte(text))
	check := SheetCheck{Problems: api.NewSheetProblems(problems)}
	for i := range check.Problems {
		check.Problems[i].Message = w.Rulesheet(check.Problems[i].Message)
	}
	if sheet == nil {
		return check, nil
	}
	g, err := compiledSheet(ctx, []byte(text))
	if ctx.Err() != nil {
		return check, ctx.Err()
	}
	if err != nil {
		check.Refused = w.Rulesheet(err.Error())
		return check, nil
	}
	check.Game = sheetGame(ctx, g)
	return check, nil
}

// sheetGame tells what a game is like.
func sheetGame(ctx context.Context, g *gdl.Game) *SheetGame {
	info, start, w := g.Info(), g.New(), wordsOf(ctx)
	r := &SheetGame{
		Roles: []string{}, Chance: game.OfChance(g), Simultaneous: start.Turn() == game.Together, GeneralSum: info.GeneralSum,
		First: []string{}, Board: board.Of(w, g, start), Compiled: g.Fallback() == nil,
	}
	for _, role := range info.Roles {
		r.Roles = append(r.Roles, w.Text(role))
	}
	r.Drawn = r.Board.Kind != board.Text
	switch err := g.Fallback(); {
	case errors.Is(err, context.DeadlineExceeded):
		r.Slow = w.Rulesheet("compiling takes too long")
	case err != nil:
		r.Slow = w.Rulesheet(err.Error())
	}
	if size, ok := g.Size(); ok {
		r.Size = &size
	}
	write := func(m game.Move) string { return g.FormatMove(start, m) }
	var legal []game.Move
	if r.Simultaneous { // there may be very many moves of all together
		legal = game.MovesFor(start, 0, nil)
		write = func(m game.Move) string { return game.FormatMoveFor(g, start, 0, m) }
	} else {
		legal = start.Moves(nil)
	}
	r.Moves = len(legal)
	for _, m := range legal[:min(len(legal), firstMoves)] {
		r.First = append(r.First, write(m))
	}
	return r
}
