package api

import "gambito/agents"

// Levels is who plays the levels of a game.
type Levels struct {
	Game     string   `json:"game" doc:"Game spec; empty for all games without levels of their own."`
	Openings string   `json:"openings" doc:"Moves to start with when they are measured."`
	Specs    []string `json:"specs" doc:"Agent specs, that of level 1 first."`
}

// NewLadders are ladders as they are listed.
func NewLadders(ladders []agents.Ladder) []Levels {
	list := []Levels{}
	for _, l := range ladders {
		list = append(list, Levels{l.Game, l.Openings, l.Specs[:]})
	}
	return list
}
