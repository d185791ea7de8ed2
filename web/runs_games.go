package web

import (
	"context"
	"fmt"
	"net/http"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"gambito/arena"
	"gambito/game"
	"gambito/gamefile"
	"gambito/kept"
	"gambito/store"
)

// RunGameLine is a game of a run in a list.
type RunGameLine struct {
	Game    int       `json:"game" doc:"Which of the run's games it is of, from 0."`
	ID      string    `json:"id" doc:"The same by its id."`
	Pairing int       `json:"pairing" doc:"Which two agents met, from 0."`
	Number  int       `json:"number" doc:"Of the game within its pairing, from 0."`
	Round   int       `json:"round" doc:"Of the run, from 1."`
	Agents  []string  `json:"agents" doc:"Names of the players, by seat."`
	Result  []float64 `json:"result" doc:"Scores, by seat."`
	Reason  string    `json:"reason" doc:"Why it ended."`
	Plies   int       `json:"plies" doc:"How many moves it has."`
	Opening string    `json:"opening" doc:"The moves that were given, not chosen."`
}

// RunGames is a page of a run's games.
type RunGames struct {
	Games []RunGameLine `json:"games" doc:"In the order of game, pairing and number."`
	More  bool          `json:"more" doc:"Whether there are more behind them."`
	After string        `json:"after" doc:"What to ask for to get those, empty if there are none."`
}

// RunGame is a game of a run with everything that is stored of it.
type RunGame struct {
	RunGameLine
	Name    string       `json:"name" doc:"What people call the game."`
	Seed    string       `json:"seed" doc:"Of the run, as text, because it may be too large for numbers of a page."`
	Moves   string       `json:"moves" doc:"The moves, as the game writes them in a row."`
	Outcome string       `json:"outcome" doc:"How it ended, in words; empty if its rules are no longer known."`
	Record  arena.Record `json:"record" doc:"What is stored of it."`
}

// RunKept is where a game was kept.
type RunKept struct {
	ID string `json:"id" doc:"Name of the game among those that are kept."`
}

// RunGameNamed is the part of a request that names a game of a run.
type RunGameNamed struct {
	RunNamed
	Game    int `path:"game" minimum:"0" maximum:"1000000" doc:"Which of the run's games it is of, from 0."`
	Pairing int `path:"pairing" minimum:"0" maximum:"1000000000" doc:"Which two agents met, from 0."`
	Number  int `path:"number" minimum:"0" maximum:"1000000000" doc:"Of the game within its pairing, from 0."`
}

func (s *Server) registerRunGames(a huma.API, tags []string) {
	route(a, huma.Operation{
		OperationID: "runGames", Method: http.MethodGet, Path: "/api/runs/{name}/games", Tags: tags, Summary: "A page of a run's games",
	}, s.runGames)
	route(a, huma.Operation{
		OperationID: "runGame", Method: http.MethodGet, Path: "/api/runs/{name}/games/{game}/{pairing}/{number}", Tags: tags, Summary: "A game of a run",
	}, s.showRunGame)
	route(a, huma.Operation{
		OperationID: "keepRunGame", Method: http.MethodPost, Path: "/api/runs/{name}/games/{game}/{pairing}/{number}/keep", Tags: tags,
		Summary: "Keep a game of a run among those that people play, to review it",
	}, s.keepRunGame)
}

// runGames is a page of the games that a filter chooses.
func (s *Server) runGames(ctx context.Context, in *struct {
	RunNamed
	RunFilter
	After string `query:"after" maxLength:"40" doc:"Only games behind this one, as an earlier page has told."`
	Limit int    `query:"limit" default:"100" minimum:"1" maximum:"1000" doc:"How many games at the most."`
}) (*answer[RunGames], error) {
	db, info, err := s.runs.find(in.Name)
	if err != nil {
		return nil, err
	}
	query := store.Query{Limit: in.Limit}
	if query.Filter, err = in.RunFilter.of(ctx, s, info.Settings); err != nil {
		return nil, err
	}
	if in.After != "" {
		query.After = &arena.Key{}
		if _, err := fmt.Sscanf(in.After, "%d-%d-%d", &query.After.Game, &query.After.Pairing, &query.After.Number); err != nil {
			return nil, refuse(http.StatusBadRequest, "after %q: it must be what an earlier page has told, such as 0-1-99", in.After)
		}
	}
	records, more, err := db.Games(info, query)
	if err != nil {
		return nil, runRefusal(err)
	}
	page := RunGames{Games: []RunGameLine{}, More: more}
	for _, r := range records {
		page.Games = append(page.Games, s.runGameLine(ctx, info, r))
	}
	if more {
		k := records[len(records)-1].Key()
		page.After = fmt.Sprintf("%d-%d-%d", k.Game, k.Pairing, k.Number)
	}
	return answered(page), nil
}

// runGameLine is a game in a list.
func (s *Server) runGameLine(ctx context.Context, info store.Info, r arena.Record) RunGameLine {
	l := RunGameLine{
		Game: r.Venue, ID: r.Game, Pairing: r.Pairing, Number: r.Number, Round: r.Number/info.Settings.GamesPerPair + 1,
		Agents: r.Names, Result: r.Result, Reason: string(r.Reason),
	}
	moves, join := strings.Fields(r.Moves), func(texts []string) string { return strings.Join(texts, " ") }
	if g, err := s.game(ctx, r.Game); err == nil {
		if lister, ok := g.(game.MoveLister); ok {
			moves, join = lister.SplitMoves(r.Moves), lister.JoinMoves
		}
	}
	l.Plies, l.Opening = len(moves), join(moves[:min(r.Opening, len(moves))])
	return l
}

// storedGame is a game of a run.
func (s *Server) storedGame(in RunGameNamed) (store.Info, arena.Record, error) {
	db, info, err := s.runs.find(in.Name)
	if err != nil {
		return info, arena.Record{}, err
	}
	r, err := db.Game(info, arena.Key{Game: in.Game, Pairing: in.Pairing, Number: in.Number})
	return info, r, runRefusal(err)
}

// showRunGame tells all that is stored of a game.
func (s *Server) showRunGame(ctx context.Context, in *RunGameNamed) (*answer[RunGame], error) {
	info, r, err := s.storedGame(*in)
	if err != nil {
		return nil, err
	}
	shown := RunGame{RunGameLine: s.runGameLine(ctx, info, r), Name: r.Game, Seed: fmt.Sprint(r.Seed), Moves: r.Moves, Record: r}
	if g, err := s.game(ctx, r.Game); err == nil {
		w := wordsOf(ctx)
		shown.Name = w.Text(g.Info().Name)
		shown.Outcome = w.Result(g, r, func(seat game.Player) string { return r.Names[seat] })
	}
	return answered(shown), nil
}

// keepRunGame keeps a game among those that people play.
func (s *Server) keepRunGame(ctx context.Context, in *RunGameNamed) (*answer[RunKept], error) {
	info, r, err := s.storedGame(*in)
	if err != nil {
		return nil, err
	}
	rules, err := s.game(ctx, r.Game)
	if err != nil {
		return nil, err
	}
	r.Event = info.Settings.Name
	g, err := gamefile.From(rules, r)
	if err != nil {
		return nil, err
	}
	id, err := kept.In(s.options.Data).Add(g.Game, g.Record)
	switch {
	case err != nil:
		return nil, refuse(http.StatusConflict, "the game could not be kept")
	case id == "":
		return nil, refuse(http.StatusBadRequest, "nobody has moved in this game, so that there is nothing to keep")
	}
	return answered(RunKept{id}), nil
}
