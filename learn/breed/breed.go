// Package breed has players of games evolve. A vector of whole numbers decides
// how a kind of player plays, and its fitness, in percent, is measured
//
//   - by the share of points in games against an agent, the thesis' percentage
//   - by that share in games against all others of the generation (co-evolution)
//   - by how well it agrees with an agent's opinion of moves
//
// and by the mean of these if there are several agents.
//
// All individuals of a generation play with the same dice, every generation with
// others unless told otherwise.
package breed

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"time"

	"gambito/agent"
	"gambito/arena"
	"gambito/crew"
	"gambito/duel"
	"gambito/game"
	"gambito/games/backgammon/rules"
	"gambito/learn/genetic"
	"gambito/progress"
	"gambito/stats"
)

// Evolution is a run of breeding.
type Evolution struct {
	Settings Settings
	Kind     Kind
	Run      *genetic.Run

	// Progress is told how many games were played, or positions judged, since
	// the beginning, and how many games of the finals.
	Progress progress.Func

	// Fleet plays and judges instead of this process, unless it is nil; what comes of
	// it is the same.
	Fleet crew.Fleet

	game     game.Game
	openings arena.Openings
	agents   *agent.Registry
	jobs     int
	nursery  *nursery // of networks
	rivals   rivals   // against whom, or with whom to agree
	done     int
	file     string // where generations are kept, if anywhere
	kept     time.Time
	leave    func() error
}

// New prepares an evolution. The results do not depend on jobs.
func New(g game.Game, agents *agent.Registry, s Settings, jobs int) (*Evolution, error) {
	if err := s.Check(); err != nil {
		return nil, err
	}
	id := g.Info().ID
	kind, err := findKind(id, s.Player)
	if err == nil {
		kind, err = kind.playing(s)
	}
	if err != nil {
		return nil, err
	}
	if s.Game = id; id == kind.Game {
		s.Game = ""
	}
	e := &Evolution{Settings: s, Kind: kind, game: g, agents: agents, jobs: jobs}
	if kind.network {
		e.nursery = newNursery(agents)
	}
	if e.openings, err = openingsOf(g, s.openingPlies(g)); err != nil {
		return nil, err
	}
	if err := e.canPlay(); err != nil {
		return nil, err
	}
	problem := genetic.Problem{Genome: kind.Genome, Repair: kind.Repair, Terse: kind.Long(), Trees: kind.trees(), Fitness: e.fitness}
	if problem.First, err = s.first(kind); err != nil {
		return nil, err
	}
	if e.rivals, err = parseRivals(agents, kind, s.Against); err != nil {
		return nil, err
	}
	e.Settings.Against = e.rivals.text
	if err := e.rivals.fit(g, s.Agree != ""); err != nil {
		return nil, err
	}
	e.Run, err = genetic.New(problem, s.Genetic)
	return e, err
}

// canPlay says what keeps individuals from playing, and from being asked if it is
// agreement that counts.
func (e *Evolution) canPlay() error {
	own, err := e.player(e.Kind.Default)
	switch {
	case err != nil:
		return err
	case own.Interactive():
		return fmt.Errorf("search %s: nobody plays that many games by hand; name another agent", e.Settings.Search)
	}
	a, err := own.New(e.game)
	if err == nil && e.Settings.Agree != "" {
		err = canRank(a)
	}
	return err
}

// player is the agent that plays by a vector.
func (e *Evolution) player(genes []int) (agent.Spec, error) {
	if e.nursery != nil {
		return e.nursery.add(modelOf(genes))
	}
	return e.agents.Parse(e.Kind.Spec(genes))
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
	individuals := e.Settings.Genetic.Measured()
	units := individuals * len(e.rivals.agents) * e.Settings.Games
	if e.rivals.self {
		units += individuals * (individuals - 1) / 2 * e.pairGames(individuals)
	}
	return units
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

// fitness measures a generation: by the mean over all rivals.
func (e *Evolution) fitness(ctx context.Context, generation int, population [][]int) ([]float64, error) {
	if e.nursery != nil {
		e.nursery.empty()
	}
	mean := make([]float64, len(population))
	add := func(fitness []float64, err error) error {
		for i, f := range fitness {
			mean[i] += f
		}
		return err
	}
	var err error
	switch {
	case e.Settings.Agree != "":
		for _, rival := range e.rivals.agents {
			if err = add(e.agreement(ctx, generation, rival, population)); err != nil {
				return nil, err
			}
		}
	case len(e.rivals.agents) > 0:
		err = add(e.shares(ctx, generation, population))
	}
	if err == nil && e.rivals.self {
		err = add(e.coevolution(ctx, generation, population))
	}
	for i := range mean {
		mean[i] /= float64(e.rivals.count())
	}
	return mean, err
}

// shares are those of points, in percent, summed over the rivals.
func (e *Evolution) shares(ctx context.Context, generation int, population [][]int) ([]float64, error) {
	players, place, err := e.distinct(population)
	if err != nil {
		return nil, err
	}
	m := matches{generation: generation, games: e.Settings.Games, seed: e.diceSeed(generation)}
	for _, own := range players {
		for _, rival := range e.rivals.agents {
			m.pairs = append(m.pairs, pair{own, rival})
		}
	}
	results, err := e.play(ctx, m, e.advance)
	if err != nil {
		return nil, err
	}
	each := len(e.rivals.agents)
	e.advance((len(population) - len(players)) * each * e.Settings.Games)
	sums := make([]float64, len(population))
	for i := range sums {
		for _, r := range results[place[i]*each:][:each] {
			sums[i] += 100 * r.Share
		}
	}
	return sums, nil
}

// distinct lists the players of vectors, each once, and where each vector's is: who plays
// alike with the same dice has the same result.
func (e *Evolution) distinct(population [][]int) (players []agent.Spec, place []int, err error) {
	known := map[string]int{}
	for _, genes := range population {
		key := rules.FormatNumbers(genes)
		if _, ok := known[key]; !ok {
			known[key] = len(players)
			player, err := e.player(genes)
			if err != nil {
				return nil, nil, err
			}
			players = append(players, player)
		}
		place = append(place, known[key])
	}
	return players, place, nil
}

// Result is what came of a match, from the first agent's view.
type Result struct {
	Games  int                `json:"games"`
	Share  float64            `json:"share"` // of points
	Wins   stats.Interval     `json:"win_share"`
	Points *arena.PointResult `json:"points"` // with intervals, unless there are too few games
}

// pair is two agents that meet.
type pair [2]agent.Spec

// matches are those of several pairs, with equal dice.
type matches struct {
	generation int // whose they are; −1 for the finals
	pairs      []pair
	games      int // of each pair
	seed       uint64
}

// play plays matches; the results are in the order of the pairs.
func (e *Evolution) play(ctx context.Context, m matches, played func(games int)) ([]Result, error) {
	if e.Fleet != nil {
		return e.playElsewhere(ctx, m, played)
	}
	results := make([]Result, len(m.pairs))
	for i, p := range m.pairs {
		var err error
		if results[i], err = Measure(ctx, arena.Match{Game: e.game, Agents: p[:], Games: m.games, Openings: e.openings, Seed: m.seed, Jobs: e.jobs}, played); err != nil {
			return nil, err
		}
	}
	return results, nil
}

// Measure plays a match and counts points, half a point each for a draw. Games that are lost
// by a fault end it with an error: they would measure nothing.
func Measure(ctx context.Context, m arena.Match, played func(games int)) (Result, error) {
	c := counter{points: arena.PointTally{Game: m.Game, Paired: !m.Unpaired}}
	err := m.Run(ctx, func(r arena.Record) error {
		c.add(r)
		if err := duel.NoFault(m, r); err != nil {
			return err
		}
		played(1)
		return nil
	})
	if err != nil {
		return Result{}, err
	}
	return c.result(), nil
}

// counter counts the games of a match, in any order.
type counter struct {
	points arena.PointTally
	tally  arena.Tally
}

func (c *counter) add(r arena.Record) {
	c.tally.Add(r)
	if len(r.Result) == 2 && r.Result[0] == 0 && r.Result[1] == 0 {
		r.Result = []float64{0.5, 0.5} // a draw, half a point for each as in the tally
	}
	c.points.Add(r)
}

func (c *counter) result() Result {
	share := c.tally.Points[0] / (c.tally.Points[0] + c.tally.Points[1])
	return Result{c.tally.Games, share, stats.Wilson(c.tally.Wins[0], c.tally.Games), c.points.Result()}
}

// pairGames is how many games two individuals play in co-evolution, so that all
// games of one come to the games of the settings, or just above.
func (e *Evolution) pairGames(individuals int) int {
	rivals := max(individuals-1, 1)
	return 2 * ((e.Settings.Games + 2*rivals - 1) / (2 * rivals))
}

// coevolution has all individuals meet.
func (e *Evolution) coevolution(ctx context.Context, generation int, population [][]int) ([]float64, error) {
	players := make([]agent.Spec, len(population))
	for i, genes := range population {
		var err error
		if players[i], err = e.player(genes); err != nil {
			return nil, err
		}
	}
	m := matches{generation: generation, games: e.pairGames(len(population)), seed: e.diceSeed(generation)}
	for i := range players {
		for _, other := range players[i+1:] {
			m.pairs = append(m.pairs, pair{players[i], other})
		}
	}
	results, err := e.play(ctx, m, e.advance)
	if err != nil {
		return nil, err
	}
	sum := make([]float64, len(population))
	for i := range population {
		for j := i + 1; j < len(population); j++ {
			sum[i] += results[0].Share
			sum[j] += 1 - results[0].Share
			results = results[1:]
		}
	}
	for i := range sum {
		sum[i] *= 100 / float64(max(len(population)-1, 1))
	}
	return sum, nil
}
