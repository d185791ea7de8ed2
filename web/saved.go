package web

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"gambito/agents"
	"gambito/api"
	"gambito/board"
	"gambito/game"
	"gambito/gamefile"
	"gambito/gdl/sheets"
	"gambito/kept"
	"gambito/words"
)

// savedGame is a game as it is kept; where the file is concerns nobody elsewhere, and how many
// moves were made in a game with secrets that goes on only those who have noticed them.
func (s *Server) savedGame(ctx context.Context, e kept.Entry) api.SavedGame {
	saved := api.NewSavedGame(e)
	saved.File = ""
	if e.Record.Result == nil && slices.Contains(e.Record.Agents, gamefile.Person) && s.ofSecrets(ctx, e.Record.Game) {
		saved.Moves = 0
		if g, err := s.replayed(ctx, e); err == nil {
			saved.Moves = madeBySeat(g)
		}
	}
	return saved
}

// madeBySeat is how many moves of players a person has noticed in a game with secrets that goes
// on; 0 where several people play, who have noticed different ones.
func madeBySeat(g gamefile.Game) (n int) {
	e, err := seatEyes(g.Record.Agents, anybody)
	if err != nil || e.covered {
		return 0
	}
	for _, event := range game.Story(g.Game, g.Start, g.Moves, e.seat) {
		if event.Player >= 0 {
			n++
		}
	}
	return n
}

// ofSecrets reports whether a game is one with secrets, without compiling rulesheets that
// have none.
func (s *Server) ofSecrets(ctx context.Context, spec string) bool {
	if name, ofSheet := strings.CutPrefix(spec, "gdl:"); ofSheet {
		if sheet, err := s.readSheet(ctx, name); err != nil || !strings.Contains(sheet.Text, "sees") {
			return false
		}
	}
	g, err := s.game(ctx, spec)
	return err == nil && game.OfSecrets(g)
}

// keptGame is a game that is kept, with its rules and moves.
func (s *Server) keptGame(ctx context.Context, id string) (kept.Entry, gamefile.Game, error) {
	s.played.written(id)
	e, err := kept.In(s.options.Data).Entry(id)
	switch {
	case errors.As(err, new(kept.ErrNone)):
		return e, gamefile.Game{}, refuse(http.StatusNotFound, "%s", err)
	case err != nil:
		return e, gamefile.Game{}, refuse(http.StatusConflict, "the game %q cannot be read", id)
	}
	g, err := s.replayed(ctx, e)
	return e, g, err
}

// replayed is a game that is kept with its rules and moves. The rulesheet of some has
// changed since they were played, or is gone.
func (s *Server) replayed(ctx context.Context, e kept.Entry) (gamefile.Game, error) {
	name, ofSheet := strings.CutPrefix(e.Record.Game, "gdl:")
	if _, comes := sheets.Find(name); comes {
		ofSheet = false
	}
	rules, err := s.game(ctx, e.Record.Game)
	var refusal *Refusal
	switch {
	case err == nil:
	case ctx.Err() != nil || !ofSheet:
		return gamefile.Game{}, err
	case !errors.As(err, &refusal):
		return gamefile.Game{}, refuse(http.StatusConflict, "the game %s cannot be read: its rulesheet %q has changed since, and has errors now", e.ID, name)
	case refusal.Status == http.StatusNotFound:
		return gamefile.Game{}, refuse(http.StatusConflict, "the game %s cannot be read: its rulesheet %q is no longer here", e.ID, name)
	default:
		return gamefile.Game{}, err
	}
	g, err := gamefile.From(rules, e.Record)
	switch {
	case err != nil && ofSheet:
		return g, refuse(http.StatusConflict, "the game %s cannot be read: its rulesheet %q has changed since it was played", e.ID, name)
	case err != nil:
		return g, fmt.Errorf("the game %s cannot be read: %w", e.ID, err)
	}
	return g, nil
}

// shownPlayers are what the players of a game are called on a page, by seat: by name,
// level or agent, and a person of whom nobody knows more by the role.
func shownPlayers(w words.Words, g gamefile.Game) []string {
	names := g.Players()
	for seat, name := range names {
		level, isLevel := strings.CutPrefix(name, agents.LevelID+":")
		switch n, err := strconv.Atoi(level); {
		case name == gamefile.Person:
			names[seat] = words.Sentence(w.Text(g.Game.Info().Roles[seat]))
			names[seat] = strings.TrimSuffix(names[seat], ".")
		case isLevel && err == nil:
			names[seat] = w.Say("Level %d", n)
		}
	}
	return names
}

// SavedPicture is how a game that is kept stands.
type SavedPicture struct {
	Name    string      `json:"name" doc:"What people call the game."`
	Players []string    `json:"players" doc:"What the players are called, by seat: by name, level, agent or role."`
	Called  []string    `json:"called" doc:"What the players are called in the game, by seat."`
	Board   board.Board `json:"board" doc:"The position after the last move."`
	Last    []int       `json:"last,omitempty" doc:"The cells that the last move has changed."`
	Start   string      `json:"start,omitempty" doc:"Where the moves start from, if not at the game's own start."`
	Moves   string      `json:"moves" doc:"The moves, as the game writes them in a row."`
	Outcome string      `json:"outcome" doc:"How it ended, or that it did not, in words."`
	Secret  bool        `json:"secret,omitempty" doc:"Whether players do not see everything: such a game is not reviewed or analysed, and while it goes on it is shown as the person sees it who plays it."`
	Endings []string    `json:"endings" doc:"Endings of the files that it can be written to, such as .json."`
}

func (s *Server) registerSaved(a huma.API) {
	route(a, huma.Operation{
		OperationID: "saved-picture", Method: http.MethodGet, Path: "/api/games/{id}/picture", Tags: []string{"games"},
		Summary: "How a game that is kept stands, to be shown in a list",
	}, func(ctx context.Context, q *struct {
		Spoken
		ID string `path:"id" maxLength:"60" doc:"Name of a game that is kept."`
	}) (*answer[SavedPicture], error) {
		_, g, err := s.keptGame(ctx, q.ID)
		if err != nil {
			return nil, err
		}
		return answered(picture(ctx, g)), nil
	})
}

// picture shows the end of a game.
func picture(ctx context.Context, g gamefile.Game) SavedPicture {
	w, info := wordsOf(ctx), g.Game.Info()
	names := shownPlayers(w, g)
	p := SavedPicture{
		Name: w.Text(info.Name), Players: names, Start: g.Record.Position, Moves: g.Record.Moves, Endings: gamefile.Endings(g.Game), Secret: game.OfSecrets(g.Game),
		Outcome: w.Result(g.Game, g.Record, func(seat game.Player) string { return names[seat] }),
	}
	for _, role := range info.Roles {
		p.Called = append(p.Called, w.Text(role))
	}
	end := endOf(w, g)
	p.Board, p.Last = end.Board, end.Last
	if end.Moves != g.Record.Moves { // some of them are secret
		p.Start, p.Moves, p.Endings, p.Outcome = end.Start, end.Moves, []string{}, w.Say("The game goes on.")
	}
	return p
}

// endOf is the last position of a game: of one with secrets that goes on as the person sees it
// who plays it, and of several people nothing but the start.
func endOf(w words.Words, g gamefile.Game) board.Position {
	if e, err := seatEyes(g.Record.Agents, anybody); err == nil && e != everything && g.Record.Result == nil && game.OfSecrets(g.Game) {
		if e.covered {
			return board.NewPosition(w, g.Game, g.Game.New(), nil, 0)
		}
		return board.Seen(w, g.Game, g.Start, g.Moves, e.seat, board.Noticed(g.Start, g.Moves, e.seat))
	}
	return board.NewPosition(w, g.Game, g.Start, g.Moves, 0)
}
