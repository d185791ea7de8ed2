package breed

import (
	"bytes"
	"embed"
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/goccy/go-yaml"

	"gambito/arena"
	"gambito/game"
	"gambito/learn/genetic"
	"gambito/learn/setting"
	"gambito/spec"
	"gambito/yamlfile"
)

// Settings are how players are bred. A file of them is YAML with the keys below
// and those of genetic.Settings; what it leaves out is as the thesis had it.
type Settings struct {
	Player  string `yaml:"player" json:"player"`   // the kind
	From    string `yaml:"from" json:"from"`       // the first individual: default, random, or numbers separated by slashes; semicolons between several
	Against string `yaml:"against" json:"against"` // agent spec, or self: every other individual; several with semicolons between
	Games   int    `yaml:"games" json:"games"`     // an individual plays in a generation
	Dice    Dice   `yaml:"dice" json:"dice"`
	Agree   string `yaml:"agree" json:"agree"` // how agreement with the agent's moves counts, instead of points against it; see Schemes

	// These are left out of what is kept where they say nothing: earlier versions did
	// not know them.
	Game     string `yaml:"game" json:"game,omitempty"`         // game spec, if it is not what the player usually plays
	Search   string `yaml:"search" json:"search,omitempty"`     // agent spec, but for eval, by which players with an evaluation choose
	Options  string `yaml:"options" json:"options,omitempty"`   // of the agent that plays by the numbers, beside them, such as rear-blots=on
	Openings int    `yaml:"openings" json:"openings,omitempty"` // random plies that games begin with; 0: none where dice decide, else usualOpenings

	Finalists  int `yaml:"finalists" json:"finalists"`     // of the best of all generations, who meet the agent once more
	FinalGames int `yaml:"final-games" json:"final-games"` // for how many games each

	Genetic genetic.Settings `yaml:",inline" json:"genetic"`
}

// Against may name these beside agents.
const (
	Self  = "self"    // all others of the generation: co-evolution
	Usual = "default" // the player of the kind with its default numbers
)

// usualOpenings is with how many random plies games begin that are not of dice: else all
// games of two players would be the same.
const usualOpenings = 6

// Dice says how long dice stay the same.
type Dice string

// New dice for every generation make luck pass; the same ones let the best
// survive by luck, but for less noise.
const (
	NewDice  Dice = "generation"
	SameDice Dice = "run"
)

// The first individual.
const (
	fromDefault = "default"
	fromRandom  = "random"
)

// Default is the settings where nothing else is said.
func Default() Settings {
	return Settings{
		Player: "rules", From: fromDefault, Against: "pubeval", Games: 1000, Dice: NewDice,
		Finalists: 3, FinalGames: 10_000, Genetic: genetic.Default(),
	}
}

// DefaultFor is the settings for a game where nothing else is said.
func DefaultFor(gameID string) Settings {
	s := Default()
	if kinds := kindsOf(gameID); len(kinds) > 0 && kinds[0].Game != backgammonGame {
		s.Player, s.Against, s.Games, s.FinalGames = kinds[0].Name, Usual, 200, 2000
	}
	return s
}

// GameSpec is the game that players with these settings play.
func (s Settings) GameSpec() string {
	if s.Game != "" {
		return s.Game
	}
	k, err := KindOf(s.Player)
	if err != nil {
		return backgammonGame
	}
	return k.Game
}

// Kind is the kind of player that is bred, as these settings have it play.
func (s Settings) Kind() (Kind, error) {
	k, err := KindOf(s.Player)
	if err != nil {
		return k, err
	}
	return k.playing(s)
}

// openingPlies is with how many random plies games begin.
func (s Settings) openingPlies(g game.Game) int {
	if s.Openings == 0 && !game.OfChance(g) {
		return usualOpenings
	}
	return s.Openings
}

// openingsOf are random ones of so many plies.
func openingsOf(g game.Game, plies int) (arena.Openings, error) {
	if plies == 0 {
		return arena.Openings{}, nil
	}
	return arena.ParseOpenings(g, fmt.Sprintf("random:%d", plies))
}

const (
	maxGames    = 10_000_000
	maxOpenings = 60
)

// Check says what is wrong with settings.
func (s Settings) Check() error {
	if err := setting.Check(Options, s); err != nil {
		return err
	}
	if s.Agree != "" && slices.Contains(splitAgainst(s.Against), Self) {
		return errors.New("agree needs an agent to agree with, not self")
	}
	if s.Agree != "" {
		if _, err := parseScheme(s.Agree); err != nil {
			return err
		}
	}
	return s.Genetic.Check()
}

// first reads From.
func (s Settings) first(k Kind) ([][]int, error) {
	switch s.From {
	case fromDefault:
		return [][]int{k.Default}, nil
	case fromRandom:
		return nil, nil
	}
	var all [][]int
	for text := range strings.SplitSeq(s.From, ";") {
		genes, err := k.parse(text)
		if err != nil {
			return nil, fmt.Errorf("from %q: %w (or it is %s or %s)", text, err, fromDefault, fromRandom)
		}
		all = append(all, genes)
	}
	return all, nil
}

// Parse reads a file of settings of backgammon, or of one that names its player.
func Parse(content []byte) (Settings, error) { return ParseFor(backgammonGame, content) }

// ParseFor reads a file of settings for a game.
func ParseFor(gameID string, content []byte) (Settings, error) {
	s := DefaultFor(gameID)
	top, err := yamlfile.Parse(content)
	if err == nil {
		err = top.Into(&s)
	} else if errors.Is(err, yamlfile.ErrEmpty) { // nothing is other than by default
		err = nil
	}
	if err != nil {
		return s, err
	}
	return s, s.Check()
}

//go:embed presets/*.yaml
var presets embed.FS

// Presets are the names of settings that come with the program.
func Presets() []string {
	entries, err := presets.ReadDir("presets")
	if err != nil {
		panic(err) // the folder is embedded
	}
	var names []string
	for _, e := range entries {
		names = append(names, strings.TrimSuffix(e.Name(), path.Ext(e.Name())))
	}
	return names
}

// Preset is the text of settings that come with the program.
func Preset(name string) ([]byte, error) {
	content, err := presets.ReadFile("presets/" + name + ".yaml")
	if err != nil {
		return nil, fmt.Errorf("unknown preset %q %s", name, spec.Suggest(name, Presets()))
	}
	return content, nil
}

// Described are the defaults and the settings that come with the program, under
// their names.
func Described() []setting.Preset {
	all := []setting.Preset{{Name: "default", About: "where nothing else is said", Settings: Default()}}
	for _, name := range Presets() {
		text, err := Preset(name)
		if err != nil {
			panic(err) // it is embedded
		}
		s, err := Parse(text)
		if err != nil {
			panic(fmt.Sprintf("preset %s: %v", name, err))
		}
		all = append(all, setting.Preset{Name: name, About: heading(text), Settings: s})
	}
	return all
}

// heading is what the comment at the beginning of a file says.
func heading(text []byte) string {
	var words []string
	for line := range strings.Lines(string(text)) {
		comment, ok := strings.CutPrefix(line, "#")
		if !ok {
			break
		}
		words = append(words, strings.Fields(comment)...)
	}
	return strings.Join(words, " ")
}

// YAML writes what Parse reads.
func (s Settings) YAML() []byte {
	text, err := yaml.Marshal(s)
	if err != nil {
		panic(err) // texts and numbers can be written
	}
	return append(bytes.TrimRight(text, "\n"), '\n')
}
