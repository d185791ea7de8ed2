package regress

import (
	"fmt"
	"math"

	"gambito/game"
	"gambito/learn/setting"
	"gambito/ntuple"
	"gambito/spec"
)

// Settings decide about a run.
type Settings struct {
	Game string `json:"game"`

	// The system.
	Sets   string `json:"sets"`  // as ntuple.ParseSets reads them
	Width  int    `json:"width"` // of a stage, in vacant cells; 0 for one stage
	Early  int    `json:"early"` // the second stage begins with so many vacant cells
	Late   int    `json:"late"`  // and none begins with fewer than these
	Parity bool   `json:"parity"`

	// Games.
	Rounds     int     `json:"rounds"`
	Games      int     `json:"games"`  // of the first round
	Growth     float64 `json:"growth"` // from round to round
	Most       int     `json:"most"`   // in a round
	Depth      int     `json:"depth"`
	Fewest     int     `json:"fewest"`
	Plies      int     `json:"plies"`
	Explore    float64 `json:"explore"`
	ExploreEnd float64 `json:"explore_end"`
	Solve      int     `json:"solve"`

	// Regression.
	Lambda     float64 `json:"lambda"`
	Recent     int     `json:"recent"`
	Ridge      float64 `json:"ridge"`
	Overlap    int     `json:"overlap"`
	Even       float64 `json:"even,omitempty"`
	Close      float64 `json:"close,omitempty"`
	Seldom     int     `json:"seldom"`
	Iterations int     `json:"iterations"`
	Patience   int     `json:"patience"`
	HeldOut    int     `json:"held_out"`

	Stored string `json:"stored,omitempty"` // digest of the files whose games are the first round
	From   string `json:"from,omitempty"`   // digest of the model that is begun with
	Seed   uint64 `json:"seed"`
}

// Options describe the settings that can be chosen, by their names in JSON. Presets
// hold the defaults.
var Options = []spec.Option{
	{Name: "sets", Type: spec.Text, Help: "of cells whose patterns are judged: " + ntuple.SetsHelp},
	{Name: "width", Type: spec.Int, Min: 0, Max: 255, Help: "so many numbers of vacant cells make a stage of the game, which has tables of its own; 0 for one stage"},
	{Name: "early", Type: spec.Int, Min: 0, Max: 255, Help: "with so many vacant cells the second stage begins, however many the first has"},
	{Name: "late", Type: spec.Int, Min: 0, Max: 255, Help: "no stage begins with fewer vacant cells"},
	{Name: "parity", Type: spec.Bool, Help: "tables of their own for odd and even numbers of vacant cells"},
	{Name: "rounds", Type: spec.Int, Min: 0, Max: 1000, Help: "after which learning ends; 0 for no end"},
	{Name: "games", Type: spec.Int, Min: 1, Max: 1e9, Scale: spec.Logarithmic, Help: "of the first round, which draws moves at random up to where games are solved, unless it takes stored games"},
	{Name: "growth", Type: spec.Float, Min: 1, Max: 100, Help: "how many times as many games every round has as the one before"},
	{Name: "most", Type: spec.Int, Min: 1, Max: mostGames, Scale: spec.Logarithmic, Help: "games that a round has at most"},
	{Name: "depth", Type: spec.Int, Min: 1, Max: 20, Help: "plies that the search looks ahead in games from the second round on"},
	{Name: "fewest", Type: spec.Int, Min: 0, Max: 100, Help: "random moves that games begin with at least, not above plies"},
	{Name: "plies", Type: spec.Int, Min: 0, Max: 100, Help: "and at most; how many is drawn for each game"},
	{Name: "explore", Type: spec.Float, Min: 0, Max: 1, Help: "share of later moves that are random, up to where games are solved"},
	{Name: "explore_end", Type: spec.Float, Min: 0, Max: 1, Help: "and from there on"},
	{Name: "solve", Type: spec.Int, Min: 0, Max: 60, Help: "with so many vacant cells or fewer positions are solved exactly; 0 for never"},
	{Name: "lambda", Type: spec.Float, Min: 0, Max: 1, Help: "what a position before that should be worth: 1, what the game comes to; 0, what the search said one move later; else between"},
	{Name: "recent", Type: spec.Int, Min: 1, Max: 1000, Help: "so many rounds are learned from in full, of stored ones the last; of earlier ones only positions that were solved"},
	{Name: "ridge", Type: spec.Float, Min: 0, Max: 1e6, Help: "pulls worths to zero, or to those of the model that is begun with, by as much as so many positions would that show a pattern and say so"},
	{Name: "overlap", Type: spec.Int, Min: 0, Max: 60, Help: "a stage also learns, with less weight, from positions with so many vacant cells more or fewer than its own"},
	{Name: "even", Type: spec.Float, Min: 0, Max: 1000, Help: "positions that the model so far says are worth so much count half as much as even ones, and those worth more still less; 0 for all alike"},
	{Name: "close", Type: spec.Float, Min: 0, Max: 1000, Help: "positions that came to so much count half as much as those that came to nothing, and those that came to more still less; 0 for all alike"},
	{Name: "seldom", Type: spec.Int, Min: 0, Max: 1e6, Help: "patterns that fewer positions show are worth nothing: a smaller model"},
	{Name: "iterations", Type: spec.Int, Min: 1, Max: 10_000, Help: "of conjugate gradients at most"},
	{Name: "patience", Type: spec.Int, Min: 1, Max: 1000, Help: "iterations without a smaller error on games held out, after which a stage ends"},
	{Name: "held_out", Type: spec.Int, Min: 2, Max: 1000, Help: "one in how many games is held out"},
}

// For is the game.
func (s Settings) For() string { return s.Game }

// Check says what is wrong with settings.
func (s Settings) Check() error {
	if err := setting.Check(Options, s); err != nil {
		return err
	}
	if s.Fewest > s.Plies {
		return fmt.Errorf("fewest %d: it must not be above plies, %d", s.Fewest, s.Plies)
	}
	return nil
}

// Suits says why a game cannot be learned with these settings.
func (s Settings) Suits(g game.Celled) error {
	if _, err := s.system(g); err != nil {
		return err
	}
	_, err := s.solver(g)
	return err
}

// mostGames is how many a round may have.
const mostGames = 1e9

// games is how many a round has that is played.
func (s Settings) games(round int) int {
	return int(min(float64(s.Most), math.Round(float64(s.Games)*math.Pow(s.Growth, float64(round)))))
}

// mostPatterns is how many patterns a stage may have.
const mostPatterns = 1 << 24

// system makes the system that is fitted.
func (s Settings) system(g game.Celled) (*ntuple.System, error) {
	cells := g.Cells()
	shape := ntuple.Shape{Cells: cells, Parity: s.Parity}
	if s.Width > 0 {
		shape.Stages = append(shape.Stages, cells.Count())
		for begin := min(s.Early, cells.Count()-1); begin >= max(s.Late, 1); begin -= s.Width {
			shape.Stages = append(shape.Stages, begin)
		}
	}
	var err error
	if shape.Sets, err = ntuple.ParseSets(cells, s.Sets, s.Seed); err != nil {
		return nil, err
	}
	total := 0
	for _, set := range shape.Sets {
		patterns := 1
		for range set {
			patterns = min(patterns*cells.Values, ntuple.MostPatterns+1) // which is refused by name
		}
		total += patterns
	}
	if total > mostPatterns {
		return nil, fmt.Errorf("sets %s show %d patterns: there may be %d", s.Sets, total, mostPatterns)
	}
	return ntuple.New(shape)
}

// meaning is what worths tell of a game: discs where people count them.
func (s Settings) meaning(g game.Celled) ntuple.Meaning {
	if m, ok := g.(game.Measured); ok && m.Unit() == game.Discs {
		return ntuple.Discs
	}
	return ntuple.Score
}

// most is the largest result: that many discs, or a score of 1.
func (s Settings) most(g game.Celled) float64 {
	if s.meaning(g) == ntuple.Discs {
		return float64(g.Cells().Count())
	}
	return 1
}
