package api

import (
	"gambito/game"
	"gambito/spec"
)

// Game is a game that can be played, with its options.
type Game struct {
	spec.Schema
	Players      []string `json:"players" doc:"What the players are called, the one who moves first first."`
	Capabilities []string `json:"capabilities" doc:"What the game can do beyond its rules."`

	Evaluations []game.EvaluationInfo `json:"evaluations" doc:"Evaluations that searches can use, the default first."`
}

// NewGame describes the game that a schema makes with its defaults.
func NewGame(schema spec.Schema, g game.Game) Game {
	r := Game{Schema: Listed(schema), Players: g.Info().Roles, Capabilities: game.Capabilities(g), Evaluations: []game.EvaluationInfo{}}
	if e, ok := g.(game.Evaluated); ok {
		r.Evaluations = e.Evaluations()
	}
	return r
}

// Listed is a schema whose options are never null in JSON.
func Listed(schema spec.Schema) spec.Schema {
	if schema.Options == nil {
		schema.Options = []spec.Option{}
	}
	return schema
}
