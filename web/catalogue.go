package web

import (
	"context"
	"net/http"
	"slices"

	"github.com/danielgtaylor/huma/v2"

	"gambito/agents"
	"gambito/api"
	"gambito/build"
	"gambito/game"
	"gambito/games"
	"gambito/games/backgammon"
	"gambito/search/exact"
	"gambito/spec"
	"gambito/words"
)

// Catalogue is what there is to play with, and who plays.
type Catalogue struct {
	Games     []CatalogueGame  `json:"games" doc:"All games, those of rulesheets that come along last."`
	Agents    []CatalogueAgent `json:"agents" doc:"All agents that may be seated here."`
	Languages []string         `json:"languages" doc:"Codes of the languages that gambito speaks."`
	Build     build.Info       `json:"build" doc:"Which gambito this is."`
	Trust     bool             `json:"trust" doc:"Whether agents may start programs, connect elsewhere and read files."`
	Keeps     bool             `json:"keeps" doc:"Whether games and rulesheets are kept: whether there is a data folder."`
}

// CatalogueGame is a game that can be played.
type CatalogueGame struct {
	api.Game
	Sheet        bool      `json:"sheet" doc:"Whether it is the game of a rulesheet."`
	Unit         game.Unit `json:"unit,omitempty" doc:"What people count in it beside who has won: discs, stones, points or equity."`
	Chance       bool      `json:"chance" doc:"Whether dice or cards decide too."`
	Simultaneous bool      `json:"simultaneous" doc:"Whether players move at once."`
	Secrets      bool      `json:"secrets" doc:"Whether players do not see everything: such games are played and watched, not analysed."`
	Solvable     bool      `json:"solvable" doc:"Whether the truth is known of some of its positions at least, such as those near the end."`
	Levels       []string  `json:"levels" doc:"Agent specs of its levels, the weakest first."`
}

// CatalogueAgent is an agent and its options.
type CatalogueAgent struct {
	spec.Schema
	Secrets bool `json:"secrets" doc:"Whether it plays games in which players do not see everything."`
	Outside bool `json:"outside" doc:"Whether it may start another program or ask one elsewhere, which needs --trust."`
}

func (s *Server) registerCatalogue(api huma.API) {
	route(api, huma.Operation{
		OperationID: "catalogue", Method: http.MethodGet, Path: "/api/catalogue",
		Summary: "The games, the agents and their options",
	}, func(ctx context.Context, _ *struct{ Spoken }) (*answer[Catalogue], error) {
		c, err := s.catalogue(ctx)
		if err != nil {
			return nil, err
		}
		return answered(c), nil
	})
}

// catalogue lists everything in the language of the request.
func (s *Server) catalogue(ctx context.Context) (Catalogue, error) {
	c := Catalogue{Build: build.This(), Trust: s.options.Trust, Keeps: s.options.Data != ""}
	for _, l := range words.Languages {
		c.Languages = append(c.Languages, string(l))
	}
	var schemas []spec.Schema
	for _, e := range games.Catalogue.Entries {
		schemas = append(schemas, e.Schema)
	}
	for i, schema := range slices.Concat(schemas, games.Sheets()) {
		g, err := s.game(ctx, schema.ID)
		if err != nil {
			continue // nobody waits for the answer any more
		}
		c.Games = append(c.Games, catalogueGame(schema, g, i >= len(schemas)).in(wordsOf(ctx)))
	}
	c.Games = append(c.Games, s.ownGames(ctx)...)
	for _, e := range s.options.Agents.Entries {
		if !e.Make.Interactive {
			c.Agents = append(c.Agents, CatalogueAgent{inLanguage(wordsOf(ctx), api.Listed(e.Schema)), e.Make.Veiled, e.Make.Outside != nil})
		}
	}
	return c, nil
}

// inLanguage is a schema in a language.
func inLanguage(w words.Words, s spec.Schema) spec.Schema {
	s.Name, s.About, s.Options = w.Text(s.Name), w.Text(s.About), slices.Clone(s.Options)
	for i := range s.Options {
		o := &s.Options[i]
		o.Help, o.Cases = w.Text(o.Help), slices.Clone(o.Cases)
		for k := range o.Cases {
			o.Cases[k].Help = w.Text(o.Cases[k].Help)
		}
	}
	return s
}

// in is a game in a language.
func (r CatalogueGame) in(w words.Words) CatalogueGame {
	r.Schema = inLanguage(w, r.Schema)
	r.Players, r.Evaluations = slices.Clone(r.Players), slices.Clone(r.Evaluations)
	for i, role := range r.Players {
		r.Players[i] = w.Text(role)
	}
	for i := range r.Evaluations {
		r.Evaluations[i].Help = w.Text(r.Evaluations[i].Help)
	}
	return r
}

// catalogueGame describes a game with its defaults.
func catalogueGame(schema spec.Schema, g game.Game, sheet bool) CatalogueGame {
	r := CatalogueGame{Game: api.NewGame(schema, g), Sheet: sheet, Chance: game.OfChance(g), Levels: []string{}}
	r.Secrets = game.OfSecrets(g)
	r.Simultaneous = g.New().Turn() == game.Together
	if m, ok := g.(game.Measured); ok {
		r.Unit = m.Unit()
	}
	_, err := exact.MethodOf(g)
	_, tables := g.(*backgammon.Game) // of its end
	r.Solvable = err == nil || tables
	ladder := agents.LadderOf(g)
	r.Levels = append(r.Levels, ladder.Specs[:]...)
	return r
}
