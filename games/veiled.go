package games

import (
	"gambito/game"
	"gambito/games/battleship"
	"gambito/games/darkhex"
	"gambito/games/goofspiel"
	"gambito/games/kuhn"
	"gambito/games/leduc"
	"gambito/games/liarsdice"
	"gambito/games/phantomtictactoe"
	"gambito/games/pushfold"
	"gambito/games/whist"
	"gambito/spec"
)

// veiled are the games in which players do not see everything.
var veiled = []spec.Entry[func(spec.Values) (game.Game, error)]{
	{
		Schema: spec.Schema{ID: "kuhn", Name: "Kuhn poker", About: "Three cards, one each; pass or bet a chip, the higher card wins."},
		Make:   func(spec.Values) (game.Game, error) { return kuhn.New(), nil },
	},
	{
		Schema: spec.Schema{ID: "leduc", Name: "Leduc hold'em", About: "Six cards of three ranks, one each and one for both, two rounds of betting; a pair wins, else the higher card."},
		Make:   func(spec.Values) (game.Game, error) { return leduc.New(), nil },
	},
	{
		Schema: spec.Schema{
			ID: "liars-dice", Name: "Liar's dice", About: "A hidden die each; bid more and more dice of a face until one is called a liar.",
			Options: []spec.Option{{Name: "faces", Type: spec.Int, Default: "6", Min: 2, Max: 6, Help: "faces of a die; the highest is wild"}},
		},
		Make: func(v spec.Values) (game.Game, error) { return liarsdice.New(v.Int("faces")) },
	},
	{
		Schema: spec.Schema{
			ID: "push-fold", Name: "Push or fold", About: "Hold'em with short stacks: the small blind pushes all its chips or folds, the big blind calls or folds.",
			Options: []spec.Option{{Name: "stack", Type: spec.Int, Default: "10", Min: 2, Max: 100, Help: "big blinds that each player has, the blinds included"}},
		},
		Make: func(v spec.Values) (game.Game, error) { return pushfold.New(v.Int("stack")) },
	},
	{
		Schema: spec.Schema{
			ID: "goofspiel", Name: "Goofspiel", About: "Bid cards face down for prizes; each card can be bid once, and the most points win.",
			Options: []spec.Option{{Name: "cards", Type: spec.Int, Default: "4", Min: 2, Max: 5, Help: "cards of a player, and prizes"}},
		},
		Make: func(v spec.Values) (game.Game, error) { return goofspiel.New(v.Int("cards")) },
	},
	{
		Schema: spec.Schema{
			ID: "phantom-tictactoe", Name: "Phantom tic-tac-toe", About: "Tic-tac-toe without seeing the other's stones; who tries a taken cell learns that and tries again.",
			Options: []spec.Option{{Name: "size", Type: spec.Int, Default: "3", Min: 2, Max: 5, Help: "side of the board"}},
			Size:    []string{"size", "size"},
		},
		Make: func(v spec.Values) (game.Game, error) { return phantomtictactoe.New(v.Int("size")) },
	},
	{
		Schema: spec.Schema{
			ID: "dark-hex", Name: "Dark Hex", About: "Hex without seeing the other's stones: red joins the bottom and the top, blue the left and the right side; who tries a taken cell learns that and tries again.",
			Options: []spec.Option{
				{Name: "columns", Type: spec.Int, Default: "4", Min: 2, Max: 8, Help: "width of the board"},
				{Name: "rows", Type: spec.Int, Default: "4", Min: 2, Max: 8, Help: "height of the board"},
			},
			Size: []string{"columns", "rows"},
		},
		Make: func(v spec.Values) (game.Game, error) { return darkhex.New(v.Int("columns"), v.Int("rows")) },
	},
	{
		Schema: spec.Schema{
			ID: "battleship", Name: "Battleship", About: "Place a fleet that the other does not see, then shoot in turn at single cells; who sinks all ships wins.",
			Options: []spec.Option{
				{Name: "columns", Type: spec.Int, Default: "10", Min: 4, Max: 10, Help: "width of a sea"},
				{Name: "rows", Type: spec.Int, Default: "10", Min: 4, Max: 10, Help: "height of a sea"},
				{Name: "fleet", Type: spec.Text, Default: battleship.Fleet, Help: "lengths of the ships, with - between them"},
			},
			Size: []string{"columns", "rows"},
		},
		Make: func(v spec.Values) (game.Game, error) {
			g, err := battleship.New(v.Int("columns"), v.Int("rows"), v.Text("fleet"))
			if err != nil {
				return nil, err
			}
			return g, nil
		},
	},
	{
		Schema: spec.Schema{
			ID: "whist", Name: "Whist for two", About: "A hand each, the rest stays face down; follow suit if you can, the higher card or a trump takes the trick, and the most tricks win.",
			Options: []spec.Option{
				{Name: "suits", Type: spec.Int, Default: "4", Min: 1, Max: 4, Help: "suits of the pack"},
				{Name: "ranks", Type: spec.Int, Default: "13", Min: 2, Max: 13, Help: "cards of a suit, from the ace down"},
				{Name: "hand", Type: spec.Int, Default: "13", Min: 1, Max: 13, Help: "cards of a player; one of the pack stays face down at least"},
				{Name: "trump", Type: spec.Choice, Default: whist.Usual.Trump, Choices: append([]string{whist.None}, whist.Suits...), Help: "the suit that beats the others"},
			},
		},
		Make: func(v spec.Values) (game.Game, error) {
			g, err := whist.New(whist.Rules{Suits: v.Int("suits"), Ranks: v.Int("ranks"), Hand: v.Int("hand"), Trump: v.Text("trump")})
			if err != nil {
				return nil, err
			}
			return g, nil
		},
	},
}
