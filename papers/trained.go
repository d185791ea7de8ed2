package papers

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"strings"

	"gambito/arena"
	"gambito/experiment"
	"gambito/games"
	"gambito/learn/folder"
	"gambito/learn/value"
	"gambito/neural"
	"gambito/progress"
)

// trained is a study that ends as its source does: a network learns first, as published
// and from its own games, and then plays the experiments. Its folder has published.csv
// and the experiments, in which MODEL stands for the network.
type trained struct {
	id, game, preset string
	stages           int
	experiments      []string
	smaller          map[Scale]trainedPart
	more             func(stages []value.Stage) []Finding // beside those of published.csv; nil for none
}

// trainedPart is how much of the study a smaller scale does.
type trainedPart struct {
	games, simulations, epochs int
	pairs                      int // games of two agents
}

// endToEndStudy is the Othello report from its first game to its last.
var endToEndStudy = Study{
	ID:     "othello/end-to-end",
	Source: "Othello with UCT and a neural network, project report, sections III and IV",
	About: "The report from its first game to its last. Its network learns in four stages: from UCT against itself, then from the network version against a random player, against plain UCT, and against itself with noise on both sides; " +
		"positions are held out, and the network of the last epoch counts. Then it takes the place of playouts in UCT, against plain UCT: no tree is kept, nothing is proven, positions are judged one at a time. " +
		"Root-player values are the report's own: the network is always asked for the player at the root, while results change sign on the way up. " +
		"Of experiment C the report prints 128 wins of 500 and 37.8 %, which would be 189: both are compared. At smaller scales games, iterations and epochs are fewer, and the network is another one.",
	Lasts: true,
	run: trained{
		id: "othello/end-to-end", game: "othello", preset: "paper", stages: 4,
		experiments: []string{"uct-500.yaml", "uct-1000.yaml", "uct-2000.yaml"},
		smaller:     map[Scale]trainedPart{Smoke: {games: 4, simulations: 4, epochs: 1, pairs: 2}, Quick: {games: 40, simulations: 50, epochs: 8, pairs: 20}},
		more:        endToEndQuality,
	}.run,
}

// winPriorsStudy is AlphaZero as the Connect 4 report has it.
var winPriorsStudy = Study{
	ID:     "connect4/alphazero-report",
	Source: "Connect 4 with minimax, MCTS and AlphaZero, project report, tables 7 and 8",
	About: "AlphaZero as the report has it: one data set of games, learning and measuring in turn, and a network that only tells the chance to win, which is the prior of the move that leads there; results come from playouts, as in its MCTS. " +
		"Both sides keep no tree, prove nothing and have the same rewards. The report tells neither the network nor the simulations: here the network is that of the Othello report, and AlphaZero has 400 simulations. " +
		"Table 8 has rows J1 and J2, and its text says the opposite of them about who moved first: both readings are compared. Times are seconds a game, of both players. At smaller scales games, iterations and epochs are fewer, and the network is another one.",
	Lasts: true,
	run: trained{
		id: "connect4/alphazero-report", game: "connect4", preset: "once", stages: 3,
		experiments: []string{"mcts.yaml", "h1.yaml", "h2.yaml", "random.yaml"},
		smaller:     map[Scale]trainedPart{Smoke: {games: 4, simulations: 4, epochs: 1, pairs: 2}, Quick: {games: 100, simulations: 50, epochs: 3, pairs: 20}},
	}.run,
}

// run learns, plays and compares.
func (t trained) run(ctx context.Context, w Workshop) (findings []Finding, err error) {
	dir := filepath.Join(w.Folder, Result{Study: t.id, Scale: w.Scale, Seed: w.Seed}.Name()+"-training")
	if w.Folder == "" {
		if dir, err = os.MkdirTemp("", "gambito-study-"); err != nil {
			return nil, err
		}
		defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	}
	stages, err := t.learn(ctx, w, dir)
	if err != nil {
		return nil, err
	}
	content, err := folders.ReadFile(t.id + "/published.csv")
	if err != nil {
		return nil, err
	}
	rows, err := readRows(content)
	if err != nil {
		return nil, fmt.Errorf("published.csv: %w", err)
	}
	results := map[string]outcome{}
	for _, file := range t.experiments {
		e, err := t.experiment(w, file, filepath.Join(dir, folder.ModelFile))
		if err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		s, err := w.Play(ctx, e)
		if err != nil {
			return nil, err
		}
		results[strings.TrimSuffix(file, path.Ext(file))] = outcome{Standings: s}
	}
	w.draw(epochFigures("the network that plays", stages))
	findings, err = tournament{id: t.id, rows: rows}.compare(results, w.Scale)
	if err != nil || t.more == nil {
		return findings, err
	}
	return append(findings, t.more(stages)...), nil
}

// learn has the network learn in a folder, or go on there.
func (t trained) learn(ctx context.Context, w Workshop, dir string) ([]value.Stage, error) {
	g, err := games.Parse(t.game)
	if err != nil {
		return nil, err
	}
	encoded, err := neural.Encoded(g)
	if err != nil {
		return nil, err
	}
	s, err := value.Preset(t.preset, g)
	if err != nil {
		return nil, err
	}
	s.Seed, s.Measure = w.Seed, 0 // the experiments measure
	if p, ok := t.smaller[w.Scale]; ok {
		s.Games, s.Simulations, s.Epochs = p.games, p.simulations, p.epochs
	}
	r, err := value.Open(dir, s, encoded, w.Jobs)
	if err != nil {
		return nil, err
	}
	r.Fleet = w.Fleet
	const fine = 100 // steps of a stage
	for len(r.Stages) < t.stages && err == nil {
		done := len(r.Stages)
		_, err = r.Next(ctx, func(step progress.Step) {
			part := fine * step.Done / max(step.Total, 1) / 2
			if step.What == "positions" {
				part += fine / 2
			}
			w.Progress.Tell(steps, fine*done+part, fine*t.stages)
		})
	}
	return r.Stages, errors.Join(err, r.Close())
}

// experiment reads one as the workshop wants it, with the network that was learnt.
func (t trained) experiment(w Workshop, file, model string) (*arena.Experiment, error) {
	content, err := folders.ReadFile(t.id + "/" + file)
	if err != nil {
		return nil, err
	}
	e, err := experiment.Parse([]byte(strings.ReplaceAll(string(content), "MODEL", model)), "", w.Agents)
	if err != nil {
		return nil, err
	}
	e.Name, e.Seed = w.runName(t.id, strings.TrimSuffix(file, path.Ext(file))), w.Seed
	if p, ok := t.smaller[w.Scale]; ok {
		e.GamesPerPair = min(e.GamesPerPair, p.pairs)
	}
	return e, nil
}

// endToEndQuality is experiment B: the errors of the last stage's network on positions
// held out.
func endToEndQuality(stages []value.Stage) (findings []Finding) {
	last := stages[len(stages)-1]
	for _, p := range valueNetPublished {
		f := Finding{
			ID: "held out/" + p.name, Source: "table B", Published: number(p.value), Unit: p.name, Games: last.Games, Verdict: NotComparable,
			Note: fmt.Sprintf("%d positions learnt, %d held out; the report says nothing of its spread", last.Learnt, last.HeldOut),
		}
		if last.Quality != nil {
			f.Measured = p.of(last.Quality)
		}
		if f.Measured == nil {
			f.Verdict, f.Note = NotMeasured, "nothing was held out, or all of it had one result"
		}
		findings = append(findings, f)
	}
	return findings
}
