package probcut

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"

	"gambito/game"
	"gambito/games/othello"
	"gambito/ntuple"
)

// Judge is a model made ready to search by. It is immutable and safe for concurrent use.
type Judge struct {
	Cuts *Cuts // nil if the model has none

	game    game.Celled
	meaning ntuple.Meaning
	system  *ntuple.System
	tables  *ntuple.Tables
	turner  *ntuple.Turner // nil but for Othello by discs
}

// Units of values: a disc, or the unit of a sum whose tanh is the score that is expected.
const (
	Disc  = 100
	Logit = 1000
)

// CutsNote is the note of a model that holds its cuts, as JSON.
const CutsNote = "probcut"

// NewJudge makes a model ready for a game.
func NewJudge(g game.Game, m *ntuple.Model) (*Judge, error) {
	celled, err := Celled(g)
	if err != nil {
		return nil, err
	}
	if err := m.For(celled); err != nil {
		return nil, err
	}
	j := &Judge{game: celled, meaning: m.Meaning, system: m.Weights.System, tables: m.Weights.Tables(unit(m.Meaning))}
	if text, ok := m.Notes[CutsNote]; ok {
		if j.Cuts, err = ParseCuts(text); err != nil {
			return nil, err
		}
	}
	if _, ok := g.(othello.Game); ok && j.Discs() {
		if j.turner, err = ntuple.NewTurner(j.system); err != nil {
			return nil, err
		}
	}
	return j, nil
}

// Celled is g as pattern systems read it, or says why they do not.
func Celled(g game.Game) (game.Celled, error) {
	celled, ok := g.(game.Celled)
	if !ok {
		return nil, fmt.Errorf("%s has no cells that patterns could be read from", g.Info().ID)
	}
	return celled, nil
}

func unit(m ntuple.Meaning) float64 {
	if m == ntuple.Discs {
		return Disc
	}
	return Logit
}

// Discs says whether values are discs; else they are sums whose tanh is the score.
func (j *Judge) Discs() bool { return j.meaning == ntuple.Discs }

// Board returns a board that the model judges.
func (j *Judge) Board() Board {
	if j.turner != nil {
		return newOthello(j.system, j.tables, j.turner)
	}
	return newGeneral(j)
}

// ParseCuts reads what Cuts.String writes.
func ParseCuts(text string) (*Cuts, error) {
	c := new(Cuts)
	if err := json.Unmarshal([]byte(text), c); err != nil {
		return nil, errors.New("the cuts of the model are not the JSON they should be")
	}
	for _, x := range append([]float64{c.Slope}, c.Sigma...) {
		if math.IsNaN(x) || math.Abs(x) > mostCut {
			return nil, fmt.Errorf("the cuts of the model have the number %g: none is larger than %d", x, mostCut)
		}
	}
	if len(c.Sigma) != terms || c.Slope < leastSlope {
		return nil, fmt.Errorf("the cuts of the model must have a slope of %g or more and %d numbers of sigma", leastSlope, terms)
	}
	return c, nil
}

// What the numbers of cuts may be.
const (
	mostCut    = 100
	leastSlope = 0.1
)

// String is the cuts as JSON.
func (c *Cuts) String() string {
	text, _ := json.Marshal(c) // numbers alone do not fail
	return string(text)
}
