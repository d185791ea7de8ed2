package api

import (
	"gambito/learn/breed"
	"gambito/learn/genetic"
	"gambito/learn/setting"
	"gambito/learn/td"
	"gambito/spec"
)

// Evolution is what came of breeding players.
type Evolution struct {
	Game        string           `json:"game" doc:"Game spec."`
	Settings    breed.Settings   `json:"settings" doc:"How they were bred."`
	Generations int              `json:"generations" doc:"Generations that were bred."`
	Ended       genetic.Reason   `json:"ended" doc:"Why it ended."`
	Seconds     float64          `json:"seconds" doc:"Time that this command took, in seconds."`
	Against     string           `json:"against" doc:"Agent spec of whom the finalists met; semicolons between several."`
	Finalists   []breed.Finalist `json:"finalists" doc:"The best of all generations with what they reached once more, the best first."`
	Log         []genetic.Entry  `json:"log" doc:"What came out of each generation."`
}

// EvolutionOptions are the settings of breeding that can be chosen.
type EvolutionOptions struct {
	Options []spec.Option    `json:"options" doc:"The settings, with the defaults of the first preset."`
	Presets []setting.Preset `json:"presets" doc:"Settings under a name, the default first."`
}

// TDTraining is what came of learning backgammon by temporal differences.
type TDTraining struct {
	Model    string           `json:"model" doc:"File of the networks."`
	Settings td.Settings      `json:"settings" doc:"How they learned."`
	Done     int              `json:"done" doc:"Games learned from so far."`
	Seconds  float64          `json:"seconds" doc:"Time that this command took, in seconds."`
	History  []td.Measurement `json:"history" nullable:"true" doc:"How they did against Pubeval on the way; null if nothing was measured."`
}
