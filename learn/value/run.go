package value

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"time"

	"gambito/crew"
	"gambito/files"
	"gambito/game"
	"gambito/learn/folder"
	"gambito/learn/replay"
	"gambito/neural"
	"gambito/nn"
	"gambito/progress"
	"gambito/report/chart"
)

// Files beside those that every folder has.
const (
	stagesFile = "stages.json"

	settingsNote = "settings"
	stageNote    = "stage"
)

// Stage is what came out of a stage.
type Stage struct {
	Stage     int       `json:"stage"`
	Opponents [2]string `json:"opponents"`
	Games     int       `json:"games"`    // learnt from or measured on
	Learnt    int       `json:"learnt"`   // positions
	HeldOut   int       `json:"held_out"` // positions
	Epochs    []Epoch   `json:"epochs"`
	Quality   *Quality  `json:"quality"` // of the epoch that was taken, on what was held out; nil if that was nothing
	Against   float64   `json:"against"` // share of the points against plain UCT
	Seconds   float64   `json:"seconds"`
}

// Run is the learning of a game in a folder. It belongs to one goroutine.
type Run struct {
	Settings
	Stages []Stage // finished

	// Fleet, if there is one, plays the games, those to learn from and those that
	// measure. What is learnt is the same.
	Fleet crew.Fleet

	game    game.Encoded
	dir     string
	leave   func() error
	jobs    int
	file    *replay.File
	games   []*replay.Game // of finished stages, by stage and number
	current []*replay.Game // of the stage that is played
	model   *nn.Model
}

// Open begins learning in a folder, or goes on with what is there.
func Open(dir string, s Settings, g game.Encoded, jobs int) (*Run, error) {
	if err := s.Check(); err != nil {
		return nil, err
	}
	leave, err := folder.Begin(dir, s)
	if err != nil {
		return nil, err
	}
	r := &Run{Settings: s, game: g, dir: dir, leave: leave, jobs: jobs}
	if err := r.load(); err != nil {
		return nil, errors.Join(err, leave())
	}
	return r, nil
}

// load reads what earlier stages have left.
func (r *Run) load() error {
	err := folder.ReadJSON(r.path(stagesFile), &r.Stages)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if len(r.Stages) > 0 {
		if r.model, err = folder.ReadModel(r.path(folder.ModelFile), r.game); err != nil {
			return err
		}
	}
	games := []*replay.Game(nil)
	if r.file, games, err = folder.OpenGames(r.dir, r.game, len(r.Stages), r.Settings.Games); err != nil {
		return err
	}
	have := map[int]bool{}
	for _, g := range games {
		switch {
		case g.Round < len(r.Stages):
			r.games = append(r.games, g)
		case g.Round == len(r.Stages) && g.Number < r.Settings.Games && !have[g.Number]:
			r.current, have[g.Number] = append(r.current, g), true
		}
	}
	inOrder(r.games) // they were written as they came
	return nil
}

func (r *Run) path(name string) string { return filepath.Join(r.dir, name) }

// Close lets go of the folder's files.
func (r *Run) Close() error { return errors.Join(r.file.Close(), r.leave()) }

// Next plays a stage, fits a network to the latest games, and measures it.
func (r *Run) Next(ctx context.Context, tell progress.Func) (Stage, error) {
	begin := time.Now()
	stage := Stage{Stage: len(r.Stages), Opponents: r.opponents(len(r.Stages))}
	if err := r.playStage(ctx, stage.Stage, tell); err != nil {
		return stage, r.doubt(err)
	}
	all := append(slices.Clone(r.games), r.current...)
	inOrder(all)
	latest := all[max(0, len(all)-r.Keep):]
	stage.Games = len(latest)
	var from *nn.Model
	if r.Once && r.model != nil { // it has learnt from the same games
		var err error
		if from, err = clone(r.model); err != nil {
			return stage, err
		}
	}
	fitted, err := r.Fit(ctx, r.game, Positions(r.game, latest), from, r.jobs, tell, func(Epoch) {})
	if err != nil {
		return stage, err
	}
	stage.Learnt, stage.HeldOut, stage.Epochs, stage.Quality = fitted.Learnt, fitted.HeldOut, fitted.Epochs, fitted.Quality()
	if r.Measure > 0 {
		tell.Tell("measured", 0, 1)
		if stage.Against, err = r.against(ctx, fitted.Model, stage.Stage); err != nil {
			return stage, r.doubt(err)
		}
	}
	stage.Seconds = time.Since(begin).Seconds()
	r.model = fitted.Model
	r.Stages = append(r.Stages, stage)
	r.games, r.current = all, nil
	return stage, r.save(latest)
}

// playStage plays the games that the stage still lacks, here or elsewhere.
func (r *Run) playStage(ctx context.Context, stage int, tell progress.Func) error {
	if r.Once && stage > 0 {
		return nil
	}
	have := map[int]bool{}
	for _, g := range r.current {
		have[g.Number] = true
	}
	tell.Tell("games", len(r.current), r.Settings.Games)
	numbers := missing(r.Settings.Games, have)
	if len(numbers) == 0 {
		return nil
	}
	keep := func(g *replay.Game) error {
		r.current = append(r.current, g)
		tell.Tell("games", len(r.current), r.Settings.Games)
		return r.file.Add(g)
	}
	if r.Fleet != nil {
		return r.playAway(ctx, r.Fleet, filepath.Base(r.dir), r.game, r.model, stage, numbers, keep)
	}
	var network *neural.Network
	if r.model != nil {
		network = neural.Of(r.model)
	}
	return r.play(ctx, r.game, network, stage, r.jobs, numbers, keep)
}

// save writes the model, then the stages: until they are there the stage counts
// as not done.
func (r *Run) save(latest []*replay.Game) error {
	settings, err := json.Marshal(r.Settings)
	if err != nil {
		return err
	}
	r.model.Notes[settingsNote], r.model.Notes[stageNote] = string(settings), fmt.Sprint(len(r.Stages))
	data, err := r.model.Encode()
	if err != nil {
		return err
	}
	if err := files.Replace(r.path(folder.ModelFile), data); err != nil {
		return err
	}
	if err := folder.WriteCurves(r.dir, Curves(r.Stages)); err != nil {
		return err
	}
	if err := folder.WriteJSON(r.path(stagesFile), r.Stages); err != nil {
		return err
	}
	if len(latest) < len(r.games) { // old games are dropped
		r.games = slices.Clone(latest)
		return r.file.Keep(r.games)
	}
	return nil
}

// Look reads what there is of a run in a folder, whoever learns there. There is none if
// the error is fs.ErrNotExist.
func Look(dir string) (s Settings, stages []Stage, err error) {
	return folder.Look[Settings, Stage](dir, stagesFile)
}

// Curves draw how learning went.
func Curves(stages []Stage) (curves []folder.Curve) {
	if c := errorCurve(stages); len(c.Series) > 0 {
		curves = append(curves, folder.Curve{Name: folder.Loss, Chart: c})
	}
	against := chart.Series{Name: "against plain UCT", Marks: true}
	for _, stage := range stages {
		against.X, against.Y = append(against.X, float64(stage.Stage+1)), append(against.Y, 100*stage.Against)
	}
	if len(against.X) > 0 {
		curves = append(curves, folder.Curve{Name: folder.Strength, Chart: chart.Chart{
			Title: "Strength while learning", X: chart.Axis{Label: "stages"}, Y: chart.Axis{Label: "points, %", Include: chart.Values{0, 100}}, Series: []chart.Series{against},
		}})
	}
	return curves
}

// errorCurve draws how the error fell while learning, and on what was held out.
func errorCurve(stages []Stage) chart.Chart {
	c := chart.Chart{Title: "Error of the value", X: chart.Axis{Label: "epoch"}, Y: chart.Axis{Label: "mean squared error"}}
	for _, stage := range stages {
		learnt, held := chart.Series{Name: fmt.Sprintf("stage %d", stage.Stage), Dashed: true}, chart.Series{Name: "held out", Marks: true, Like: len(c.Series) + 1}
		for _, e := range stage.Epochs {
			learnt.X, learnt.Y = append(learnt.X, float64(e.Epoch+1)), append(learnt.Y, e.Loss)
			if e.HeldOut != nil {
				held.X, held.Y = append(held.X, float64(e.Epoch+1)), append(held.Y, e.HeldOut.MSE)
			}
		}
		c.Series = append(c.Series, learnt)
		if len(held.X) > 0 {
			c.Series = append(c.Series, held)
		}
	}
	return c
}
