package agents

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"

	"gambito/agent"
	"gambito/game"
	"gambito/games/backgammon"
	"gambito/games/backgammon/bearoff"
	"gambito/games/backgammon/rules"
	"gambito/spec"
)

var rulesEntry = agent.Entry{
	Schema: spec.Schema{
		ID: "rules", Name: "Rules", About: "Backgammon by 16 rules of thumb, weighted; among equal turns any.",
		Options: append(append(vectorOptions("16 numbers from 1 to 100 separated by slashes, the 4th from 0 to 36, the 9th from 3 to 15 (default: "+rules.Default.String()+")"), bearoffOption, rulesTrees), rulesChanges...),
	},
	Make: agent.Maker{Resolve: resolveRules, New: newRules},
}

// rulesTrees is what breeding by coding=tree finds.
var rulesTrees = spec.Option{Name: "trees", Type: spec.Text, Help: "two expressions instead of weights, of what the rules count, with contact and in races: functions before their arguments, slashes between all, such as sub/mul/3/points/shots/arrived (default: none)"}

// rulesChanges have no default, so that specs of players by the last rules stay what
// they were.
var rulesChanges = []spec.Option{
	{Name: "moved", Type: spec.Bool, Help: "whether the rules look at the men that a turn moves alone, as in the thesis at first (default: off)"},
	{Name: "open-home", Type: spec.Bool, Help: "whether, among equal turns, a closed home board is worth nothing, as in the thesis before its last changes (default: off)"},
	{Name: "rear-blots", Type: spec.Bool, Help: "whether shots at blots on points 21 to 24 count, as in the thesis before its last changes (default: off)"},
}

func resolveRules(g game.Game, v spec.Values) (spec.Values, error) {
	if !v.Has("trees") {
		return resolveVector(g, v, rules.Default, rules.Parse)
	}
	switch {
	case v.Has("weights") || v.Has("file"):
		return v, errors.New("trees take the place of weights and file: only one of them can be told")
	case v.Bool("moved"):
		return v, errors.New("moved is for weights, not for trees")
	}
	if _, err := rules.ParseTrees(v.Text("trees")); err != nil {
		return v, fmt.Errorf("trees: %w", err)
	}
	return v, onlyBackgammon(g)
}

func newRules(o agent.Order) (agent.Agent, error) {
	changes := rules.Changes{Moved: o.Values.Bool("moved"), OpenHome: o.Values.Bool("open-home"), RearBlots: o.Values.Bool("rear-blots")}
	evaluator, err := rulesEvaluator(o, changes)
	if err != nil {
		return nil, err
	}
	a := &rulesAgent{evaluator: evaluator, tables: bearoffOf(o)}
	a.r = rand.New(&a.source)
	return a, nil
}

// rulesEvaluator scores turns by what an order names, trees or a vector.
func rulesEvaluator(o agent.Order, changes rules.Changes) (*rules.Prepared, error) {
	if o.Values.Has("trees") {
		trees, err := rules.ParseTrees(o.Values.Text("trees"))
		if err != nil {
			return nil, fmt.Errorf("trees: %w", err)
		}
		return trees.Prepare(changes), nil
	}
	vector, err := readVector(o, rules.Parse)
	if err != nil {
		return nil, err
	}
	return vector.PrepareWith(changes), nil
}

// vectorOptions are weights and file, which readVector reads.
func vectorOptions(help string) []spec.Option {
	return []spec.Option{
		{Name: "weights", Type: spec.Text, Help: help},
		{Name: "file", Type: spec.File, Help: "a file with these numbers instead, separated by spaces or line ends"},
	}
}

// resolveVector writes out the weights of a player of backgammon, unless they are
// in a file.
func resolveVector[V fmt.Stringer](g game.Game, v spec.Values, standard V, parse func(string) (V, error)) (spec.Values, error) {
	switch {
	case v.Has("weights") && v.Has("file"):
		return v, errors.New("weights and file exclude each other")
	case v.Has("file"):
	case v.Has("weights"):
		vector, err := parse(v.Text("weights"))
		if err != nil {
			return v, fmt.Errorf("weights: %w", err)
		}
		v = v.With("weights", vector.String())
	default:
		v = v.With("weights", standard.String())
	}
	return v, onlyBackgammon(g)
}

// readVector reads the option weights or file of a player of backgammon.
func readVector[V any](o agent.Order, parse func(string) (V, error)) (V, error) {
	name, text := "weights", o.Values.Text("weights")
	if o.Values.Has("file") {
		file := o.File("file")
		name, text = file.Name, string(file.Content)
	}
	vector, err := parse(text)
	if err != nil {
		err = fmt.Errorf("%s: %w", name, err)
	}
	return vector, err
}

type rulesAgent struct {
	evaluator *rules.Prepared
	tables    *bearoff.Tables // or nil
	source    rand.PCG
	r         *rand.Rand
	moves     []game.Move
	scores    []float64 // in their order
}

// NewGame implements Agent.
func (a *rulesAgent) NewGame(_ game.Player, seed uint64) { a.source.Seed(seed, 0) }

// Choose implements Agent.
func (a *rulesAgent) Choose(_ context.Context, s game.State, _ agent.Limits) (game.Move, agent.Info, error) {
	a.score(s)
	best, equal := 0, 0
	for i, score := range a.scores {
		switch highest := a.scores[best]; {
		case score > highest:
			best, equal = i, 1
		case score == highest:
			if equal++; equal > 1 && a.r.IntN(equal) == 0 {
				best = i
			}
		}
	}
	return a.moves[best], agent.Info{}, nil
}

// Rank implements Ranker.
func (a *rulesAgent) Rank(s game.State, buf []game.Move) []game.Move {
	a.score(s)
	return rankBy(buf, a.moves, a.scores)
}

// score finds the moves and their scores.
func (a *rulesAgent) score(s game.State) {
	a.moves, a.scores = s.Moves(a.moves[:0]), a.scores[:0]
	board, player := s.(*backgammon.State).Board(), s.Turn()
	var known bool
	if a.scores, known = bearoffScores(a.tables, board, player, a.moves, a.scores); known {
		return
	}
	scorer := a.evaluator.Scorer(board, player)
	for _, m := range a.moves {
		after := *board
		after.Play(player, m)
		a.scores = append(a.scores, float64(scorer.Score(&after)))
	}
}
