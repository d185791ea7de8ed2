package papers

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"gambito/games/backgammon/bearoff"
	"gambito/learn/folder"
	"gambito/learn/td"
)

// printedGames are how many games networks as printed learn from.
var printedGames = map[Scale]int{Smoke: 16, Quick: 20_000, Full: td.AsPrinted.Games}

// printed has the networks of TD-Gammon learn, in the sizes that the thesis prints, and meet
// Pubeval.
func (w Workshop) printed(ctx context.Context, games int) (f Finding, err error) {
	p, err := thesisTable("6.9")
	if err != nil {
		return f, err
	}
	dir := filepath.Join(w.Folder, Result{Study: playersID, Scale: w.Scale, Seed: w.Seed}.Name()+"-training")
	if w.Folder == "" {
		if dir, err = os.MkdirTemp("", "gambito-study-"); err != nil {
			return f, err
		}
		defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	}
	s := td.AsPrinted
	s.Games, s.Seed = printedGames[w.Scale], w.Seed
	if err := w.learn(ctx, s, dir); err != nil {
		return f, err
	}
	r, err := w.meet(ctx, playersID, "printed", "td:model="+filepath.Join(dir, folder.ModelFile), "pubeval", games)
	if err != nil {
		return f, err
	}
	f = Finding{ID: "TD-Gammon as printed", Source: "table 6.9", Unit: "%", Published: number(p.percent), Played: &r.played}
	f.of(r.Result)
	f.Note = fmt.Sprintf("networks of the printed sizes, %d games learned from, 2000000 are told; their inputs are not told", s.Games)
	return f, nil
}

// learn has networks learn backgammon in a folder, or go on there.
func (w Workshop) learn(ctx context.Context, s td.Settings, dir string) (err error) {
	tables, _ := bearoff.In("") // kept nowhere, so that nothing can fail
	l, err := td.Open(dir, s, nil, tables, td.Measuring{Every: s.Games}, w.Jobs)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, l.Close()) }()
	l.Fleet = w.Fleet
	for !l.Ended() && err == nil {
		_, err = l.Next(ctx, w.Progress.Part(steps, 0, s.Games))
	}
	return err
}
