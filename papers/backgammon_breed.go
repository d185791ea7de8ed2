package papers

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"gambito/games/backgammon"
	"gambito/games/backgammon/rules"
	"gambito/learn/breed"
	"gambito/progress"
)

// breeding is a run of evolution that a study makes.
type breeding struct {
	*breed.Evolution
	file string // where its generations are kept
}

// breedingPart is how much of a run a smaller scale does; 0 is what the preset says.
type breedingPart struct{ population, games, generations, finals int }

// codingsParts are those of runs by games, microParts of the micro-GA of many games.
var (
	codingsParts = map[Scale]breedingPart{Smoke: {6, 10, 2, 10}, Quick: {20, 200, 15, 1000}, Full: {}}
	microParts   = map[Scale]breedingPart{Smoke: {4, 10, 3, 10}, Quick: {4, 2000, 15, 2000}, Full: {}}
)

// measuredGames are how many the winner of a run plays against Pubeval.
var measuredGames = map[Scale]int{Smoke: 40, Quick: 10_000, Full: 100_000}

// smaller is the settings at a scale.
func (part breedingPart) smaller(s breed.Settings) breed.Settings {
	lower := func(x *int, most int) {
		if most > 0 {
			*x = min(*x, most)
		}
	}
	lower(&s.Genetic.Population, part.population)
	s.Genetic.Contenders = min(s.Genetic.Contenders, s.Genetic.Population)
	lower(&s.Games, part.games)
	lower(&s.FinalGames, part.finals)
	if most := part.generations; most > 0 && most < s.Genetic.Generations {
		s.Genetic.MutationBy = s.Genetic.MutationBy * most / s.Genetic.Generations
		s.Genetic.Generations = most
	}
	return s
}

// presetOf are the settings of a preset at a scale.
func (w Workshop) presetOf(preset string, part breedingPart) (breed.Settings, error) {
	text, err := breed.Preset(preset)
	if err != nil {
		return breed.Settings{}, err
	}
	s, err := breed.Parse(text)
	s.Genetic.Seed = w.Seed
	return part.smaller(s), err
}

// breeding prepares a run, or goes on with it.
func (w Workshop) breeding(study, part string, s breed.Settings) (*breeding, error) {
	e, err := breed.New(backgammon.New(), w.Agents, s, w.Jobs)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", part, err)
	}
	e.Fleet = w.Fleet
	b := &breeding{e, w.runName(study, part) + ".json"}
	return b, w.goOn(b.file, b.Load)
}

// total is how many games it takes at most to find the winner.
func (b *breeding) total() int { return b.Total() + b.Settings.Finalists*b.Settings.FinalGames }

// evolve breeds to the end.
func (b *breeding) evolve(ctx context.Context, w Workshop, tell progress.Func) error {
	b.Progress = tell
	return b.Evolve(ctx, func(e *breed.Evolution) error { return w.keep(b.file, e.Save()) })
}

// winner breeds and finds the best of the finals, whose dice chose nobody.
func (b *breeding) winner(ctx context.Context, w Workshop, tell progress.Func) ([]int, error) {
	if err := b.evolve(ctx, w, tell); err != nil {
		return nil, err
	}
	b.Progress = tell.Part(steps, b.Total(), b.total()) // also if it has ended early
	finalists, err := b.Finals(ctx)
	if err != nil {
		return nil, err
	}
	return finalists[0].Genes, nil
}

// lastRules is the spec of a player by the last rules.
func lastRules(genes []int) string {
	return thesisRules + ",weights=" + rules.FormatNumbers(genes)
}

// told is a finding of a percentage that is published without its games.
func told(id string, published float64, r meeting, note string) Finding {
	i := r.Points.Share
	return Finding{
		ID: id, Source: "in words", Unit: "%", Games: r.Games, Published: number(published), Verdict: NotComparable,
		Measured: number(100 * i.Estimate), Low: number(100 * i.Low), High: number(100 * i.High), Note: note, Played: &r.played,
	}
}

// codings are the runs of the thesis with few games an individual, and one with a coding
// that it names.
var codings = []struct {
	preset string
	table  string // of what its winner has reached
}{{"integer", "6.1"}, {"binary", "6.2"}, {"gray-before", ""}, {"micro-binary", ""}, {"tree", ""}}

const (
	rulesBefore = "the thesis leaves rules open; by those before its last changes"
	rulesLast   = "the vector of gray-before by the last rules; the thesis leaves rules open"
)

func runCodings(ctx context.Context, w Workshop) ([]Finding, error) {
	var runs []*breeding
	total := 0
	for _, c := range codings {
		s, err := w.presetOf(c.preset, codingsParts[w.Scale])
		if err != nil {
			return nil, err
		}
		b, err := w.breeding(codingsID, c.preset, s)
		if err != nil {
			return nil, err
		}
		runs = append(runs, b)
		total += b.total()
	}
	var all gatherer
	before := 0
	for i, c := range codings {
		genes, err := runs[i].winner(ctx, w, w.Progress.Part(steps, before, total))
		if err != nil {
			return nil, fmt.Errorf("%s: %w", c.preset, err)
		}
		before += runs[i].total()
		r, err := w.meet(ctx, codingsID, c.preset, runs[i].Kind.Spec(genes), "pubeval", measuredGames[w.Scale])
		if err != nil {
			return nil, err
		}
		switch c.preset {
		case "micro-binary":
			all.add([]Finding{told(c.preset+"/told", 40, r, "39 to 41 is told; "+rulesBefore)}, nil)
		case "tree":
			f := told(c.preset+"/told", 0, r, "named among codings, and not tried; expressions of what the rules count, by the last rules")
			f.Published = nil
			all.add([]Finding{f}, nil)
		case "gray-before":
			all.add([]Finding{told(c.preset+"/told", 48.3, r, rulesBefore)}, nil)
			if r, err = w.meet(ctx, codingsID, "gray-after", lastRules(genes), "pubeval", measuredGames[w.Scale]); err != nil {
				return nil, err
			}
			err = all.table("6.4", "gray", r, rulesLast)
		default:
			err = all.table(c.table, c.preset, r, rulesBefore)
		}
		if err != nil {
			return nil, err
		}
	}
	return all.judged(), nil
}

// table adds a match beside a published one.
func (g *gatherer) table(name, id string, r meeting, note string) error {
	p, err := thesisTable(name)
	if err != nil {
		return err
	}
	g.add(p.compare(id, r, note))
	return nil
}

const ownMicro = "the thesis leaves rules open, the crossover, and for how long mutation stays low"

func runGAGammon(ctx context.Context, w Workshop) ([]Finding, error) {
	gray, err := w.presetOf("gray-before", codingsParts[w.Scale])
	if err != nil {
		return nil, err
	}
	micro, err := w.presetOf("ga-gammon", microParts[w.Scale])
	if err != nil {
		return nil, err
	}
	first, err := w.breeding(gaGammonID, "gray-before", gray)
	if err != nil {
		return nil, err
	}
	total := first.total() + micro.Genetic.Generations*micro.Genetic.Measured()*micro.Games + micro.Finalists*micro.FinalGames
	genes, err := first.winner(ctx, w, w.Progress.Part(steps, 0, total))
	if err != nil {
		return nil, err
	}
	micro.From = rules.FormatNumbers(genes)
	last, err := w.breeding(gaGammonID, "micro", micro)
	if err != nil {
		return nil, err
	}
	if genes, err = last.winner(ctx, w, w.Progress.Part(steps, first.total(), total)); err != nil {
		return nil, err
	}
	r, err := w.meet(ctx, gaGammonID, "pubeval", lastRules(genes), "pubeval", measuredGames[w.Scale])
	if err != nil {
		return nil, err
	}
	var all gatherer
	const id = "micro-GA/vs pubeval"
	if err := errors.Join(all.table("6.5", id, r, ownMicro), all.gammons("6.5", id, r)); err != nil {
		return nil, err
	}
	return all.judged(), nil
}

// agreementSchemes are how agreement with a network has counted.
var agreementSchemes = []string{"rank:10", "rank:5", "rank:3", "best:10", "best:5", "best:3", "top:10/5/3"}

// agreementLengths are games a generation and generations; that each number of games went
// with one of generations, 1,000 games a run, is a reading.
var agreementLengths = [][2]int{{10, 100}, {20, 50}, {50, 20}}

// agreementShares is which part of the generations a scale breeds, and how many games
// then measure a vector.
var agreementShares = map[Scale]struct{ part, measured int }{Smoke: {50, 20}, Quick: {5, 2000}, Full: {1, 20_000}}

func runAgreement(ctx context.Context, w Workshop) ([]Finding, error) {
	schemes, lengths := agreementSchemes, agreementLengths
	if w.Scale == Smoke {
		schemes, lengths = []string{"rank:3", "top:10/5/3"}, lengths[:1]
	}
	byGames, err := w.presetOf("binary", codingsParts[w.Scale])
	if err != nil {
		return nil, err
	}
	games, err := w.breeding(agreementID, "binary", byGames)
	if err != nil {
		return nil, err
	}
	var findings []Finding
	var best meeting
	var agreed []int
	total := len(schemes)*len(lengths)*12_000/agreementShares[w.Scale].part + 2*games.total()
	done := 0
	for _, scheme := range schemes {
		for _, length := range lengths {
			b, err := w.agreeing(scheme, length)
			if err != nil {
				return nil, err
			}
			if err := b.evolve(ctx, w, w.Progress.Part(steps, done, total)); err != nil {
				return nil, err
			}
			done += b.Total()
			genes := b.Run.Best(1)[0]
			name := fmt.Sprintf("%s, %d games, %d generations", scheme, length[0], length[1])
			r, err := w.meet(ctx, agreementID, agreementPart(scheme, length), b.Kind.Spec(genes), "pubeval", agreementShares[w.Scale].measured)
			if err != nil {
				return nil, err
			}
			f := told(name, 0, r, "tried, and not told by itself")
			f.Published, f.Source = nil, "table 6.3"
			findings = append(findings, f)
			if best.Points == nil || r.Share > best.Share {
				best, agreed = r, genes
			}
		}
	}
	findings = append(findings, told("best agreement/told", 42.3, best, "the best of those above, which makes it look better than it is; "+rulesBefore))
	won, err := games.winner(ctx, w, w.Progress.Part(steps, done, total))
	if err != nil {
		return nil, err
	}
	mixed, err := w.mix(ctx, byGames, agreed, won, w.Progress.Part(steps, done+games.total(), total))
	if err != nil {
		return nil, err
	}
	return append(findings, told("mixture/told", 44, mixed, "how they were mixed is not told: crossed, and bred on by games; "+rulesBefore)), nil
}

// agreementPart is a run by agreement in names of files.
func agreementPart(scheme string, length [2]int) string {
	return fmt.Sprintf("%s-%d", strings.NewReplacer(":", "", "/", "").Replace(scheme), length[0])
}

// agreeing prepares a run by agreement.
func (w Workshop) agreeing(scheme string, length [2]int) (*breeding, error) {
	s, err := w.presetOf("agree", breedingPart{})
	if err != nil {
		return nil, err
	}
	s.Agree, s.Games, s.Genetic.Generations = scheme, length[0], max(length[1]/agreementShares[w.Scale].part, 2)
	if w.Scale == Smoke {
		s.Games = 2
	}
	return w.breeding(agreementID, agreementPart(scheme, length), s)
}

// mix breeds from the children of two vectors.
func (w Workshop) mix(ctx context.Context, s breed.Settings, a, b []int, tell progress.Func) (meeting, error) {
	s.From, s.Genetic.Crossed = rules.FormatNumbers(a)+";"+rules.FormatNumbers(b), true
	run, err := w.breeding(agreementID, "mixture", s)
	if err != nil {
		return meeting{}, err
	}
	genes, err := run.winner(ctx, w, tell)
	if err != nil {
		return meeting{}, err
	}
	return w.meet(ctx, agreementID, "mixture", run.Kind.Spec(genes), "pubeval", agreementShares[w.Scale].measured)
}
