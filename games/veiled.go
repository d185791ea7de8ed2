package games

import (
	"fmt"

	"gambito/game"
	"gambito/games/goofspiel"
	"gambito/games/kuhn"
	"gambito/games/leduc"
	"gambito/games/liarsdice"
	"gambito/spec"
)

// Veiled lists the games in which players do not see everything. They are not in
// Catalogue: whoever takes them must show players no more than what they see.
var Veiled = spec.Catalogue[func(spec.Values) (game.Game, error)]{
	Kind: "game with secrets",
	Entries: []spec.Entry[func(spec.Values) (game.Game, error)]{
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
				ID: "goofspiel", Name: "Goofspiel", About: "Bid cards face down for prizes; each card can be bid once, and the most points win.",
				Options: []spec.Option{{Name: "cards", Type: spec.Int, Default: "4", Min: 2, Max: 5, Help: "cards of a player, and prizes"}},
			},
			Make: func(v spec.Values) (game.Game, error) { return goofspiel.New(v.Int("cards")) },
		},
	},
}

// IsVeiled reports whether a spec names a game with secrets.
func IsVeiled(text string) bool {
	s, err := spec.Parse(text)
	if err != nil {
		return false
	}
	for _, entry := range Veiled.Entries {
		if entry.ID == s.Name {
			return true
		}
	}
	return false
}

// ParseVeiled makes the game with secrets that a spec names.
func ParseVeiled(text string) (game.Game, error) {
	entry, values, err := Veiled.Read(text)
	if err != nil {
		return nil, err
	}
	g, err := entry.Make(values)
	if err != nil {
		return nil, fmt.Errorf("game %q: %w", text, err)
	}
	return g, nil
}
