package papers

import (
	"context"
	"fmt"

	"gambito/games/backgammon"
	"gambito/learn/breed"
	"gambito/measure"
	"gambito/stats"
)

// gammons adds what share of games were won and lost as gammons or backgammons.
func (g *gatherer) gammons(table, id string, r meeting) error {
	p, err := thesisTable(table)
	if err != nil {
		return err
	}
	add := func(what string, published [3]int, measured int) {
		n := sum(p.won) + sum(p.lost)
		f := Finding{ID: id + "/" + what, Source: "table " + table, Published: number(100 * float64(published[1]+published[2]) / float64(n)), Unit: "%", Note: ownMicro, Played: &r.played}
		f.share(measured, r.Games)
		a := stats.CompareShare(stats.Published{Share: *f.Published / 100, N: n}, measured, r.Games, 0.05)
		g.add([]Finding{f}, map[int]stats.Agreement{0: a})
	}
	add("gammons won", p.won, r.Points.Gammons[0])
	add("gammons lost", p.lost, r.Points.Gammons[1])
	return nil
}

// otherPlayers are those that the thesis compares its own with, in the order of the
// table.
var otherPlayers = []struct {
	name    string
	percent float64
	spec    string // of a player here
	note    string
}{
	{"GP-Gammon", 62.4, treePlayer, "expressions of what the thesis' rules count, bred here; what GP-Gammon's were made of is not told"},
	{"GMARLB", 51.2, "", "no player here bids, learns and is bred at once"},
	{"GA-Gammon", 50.6, thesisRules, ownVector},
	{"ACT-R-Gammon", 45.94, "", "no player here is a cognitive architecture"},
	{"Fuzzeval", 42, "fuzzy:bearoff=off", "Fuzzeval's rules were never published: another player"},
	{"HC-Gammon", 40, hillPlayer, ""},
}

// treePlayer stands for expressions that are bred.
const treePlayer = "tree"

// hillPlayer stands for a network that is bred by hill climbing.
const hillPlayer = "hc-gammon"

func runPlayers(ctx context.Context, w Workshop) ([]Finding, error) {
	games := map[Scale]int{Smoke: 40, Quick: 5000, Full: 100_000}[w.Scale]
	var findings []Finding
	for _, p := range otherPlayers {
		f := Finding{ID: p.name, Source: "table 6.7", Unit: "%", Published: number(p.percent), Verdict: NotMeasured, Note: p.note}
		switch p.spec {
		case "":
		case hillPlayer:
			r, generations, err := w.climbing(ctx, games)
			if err != nil {
				return nil, err
			}
			f.of(r)
			f.Note = fmt.Sprintf("a network bred by hill climbing here, %d generations", generations)
		default:
			player := p.spec
			if player == treePlayer {
				var err error
				if player, err = w.planted(ctx); err != nil {
					return nil, err
				}
			}
			r, err := w.meet(ctx, playersID, p.name, player, "pubeval", games)
			if err != nil {
				return nil, err
			}
			f.of(r.Result)
			f.Played = &r.played
		}
		findings = append(findings, f)
	}
	f, err := w.printed(ctx, games)
	return append(findings, f), err
}

// planted breeds expressions and returns the agent spec of the best.
func (w Workshop) planted(ctx context.Context) (string, error) {
	s, err := w.presetOf(treePlayer, codingsParts[w.Scale])
	if err != nil {
		return "", err
	}
	b, err := w.breeding(playersID, treePlayer, s)
	if err != nil {
		return "", err
	}
	genes, err := b.winner(ctx, w, w.Progress.Part(steps, 0, b.total()))
	if err != nil {
		return "", err
	}
	return b.Kind.Spec(genes), nil
}

// of is a finding of the share of points of a match, which cannot be compared with what
// another player has reached.
func (f *Finding) of(r breed.Result) {
	i := r.Points.Share
	f.Verdict, f.Games = NotComparable, r.Games
	f.Measured, f.Low, f.High = number(100*i.Estimate), number(100*i.Low), number(100*i.High)
}

// climbing breeds a network by hill climbing and has it meet Pubeval.
func (w Workshop) climbing(ctx context.Context, games int) (breed.Result, int, error) {
	s, err := w.presetOf("hc-gammon", breedingPart{})
	if err != nil {
		return breed.Result{}, 0, err
	}
	s.Genetic.Generations = map[Scale]int{Smoke: 20, Quick: 2000, Full: 100_000}[w.Scale]
	s.FinalGames = games
	b, err := w.breeding(playersID, hillPlayer, s)
	if err != nil {
		return breed.Result{}, 0, err
	}
	b.Progress = w.Progress
	kept := 0
	err = b.Evolve(ctx, func(e *breed.Evolution) error {
		if kept++; kept%500 != 0 { // there are hundreds of generations a second
			return nil
		}
		return w.keep(b.file, e.Save())
	})
	if err != nil {
		return breed.Result{}, 0, err
	}
	if err := w.keep(b.file, b.Save()); err != nil {
		return breed.Result{}, 0, err
	}
	finalists, err := b.Finals(ctx)
	if err != nil {
		return breed.Result{}, 0, err
	}
	return finalists[0].Result, s.Genetic.Generations, nil
}

// sizeStudy measures what the thesis begins with.
var sizeStudy = Study{
	ID: "backgammon/size", Source: backgammonThesis + ", §1.1",
	About: "How large backgammon is: moves to choose from, rolls, turns a game, and the search space these make.",
	run:   runSize,
}

func runSize(ctx context.Context, w Workshop) ([]Finding, error) {
	games := map[Scale]int{Smoke: 20, Quick: 2000, Full: 20_000}[w.Scale]
	var findings []Finding
	for _, name := range []string{"td", "rules", "pubeval", "random"} {
		player, err := w.Agents.Parse(name)
		if err != nil {
			return nil, err
		}
		size, err := measure.Games(ctx, backgammon.New(), player, games, w.Seed, w.Jobs, w.Progress.Count(steps, games))
		if err != nil {
			return nil, err
		}
		add := func(what, unit string, published float64, i stats.Interval, verdict Verdict, note string) {
			findings = append(findings, Finding{
				ID: name + "/" + what, Source: "§1.1", Unit: unit, Games: games, Published: number(published), Verdict: verdict, Note: note,
				Measured: number(i.Estimate), Low: number(i.Low), High: number(i.High),
			})
		}
		within := NotComparable
		const few, many = 50, 60 // turns that are told
		switch {
		case size.Length.Low >= few && size.Length.High <= many:
			within = Agrees
		case size.Length.Low > many || size.Length.High < few:
			within = Differs
		}
		const about = "about so many are told, by whom they were played is not"
		add("moves", "moves", 20, size.Branching, NotComparable, about)
		add("turns", "turns", 55, size.Length, within, "50 to 60 are told")
		add("search space", "powers of ten", 144.28, size.SearchSpace, NotComparable, "(moves × rolls) to the power of turns; printed is 1.899^144, which must be 1.899 × 10^144")
	}
	return findings, nil
}
