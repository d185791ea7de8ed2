// Package games is the catalogue of the games: it makes any of them from a
// game spec such as "connect4", "connect4:8x6" or "tictactoe:size=5,run=4". The
// spec "gdl:FILE" makes the game of a rulesheet, "gdl:NAME" that of one that comes
// with gambito.
package games

import (
	"errors"
	"fmt"
	"strings"

	"gambito/game"
	"gambito/games/atarigo"
	"gambito/games/backgammon"
	"gambito/games/backgammon/match"
	"gambito/games/breakthrough"
	"gambito/games/connect4"
	"gambito/games/einstein"
	"gambito/games/freeforall"
	"gambito/games/knightfight"
	"gambito/games/othello"
	"gambito/games/sheepwolf"
	"gambito/games/tictactoe"
	"gambito/games/tree"
	"gambito/games/tron"
	"gambito/gdl"
	"gambito/gdl/sheets"
	"gambito/spec"
)

// Catalogue lists every game.
var Catalogue = spec.Catalogue[func(spec.Values) (game.Game, error)]{
	Kind: "game",
	Entries: append([]spec.Entry[func(spec.Values) (game.Game, error)]{
		{
			Schema: spec.Schema{
				ID: "connect4", Name: "Connect 4",
				About: "Drop stones into columns; the first to line up four of its own wins, a full board is a draw.",
				Options: []spec.Option{
					{Name: "columns", Type: spec.Int, Default: "7", Min: 1, Max: 32, Help: "width of the board; columns × (rows + 1) may be at most 128"},
					{Name: "rows", Type: spec.Int, Default: "6", Min: 1, Max: 63, Help: "height of the board"},
					{Name: "run", Type: spec.Int, Default: "4", Min: 2, Max: 63, Help: "stones in a line that win"},
				},
				Size: []string{"columns", "rows"},
			},
			Make: func(v spec.Values) (game.Game, error) {
				return connect4.Make(v.Int("columns"), v.Int("rows"), v.Int("run"))
			},
		},
		{
			Schema: spec.Schema{
				ID: "tictactoe", Name: "Tic-tac-toe",
				About: "Take cells in turn; the first with a full line of its own wins, a full board is a draw.",
				Options: []spec.Option{
					{Name: "size", Type: spec.Int, Default: "3", Min: 2, Max: 8, Help: "side of the board"},
					{Name: "run", Type: spec.Int, Min: 2, Max: 8, Help: "cells in a line that win (default: the size)"},
				},
				Size: []string{"size", "size"},
			},
			Make: func(v spec.Values) (game.Game, error) {
				if !v.Has("run") {
					return tictactoe.New(v.Int("size"), v.Int("size"))
				}
				return tictactoe.New(v.Int("size"), v.Int("run"))
			},
		},
		{
			Schema: spec.Schema{
				ID: "othello", Name: "Othello",
				About: "Flank opposing discs to turn them over; who cannot move passes, when nobody can more discs win.",
			},
			Make: func(spec.Values) (game.Game, error) { return othello.New(), nil },
		},
		{
			Schema: spec.Schema{
				ID: "breakthrough", Name: "Breakthrough",
				About: "Step forward, straight or diagonally, capture diagonally; reaching the far rank or taking every enemy piece wins.",
				Options: []spec.Option{
					{Name: "columns", Type: spec.Int, Default: "6", Min: 2, Max: 8, Help: "width of the board"},
					{Name: "rows", Type: spec.Int, Default: "6", Min: 4, Max: 8, Help: "height of the board"},
				},
				Size: []string{"columns", "rows"},
			},
			Make: func(v spec.Values) (game.Game, error) { return breakthrough.New(v.Int("columns"), v.Int("rows")) },
		},
		{
			Schema: spec.Schema{
				ID: "breakthrough-holes", Name: "Breakthrough with Holes",
				About: "Breakthrough on 6×6 with holes at b3, c4, d3 and e4; reaching the far rank or blocking the enemy wins.",
			},
			Make: func(spec.Values) (game.Game, error) { return breakthrough.NewHoles(), nil },
		},
		{
			Schema: spec.Schema{
				ID: "breakthrough-suicide", Name: "Breakthrough Suicide",
				About: "Breakthrough on 6×6 with the goals swapped: who reaches the far rank or takes the last piece loses.",
			},
			Make: func(spec.Values) (game.Game, error) { return breakthrough.NewSuicide(), nil },
		},
		{
			Schema: spec.Schema{
				ID: "knightthrough", Name: "Knightthrough",
				About: "Knights on 8×8 that only jump forward; reaching the far rank or taking every enemy piece wins.",
			},
			Make: func(spec.Values) (game.Game, error) { return breakthrough.NewKnightthrough(), nil },
		},
		{
			Schema: spec.Schema{
				ID: "atari-go", Name: "Atari Go",
				About: "Place stones as in Go; the first capture wins, and who leaves a group of its own without liberties loses.",
				Options: []spec.Option{
					{Name: "size", Type: spec.Int, Default: "7", Min: 2, Max: 9, Help: "side of the board"},
				},
				Size: []string{"size", "size"},
			},
			Make: func(v spec.Values) (game.Game, error) { return atarigo.New(v.Int("size")) },
		},
		{
			Schema: spec.Schema{
				ID: "sheep-and-wolf", Name: "Sheep and Wolf",
				About: "Four sheep, who only go forward, try to shut in the wolf, who tries to slip past them.",
			},
			Make: func(spec.Values) (game.Game, error) { return sheepwolf.New(), nil },
		},
		{
			Schema: spec.Schema{
				ID: "free-for-all", Name: "Free-For-All",
				About: "Jump like a knight to empty cells, capture like a king; after 30 plies more captures win, equal ones draw.",
			},
			Make: func(spec.Values) (game.Game, error) { return freeforall.New(), nil },
		},
		{
			Schema: spec.Schema{
				ID: "knight-fight", Name: "Knight Fight",
				About: "Two knights on 10×10 leave arrows behind and shoot them around each other; a knight on an arrow loses.",
			},
			Make: func(spec.Values) (game.Game, error) { return knightfight.New(), nil },
		},
		{
			Schema: spec.Schema{
				ID: "tron", Name: "Tron",
				About: "Both move at once and leave walls; who hits a wall or the border loses, both at once is a draw.",
				Options: []spec.Option{
					{Name: "size", Type: spec.Int, Default: "20", Min: 6, Max: 30, Help: "side of the board"},
				},
				Size: []string{"size", "size"},
			},
			Make: func(v spec.Values) (game.Game, error) { return tron.New(v.Int("size")) },
		},
		{
			Schema: spec.Schema{
				ID: "einstein", Name: "EinStein würfelt nicht!",
				About: "A die says which of six cubes steps towards the far corner; reaching it or taking every enemy cube wins.",
				Options: []spec.Option{
					{Name: "setup", Type: spec.Text, Default: einstein.Setup, Help: "red's cubes on a1, b1, c1, a2, b2, a3, the digits 1 to 6 in any order; blue's are those turned by half a circle"},
				},
			},
			Make: func(v spec.Values) (game.Game, error) { return einstein.New(v.Text("setup")) },
		},
		{
			Schema: spec.Schema{
				ID: "backgammon", Name: "Backgammon",
				About: "Bring 15 men home and off the board by the dice, hit those that stand alone; gammons count 2, backgammons 3.",
				Options: []spec.Option{
					{Name: "cube", Type: spec.Bool, Help: "whether players may double (default: on in matches, else off)"},
					{Name: "match", Type: spec.Int, Min: 1, Max: match.MaxLength, Help: "points that win a match, which is one game then and counts 1 (default: a single game for money)"},
					{Name: "jacoby", Type: spec.Bool, Default: "off", Help: "with the cube for money: gammons count only once it was turned"},
					{Name: "crawford", Type: spec.Bool, Default: "on", Help: "in matches: nobody doubles in the first game in which a player needs one point"},
					{Name: "setup", Type: spec.Choice, Default: string(backgammon.Usual), Choices: backgammon.Setups(), Help: "where the men stand at first: as usual, as in Nackgammon with four men far back, as in Longgammon all on point 24, or all on the bar"},
					{Name: "scoring", Type: spec.Choice, Default: string(backgammon.Backgammons), Choices: backgammon.Scorings(), Help: "what counts more than a game: gammons 2 and backgammons 3, gammons alone, or nothing"},
				},
			},
			Make: makeBackgammon,
		},
	}, veiled...),
}

// Synthetic are games that nobody plays for fun, and lists of games leave out: trees on
// which searches are measured.
var Synthetic = spec.Catalogue[func(spec.Values) (game.Game, error)]{
	Kind: "game",
	Entries: []spec.Entry[func(spec.Values) (game.Game, error)]{{
		Schema: spec.Schema{
			ID: "tree", Name: "Synthetic tree",
			About: "A tree whose shape and values follow from its options and its seed; what ends are worth decides.",
			Options: []spec.Option{
				{Name: "branching", Type: spec.Int, Default: "4", Min: 2, Max: tree.MostMoves, Help: "moves of a position, on average"},
				{Name: "branching-law", Type: spec.Choice, Default: string(tree.Uniform), Choices: tree.BranchingLaws, Help: "how numbers of moves vary: as spread says, or geometric, from 1 on and each as much less likely than the one before"},
				{Name: "spread", Type: spec.Int, Default: "0", Min: 0, Max: tree.MostMoves - 1, Help: "of branching-law=uniform: so many more or fewer, all equally likely"},
				{Name: "depth", Type: spec.Int, Default: "8", Min: 1, Max: tree.MostDepth, Help: "plies of the longest game"},
				{Name: "depth-spread", Type: spec.Int, Default: "0", Min: 0, Max: tree.MostDepth - 1, Help: "games are up to so many plies shorter, all lengths equally likely"},
				{Name: "profile", Type: spec.Text, Help: "moves and share of ends by depth, in place of branching and ends: of a game (" + strings.Join(tree.Profiles(), ", ") + "), or such as 7|7|6.9:0.02, which gambito measure --profile tells of any game"},
				{Name: "profile-from", Type: spec.Int, Default: "0", Min: 0, Max: tree.MostDepth, Help: "ply of the profile at which the tree begins"},
				{Name: "law", Type: spec.Choice, Default: string(tree.Incremental), Choices: tree.Laws, Help: "what ends are worth: the sum of numbers that moves add, independent chances, or values given from the root on"},
				{Name: "wins", Type: spec.Float, Default: "0.5", Min: 0, Max: 1, Help: "of law=independent: probability that the first player wins an end"},
				{Name: "good", Type: spec.Float, Default: "0.2", Min: 0, Max: 1, Help: "of law=prefix: probability that a move of the winner wins, besides the one that does"},
				{Name: "ends", Type: spec.Float, Default: "0", Min: 0, Max: 1, Help: "probability that a position before the depth is an end, which makes lengths geometric"},
				{Name: "traps", Type: spec.Float, Default: "0", Min: 0, Max: 1, Help: "probability that a position has a move that wins at once; not with law=prefix"},
				{Name: "trap-depth", Type: spec.Int, Default: "0", Min: 0, Max: tree.MostDepth - 1, Help: "of traps: the only depth at which they are, 0 for any"},
				{Name: "seed", Type: spec.Int, Default: "1", Min: 0, Max: tree.MostSeed, Help: "which of all such trees"},
			},
		},
		Make: func(v spec.Values) (game.Game, error) {
			if v.Has("profile") && v.Given("branching") {
				return nil, errors.New("a profile says how many moves there are: leave branching out")
			}
			return tree.New(tree.Shape{
				Branching: v.Int("branching"), BranchingLaw: tree.BranchingLaw(v.Text("branching-law")), Spread: v.Int("spread"),
				Depth: v.Int("depth"), DepthSpread: v.Int("depth-spread"), Profile: v.Text("profile"), ProfileFrom: v.Int("profile-from"), Law: tree.Law(v.Text("law")),
				Wins: v.Float("wins"), Good: v.Float("good"), Ends: v.Float("ends"), Traps: v.Float("traps"), TrapDepth: v.Int("trap-depth"), Seed: v.Int("seed"),
			})
		},
	}},
}

// Sheets lists the games of the rulesheets that come with gambito.
func Sheets() (list []spec.Schema) {
	for _, s := range sheets.All() {
		list = append(list, spec.Schema{ID: "gdl:" + s.ID, Name: s.Name, About: s.About})
	}
	return list
}

// SheetOf is the spec of the rulesheet that comes with gambito for the game of
// that ID. It need not exist.
func SheetOf(id string) string { return "gdl:" + strings.ReplaceAll(id, ":", "-") }

// makeBackgammon makes the plain game if nothing else is asked for.
func makeBackgammon(v spec.Values) (game.Game, error) {
	r := match.Rules{Length: v.Int("match"), Jacoby: v.Bool("jacoby"), Crawford: v.Bool("crawford")}
	r.Cube = v.Bool("cube") || r.Length > 0 && !v.Given("cube")
	variant := backgammon.Variant{Setup: backgammon.Setup(v.Text("setup")), Scoring: backgammon.Scoring(v.Text("scoring"))}
	switch {
	case variant != backgammon.Variant{Setup: backgammon.Usual, Scoring: backgammon.Backgammons}:
		if r.Cube || r.Length > 0 || r.Jacoby || v.Given("crawford") {
			return nil, errors.New("setup and scoring are for single games without the cube")
		}
		return variant.Game()
	case v.Given("crawford") && (r.Length == 0 || !r.Cube):
		return nil, errors.New("crawford is for matches with the cube")
	case r == match.Rules{Crawford: true}:
		return backgammon.New(), nil
	}
	return match.New(r)
}

// Parse makes the game that a spec names.
func Parse(text string) (game.Game, error) {
	if file, ok := strings.CutPrefix(text, "gdl:"); ok {
		g, err := gdl.Open(file, gdl.DefaultLimits)
		if err != nil {
			return nil, err
		}
		return g, nil
	}
	return parse(text)
}

// ParseSealed is Parse of a spec that somebody elsewhere has written: the text of a
// rulesheet that does not come with gambito is what sheet returns for the spec, and no
// file is read.
func ParseSealed(text string, sheet func(spec string) ([]byte, error)) (game.Game, error) {
	file, ok := strings.CutPrefix(text, "gdl:")
	if !ok {
		return parse(text)
	}
	g, err := gdl.OpenFrom(file, func(string) ([]byte, error) { return sheet(text) }, gdl.DefaultLimits)
	if err != nil {
		return nil, err
	}
	return g, nil
}

// parse makes a game of the catalogues.
func parse(text string) (game.Game, error) {
	catalogue := &Catalogue
	if name, _, _ := strings.Cut(text, ":"); name == Synthetic.Entries[0].ID {
		catalogue = &Synthetic
	}
	entry, values, err := catalogue.Read(text)
	if err != nil {
		if s, ok := sheets.Find(text); ok { // no game of ours: it would have been read
			err = fmt.Errorf("unknown game %q (did you mean %q?)", text, "gdl:"+s.ID)
		}
		return nil, err
	}
	g, err := entry.Make(values)
	if err != nil {
		return nil, fmt.Errorf("game %q: %w", text, err)
	}
	return g, nil
}
