package papers

import (
	"bytes"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"math"
	"strconv"

	"gambito/arena"
	"gambito/games/backgammon"
	"gambito/learn/breed"
	"gambito/progress"
	"gambito/stats"
)

// backgammonThesis is the source of the studies of backgammon. Its "percentage
// of victories" is a share of points, as its tables add up.
const backgammonThesis = "backgammon by a genetic algorithm, master's thesis, 2006"

// codingsID and varianceID are studies that keep files.
const codingsID, varianceID = "backgammon/codings", "backgammon/variance"

// The studies of backgammon that breed players or meet bred ones.
var (
	codingsStudy = Study{
		ID: codingsID, Source: backgammonThesis,
		About: "What the genetic algorithm reaches against Pubeval with integer, binary and Gray coding, as a micro-GA and by agreement with another player.",
		run:   runCodings, Lasts: true,
	}
	gaGammonStudy = Study{
		ID: "backgammon/ga-gammon", Source: backgammonThesis,
		About: "The best evolved vector of rules against Pubeval.",
		run:   runGAGammon,
	}
	fuzzyStudy = Study{
		ID: "backgammon/fuzzy", Source: backgammonThesis,
		About: "The best evolved vector of rules against a fuzzy controller, which is not the thesis': its rules were never published.",
		run:   runFuzzy,
	}
	varianceStudy = Study{
		ID: varianceID, Source: backgammonThesis,
		About: "How much the percentage against Pubeval varies with the number of games, dice drawn independently.",
		run:   runVariance, Lasts: true,
	}
)

// pointTable is a published result: games won and lost as single games, gammons
// and backgammons.
type pointTable struct {
	table     string
	won, lost [3]int
	percent   float64 // of points, as printed
}

// thesisTable finds a table of the thesis.
func thesisTable(name string) (pointTable, error) {
	content, err := folders.ReadFile("backgammon/thesis/tables.csv")
	if err != nil {
		return pointTable{}, err
	}
	rows, err := csv.NewReader(bytes.NewReader(content)).ReadAll()
	if err != nil {
		return pointTable{}, err
	}
	for _, row := range rows {
		if row[0] != name {
			continue
		}
		p := pointTable{table: name}
		var errs [7]error
		for i := range 3 {
			p.won[i], errs[i] = strconv.Atoi(row[4+i])
			p.lost[i], errs[3+i] = strconv.Atoi(row[7+i])
		}
		p.percent, errs[6] = strconv.ParseFloat(row[10], 64)
		return p, errors.Join(errs[:]...)
	}
	return pointTable{}, fmt.Errorf("tables.csv has no table %s", name)
}

func sum(of [3]int) int { return of[0] + of[1] + of[2] }

// share is the points won of all, and its standard error: that of a ratio of
// means, a win of k points being k of k, a loss 0 of k.
func (p pointTable) share() (share, se float64) {
	won, all := 0.0, 0.0
	for i := range 3 {
		k := float64(i + 1)
		won += k * float64(p.won[i])
		all += k * float64(p.won[i]+p.lost[i])
	}
	share = won / all
	squares := 0.0
	for i := range 3 {
		k := float64(i + 1)
		squares += float64(p.won[i])*sq(k*(1-share)) + float64(p.lost[i])*sq(k*share)
	}
	return share, math.Sqrt(squares) / all
}

// perGame is the points won less those lost, a game, and its standard error.
func (p pointTable) perGame() (mean, se float64) {
	n := float64(sum(p.won) + sum(p.lost))
	squares := 0.0
	for i := range 3 {
		k := float64(i + 1)
		mean += k * float64(p.won[i]-p.lost[i]) / n
		squares += k * k * float64(p.won[i]+p.lost[i]) / n
	}
	return mean, math.Sqrt((squares - mean*mean) / n)
}

func sq(x float64) float64 { return x * x }

// meeting is a match that is stored.
type meeting struct {
	breed.Result
	played Played
}

// compare puts a match beside a published one. The agreements are for judge.
func (p pointTable) compare(id string, r meeting, note string) ([]Finding, map[int]stats.Agreement) {
	interval := func(what, unit string, scale, published float64, i stats.Interval) Finding {
		return Finding{
			ID: id + "/" + what, Source: "table " + p.table, Unit: unit, Games: r.Games, Published: number(scale * published),
			Measured: number(scale * i.Estimate), Low: number(scale * i.Low), High: number(scale * i.High), Note: note, Played: &r.played,
		}
	}
	share := p.percent / 100 // two tables do not add up to what is printed
	_, shareSE := p.share()
	mean, meanSE := p.perGame()
	wins, games := sum(p.won), sum(p.won)+sum(p.lost)
	agree := func(published, publishedSE float64, i stats.Interval, widest float64) stats.Agreement {
		return stats.CompareMean(published, publishedSE, i.Estimate, (i.High-i.Low)/(2*stats.Z95), 0.05).NoWider(widest)
	}
	return []Finding{
			interval("points", "%", 100, share, r.Points.Share),
			interval("games", "%", 100, float64(wins)/float64(games), r.Wins),
			interval("points a game", "points", 1, mean, r.Points.PerGame),
		}, map[int]stats.Agreement{
			0: agree(share, shareSE, r.Points.Share, 0.5),
			1: stats.CompareShare(stats.Published{Share: float64(wins) / float64(games), N: games}, int(math.Round(r.Wins.Estimate*float64(r.Games))), r.Games, 0.05),
			2: agree(mean, meanSE, r.Points.PerGame, 1),
		}
}

// gatherer collects findings of several matches and judges them together.
type gatherer struct {
	findings   []Finding
	agreements map[int]stats.Agreement
}

func (g *gatherer) add(findings []Finding, agreements map[int]stats.Agreement) {
	if g.agreements == nil {
		g.agreements = map[int]stats.Agreement{}
	}
	for i, a := range agreements {
		g.agreements[len(g.findings)+i] = a
	}
	g.findings = append(g.findings, findings...)
}

func (g *gatherer) judged() []Finding {
	judge(g.findings, g.agreements)
	return g.findings
}

// meet plays a match as an experiment of the study, which is stored.
func (w Workshop) meet(ctx context.Context, study, name, first, second string, games int) (meeting, error) {
	e := &arena.Experiment{
		Name: w.runName(study, name), Venues: []arena.Venue{{Game: backgammon.New()}}, Schedule: arena.RoundRobin,
		Rounds: 1, GamesPerPair: games, Draw: arena.DrawHalf, Seed: w.Seed, Stop: arena.Stop{Rule: arena.StopFixed},
	}
	specs, err := w.Agents.ParseAll(first, second)
	if err != nil {
		return meeting{}, err
	}
	for _, spec := range specs {
		e.Entrants = append(e.Entrants, arena.Entrant{Name: spec.String(), Spec: spec})
	}
	s, err := w.Play(ctx, e)
	if err != nil {
		return meeting{}, err
	}
	for i, n := range s.Forfeits { // they would measure nothing
		if n > 0 {
			return meeting{}, fmt.Errorf("agent %s forfeited %d games: %s", e.Entrants[i].Name, n, s.Faults[i])
		}
	}
	points := s.OfPoints(0, 0)
	if points == nil {
		return meeting{}, fmt.Errorf("run %s: %d games tell nothing of points", e.Name, s.Games)
	}
	results := s.Sides[0][0][1].Plus(s.Sides[0][1][0].Reverse())
	return meeting{
		breed.Result{Games: s.Games, Share: points.Share.Estimate, Wins: stats.Wilson(results.Wins, s.Games), Points: points},
		Played{Run: e.Name, Game: e.Venues[0].Game.Info().ID, Agent: e.Entrants[0].Name, Opponent: e.Entrants[1].Name},
	}, nil
}

// thesisRules plays as the thesis did, without tables at the end of games.
const thesisRules = "rules:bearoff=off"

const ownVector = "the thesis prints no vector and leaves rules open; this one was bred here, with readings chosen because they play best"

func runGAGammon(ctx context.Context, w Workshop) ([]Finding, error) {
	p, err := thesisTable("6.5")
	if err != nil {
		return nil, err
	}
	r, err := w.meet(ctx, "backgammon/ga-gammon", "pubeval", thesisRules, "pubeval", map[Scale]int{Smoke: 200, Quick: 20_000, Full: 100_000}[w.Scale])
	if err != nil {
		return nil, err
	}
	var all gatherer
	all.add(p.compare("rules/vs pubeval", r, ownVector))
	gammons := func(what string, published [3]int, measured int) {
		n := sum(p.won) + sum(p.lost)
		f := Finding{ID: "rules/vs pubeval/" + what, Source: "table " + p.table, Published: number(100 * float64(published[1]+published[2]) / float64(n)), Unit: "%", Note: ownVector, Played: &r.played}
		f.share(measured, r.Games)
		a := stats.CompareShare(stats.Published{Share: *f.Published / 100, N: n}, measured, r.Games, 0.05)
		all.add([]Finding{f}, map[int]stats.Agreement{0: a})
	}
	gammons("gammons won", p.won, r.Points.Gammons[0])
	gammons("gammons lost", p.lost, r.Points.Gammons[1])
	return all.judged(), nil
}

func runFuzzy(ctx context.Context, w Workshop) ([]Finding, error) {
	p, err := thesisTable("6.6")
	if err != nil {
		return nil, err
	}
	r, err := w.meet(ctx, "backgammon/fuzzy", "fuzzy", thesisRules, "fuzzy:bearoff=off", map[Scale]int{Smoke: 100, Quick: 5000, Full: 100_000}[w.Scale])
	if err != nil {
		return nil, err
	}
	findings, _ := p.compare("rules/vs fuzzy", r, "Fuzzeval's rules were never published: another player")
	for i := range findings {
		findings[i].Verdict = NotComparable
	}
	return findings, nil
}

// codings are the runs of the thesis whose results are published.
var codings = []struct {
	preset string
	table  string  // with games, or
	told   float64 // only a percentage
	note   string
}{
	{preset: "integer", table: "6.1", note: "the thesis leaves rules open, and changed some after this table"},
	{preset: "binary", table: "6.2", note: "the thesis leaves rules open, and changed some after this table"},
	{preset: "gray", table: "6.4", note: "the thesis leaves rules open; after its changes of rules"},
	{preset: "gray", told: 48.3, note: "before changes of rules that are not told"},
	{preset: "micro-binary", told: 40, note: "39 to 41 is told"},
	{preset: "agree", told: 42.3, note: "agreement with Pubeval here, with a network there"},
}

// codingsParts is how much of a run the smaller scales do.
var codingsParts = map[Scale]struct{ population, games, generations, finals, measured int }{
	Smoke: {6, 10, 2, 10, 40},
	Quick: {20, 200, 15, 1000, 10_000},
}

func runCodings(ctx context.Context, w Workshop) ([]Finding, error) {
	runs, total := map[string]*coding{}, 0
	for _, c := range codings {
		if runs[c.preset] != nil {
			continue
		}
		run, err := w.newCoding(c.preset)
		if err != nil {
			return nil, fmt.Errorf("preset %s: %w", c.preset, err)
		}
		runs[c.preset] = run
		total += run.total()
	}
	results, before := map[string]meeting{}, 0
	for _, c := range codings {
		if _, ok := results[c.preset]; ok {
			continue
		}
		run := runs[c.preset]
		r, err := run.measure(ctx, w, w.Progress.Part(steps, before, total))
		if err != nil {
			return nil, fmt.Errorf("preset %s: %w", c.preset, err)
		}
		results[c.preset] = r
		before += run.total()
	}
	var all gatherer
	for _, c := range codings {
		r := results[c.preset]
		if c.table == "" {
			i := r.Points.Share
			all.add([]Finding{{
				ID: c.preset + "/told", Source: "in words", Unit: "%", Games: r.Games, Published: number(c.told), Verdict: NotComparable,
				Measured: number(100 * i.Estimate), Low: number(100 * i.Low), High: number(100 * i.High), Note: c.note, Played: &r.played,
			}}, nil)
			continue
		}
		p, err := thesisTable(c.table)
		if err != nil {
			return nil, err
		}
		all.add(p.compare(c.preset, r, c.note))
	}
	return all.judged(), nil
}

// coding is a preset on its way.
type coding struct {
	*breed.Evolution
	preset string
	games  int // that measure the winner
}

// newCoding prepares a preset, smaller if the scale says so.
func (w Workshop) newCoding(preset string) (*coding, error) {
	text, err := breed.Preset(preset)
	if err != nil {
		return nil, err
	}
	s, err := breed.Parse(text)
	if err != nil {
		return nil, err
	}
	s.Genetic.Seed = w.Seed
	c := &coding{preset: preset, games: 100_000}
	if part, ok := codingsParts[w.Scale]; ok {
		s.Genetic.Population = min(s.Genetic.Population, part.population)
		s.Games, s.Genetic.Generations = min(s.Games, part.games), min(s.Genetic.Generations, part.generations)
		s.FinalGames, c.games = part.finals, part.measured
	}
	if c.Evolution, err = breed.New(backgammon.New(), w.Agents, s, w.Jobs); err != nil {
		return nil, err
	}
	c.Fleet = w.Fleet
	return c, w.goOn(c.file(w), c.Load)
}

// file is where its generations are kept.
func (c *coding) file(w Workshop) string { return w.runName(codingsID, c.preset) + ".json" }

// total is how many games it takes at most to find the winner.
func (c *coding) total() int {
	return c.Total() + c.Settings.Finalists*c.Settings.FinalGames
}

// measure breeds, and measures the winner with dice that it was not chosen by.
func (c *coding) measure(ctx context.Context, w Workshop, tell progress.Func) (meeting, error) {
	c.Progress = tell
	keep := func(e *breed.Evolution) error { return w.keep(c.file(w), e.Save()) }
	if err := c.Evolve(ctx, keep); err != nil {
		return meeting{}, err
	}
	c.Progress = tell.Part(steps, c.Total(), c.total()) // also if it has ended early
	finalists, err := c.Finals(ctx)
	if err != nil {
		return meeting{}, err
	}
	return w.meet(ctx, codingsID, c.preset, finalists[0].Spec, "pubeval", c.games)
}

// deviations are published: of the percentage, by games.
var deviations = map[int]float64{1000: 1.708, 80_000: 0.213, 100_000: 0.1746}

// toldRepetitions is how many times the thesis is taken to have measured each: it
// does not say.
const toldRepetitions = 10

func runVariance(ctx context.Context, w Workshop) ([]Finding, error) {
	games := map[Scale]int{Smoke: 4000, Quick: 100_000, Full: 1_000_000}[w.Scale]
	scores, err := w.independent(ctx, games)
	if err != nil {
		return nil, err
	}
	points := arena.PointTally{}
	var shares [][2]float64 // points won and lost, by game
	for _, score := range scores {
		points.Add(arena.Record{Seats: []int{0, 1}, Result: []float64{score, -score}})
		shares = append(shares, [2]float64{max(score, 0), max(-score, 0)})
	}
	var findings []Finding
	share := points.Result().Share
	single := 100 * (share.High - share.Low) / (2 * stats.Z95) * math.Sqrt(float64(games)) // deviation of one game's percentage, as it were
	for _, n := range []int{1000, 80_000, 100_000} {
		findings = append(findings, deviationFindings(n, single, shares)...)
	}
	findings = append(findings, Finding{
		ID: "mean", Source: "in words", Unit: "%", Games: games, Published: number(50.5703), Verdict: NotComparable, Note: ownVector,
		Measured: number(100 * share.Estimate), Low: number(100 * share.Low), High: number(100 * share.High),
	})
	return findings, nil
}

// deviationFindings compare the deviation of the percentage of n games: that of
// blocks of n among those played, if there are several, and that which follows
// from the variance of a game.
func deviationFindings(n int, single float64, games [][2]float64) []Finding {
	var percentages []float64
	for ; len(games) >= n; games = games[n:] {
		won, lost := 0.0, 0.0
		for _, g := range games[:n] {
			won, lost = won+g[0], lost+g[1]
		}
		percentages = append(percentages, 100*won/(won+lost))
	}
	published := deviations[n]
	var findings []Finding
	judged := func(f Finding, i stats.Interval) {
		// The published deviation, of few repetitions, is itself uncertain.
		const df = toldRepetitions - 1
		low := published * math.Sqrt(df/stats.ChiSquaredQuantile(0.975, df))
		high := published * math.Sqrt(df/stats.ChiSquaredQuantile(0.025, df))
		f.Verdict = Differs
		if i.Low <= high && low <= i.High {
			f.Verdict = Agrees
		}
		f.Source, f.Unit, f.Published, f.Measured = "in words", "% points", number(published), number(i.Estimate)
		f.Note += fmt.Sprintf("; the published is taken to be of %d repetitions, which are not told", toldRepetitions)
		findings = append(findings, f)
	}
	if i, known := stats.DeviationInterval(percentages, 0.95); known {
		judged(Finding{
			ID: fmt.Sprintf("%d games/deviation", n), Games: len(percentages), Low: number(i.Low), High: number(i.High),
			Note: fmt.Sprintf("of %d percentages", len(percentages)),
		}, i)
	}
	extrapolated := single / math.Sqrt(float64(n))
	judged(Finding{ID: fmt.Sprintf("%d games/extrapolated", n), Games: n, Note: "from the variance of a game"},
		stats.Interval{Estimate: extrapolated, Low: extrapolated, High: extrapolated})
	return findings
}
