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
	"gambito/stats"
)

// backgammonThesis is the source of the studies of backgammon. Its "percentage
// of victories" is a share of points, as its tables add up.
const backgammonThesis = "backgammon by a genetic algorithm, master's thesis, 2006"

// Studies that keep files.
const (
	codingsID   = "backgammon/codings"
	gaGammonID  = "backgammon/ga-gammon"
	agreementID = "backgammon/agreement"
	playersID   = "backgammon/players"
	varianceID  = "backgammon/variance"
)

// The studies of backgammon that breed players or meet bred ones.
var (
	codingsStudy = Study{
		ID: codingsID, Source: backgammonThesis + ", tables 6.1, 6.2 and 6.4",
		About: "What the genetic algorithm reaches against Pubeval with integer, binary and Gray coding and as a micro-GA, by the rules that each table had, and with trees.",
		run:   runCodings, Lasts: true,
	}
	gaGammonStudy = Study{
		ID: gaGammonID, Source: backgammonThesis + ", table 6.5",
		About: "The micro-GA that ended the thesis: from the best by Gray codes to the best vector of all, against Pubeval.",
		run:   runGAGammon, Lasts: true,
	}
	agreementStudy = Study{
		ID: agreementID, Source: backgammonThesis + ", table 6.3",
		About: "Vectors bred by agreement with a network's moves, in all the ways that the thesis tried, and the best of them mixed with one bred by games.",
		run:   runAgreement, Lasts: true,
	}
	playersStudy = Study{
		ID: playersID, Source: backgammonThesis + ", table 6.7",
		About: "Players of the literature against Pubeval, as far as there are such players here, and the networks of TD-Gammon in their printed sizes.",
		run:   runPlayers, Lasts: true,
	}
	fuzzyStudy = Study{
		ID: "backgammon/fuzzy", Source: backgammonThesis + ", table 6.6",
		About: "The best evolved vector of rules against a fuzzy controller, which is not the thesis': its rules were never published.",
		run:   runFuzzy,
	}
	varianceStudy = Study{
		ID: varianceID, Source: backgammonThesis + ", figures 6.1 to 6.3",
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
