package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"gambito/agent"
	"gambito/api"
	"gambito/arena"
	"gambito/game"
	"gambito/progress"
	"gambito/stats"
	"gambito/table"
	"gambito/terminal"
)

type matchCmd struct {
	Game     string   `arg:"" help:"Game spec, such as connect4 or connect4:8x6."`
	Agents   []string `arg:"" name:"spec" help:"Agent specs, such as random: two, or as many as the game has players."`
	Count    *int     `name:"games" short:"n" help:"How many games (default: 100; with --sprt at most 20000); the agents take the first move in turn."`
	Openings string   `default:"none" help:"Moves to start with: none, random:PLIES, or a file with a line of moves a line."`
	Pairs    string   `enum:"on,off" default:"on" help:"Whether the two games of a pair share their opening and their dice (default: ${default})."`
	MaxPlies int      `placeholder:"N" help:"Count a game as a draw that is not over after N plies (default: never; rulesheets end after 4000 joint moves as they stand)."`
	Records  string   `type:"output" help:"Write the record of every game to this new file, one JSON object a line."`
	Save     string   `type:"output" aliases:"mat" placeholder:"FILE" help:"Write every game to this new file, as its ending says: .json or .jsonl, .ggf or .txt (Othello), .mat (backgammon: single games as a session for money, matches to a file each, numbered before its ending if there are several)."`
	sprtFlag
	exactFlag
	seedFlag
	jobsFlag
	fleetFlag
	jsonFlag
	quietFlag
}

// games is how many are played, at most if a test may end them.
func (c matchCmd) games() int {
	switch {
	case c.Count != nil:
		return *c.Count
	case c.SPRT != "":
		return testGames
	}
	return usualGames
}

// Help is shown by --help.
func (matchCmd) Help() string {
	return `Percentages come with 95 % Wilson intervals. The same seed gives the same games
for any number of jobs, and on the machines of a fleet.

Of two agents the Elo difference and the likelihood of superiority (that the first
is the better one) come from games won, a draw being half a win, and from pairs of
games where they share opening and dice. Where amounts are won, as chips at poker or
points at backgammon, there is no Elo: the mean amount a game and its interval say who
is better. --sprt 0,10 plays until Wald's sequential
test accepts that the first is better by 10 Elo, or that it is not better at all:
where it stops does not depend on the number of jobs.

In games with secrets that are small, such as kuhn or leduc, it is told beside the
score what each agent gives away to a best reply, and what the one wins from the other
exactly, if the agents can be asked how likely their moves are.

Games for more players, or for one, take as many agents, who move up a seat from
game to game. Points are then between 0, the least a player can score, and 1, the
most; who scores more than all others wins, alone who scores the most there is. So
it is too where two players do not share a fixed sum, as in gdl:prisoners.

Examples:

  gambito match connect4 random random -n 1000
  gambito match gdl:three-in-line mcts random random -n 60
  gambito match othello random random -n 2000 --seed 7 --json
  gambito match connect4 random random -n 100 --openings random:4 --records games.jsonl
  gambito match connect4 mcts:sims=200 mcts:sims=100 --openings random:4 --sprt 0,20
  gambito match kuhn ismcts:sims=100 random -n 1000 --exploitability on
  gambito match backgammon:match=5 pubeval rules -n 1 --save match.mat
  gambito match othello level:6 level:5 -n 10 --save games.ggf
  gambito match othello level:6 level:5 -n 1000 --fleet nats://TOKEN@10.0.0.1:4222`
}

// Validate is called by the command-line parser.
func (c matchCmd) Validate() error {
	if c.games() < 1 {
		return fmt.Errorf("-n %d: it must be 1 or more", c.games())
	}
	if c.MaxPlies < 0 {
		return fmt.Errorf("--max-plies %d: it must be 1 or more, or left out", c.MaxPlies)
	}
	return errors.Join(c.jobsFlag.Validate(), c.fleetFlag.check())
}

func (c matchCmd) match(s *session) (arena.Match, error) {
	m := arena.Match{Games: c.games(), Seed: c.Seed, Jobs: c.Jobs, Unpaired: c.Pairs == "off", MaxPlies: c.MaxPlies}
	var err error
	if m.Stop, err = c.stop(); err != nil {
		return m, err
	}
	if m.Game, err = parseGame(s.ctx, c.Game); err != nil {
		return m, err
	}
	if m.Agents, err = s.agents.ParseAll(c.Agents...); err != nil {
		return m, err
	}
	m.Openings, err = arena.ParseOpenings(m.Game, c.Openings)
	return m, err
}

// Run plays the match.
func (c matchCmd) Run(s *session) error {
	m, err := c.match(s)
	if err != nil {
		return err
	}
	if err := m.Check(); err != nil {
		return err
	}
	if i := slices.IndexFunc(m.Agents, agent.Spec.Interactive); i >= 0 && c.Fleet != "" {
		return fmt.Errorf("%s asks a person, who sits at this machine: leave out --fleet", m.Agents[i])
	}
	if c.Save != "" && c.Save == c.Records {
		return fmt.Errorf("--records and --save both name %s: they write different files", c.Save)
	}
	records := recordFile{name: c.Records}
	if err := records.check(); err != nil {
		return err
	}
	saved, err := newSavedGames(c.Save, m)
	if err != nil {
		return err
	}
	var bar *terminal.Progress
	if !slices.ContainsFunc(m.Agents, agent.Spec.Interactive) {
		bar = c.bar()
	}
	fleet, err := c.join(s, "")
	if err != nil {
		return err
	}
	defer fleet.leave()
	if fleet != nil {
		m.Crew = fleet.crew(0)
	}
	exact, err := c.exact(s, m)
	if err != nil {
		return err
	}
	told := progress.Func(func(step progress.Step) { fleet.show(bar, func() { bar.Show(step) }) }).Count("games", m.Games)
	score := arena.NewScore(m)
	table := &score.Table
	long := 0 // games that were not over in time
	begin := time.Now()
	err = m.Run(s.ctx, func(r arena.Record) error {
		if err := errors.Join(records.write(r), saved.write(r)); err != nil {
			return err
		}
		if score.Add(r); r.Reason == arena.TooLong {
			long++
		}
		told(table.Games)
		return nil
	})
	err = errors.Join(err, records.close(), saved.close())
	seconds := time.Since(begin).Seconds()
	fleet.show(nil, bar.Clear)
	var mistake *terminal.InputError
	stopped := errors.Is(err, context.Canceled) || errors.Is(err, agent.ErrQuit)
	switch {
	case errors.As(err, &mistake):
		return mistake
	case err != nil && !stopped:
		return failure{err}
	}
	c.warn(m.Game, table)
	if long > 0 && !c.Quiet {
		notice(fmt.Sprintf("%d of %d games were not over after %d plies", long, table.Games, cmp.Or(c.MaxPlies, m.Game.Info().MaxPlies)))
	}
	if table.Games > 0 {
		if err := c.print(s, m, score, exact, seconds); err != nil {
			return err
		}
	}
	if stopped {
		why := "by a signal or the end of input"
		if _, told, ok := strings.Cut(err.Error(), agent.ErrQuit.Error()+": "); ok {
			why = "because an agent left or could not be reached: " + told
		}
		return failure{fmt.Errorf("match stopped after %d of %d games, %s", table.Games, m.Games, why)}
	}
	return nil
}

// print prints what the match came to.
func (c matchCmd) print(s *session, m arena.Match, score *arena.Score, exact *api.MatchExact, seconds float64) error {
	r, err := api.NewMatch(m, score, seconds)
	if err != nil {
		return failure{err}
	}
	if r.Exact = exact; c.JSON {
		return s.printJSON(r)
	}
	showMatch(s, m.Game, r)
	return nil
}

// showMatch prints the table of a match. One between two who share a
// fixed sum tells sides apart.
func showMatch(s *session, g game.Game, r api.Match) {
	fmt.Fprintf(s.stdout, "%s, %d games, seed %d, %.2f s\n\n", r.Game, r.Games, r.Seed, r.Seconds)
	two := r.FirstWins != nil
	line := func(name string, n int, share stats.Interval, more ...string) []string {
		cells := []string{name, strconv.Itoa(n), fmt.Sprintf("%.1f%%", 100*share.Estimate), fmt.Sprintf("%.1f%% to %5.1f%%", 100*share.Low, 100*share.High)}
		return append(cells, more...)
	}
	head, empty, nobody := []string{"agent", "wins", "", "95 % interval", "points"}, []string{""}, "nobody"
	if two {
		head, empty, nobody = []string{"agent", "wins", "", "95 % interval", "as first", "as second", "points"}, []string{"", "", ""}, "draws"
	}
	rows := [][]string{head}
	for i, spec := range r.Agents {
		more := []string{fmt.Sprintf("%.4g", r.Points[i])}
		if two {
			more = []string{strconv.Itoa(r.FirstWins[i]), strconv.Itoa(r.Wins[i] - r.FirstWins[i]), fmt.Sprintf("%.6g", r.Points[i])}
		}
		rows = append(rows, line(fmt.Sprintf("%d %s", i+1, spec), r.Wins[i], r.WinShare[i], more...))
	}
	rows = append(rows, line(nobody, r.Draws, stats.Wilson(r.Draws, r.Games), empty...))
	table.Style{}.Write(s.stdout, rows)
	if r.OfPoints != nil {
		printPoints(s, g, r)
	}
	showStrength(s, r)
	showExact(s, r)
}

// warn tells what makes a result worth less than it looks.
func (c matchCmd) warn(g game.Game, t *arena.TableTally) {
	for i, n := range t.Forfeits {
		if n > 0 {
			notice(fmt.Sprintf("agent %d, %s, forfeited %s: %s", i+1, c.Agents[i], counted(n, "game"), t.Faults[i]))
		}
	}
	if t.Identical > 0 && !c.Quiet && !game.OfChance(g) && !game.OfSecrets(g) { // there equal games are luck, and count
		cure := ""
		if c.Openings == "none" {
			cure = "; --openings random:4 has them differ"
		}
		notice(fmt.Sprintf("%d of %d games repeat an earlier one move by move, and tell no more than it%s", t.Identical, t.Games, cure))
	}
}
