package papers

import (
	"bytes"
	"context"
	"encoding/csv"
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"

	"gambito/arena"
	"gambito/experiment"
	"gambito/games"
	"gambito/stats"
	"gambito/yamlfile"
)

// settings is what study.yaml says.
type settings struct {
	Source      string   `yaml:"source"`
	About       string   `yaml:"about"`
	Experiments []string `yaml:"experiments"`
	Reuse       string   `yaml:"reuse"` // the study whose games its experiments of the same names take over
	Other       string   `yaml:"other"` // why its agents are not the published ones, so that nothing can be compared; "" if they are
	Smoke       part     `yaml:"smoke"`
	Quick       part     `yaml:"quick"`
}

// part is how much of an experiment a scale plays.
type part struct {
	Rounds       int `yaml:"rounds"`
	GamesPerPair int `yaml:"games-per-pair"`
	Decided      int `yaml:"decided"` // games, of those that end after so many
}

// row is a published value, or conclusion.
type row struct {
	table, experiment, metric, game, agent, opponent string
	value                                            *float64
	games                                            int    // it rests on, 0 if that is not said
	reading                                          string // which of several readings of the source it follows, if there are several
	rounding                                         float64
}

// readStudy reads the folder of a tournament.
func readStudy(folder string) (Study, error) {
	t, err := readTournament(folder)
	return Study{ID: folder, Source: t.Source, About: t.About, played: true, run: t.run}, err
}

func readTournament(folder string) (t tournament, err error) {
	content, err := folders.ReadFile(folder + "/study.yaml")
	if err != nil {
		return t, err
	}
	var s settings
	top, err := yamlfile.Parse(content)
	if err == nil {
		err = top.Into(&s)
	}
	if err != nil {
		return t, fmt.Errorf("study.yaml: %w", err)
	}
	content, err = folders.ReadFile(folder + "/published.csv")
	if err != nil {
		return t, err
	}
	rows, err := readRows(content)
	if err != nil {
		return t, fmt.Errorf("published.csv: %w", err)
	}
	return tournament{id: folder, settings: s, rows: rows}, nil
}

// readRows reads published.csv.
func readRows(content []byte) ([]row, error) {
	records, err := csv.NewReader(bytes.NewReader(content)).ReadAll()
	if err != nil {
		return nil, err
	}
	var rows []row
	for i, f := range records[1:] {
		r := row{table: f[0], experiment: f[1], metric: f[2], game: f[3], agent: f[4], opponent: f[5]}
		if len(f) > 8 {
			r.reading = f[8]
		}
		if f[6] != "" {
			value, err := strconv.ParseFloat(f[6], 64)
			if err != nil {
				return nil, fmt.Errorf("line %d: %w", i+2, err)
			}
			r.value = &value
			_, decimals, _ := strings.Cut(f[6], ".")
			r.rounding = 0.5
			for range decimals {
				r.rounding /= 10
			}
		}
		if f[7] != "" {
			if r.games, err = strconv.Atoi(f[7]); err != nil {
				return nil, fmt.Errorf("line %d: %w", i+2, err)
			}
		}
		rows = append(rows, r)
	}
	return rows, nil
}

// tournament is a study whose experiments are played.
type tournament struct {
	id string
	settings
	rows []row
}

// experiments reads the experiments as the workshop wants them.
func (t tournament) experiments(w Workshop) (map[string]*arena.Experiment, error) {
	all := map[string]*arena.Experiment{}
	for _, file := range t.Experiments {
		content, err := folders.ReadFile(t.id + "/" + file)
		if err != nil {
			return nil, err
		}
		e, err := experiment.Parse(content, "", w.Agents)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		name := strings.TrimSuffix(file, path.Ext(file))
		e.Name, e.Seed = w.runName(t.id, name), w.Seed
		if smaller, ok := map[Scale]part{Smoke: t.Smoke, Quick: t.Quick}[w.Scale]; ok {
			e.Rounds, e.GamesPerPair = min(e.Rounds, smaller.Rounds), min(e.GamesPerPair, smaller.GamesPerPair)
			if e.Stop.Rule == arena.StopDecided {
				e.Stop.Games = min(e.Stop.Games, smaller.Decided)
			}
		}
		for i := range e.Venues {
			if !w.FromGDL {
				break
			}
			if e.Venues[i].Game, err = games.Parse(games.SheetOf(e.Venues[i].Game.Info().ID)); err != nil {
				return nil, err
			}
		}
		all[name] = e
	}
	return all, nil
}

// run plays the experiments and compares.
func (t tournament) run(ctx context.Context, w Workshop) ([]Finding, error) {
	all, err := t.experiments(w)
	if err != nil {
		return nil, err
	}
	results := map[string]outcome{}
	for _, file := range t.Experiments {
		name := strings.TrimSuffix(file, path.Ext(file))
		if results[name], err = t.play(ctx, w, name, all[name]); err != nil {
			return nil, err
		}
	}
	return t.compare(results, w.Scale)
}

// compare puts what came out beside what was published.
func (t tournament) compare(results map[string]outcome, scale Scale) ([]Finding, error) {
	var findings []Finding
	agreements := map[int]stats.Agreement{}
	for _, r := range t.rows {
		c, err := t.cell(results, r)
		if err != nil {
			return nil, err
		}
		f, agreement, err := c.find()
		if err != nil {
			return nil, err
		}
		if r.tests() && scale != Full {
			f.Verdict, f.Note = TooFew, f.Note+"; fewer games than published"
		}
		f.ID = strings.Join(slices.DeleteFunc([]string{r.experiment, r.game, r.agent, against(r.opponent), r.metric, r.reading}, func(s string) bool { return s == "*" || s == "share" || s == "" }), "/")
		f.Played = c.played()
		f.Source = "table " + r.table
		if r.table == "text" {
			f.Source = "in words"
		}
		switch {
		case f.Measured == nil: // such as the share of games decided where all are drawn
			f.Verdict = NotMeasured
		case t.Other != "":
			f.Verdict, f.Note = NotComparable, t.Other
		case agreement != nil:
			agreements[len(findings)] = *agreement
		}
		findings = append(findings, f)
	}
	judge(findings, agreements)
	return findings, nil
}

// tests reports whether the row is of a test over games.
func (r row) tests() bool {
	return r.metric == "friedman" || strings.HasPrefix(r.metric, "wilcoxon") || strings.HasPrefix(r.metric, "sign")
}

func against(opponent string) string {
	if opponent == "*" {
		return "*"
	}
	return "vs " + opponent
}

// cell is a row of published.csv among the results of its experiment.
type cell struct {
	row
	s         *arena.Standings
	from      outcome
	at        []int  // the games of the standings that count
	who, whom int    // agents, −1 for all
	also      []cell // of other experiments, whose games count too
}

func newCell(o outcome, r row) (cell, error) {
	s := o.Standings
	c := cell{row: r, s: s, from: o, who: -1, whom: -1}
	for i, id := range s.Settings.Games {
		if r.game == "*" || r.game == id.ID || games.SheetOf(r.game) == id.ID {
			c.at = append(c.at, i)
		}
	}
	for i, a := range s.Settings.Agents {
		if a.Name == r.agent {
			c.who = i
		}
		if a.Name == r.opponent {
			c.whom = i
		}
	}
	if len(c.at) == 0 || c.who < 0 && r.agent != "*" || c.whom < 0 && r.opponent != "*" {
		return c, fmt.Errorf("published.csv names %s, %s or %s, which is not in the experiment", r.game, r.agent, r.opponent)
	}
	return c, nil
}

// played are the games that the cell counts.
func (c cell) played() *Played {
	run := c.from.of(c.agent, c.opponent)
	if run == nil || len(c.also) > 0 {
		return nil // they are of several runs
	}
	p := &Played{Run: run.Settings.Name}
	if len(c.at) == 1 {
		p.Game = c.s.Settings.Games[c.at[0]].ID
	}
	if c.who >= 0 {
		p.Agent = c.agent
	}
	if c.whom >= 0 {
		p.Opponent = c.opponent
	}
	switch {
	case c.metric == "share-second" || strings.HasSuffix(c.metric, "-as-second"):
		p.Side = "second"
	case strings.HasSuffix(c.metric, "-as-first"):
		p.Side = "first"
	}
	return p
}

// find is the finding of a cell, and what its verdict rests on if that is to be
// judged together with others.
func (c cell) find() (Finding, *stats.Agreement, error) {
	if f, a, ok := c.findShape(); ok {
		return f, a, nil
	}
	f := Finding{Published: c.value, Unit: "%"}
	switch c.metric {
	case "share", "share-second":
		wins, games := c.wins(c.metric == "share-second")
		f.share(wins, games)
		a := stats.CompareShare(stats.Published{Share: *c.value / 100, N: c.games, Rounding: c.rounding / 100}, wins, games, 0.05)
		return f, &a, nil
	case "better", "similar":
		wins, _ := c.wins(false)
		losses, _ := cell{row: c.row, s: c.s, at: c.at, who: c.whom, whom: c.who}.wins(false)
		f.share(wins, wins+losses)
		a := f.conclude(c.metric, wins)
		return f, &a, nil
	case "seconds-ratio", "nodes-ratio":
		c.ratio(&f)
		return f, nil, nil
	case "friedman", "wilcoxon", "wilcoxon-plus", "wilcoxon-minus", "sign90", "sign95":
		return f, nil, c.test(&f)
	case "critical":
		f.Unit, f.Verdict = "χ²", Differs
		f.Measured = number(stats.ChiSquaredQuantile(0.95, len(c.s.Settings.Agents)-1))
		f.Note = fmt.Sprintf("%g is the value at 0.005, not at 0.05; the conclusion stands", *c.value)
		return f, nil, nil
	}
	return c.findMore(f)
}

// wins counts the games the agent won, of those against the opponent or all.
func (c cell) wins(secondOnly bool) (wins, games int) {
	for _, g := range c.at {
		for other := range c.s.Settings.Agents {
			if other == c.who || c.whom >= 0 && other != c.whom {
				continue
			}
			second := c.s.Sides[g][other][c.who]
			wins, games = wins+second.Losses, games+second.Games()
			if !secondOnly {
				first := c.s.Sides[g][c.who][other]
				wins, games = wins+first.Wins, games+first.Games()
			}
		}
	}
	for _, other := range c.also {
		w, g := other.wins(secondOnly)
		wins, games = wins+w, games+g
	}
	return wins, games
}

func (f *Finding) share(wins, games int) {
	f.Games = games
	if games == 0 {
		return
	}
	i := stats.Wilson(wins, games)
	f.Measured, f.Low, f.High = number(100*i.Estimate), number(100*i.Low), number(100*i.High)
}

// conclude compares wins with a published "better" or "similar".
func (f *Finding) conclude(metric string, wins int) stats.Agreement {
	f.Note = metric + " is all that is published; of decided games"
	if metric == "better" {
		return stats.CompareMore(wins, f.Games, 0.05)
	}
	return stats.CompareShare(stats.Published{Share: 0.5}, wins, f.Games, 0.05)
}

// ratio is how many times as much the agent spent as the opponent, who met the
// same third player.
func (c cell) ratio(f *Finding) {
	f.Unit, f.Verdict, f.Note = "×", NotComparable, "another language and machine; games of other lengths"
	spent := func(i int) float64 { return float64(c.s.Nodes[i]) }
	if c.metric == "seconds-ratio" {
		spent = func(i int) float64 { return c.s.Seconds[i] }
	}
	f.Games = c.s.Games
	if below := spent(c.whom); below > 0 {
		f.Measured = number(spent(c.who) / below)
	}
}

// test is a test over games: did the published one and ours come to the same
// conclusion?
func (c cell) test(f *Finding) error {
	values := make([][]float64, len(c.at)) // points by game and agent
	for k, g := range c.at {
		values[k] = make([]float64, len(c.s.Settings.Agents))
		for _, round := range c.s.Points[g] {
			for i, points := range round {
				values[k][i] += points
			}
		}
	}
	f.Games = c.s.Games
	var p float64
	published := *c.value
	if c.metric == "friedman" {
		test, err := stats.FriedmanTest(values)
		if err != nil {
			return err
		}
		f.Unit, f.Measured = "χ²", number(test.ChiSquared)
		p, published = test.P, 0 // the published χ² is beyond every usual bound
	} else {
		column := func(i int) (x []float64) {
			for _, v := range values {
				x = append(x, v[i])
			}
			return x
		}
		test, err := stats.Wilcoxon(column(c.who), column(c.whom), stats.DropZeros)
		if err != nil {
			return err
		}
		p = test.P
		switch c.metric {
		case "sign90", "sign95":
			c.sign(f, test)
			return nil
		case "wilcoxon":
			f.Unit, f.Measured = "p", number(test.P)
		default: // they agree as far as the test does
			f.Unit, f.Measured = "ranks", number(map[string]float64{"wilcoxon-plus": test.Plus, "wilcoxon-minus": test.Minus}[c.metric])
			plus := *c.value
			if c.metric == "wilcoxon-minus" {
				plus = 36 - plus // of eight games; ties leave a little less
			}
			published = map[bool]float64{true: 0, false: 1}[plus <= 3 || plus >= 33]
		}
	}
	f.Note = fmt.Sprintf("p = %.3g", p)
	f.Verdict = InDoubt // a faithful repetition may well miss 0.05
	if (p < 0.05) == (published < 0.05) {
		f.Verdict = Agrees
	}
	return nil
}
