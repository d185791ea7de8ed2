package web

import (
	"context"
	"net/http"
	"strings"
	"unicode"

	"github.com/danielgtaylor/huma/v2"

	"gambito/api"
	"gambito/arena"
	"gambito/game"
	"gambito/gamefile"
	"gambito/kept"
)

// What is taken of games that are sent.
const (
	importBytes = 4 << 20
	importGames = 200
)

// ImportRequest is games in any format that gambito reads.
type ImportRequest struct {
	Text string `json:"text,omitempty" maxLength:"4194304" doc:"Games as text: records, .mat, GGF, transcripts of Othello; with game also a line of its moves."`
	Data []byte `json:"data,omitempty" maxLength:"5600000" doc:"The same where it is not text, such as a database of WTHOR, in base64."`
	Name string `json:"name,omitempty" maxLength:"200" doc:"Name of the file that it comes from: its ending tells the format where the content does not, and problems are told under it."`
	Game string `json:"game,omitempty" maxLength:"200" doc:"Game spec of which the text is a line of moves."`
}

func (s *Server) registerImport(a huma.API) {
	route(a, huma.Operation{
		OperationID: "import-games", Method: http.MethodPost, Path: "/api/games/import", MaxBodyBytes: 3 * importBytes,
		Summary: "Keep games of a file or a text",
	}, func(ctx context.Context, input *struct {
		Spoken
		Body ImportRequest
	}) (*answer[[]api.SavedGame], error) {
		list, err := s.importGames(ctx, input.Body)
		if err != nil {
			return nil, err
		}
		return answered(list), nil
	})
}

// importGames keeps all games of a request or, if anything is wrong, none.
func (s *Server) importGames(ctx context.Context, r ImportRequest) ([]api.SavedGame, error) {
	if s.options.Data == "" {
		return nil, refuse(http.StatusConflict, "there is no data folder to keep games in: start gambito serve with --data DIR")
	}
	games, err := s.sentGames(ctx, r)
	if err != nil {
		return nil, err
	}
	folder, list := kept.In(s.options.Data), []api.SavedGame{}
	for i := range games {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		id, err := folder.Add(games[i].Game, games[i].Record)
		if err != nil {
			return nil, refuse(http.StatusConflict, "the games could not be kept")
		}
		if id == "" {
			continue // nobody has moved in it
		}
		e, err := folder.Entry(id)
		if err != nil {
			return nil, refuse(http.StatusConflict, "the games could not be kept")
		}
		list = append(list, s.savedGame(ctx, e))
	}
	if len(list) == 0 {
		return nil, refuse(http.StatusBadRequest, "nobody has moved in these games, so that there is nothing to keep")
	}
	return list, nil
}

// sentGames reads the games of a request.
func (s *Server) sentGames(ctx context.Context, r ImportRequest) ([]gamefile.Game, error) {
	content := r.Data
	if r.Text != "" {
		content = []byte(r.Text)
	}
	name := fileLabel(r.Name)
	switch {
	case len(strings.TrimSpace(string(content))) == 0:
		return nil, refuse(http.StatusBadRequest, "there is no text: paste games or drop a file")
	case len(content) > importBytes:
		return nil, refuse(http.StatusRequestEntityTooLarge, "the games have more than %d MB, which is what is taken at a time", importBytes>>20)
	case r.Game != "" && isLine(content):
		g, err := s.sentLine(ctx, r.Game, string(content))
		return []gamefile.Game{g}, err
	}
	return gamefile.ParseSent(name, content, importGames, func(spec string) (game.Game, error) { return s.game(ctx, spec) })
}

// isLine reports whether a content is neither a record nor in a format of its own, but
// may be moves alone.
func isLine(content []byte) bool {
	text := strings.TrimSpace(string(content))
	return !strings.HasPrefix(text, "{") && !strings.HasPrefix(text, "(;") && !strings.Contains(text, "point match")
}

// sentLine is the game that a line of moves makes.
func (s *Server) sentLine(ctx context.Context, spec, line string) (gamefile.Game, error) {
	g, err := s.game(ctx, spec)
	if err != nil {
		return gamefile.Game{}, err
	}
	state := g.New()
	moves, err := readLine(ctx, g, state, line)
	if err != nil {
		return gamefile.Game{}, err
	}
	r := arena.Record{Game: spec, Moves: game.FormatLine(g, g.New(), moves), Reason: arena.Unfinished}
	for seat := range g.Info().Players() {
		r.Agents, r.Seats = append(r.Agents, gamefile.Person), append(r.Seats, seat)
	}
	if state.Turn() == game.Over {
		r.Reason, r.Result = arena.ByTheRules, arena.Scores(state, len(r.Agents))
	}
	return gamefile.From(g, r)
}

// fileLabel is what a file is called in sentences about it; no file is opened by it.
func fileLabel(name string) string {
	name = strings.Join(strings.FieldsFunc(name, unicode.IsControl), " ")
	if i := strings.LastIndexAny(name, `/\`); i >= 0 {
		name = name[i+1:]
	}
	if name = strings.ToValidUTF8(name, ""); name == "" {
		return "the text"
	}
	return name
}
