package web

import (
	"context"
	"errors"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"gambito/build"
	"gambito/learn/folder"
	"gambito/learn/network"
	"gambito/learn/setting"
	"gambito/learn/training"
	"gambito/models"
	"gambito/queue"
	"gambito/report"
	"gambito/report/chart"
	"gambito/report/sheet"
	"gambito/words"
)

// TrainingState is whether a training goes on.
type TrainingState string

// The states.
const (
	trainingWaits    TrainingState = "waiting"   // in the queue
	trainingRuns     TrainingState = "running"   // here
	trainingAway     TrainingState = "elsewhere" // another process learns
	trainingStopped  TrainingState = "stopped"
	trainingFailed   TrainingState = "failed"
	trainingDone     TrainingState = "done"     // as many steps as it was to make
	trainingFinished TrainingState = "finished" // there is nothing left to learn from
)

// TrainingLine is a training in a list.
type TrainingLine struct {
	Name     string        `json:"name" doc:"Name of its folder in the folder training of the data folder, and of its network."`
	State    TrainingState `json:"state" enum:"waiting,running,elsewhere,stopped,failed,done,finished" doc:"Whether it goes on: here, elsewhere, or not; done has made the steps that were asked for, finished has nothing left to learn from."`
	Error    string        `json:"error,omitempty" doc:"Why it has failed or was stopped, or why its folder cannot be read."`
	Game     string        `json:"game" doc:"Game spec."`
	Called   string        `json:"called" doc:"What people call the game."`
	Method   string        `json:"method" doc:"How it learns."`
	About    string        `json:"about" doc:"What the method does."`
	Step     string        `json:"step" doc:"What a step of it is called: round, stage or measurement."`
	Steps    int           `json:"steps" doc:"Steps that were made."`
	Done     int           `json:"done" doc:"How much was learned: steps, or games where the training has an end."`
	Total    int           `json:"total" doc:"Of how much; 0 if it has no end."`
	Seconds  float64       `json:"seconds" doc:"Time of all steps, in seconds; 0 if nobody knows."`
	Trained  bool          `json:"trained" doc:"Whether there is a network to play with."`
	Agent    string        `json:"agent,omitempty" doc:"Agent spec of a player by the network, if there is one."`
	Changed  *time.Time    `json:"changed,omitempty" doc:"When something was learned last."`
	Strength *float64      `json:"strength,omitempty" doc:"The latest value of the first curve of strength."`
	Against  string        `json:"against,omitempty" doc:"What that curve is called: whom the network met."`
	Truth    *float64      `json:"truth,omitempty" doc:"Share of moves that keep the outcome, in percent, of the network alone against a solver, after the latest step."`
	Task     *WorkTask     `json:"task,omitempty" doc:"The task in the queue, if there is one."`
}

// TrainingCurve is a chart of how a training goes.
type TrainingCurve struct {
	Name  string      `json:"name" doc:"What it shows: strength, loss or truth."`
	Chart chart.Chart `json:"chart" doc:"The chart."`
}

// TrainingSetting is a setting of a training.
type TrainingSetting struct {
	Name  string `json:"name" doc:"Name of the setting."`
	Value string `json:"value" doc:"Its value."`
	Help  string `json:"help" doc:"What it is."`
}

// Training is a training with all that is to be seen of it.
type Training struct {
	TrainingLine
	Seed      string            `json:"seed" doc:"Seed of all randomness, a whole number."`
	From      string            `json:"from,omitempty" doc:"The network that it began with, if any."`
	Settings  []TrainingSetting `json:"settings" doc:"Its settings."`
	Curves    []TrainingCurve   `json:"curves" doc:"How it goes. Curves of many points have fewer here."`
	History   sheet.Sheet       `json:"history" doc:"What the latest steps have brought, the last first."`
	Opponents []string          `json:"opponents" doc:"Agent specs whom its network can meet in a sample game, beside itself."`
	Origin    report.Origin     `json:"origin" doc:"What made all this."`
}

// Trainings are all.
type Trainings struct {
	Trainings []TrainingLine `json:"trainings" doc:"The trainings: those that go on, then the one that learned last first."`
	Keeps     bool           `json:"keeps" doc:"Whether there is a data folder, without which nothing can be learned."`
}

// shelf is where trainings and networks are kept.
func (s *Server) shelf() models.Shelf { return models.In(s.options.Data) }

// errNoShelf refuses what needs a data folder.
var errNoShelf = refuse(http.StatusConflict, "there is no data folder to keep networks in: start gambito serve with --data DIR")

// trainingViews are trainings as they were seen last.
type trainingViews struct {
	mutex sync.Mutex
	kept  map[string]trainingView
}

type trainingView struct {
	training.View
	err     error
	changed time.Time // the folder
}

// look sees what there is of a training. It reads what has changed since.
func (s *Server) lookAtTraining(name string) (training.View, error) {
	dir := s.shelf().Training(name)
	info, err := os.Stat(dir)
	if s.options.Data == "" || models.CheckName(name) != nil || err != nil || !info.IsDir() {
		return training.View{}, training.ErrNone{Folder: name}
	}
	views := &s.trainings
	views.mutex.Lock()
	known, ok := views.kept[name]
	views.mutex.Unlock()
	if ok && known.changed.Equal(info.ModTime()) {
		known.Busy = folder.Busy(dir)
		return known.View, known.err
	}
	v, err := training.Look(dir)
	const settled = 200 * time.Millisecond // a clock of files may not tell two changes apart that follow soon
	if time.Since(info.ModTime()) > settled {
		views.mutex.Lock()
		defer views.mutex.Unlock()
		if views.kept == nil || len(views.kept) > 2*mostTrainings {
			views.kept = map[string]trainingView{}
		}
		views.kept[name] = trainingView{v, err, info.ModTime()}
	}
	return v, err
}

// mostTrainings is how many a data folder may have before no more are begun.
const mostTrainings = 500

// trainingLines lists the trainings, and those that wait for their turn.
func (s *Server) trainingLines(ctx context.Context) (Trainings, error) {
	all := Trainings{Trainings: []TrainingLine{}, Keeps: s.options.Data != ""}
	names, err := s.shelf().Trainings()
	if err != nil {
		return all, refuse(http.StatusConflict, "the folder of trainings cannot be read")
	}
	for _, t := range s.queue.List() {
		if t.Kind == trainingWork && !slices.Contains(names, t.Name) {
			names = append(names, t.Name)
		}
	}
	for _, name := range names {
		if line, _, err := s.trainingLine(ctx, name); err == nil {
			all.Trainings = append(all.Trainings, line)
		}
	}
	goesOn := map[TrainingState]int{trainingRuns: -2, trainingAway: -2, trainingWaits: -1}
	slices.SortStableFunc(all.Trainings, func(a, b TrainingLine) int {
		if d := goesOn[a.State] - goesOn[b.State]; d != 0 {
			return d
		}
		return changedOf(b).Compare(changedOf(a))
	})
	return all, nil
}

func changedOf(l TrainingLine) time.Time {
	if l.Changed == nil {
		return time.Time{}
	}
	return *l.Changed
}

// trainingLine tells of a training; there is none if neither a folder nor a task has the
// name.
func (s *Server) trainingLine(ctx context.Context, name string) (TrainingLine, training.View, error) {
	v, err := s.lookAtTraining(name)
	task, queued := s.queue.Find(trainingWork, name)
	none := errors.As(err, new(training.ErrNone))
	if none && !queued {
		return TrainingLine{}, v, refuse(http.StatusNotFound, "there is no training %q", name)
	}
	w := wordsOf(ctx)
	line := TrainingLine{Name: name, State: trainingStopped}
	if none { // it has not begun
		args, _ := readTrainingArgs(task.Args)
		v.Game = args.Game
		v.Method, _ = training.MethodNamed(args.Method)
	} else if err != nil {
		line.State, line.Error = trainingFailed, w.Text(withoutFolder(err, s.shelf().Training(name)))
	}
	line.of(w, v)
	if g, err := s.game(ctx, v.Game); err == nil {
		line.Called = w.Text(g.Info().Name)
	}
	switch {
	case v.Total > 0 && v.Done >= v.Total:
		line.State = trainingFinished
	case v.Busy:
		line.State = trainingAway
	case err == nil && s.stepsAsked(name) == len(v.History):
		line.State = trainingDone
	}
	if queued {
		shown := workTask(ctx, task)
		line.Task = &shown
		line.ofTask(task.State, shown.Error)
	}
	if v.Trained {
		line.Agent = s.agentOfTraining(name, v)
	}
	return line, v, nil
}

// of tells what is seen of a training.
func (l *TrainingLine) of(w words.Words, v training.View) {
	l.Game, l.Called, l.Method, l.About, l.Step = v.Game, v.Game, v.Method.Name, w.Text(v.Method.About), v.Method.Step
	l.Steps, l.Done, l.Total, l.Trained = len(v.History), v.Done, v.Total, v.Trained
	if !v.Changed.IsZero() {
		changed := v.Changed.UTC()
		l.Changed = &changed
	}
	if n := len(v.History); n > 0 {
		l.Seconds = v.History[n-1].Total
	}
	for _, c := range v.Curves {
		y := c.Chart.Series[0].Y
		last := &y[len(y)-1]
		switch c.Name {
		case folder.Strength:
			l.Strength, l.Against = last, seriesIn(w, c.Chart.Series[0].Name)
		case folder.Truth:
			l.Truth = last
		}
	}
}

// ofTask tells what the queue makes of a training.
func (l *TrainingLine) ofTask(state queue.State, problem string) {
	switch state {
	case queue.Waiting:
		l.State = trainingWaits
	case queue.Running:
		l.State = trainingRuns
	case queue.Failed:
		l.State, l.Error = trainingFailed, problem
	case queue.Stopped:
		l.Error = problem
	}
}

// sampleSims is what the network of a training searches where people meet it.
const sampleSims = 100

// agentOfTraining is the spec of who plays by the network of a training.
func (s *Server) agentOfTraining(name string, v training.View) string {
	n := network.Network{Kind: network.PolicyAndValue}
	switch v.Method.Name {
	case training.TD:
		n.Kind = network.Backgammon
	case training.Value:
		n.Kind = network.ValueOnly
	}
	return n.Agent(name, sampleSims)
}

// trainingShown is a training with all that is to be seen of it.
func (s *Server) trainingShown(ctx context.Context, name string) (Training, error) {
	line, v, err := s.trainingLine(ctx, name)
	if err != nil {
		return Training{}, err
	}
	w := wordsOf(ctx)
	t := Training{TrainingLine: line, Seed: strconv.FormatUint(v.Seed, 10), Settings: []TrainingSetting{}, Curves: []TrainingCurve{}, Opponents: trainingOpponents(v)}
	if v.From != "" {
		t.From = filepath.Base(v.From)
	}
	t.History = sheetIn(w, v.Sheet())
	if v.Settings == nil {
		return t, nil // it has not begun
	}
	for _, o := range v.Method.Options {
		t.Settings = append(t.Settings, TrainingSetting{o.Name, setting.Text(v.Settings, o.Name), w.Text(o.Help)})
	}
	for _, c := range v.Curves {
		t.Curves = append(t.Curves, TrainingCurve{c.Name, thinned(chartIn(w, c.Chart))})
	}
	t.History.Rows = t.History.Rows[:min(mostHistory, len(t.History.Rows))]
	t.Origin = report.Origin{Seed: t.Seed, Build: build.This().Version}
	if g, err := s.game(ctx, v.Game); err == nil {
		t.Origin.Command = v.Command(g, "DATA/training/"+name)
	}
	return t, nil
}

// What is sent of long trainings.
const (
	mostHistory = 200
	mostPoints  = 400
)

// thinned is a chart whose series have no more points than a page shows.
func thinned(c chart.Chart) chart.Chart {
	c.Series = slices.Clone(c.Series)
	for i := range c.Series {
		series := &c.Series[i]
		n := len(series.X)
		if n <= mostPoints {
			continue
		}
		for _, values := range []*chart.Values{&series.X, &series.Y, &series.Low, &series.High} {
			if len(*values) == n {
				*values = every(*values, (n+mostPoints-1)/mostPoints)
			}
		}
	}
	return c
}

// every takes one of so many values, the last among them.
func every(values chart.Values, step int) (some chart.Values) {
	for i := (len(values) - 1) % step; i < len(values); i += step {
		some = append(some, values[i])
	}
	return some
}

// chartIn is a chart in a language.
func chartIn(w words.Words, c chart.Chart) chart.Chart {
	c.Title, c.X.Label, c.Y.Label, c.Series = w.Text(c.Title), w.Text(c.X.Label), w.Text(c.Y.Label), slices.Clone(c.Series)
	for i := range c.Series {
		c.Series[i].Name = seriesIn(w, c.Series[i].Name)
	}
	return c
}

// seriesIn is the name of a series in a language. Agents are called so in every one.
func seriesIn(w words.Words, name string) string {
	const against = "against %s"
	spec, ok := strings.CutPrefix(name, strings.TrimSuffix(against, "%s"))
	if other := w.Text(name); !ok || spec == "plain UCT" {
		return other
	}
	return strings.Replace(w.Text(against), "%s", spec, 1)
}

// sheetIn is a table in a language.
func sheetIn(w words.Words, t sheet.Sheet) sheet.Sheet {
	t.Title, t.Columns = w.Text(t.Title), slices.Clone(t.Columns)
	for i := range t.Columns {
		c := &t.Columns[i]
		if c.Key == "" {
			c.Key = c.Title
		}
		if strings.HasPrefix(c.Key, "against ") { // an agent spec
			c.Title = seriesIn(w, c.Key)
		} else {
			c.Title = w.Text(c.Title)
		}
		c.Group = w.Text(c.Group)
	}
	return t
}

// TrainingNamed is the part of a request that names a training.
type TrainingNamed struct {
	Spoken
	Name string `path:"name" maxLength:"64" doc:"Name of a training."`
}

func (s *Server) registerTrainings(a huma.API) {
	tags := []string{"training"}
	route(a, huma.Operation{
		OperationID: "trainings", Method: http.MethodGet, Path: "/api/trainings", Tags: tags, Summary: "All trainings of the data folder",
	}, func(ctx context.Context, _ *Spoken) (*answer[Trainings], error) {
		all, err := s.trainingLines(ctx)
		return answered(all), err
	})
	stream(s, a, huma.Operation{
		OperationID: "trainingsEvents", Method: http.MethodGet, Path: "/api/trainings/events", Tags: tags,
		Summary: "All trainings, whenever something about them changes",
	}, map[string]any{"trainings": Trainings{}}, func(context.Context, *Spoken) (func(context.Context, *events) error, error) {
		return func(ctx context.Context, e *events) error {
			return everySecond(ctx, latest(e, "trainings", func() (any, error) { return s.trainingLines(ctx) }))
		}, nil
	})
	route(a, huma.Operation{
		OperationID: "trainingMethods", Method: http.MethodGet, Path: "/api/trainings/methods", Tags: tags, Summary: "How a game can be learned: methods with their settings and presets",
	}, s.trainingMethods)
	stream(s, a, huma.Operation{
		OperationID: "trainingEvents", Method: http.MethodGet, Path: "/api/trainings/{name}/events", Tags: tags,
		Summary: "A training with its curves, whenever something about it changes",
	}, map[string]any{"training": Training{}}, func(ctx context.Context, in *TrainingNamed) (func(context.Context, *events) error, error) {
		if _, _, err := s.trainingLine(ctx, in.Name); err != nil {
			return nil, err
		}
		return func(ctx context.Context, e *events) error {
			return everySecond(ctx, latest(e, "training", func() (any, error) { return s.trainingShown(ctx, in.Name) }))
		}, nil
	})
	s.registerTrainingWork(a, tags)
}
