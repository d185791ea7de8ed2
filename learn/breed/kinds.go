package breed

import (
	"fmt"
	"slices"
	"strings"

	"gambito/game"
	"gambito/games/backgammon/fuzzy"
	"gambito/games/backgammon/rules"
	"gambito/games/connect4"
	"gambito/games/othello"
	"gambito/learn/genetic"
	"gambito/spec"
)

// Kind is a kind of player.
type Kind struct {
	Name    string // what settings call it, another for every kind
	Game    string // game spec of what it usually plays
	Genome  genetic.Genome
	Default []int
	Names   []string // what each number that is shown means, see Shown
	Repair  func(genes []int)

	search  string   // of an evaluation: the agent spec by which it plays, but for eval
	options string   // of the agent, beside its numbers; slashes between several
	network bool     // the numbers are weights of a network, which is a file
	grammar *grammar // of trees that can be bred instead of numbers, by coding=tree
	depth   int      // of these trees; 0: it is numbers that are bred
}

// Kinds are those that can be bred. The first of a game is what is bred unless another
// is asked for.
var Kinds = slices.Concat([]Kind{
	{Name: "rules", Game: backgammonGame, Genome: genome(rules.Size, rules.Range), Default: rules.Default[:], Names: rules.Names[:], Repair: func(genes []int) {
		// Numbers 13 to 15 must not fall.
		genes[13] = max(genes[12], genes[13])
		genes[14] = max(genes[13], genes[14])
	}, grammar: ruleTrees},
	{Name: "fuzzy", Game: backgammonGame, Genome: genome(fuzzy.Size, fuzzy.Range), Default: fuzzy.Default[:], Names: fuzzy.Names()},
	networkKind(),
},
	evaluations(othello.New(), "hand", "classic"),
	evaluations(connect4Board(), "h2", "h1"),
)

const backgammonGame = "backgammon"

// connect4Board is the usual one.
func connect4Board() *connect4.Game {
	g, err := connect4.New(7, 6, 4)
	if err != nil {
		panic(err) // it is the usual board
	}
	return g
}

// evaluations are the kinds of a game whose players judge positions by evaluations with
// these names, which have weights.
func evaluations(g game.Weighted, names ...string) (kinds []Kind) {
	for _, name := range names {
		k := Kind{Name: name, Game: g.Info().ID, search: usualSearch}
		for _, w := range g.Weights(name) {
			k.Genome = append(k.Genome, genetic.Range{Low: w.Low, High: w.High})
			k.Default = append(k.Default, w.Default)
			k.Names = append(k.Names, w.Name)
		}
		kinds = append(kinds, k)
	}
	return kinds
}

// usualSearch is by what players with an evaluation choose: two plies, for which a table
// would cost more than it saves.
const usualSearch = "alphabeta:depth=2,table=0"

func genome(size int, limits func(i int) (low, high int)) genetic.Genome {
	g := make(genetic.Genome, size)
	for i := range g {
		g[i].Low, g[i].High = limits(i)
	}
	return g
}

// Spec is the agent spec of a vector, "" of a network, which is no text. The numbers alone
// shall decide, so there are no tables at the end of games.
func (k Kind) Spec(genes []int) string {
	if k.network {
		return ""
	}
	if k.search == "" {
		text := k.Name + ":weights=" + rules.FormatNumbers(genes) + ",bearoff=off"
		if k.depth > 0 {
			text = k.Name + ":trees=" + k.grammar.text(genes) + ",bearoff=off"
		}
		if k.options != "" {
			text += "," + strings.ReplaceAll(k.options, "/", ",")
		}
		return text
	}
	separator := ":"
	if strings.Contains(k.search, ":") {
		separator = ","
	}
	return k.search + separator + "eval=" + game.WithWeights(k.Name, genes)
}

// usual is the agent spec of the kind's usual player; networks, of which the usual one
// knows nothing, meet Pubeval.
func (k Kind) usual() string {
	if k.network {
		return "pubeval"
	}
	if k.search == "" {
		return k.Name
	}
	return k.Spec(k.Default)
}

// playing is the kind as the settings have it play.
func (k Kind) playing(s Settings) (Kind, error) {
	switch {
	case s.Search == "":
	case k.search == "":
		return k, fmt.Errorf("search %q: it is for players that judge by an evaluation, not for %s", s.Search, k.Name)
	default:
		k.search = s.Search
	}
	if k.options = s.Options; s.Options != "" && (k.network || k.search != "") {
		return k, fmt.Errorf("options %q: they are for players by numbers alone, not for %s", s.Options, k.Name)
	}
	if s.Genetic.Coding == genetic.Tree {
		return k.grown(s.Genetic.Depth())
	}
	return k, nil
}

// KindOf returns the kind of a name.
func KindOf(name string) (Kind, error) {
	for _, k := range Kinds {
		if k.Name == name {
			return k, nil
		}
	}
	return Kind{}, fmt.Errorf("player %q cannot be bred %s", name, spec.Suggest(name, Players()))
}

// kindsOf are those of a game, on whatever board.
func kindsOf(gameID string) (kinds []Kind) {
	name, _, _ := strings.Cut(gameID, ":")
	for _, k := range Kinds {
		if k.Game == name {
			kinds = append(kinds, k)
		}
	}
	return kinds
}

// findKind returns the kind of a game with a name.
func findKind(gameID, name string) (Kind, error) {
	var names []string
	for _, k := range kindsOf(gameID) {
		if k.Name == name {
			return k, nil
		}
		names = append(names, k.Name)
	}
	if names == nil {
		return Kind{}, fmt.Errorf("players of %s cannot be bred, only those of %s", gameID, strings.Join(Games(), ", "))
	}
	return Kind{}, fmt.Errorf("player %q of %s cannot be bred %s", name, gameID, spec.Suggest(name, names))
}

// Games are those of which players can be bred.
func Games() (names []string) {
	for _, k := range Kinds {
		if !slices.Contains(names, k.Game) {
			names = append(names, k.Game)
		}
	}
	return names
}

// Players are the names of the kinds.
func Players() (names []string) {
	for _, k := range Kinds {
		names = append(names, k.Name)
	}
	return names
}
