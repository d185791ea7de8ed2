package papers

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"gambito/game"
	"gambito/games/othello"
	"gambito/learn/folder"
	"gambito/learn/replay"
	"gambito/learn/value"
	"gambito/progress"
)

const valueNetID = "othello/value-net"

// valueNetStudy fits the network of the Othello report to games of UCT.
var valueNetStudy = Study{
	ID:     valueNetID,
	Source: "Othello with UCT and a neural network, project report, experiment B",
	About: "The network of the report learns the results of games of UCT with 500 iterations. As published, positions are held out, whose neighbours from the same game are learnt from; " +
		"holding out whole games shows what the network knows of games it has not seen. At smaller scales games and iterations are fewer.",
	run: runValueNet, Lasts: true,
}

// valueNetPublished are the published errors on held-out positions.
var valueNetPublished = []struct {
	name  string
	value float64
	of    func(*value.Quality) *float64
}{
	{"MSE", 0.2825, func(q *value.Quality) *float64 { return &q.MSE }},
	{"MAE", 0.2020, func(q *value.Quality) *float64 { return &q.MAE }},
	{"R²", 0.7099, func(q *value.Quality) *float64 { return q.R2 }},
}

func runValueNet(ctx context.Context, w Workshop) ([]Finding, error) {
	g := othello.New()
	s, err := value.Preset("paper", g)
	if err != nil {
		return nil, err
	}
	s.Seed = w.Seed
	switch w.Scale {
	case Smoke:
		s.Games, s.Simulations, s.Epochs = 4, 4, 1
	case Quick:
		s.Games, s.Simulations, s.Epochs = 60, 100, 6
	}
	// One step for every game, then a hundred for each of two fits.
	const fitted = 100
	total := s.Games + 2*fitted
	kept, err := w.unitsOf(valueNetID, "fits")
	if err != nil {
		return nil, err
	}
	games, err := w.firstGames(ctx, s, g, w.Progress.Part(steps, 0, total))
	if err != nil {
		return nil, err
	}
	var findings []Finding
	for i, split := range []string{value.ByPosition, value.ByGame} {
		s.Split = split
		found, err := unit(kept, func() (u unjudged, err error) {
			f, err := s.Fit(ctx, g, value.Positions(g, games), nil, w.Jobs, func(step progress.Step) {
				w.Progress.Tell(steps, s.Games+i*fitted+fitted*step.Done/max(step.Total, 1), total)
			}, func(value.Epoch) {})
			if err != nil {
				return u, err
			}
			return unjudged{Findings: valueNetFindings(split, f, len(games)), Figures: epochFigures("positions held out by "+split, []value.Stage{{Epochs: f.Epochs}})}, nil
		})
		if err != nil {
			return nil, err
		}
		findings = append(findings, found.Findings...)
		w.draw(found.Figures)
	}
	return findings, nil
}

// firstGames plays the games that the network learns from, or those that are left.
func (w Workshop) firstGames(ctx context.Context, s value.Settings, g game.Encoded, tell progress.Func) ([]*replay.Game, error) {
	if w.Folder == "" {
		return s.FirstGames(ctx, g, w.Jobs, w.Fleet, tell)
	}
	if err := os.MkdirAll(w.Folder, 0o777); err != nil {
		return nil, err
	}
	return s.FirstGamesIn(ctx, filepath.Join(w.Folder, w.runName(valueNetID, "games")), g, w.Jobs, w.Fleet, tell)
}

// epochFigures show how the error of a network fell with the epochs.
func epochFigures(how string, stages []value.Stage) (list []Figure) {
	for _, c := range value.Curves(stages) {
		if c.Name == folder.Loss {
			list = append(list, Figure{Title: "The error by epochs, while learning (dashed) and on positions held out; " + how, Chart: c.Chart})
		}
	}
	return list
}

// valueNetFindings puts a network beside the published errors. Without positions to
// measure on nothing is measured, and an error of 0 would be a lie.
func valueNetFindings(split string, f value.Fitted, games int) (findings []Finding) {
	for _, p := range valueNetPublished {
		found := Finding{
			ID: fmt.Sprintf("held out by %s/%s", split, p.name), Unit: p.name, Games: games, Verdict: NotComparable,
			Note: fmt.Sprintf("%d positions learnt, %d held out; the report says nothing of its spread", f.Learnt, f.HeldOut),
		}
		if q := f.Quality(); q == nil {
			found.Verdict, found.Note = NotMeasured, fmt.Sprintf("by chance none of the %d games is held out", games)
		} else if found.Measured = p.of(q); found.Measured == nil {
			found.Verdict, found.Note = NotMeasured, fmt.Sprintf("undefined, as the results of all %d positions held out are equal", f.HeldOut)
		}
		if split == value.ByPosition {
			found.Published = number(p.value)
		}
		findings = append(findings, found)
	}
	return findings
}
