package agents

import (
	"fmt"
	"strconv"

	"gambito/agent"
	"gambito/game"
	"gambito/games/backgammon/match"
	"gambito/games/battleship"
	"gambito/spec"
)

// Levels is how many there are: 1 loses to a beginner, the last is the best that
// gambito has for a game and that does not keep one waiting.
const Levels = 10

// LevelID is the name of the agents that are levels, as in level:5.
const LevelID = "level"

// MiddleLevel opposes who asks for no other.
const MiddleLevel = 5

// Ladder is the levels of one game, or of all that have no ladder of their own.
type Ladder struct {
	Game     string // its ID, "" for all others
	Openings string // with which levels are compared
	Specs    [Levels]string
}

// Ladders are those there are, the one for all other games last. Each level beats
// the one below in at least 60 % of the games, measured by gambito levels GAME;
// docs/levels.md has what came out. But for the time of the last levels of other
// games, which is for rulesheets that are slow to play, nothing in them depends on
// the machine.
var Ladders = []Ladder{
	{Game: "connect4", Openings: "random:4", Specs: [Levels]string{
		"policy:temperature=12",
		"policy:temperature=5.5",
		"mcts:sims=8,leaf=playout,decisive=on",
		"mcts:sims=16,leaf=playout,decisive=on",
		"mcts:sims=27,leaf=playout,decisive=on",
		"mcts:sims=54,leaf=playout,decisive=on",
		"policy:temperature=1.4",
		"policy:temperature=0.88",
		"policy:temperature=0.1",
		"perfect:ties=random",
	}},
	{Game: "othello", Openings: "random:4", Specs: [Levels]string{
		"uct:sims=5",
		"uct:sims=30",
		"uct:sims=120",
		"policy:temperature=0.5",
		"pattern:depth=1,empties=4",
		"pattern:depth=2",
		"pattern:depth=3",
		"pattern:depth=5",
		"pattern:depth=7",
		"pattern:depth=10,empties=20,book=on,variety=1",
	}},
	{Game: "breakthrough", Openings: "random:4", Specs: [Levels]string{
		"mcts:sims=30",
		"mcts:sims=100",
		"mcts:sims=300",
		"policy:temperature=1.2",
		"policy:temperature=0.7",
		"alphazero:sims=10",
		"alphazero:sims=28",
		"alphazero:sims=64",
		"alphazero:sims=180",
		"alphazero:sims=1600",
	}},
	{Game: "backgammon", Openings: "none", Specs: [Levels]string{
		"td:temperature=3",
		"td:temperature=0.7",
		"td:temperature=0.44",
		"td:temperature=0.3",
		"td:temperature=0.22",
		"td:temperature=0.166",
		"td:temperature=0.12",
		"td:temperature=0.084",
		"td:temperature=0.052",
		"td:plies=1",
	}},
	{Openings: "random:2", Specs: [Levels]string{
		"ggp:sims=4",
		"ggp:sims=40",
		"ggp:sims=80",
		"ggp:sims=160",
		"ggp:sims=350",
		"ggp:sims=750",
		"ggp:sims=1600",
		"ggp:sims=3500,time=1s",
		"ggp:sims=7000,time=2s",
		"ggp:sims=14000,time=2s",
	}},
}

// Secrets is the ladder of games in which players do not see everything.
var Secrets = Ladder{Openings: "none", Specs: [Levels]string{
	"random",
	"ismcts:sims=5",
	"ismcts:sims=15",
	"ismcts:sims=40",
	"ismcts:sims=100",
	"ismcts:sims=250",
	"ismcts:sims=700",
	"ismcts:sims=2000,time=2s",
	"ismcts:sims=6000,time=2s",
	"ismcts:sims=20000,time=2s",
}}

// hunters are the levels of battleship.
var hunters = Ladder{Openings: "none", Specs: [Levels]string{
	"random",
	"ismcts:sims=100",
	"ismcts:sims=400",
	"hunter:worlds=1",
	"hunter:worlds=3",
	"hunter:worlds=8",
	"hunter:worlds=20",
	"hunter:worlds=60",
	"hunter:worlds=200",
	"hunter:worlds=1000",
}}

// LadderOf is the ladder of a game. Backgammon has one for all ways to count it.
func LadderOf(g game.Game) Ladder {
	if m, ok := g.(*match.Game); ok {
		g = m.Plain()
	}
	last := len(Ladders) - 1
	for _, l := range Ladders[:last] {
		if l.Game == g.Info().ID {
			return l
		}
	}
	if _, ok := g.(*battleship.Game); ok {
		return hunters
	}
	if game.OfSecrets(g) {
		return Secrets
	}
	return Ladders[last]
}

// Level is the spec of a level, from 1 to Levels.
func Level(r *agent.Registry, n int) (agent.Spec, error) {
	return r.Parse(LevelID + ":" + strconv.Itoa(n))
}

var levelEntry = agent.Entry{
	Schema: spec.Schema{
		ID: LevelID, Name: "Level",
		About: fmt.Sprintf("A name for another agent: from 1, who loses to a beginner, to %d, the best that gambito has for a game and that does not keep one waiting. gambito levels lists who plays.", Levels),
		Options: []spec.Option{
			{Name: "n", Type: spec.Int, Default: strconv.Itoa(MiddleLevel), Min: 1, Max: Levels, Help: "which"},
		},
		Size: []string{"n"},
	},
	Make: agent.Maker{StandsFor: func(g game.Game, v spec.Values) (string, error) {
		return LadderOf(g).Specs[v.Int("n")-1], nil
	}},
}
