// Package breed has players of games evolve. A vector of whole numbers decides
// how a kind of player plays, and its fitness, in percent, is measured
//
//   - by the share of points in games against an agent, the thesis' percentage
//   - by that share in games against all others of the generation (co-evolution)
//   - by how well it agrees with an agent's opinion of moves
//
// All individuals of a generation play with the same dice, every generation with
// others unless told otherwise.
package breed

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"

	"gambito/agent"
	"gambito/arena"
	"gambito/game"
	"gambito/games/backgammon/fuzzy"
	"gambito/games/backgammon/rules"
	"gambito/learn/genetic"
	"gambito/progress"
	"gambito/spec"
	"gambito/stats"
)

// Kind is a kind of player.
type Kind struct {
	Agent   string // the agent that takes the vector as its option weights
	Game    string
	Genome  genetic.Genome
	Default []int
	Names   []string // what each number means
	Repair  func(genes []int)
}

// Kinds are those that can be bred.
var Kinds = []Kind{
	{"rules", "backgammon", genome(rules.Size, rules.Range), rules.Default[:], rules.Names[:], func(genes []int) {
		// Numbers 13 to 15 must not fall.
		genes[13] = max(genes[12], genes[13])
		genes[14] = max(genes[13], genes[14])
	}},
	{"fuzzy", "backgammon", genome(fuzzy.Size, fuzzy.Range), fuzzy.Default[:], fuzzy.Names(), nil},
}

func genome(size int, limits func(i int) (low, high int)) genetic.Genome {
	g := make(genetic.Genome, size)
	for i := range g {
		g[i].Low, g[i].High = limits(i)
	}
	return g
}

// Spec is the agent spec of a vector. The numbers alone shall decide, so there are
// no tables at the end of games.
func (k Kind) Spec(genes []int) string {
	return k.Agent + ":weights=" + rules.FormatNumbers(genes) + ",bearoff=off"
}

// findKind returns the kind of a game with a name.
func findKind(gameID, name string) (Kind, error) {
	var names []string
	for _, k := range Kinds {
		if k.Game == gameID {
			if k.Agent == name {
				return k, nil
			}
			names = append(names, k.Agent)
		}
	}
	if names == nil {
		return Kind{}, fmt.Errorf("players of %s cannot be bred, only those of backgammon", gameID)
	}
	return Kind{}, fmt.Errorf("player %q cannot be bred %s", name, spec.Suggest(name, names))
}

// Evolution is a run of breeding.
type Evolution struct {
	Settings Settings
	Kind     Kind
	Run      *genetic.Run

	// Progress is told how many games were played, or positions judged, since
	// the beginning, and how many games of the finals.
	Progress progress.Func

	game   game.Game
	agents *agent.Registry
	jobs   int
	rival  agent.Spec // against whom, or with whom to agree
	done   int
	file   string // where generations are kept, if anywhere
	leave  func() error
}

// New prepares an evolution. The results do not depend on jobs.
func New(g game.Game, agents *agent.Registry, s Settings, jobs int) (*Evolution, error) {
	if err := s.Check(); err != nil {
		return nil, err
	}
	kind, err := findKind(g.Info().ID, s.Player)
	if err != nil {
		return nil, err
	}
	e := &Evolution{Settings: s, Kind: kind, game: g, agents: agents, jobs: jobs}
	problem := genetic.Problem{Genome: kind.Genome, Repair: kind.Repair, Fitness: e.fitness}
	if problem.First, err = s.first(kind); err != nil {
		return nil, err
	}
	if s.Against != Self {
		if e.rival, err = agents.Parse(s.Against); err != nil {
			return nil, err
		}
		if e.rival.Interactive() {
			return nil, fmt.Errorf("against %s: nobody plays that many games by hand; name another agent", s.Against)
		}
		a, err := e.rival.New(g)
		if err != nil {
			return nil, err
		}
		if s.Agree != "" {
			if err := canRank(a); err != nil {
				return nil, fmt.Errorf("agent %q: %w", s.Against, err)
			}
		}
	}
	e.Run, err = genetic.New(problem, s.Genetic)
	return e, err
}

// about tells whatever decides on fitness.
func (e *Evolution) about() string {
	text, err := json.Marshal(e.Settings.fitness())
	if err != nil {
		panic(err) // texts and whole numbers can be written
	}
	return string(text)
}

// fitness is the settings that decide on fitness.
func (s Settings) fitness() Settings {
	s.Genetic, s.Finalists, s.FinalGames = genetic.Settings{}, 0, 0
	return s
}

// perGeneration is how many units of Progress a generation takes.
func (e *Evolution) perGeneration() int {
	individuals := e.Settings.Genetic.Population * e.Settings.Genetic.Islands
	if e.Settings.Against == Self {
		return individuals * (individuals - 1) / 2 * e.pairGames(individuals)
	}
	return individuals * e.Settings.Games
}

// Total is how many units of Progress all generations take at most.
func (e *Evolution) Total() int { return e.Settings.Genetic.Generations * e.perGeneration() }

// begin goes back to the end of the last generation, and tells so.
func (e *Evolution) begin() {
	e.done = len(e.Run.Log()) * e.perGeneration()
	e.advance(0)
}

func (e *Evolution) advance(units int) {
	e.done += units
	e.Progress.Tell("games", e.done, e.Total())
}

// diceSeed is that of a generation's games.
func (e *Evolution) diceSeed(generation int) uint64 {
	if e.Settings.Dice == SameDice {
		generation = 0
	}
	return rand.NewPCG(e.Settings.Genetic.Seed, uint64(generation)).Uint64()
}

// fitness measures a generation.
func (e *Evolution) fitness(ctx context.Context, generation int, population [][]int) ([]float64, error) {
	switch {
	case e.Settings.Agree != "":
		return e.agreement(ctx, generation, population)
	case e.Settings.Against == Self:
		return e.coevolution(ctx, generation, population)
	}
	fitness := make([]float64, len(population))
	known := map[string]float64{} // who plays alike with the same dice has the same result
	for i, genes := range population {
		text := e.Kind.Spec(genes)
		share, ok := known[text]
		if !ok {
			result, err := e.match(ctx, text, e.rival, e.Settings.Games, e.diceSeed(generation), e.advance)
			if err != nil {
				return nil, err
			}
			share = result.Share
			known[text] = share
		} else {
			e.advance(e.Settings.Games)
		}
		fitness[i] = 100 * share
	}
	return fitness, nil
}

// Result is what came of a match, from the first agent's view.
type Result struct {
	Games  int                `json:"games"`
	Share  float64            `json:"share"` // of points
	Wins   stats.Interval     `json:"win_share"`
	Points *arena.PointResult `json:"points"` // with intervals, unless there are too few games
}

// match plays games between a vector's agent and another.
func (e *Evolution) match(ctx context.Context, text string, other agent.Spec, games int, seed uint64, played func(int)) (Result, error) {
	own, err := e.agents.Parse(text)
	if err != nil {
		return Result{}, err
	}
	return Measure(ctx, arena.Match{Game: e.game, Agents: []agent.Spec{own, other}, Games: games, Seed: seed, Jobs: e.jobs}, played)
}

// Measure plays a match of a game of points and counts them. Games that are lost
// by a fault end it with an error: they would measure nothing.
func Measure(ctx context.Context, m arena.Match, played func(games int)) (Result, error) {
	points := arena.PointTally{Game: m.Game, Paired: !m.Unpaired}
	var tally arena.Tally
	err := m.Run(ctx, func(r arena.Record) error {
		points.Add(r)
		tally.Add(r)
		for _, f := range r.Faults {
			return fmt.Errorf("game %d, agent %s: %s %s", r.Number+1, m.Agents[r.Seats[f.Seat]], f.Reason, f.Detail)
		}
		played(1)
		return nil
	})
	if err != nil {
		return Result{}, err
	}
	share := tally.Points[0] / (tally.Points[0] + tally.Points[1])
	return Result{tally.Games, share, stats.Wilson(tally.Wins[0], tally.Games), points.Result()}, nil
}

// pairGames is how many games two individuals play in co-evolution, so that all
// games of one come to the games of the settings, or just above.
func (e *Evolution) pairGames(individuals int) int {
	rivals := max(individuals-1, 1)
	return 2 * ((e.Settings.Games + 2*rivals - 1) / (2 * rivals))
}

// coevolution has all individuals meet.
func (e *Evolution) coevolution(ctx context.Context, generation int, population [][]int) ([]float64, error) {
	sum := make([]float64, len(population))
	for i := range population {
		for j := i + 1; j < len(population); j++ {
			other, err := e.agents.Parse(e.Kind.Spec(population[j]))
			if err != nil {
				return nil, err
			}
			result, err := e.match(ctx, e.Kind.Spec(population[i]), other, e.pairGames(len(population)), e.diceSeed(generation), e.advance)
			if err != nil {
				return nil, err
			}
			sum[i] += result.Share
			sum[j] += 1 - result.Share
		}
	}
	for i := range sum {
		sum[i] *= 100 / float64(max(len(population)-1, 1))
	}
	return sum, nil
}
