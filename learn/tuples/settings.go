package tuples

import (
	"fmt"
	"math"
	"math/rand/v2"

	"gambito/game"
	"gambito/learn/setting"
	"gambito/ntuple"
	"gambito/spec"
)

// Methods.
const (
	TD    = "td"
	Q     = "q"
	Sarsa = "sarsa"
	MC    = "mc"
)

// What sets a system has.
const (
	SetsWalks = "walks"
	SetsAll   = "all"
)

// How the size of steps follows from coherence.
const (
	CoherenceOff         = "off"
	CoherencePlain       = "plain"
	CoherenceExponential = "exponential"
)

// How later positions enter.
const (
	TracesReturns      = "returns"
	TracesAccumulating = "accumulating"
	TracesReplacing    = "replacing"
)

// Settings decide about a run.
type Settings struct {
	Game   string `json:"game"`
	Method string `json:"method"`

	// The system.
	Sets   string `json:"sets"`
	Count  int    `json:"count"`  // of walks
	Length int    `json:"length"` // of walks: cells of each
	Stages int    `json:"stages"` // each for as many numbers of vacant cells
	Parity bool   `json:"parity"` // odd and even numbers of vacant cells have tables of their own

	// Learning.
	Games     int     `json:"games"`
	Lambda    float64 `json:"lambda"`
	Rate      float64 `json:"rate"`
	FinalRate float64 `json:"final_rate"`
	Coherence string  `json:"coherence"`
	Traces    string  `json:"traces"`

	// Play.
	Explore      float64 `json:"explore"`
	FinalExplore float64 `json:"final_explore"`
	Openings     float64 `json:"openings"` // share of games that begin with random moves
	Plies        int     `json:"plies"`    // so many at most
	Batch        int     `json:"batch"`

	// Measuring, which changes nothing of what is learned.
	Every    int    `json:"every"`
	Opponent string `json:"opponent"`
	Measure  int    `json:"measure"`
	Exam     int    `json:"exam"`

	Seed uint64 `json:"seed"`
}

// maxBatch bounds the memory that games of a batch take.
const maxBatch = 1 << 12

// Options describe the settings that can be chosen, by their names in JSON. Presets
// hold the defaults.
var Options = []spec.Option{
	{Name: "sets", Type: spec.Choice, Choices: []string{SetsWalks, SetsAll}, Help: "of cells whose patterns are judged: walks, random walks over the board; all, one set of all cells of a small board, which is a table of all positions"},
	{Name: "count", Type: spec.Int, Min: 1, Max: 1000, Help: "of walks"},
	{Name: "length", Type: spec.Int, Min: 1, Max: 16, Help: "of a walk in cells"},
	{Name: "stages", Type: spec.Int, Min: 1, Max: 60, Help: "tables of their own for parts of the game, by the number of vacant cells"},
	{Name: "parity", Type: spec.Bool, Help: "tables of their own for odd and even numbers of vacant cells; in Connect 4 and tic-tac-toe that tells the two players apart"},
	{Name: "games", Type: spec.Int, Min: 1, Max: 1e12, Scale: spec.Logarithmic, Help: "to learn from"},
	{Name: "lambda", Type: spec.Float, Min: 0, Max: 1, Help: "how much of later positions a target takes; mc takes all"},
	{Name: "rate", Type: spec.Float, Min: 1e-9, Max: 100, Scale: spec.Logarithmic, Help: "of learning, at first: the part of a difference that one step closes"},
	{Name: "final_rate", Type: spec.Float, Min: 1e-9, Max: 100, Scale: spec.Logarithmic, Help: "and at the end, not above rate; it falls geometrically"},
	{Name: "coherence", Type: spec.Choice, Choices: []string{CoherenceOff, CoherencePlain, CoherenceExponential}, Help: "steps of each worth by whether it was pushed one way so far: off; plain, in proportion; exponential"},
	{Name: "traces", Type: spec.Choice, Choices: []string{TracesReturns, TracesAccumulating, TracesReplacing}, Help: "how later positions enter: returns, by targets, when a game is over; accumulating or replacing, by eligibility traces, move by move, which takes longer"},
	{Name: "explore", Type: spec.Float, Min: 0, Max: 1, Help: "share of moves that are tried at random, at first"},
	{Name: "final_explore", Type: spec.Float, Min: 0, Max: 1, Help: "and at the end; it changes evenly"},
	{Name: "openings", Type: spec.Float, Min: 0, Max: 1, Help: "share of games that begin with random moves, from which nothing is learned"},
	{Name: "plies", Type: spec.Int, Min: 1, Max: 100, Help: "how many these are at the most"},
	{Name: "batch", Type: spec.Int, Min: 1, Max: maxBatch, Scale: spec.Logarithmic, Help: "games that are played with the same worths"},
	{Name: "every", Type: spec.Int, Min: 1, Max: 1e12, Scale: spec.Logarithmic, Help: "games between two measurements"},
	{Name: "opponent", Type: spec.Text, Help: "agent who is met then"},
	{Name: "measure", Type: spec.Int, Min: 0, Max: 1e6, Help: "games against it as first player, and as many as second; 0 for none"},
	{Name: "exam", Type: spec.Int, Min: 0, Max: 1e6, Help: "solved positions in which moves are judged then; 0 for none"},
}

// For is the game.
func (s Settings) For() string { return s.Game }

// Check says what is wrong with settings.
func (s Settings) Check() error {
	if err := setting.Check(Options, s); err != nil {
		return err
	}
	if s.FinalRate > s.Rate {
		return fmt.Errorf("final_rate %g: it must not be above rate, %g", s.FinalRate, s.Rate)
	}
	return nil
}

// Suits says why a game cannot be learned with these settings.
func (s Settings) Suits(g game.Celled) error {
	if s.Sets == SetsAll {
		patterns := 1
		for range g.Cells().Count() {
			if patterns *= g.Cells().Values; patterns > ntuple.MostPatterns {
				return fmt.Errorf("sets %s: the board of %s has %d cells, too many for a table of all positions", SetsAll, g.Info().ID, g.Cells().Count())
			}
		}
		return nil
	}
	_, err := s.system(g)
	return err
}

// part is how much of a run is over when a game begins.
func (s Settings) part(number int) float64 { return float64(number) / float64(s.Games) }

// rate is that of learning from a game.
func (s Settings) rate(number int) float32 {
	return float32(s.Rate * math.Pow(s.FinalRate/s.Rate, s.part(number)))
}

// explore is the share of random moves in a game.
func (s Settings) explore(number int) float64 {
	return s.Explore + (s.FinalExplore-s.Explore)*s.part(number)
}

// system makes the system that learns.
func (s Settings) system(g game.Celled) (*ntuple.System, error) {
	cells := g.Cells()
	shape := ntuple.Shape{Cells: cells, Parity: s.Parity}
	if s.Stages > 1 {
		for i := range s.Stages {
			shape.Stages = append(shape.Stages, cells.Count()-i*cells.Count()/s.Stages)
		}
	}
	if s.Sets == SetsAll {
		all := make([]uint8, cells.Count())
		for c := range all {
			all[c] = uint8(c)
		}
		shape.Sets = [][]uint8{all}
	} else {
		shape.Sets = ntuple.Walks(cells, s.Count, s.Length, rand.New(rand.NewPCG(s.Seed, walksSeed)))
	}
	return ntuple.New(shape)
}

// walksSeed makes the walks of a seed others than its games.
const walksSeed = 1 << 63
