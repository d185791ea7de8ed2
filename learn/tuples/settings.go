package tuples

import (
	"fmt"
	"math"

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

// How the size of steps follows from coherence.
const (
	CoherenceOff         = "off"
	CoherencePlain       = "plain"
	CoherenceExponential = "exponential"
)

// What is made small.
const (
	LossEntropy = "entropy"
	LossSquare  = "square"
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
	Sets   string `json:"sets"`   // as ntuple.ParseSets reads them, or grown
	Stages int    `json:"stages"` // each for as many numbers of vacant cells
	Parity bool   `json:"parity"` // odd and even numbers of vacant cells have tables of their own

	// Learning.
	Games     int     `json:"games"`
	Lambda    float64 `json:"lambda"`
	Rate      float64 `json:"rate"`
	FinalRate float64 `json:"final_rate"`
	Loss      string  `json:"loss"`
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
	Begin    int    `json:"begin"` // random plies that games against the opponent begin with
	Exam     int    `json:"exam"`

	Seed uint64 `json:"seed"`
}

// maxBatch bounds the memory that games of a batch take.
const maxBatch = 1 << 12

// Options describe the settings that can be chosen, by their names in JSON. Presets
// hold the defaults.
var Options = []spec.Option{
	{Name: "sets", Type: spec.Text, Help: "of cells whose patterns are judged; all is one set of all cells, a table of all positions of a small board; " + SetsHelp},
	{Name: "stages", Type: spec.Int, Min: 1, Max: 60, Help: "tables of their own for parts of the game, by the number of vacant cells"},
	{Name: "parity", Type: spec.Bool, Help: "tables of their own for odd and even numbers of vacant cells; in Connect 4 and tic-tac-toe that tells the two players apart"},
	{Name: "games", Type: spec.Int, Min: 1, Max: 1e12, Scale: spec.Logarithmic, Help: "to learn from"},
	{Name: "lambda", Type: spec.Float, Min: 0, Max: 1, Help: "how much of later positions a target takes; mc takes all"},
	{Name: "rate", Type: spec.Float, Min: 1e-9, Max: 100, Scale: spec.Logarithmic, Help: "of learning, at first: the part of a difference that one step closes"},
	{Name: "final_rate", Type: spec.Float, Min: 1e-9, Max: 100, Scale: spec.Logarithmic, Help: "and at the end, not above rate; it falls geometrically"},
	{Name: "loss", Type: spec.Choice, Choices: []string{LossEntropy, LossSquare}, Help: "what is made small: entropy, the cross-entropy of what is said and what came of it; square, the square of the difference, as published, which hardly moves what it is sure of"},
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
	{Name: "begin", Type: spec.Int, Min: 0, Max: 100, Help: "random plies with which games against it begin, the same for both sides; where neither tries anything all games would be one"},
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
	var err error
	if shape.Sets, err = s.sets(g); err != nil {
		return nil, err
	}
	if err := s.fits(shape); err != nil {
		return nil, err
	}
	return ntuple.New(shape)
}

// fits says why a system would be too large, before it takes the memory.
func (s Settings) fits(shape ntuple.Shape) error {
	total := 0
	for _, set := range shape.Sets {
		patterns := 1
		for range set {
			patterns = min(patterns*shape.Cells.Values, ntuple.MostPatterns+1) // which is refused by name
		}
		total += patterns
	}
	if total > maxSlots || total*s.Stages > mostWorths {
		return fmt.Errorf("sets %s show %d patterns in %d stages: there may be %d in all, and %d in a stage", s.Sets, total, s.Stages, mostWorths, maxSlots)
	}
	return nil
}
