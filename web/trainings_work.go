package web

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"gambito/agents"
	"gambito/arena"
	"gambito/game"
	"gambito/games/backgammon/bearoff"
	"gambito/learn/folder"
	"gambito/learn/network"
	"gambito/learn/training"
	"gambito/learn/zero"
	"gambito/models"
	"gambito/progress"
	"gambito/queue"
	"gambito/spec"
)

// trainingWork is the kind of work that learns.
const trainingWork = "training"

// trainingArgs are what such a task needs to know.
type trainingArgs struct {
	Game   string `json:"game"`
	Method string `json:"method"`
	Preset string `json:"preset,omitempty"`
	Set    string `json:"set,omitempty"`
	From   string `json:"from,omitempty"` // a name
	Seed   uint64 `json:"seed"`
	Steps  int    `json:"steps"` // in all
}

func (a trainingArgs) json() json.RawMessage {
	text, err := json.Marshal(a)
	if err != nil {
		panic(err) // texts and numbers can be written
	}
	return text
}

// readTrainingArgs reads what a task needs to know.
func readTrainingArgs(text json.RawMessage) (a trainingArgs, err error) {
	if json.Unmarshal(text, &a) != nil || a.Game == "" {
		return a, errors.New("the task does not say what is to be learned")
	}
	return a, nil
}

// trainingKind learns as gambito train does.
func trainingKind(s *Server) queue.Kind {
	return queue.Kind{Name: trainingWork, Do: s.learn}
}

// learn does the work of a task, or goes on with it.
func (s *Server) learn(ctx context.Context, t queue.Task, tell progress.Func) error {
	args, err := readTrainingArgs(t.Args)
	if err != nil {
		return err
	}
	dir := s.shelf().Training(t.Name)
	plan, err := s.trainingPlan(ctx, t.Name, args, t.Jobs)
	if err != nil {
		return errors.New(withoutFolder(err, dir))
	}
	learning, err := plan.Open()
	if err != nil {
		return errors.New(withoutFolder(err, dir))
	}
	err = training.Learn(ctx, learning, args.Steps, tell, func(training.Step) error { return nil })
	if err = errors.Join(err, learning.Close()); err != nil {
		return errors.New(withoutFolder(err, dir))
	}
	// That it is not noted has it shown as stopped, no more.
	folder.WriteJSON(filepath.Join(dir, askedFile), askedSteps{args.Steps})
	return nil
}

// askedFile is of the folder of a training, and tells how many steps it had been asked for
// when it had made them all.
const askedFile = "asked"

type askedSteps struct {
	Steps int `json:"steps"`
}

// stepsAsked is how many steps a training was asked for and has made; −1 if it was stopped
// before, or made them elsewhere.
func (s *Server) stepsAsked(name string) int {
	file := filepath.Join(s.shelf().Training(name), askedFile)
	var a askedSteps
	if folder.ReadJSON(file, &a) != nil && folder.ReadJSON(file, &a.Steps) != nil { // once it was a number alone
		return -1
	}
	return a.Steps
}

// trainingPlan is how a task begins, or goes on with what is there.
func (s *Server) trainingPlan(ctx context.Context, name string, args trainingArgs, jobs int) (training.Plan, error) {
	g, err := s.openGame(ctx, args.Game)
	if err != nil {
		return training.Plan{}, err
	}
	r := training.Request{Game: g, Method: args.Method, Preset: args.Preset, Set: args.Set, Seed: args.Seed, Jobs: jobs, Folder: s.shelf().Training(name)}
	if args.From != "" {
		if r.From, err = s.fileOfNetwork(args.From); err != nil {
			return training.Plan{}, err
		}
	}
	switch v, err := training.Look(r.Folder); {
	case err == nil:
		r = training.Resume(g, v, r.Folder, jobs)
	case !errors.As(err, new(training.ErrNone)):
		return training.Plan{}, err
	}
	r.Tables = func() *bearoff.Tables {
		tables, _ := bearoff.In(s.options.Data) // tables that cannot be kept are made again
		return tables
	}
	return training.Choose(ctx, r)
}

// fileOfNetwork is what training.Request.From takes for a network of that name.
func (s *Server) fileOfNetwork(name string) (string, error) {
	if slices.Contains(models.Names(), name) {
		return name, nil
	}
	if file, ok := s.shelf().File(name); ok {
		return file, nil
	}
	return "", refuse(http.StatusNotFound, "there is no network %q", name)
}

// withoutFolder is what an error says, with the name of a training in the place of its
// folder, which is nobody's business elsewhere.
func withoutFolder(err error, dir string) string {
	if errors.As(err, new(folder.ErrBusy)) {
		return errTrainedElsewhere.Error()
	}
	return strings.ReplaceAll(withoutPath(err), dir, filepath.Base(dir))
}

var errTrainedElsewhere = errors.New("another process learns in its folder: wait for it, or stop it there")

// TrainingMethod is a way to learn a game.
type TrainingMethod struct {
	Name    string           `json:"name" doc:"Name of the method."`
	About   string           `json:"about" doc:"What it does."`
	Step    string           `json:"step" doc:"What a step of it is called: round, stage or measurement."`
	Options []spec.Option    `json:"options" doc:"Its settings, with the defaults of the first preset."`
	Presets []TrainingPreset `json:"presets" doc:"Settings under a name, the usual ones first."`
	From    bool             `json:"from" doc:"Whether it can begin with a network."`
}

// TrainingPreset is settings under a name.
type TrainingPreset struct {
	Name     string            `json:"name" doc:"Its name."`
	About    string            `json:"about" doc:"What it is for."`
	Settings map[string]string `json:"settings" doc:"Values of the settings, by name."`
}

// TrainingMethods are the ways to learn a game.
type TrainingMethods struct {
	Game    string           `json:"game" doc:"Game spec."`
	Methods []TrainingMethod `json:"methods" doc:"The methods, the usual one first; none if the game cannot be learned."`
	Why     string           `json:"why,omitempty" doc:"Why there is none."`
}

// trainingMethods tells how a game can be learned.
func (s *Server) trainingMethods(ctx context.Context, in *struct {
	Spoken
	Game string `query:"game" required:"true" minLength:"1" maxLength:"200" doc:"Game spec."`
}) (*answer[TrainingMethods], error) {
	g, err := s.openGame(ctx, in.Game)
	if err != nil {
		return nil, err
	}
	w, all := wordsOf(ctx), TrainingMethods{Game: g.Info().ID, Methods: []TrainingMethod{}}
	usual, _ := training.MethodFor(g, "")
	for _, name := range training.MethodNames() {
		d, err := training.Describe(g, name)
		if err != nil {
			if name == usual.Name {
				all.Why = w.Text(err.Error())
			}
			continue
		}
		m := TrainingMethod{Name: d.Name, About: w.Text(d.About), Step: d.Step, From: d.Name != training.Value, Presets: []TrainingPreset{}}
		m.Options = inLanguage(w, spec.Schema{Options: d.Options}).Options
		for _, p := range d.Presets {
			m.Presets = append(m.Presets, TrainingPreset{p.Name, w.Text(p.About), training.Values(d.Method, p)})
		}
		all.Methods = append(all.Methods, m)
	}
	slices.SortStableFunc(all.Methods, func(a, b TrainingMethod) int {
		return -cmp.Compare(strconv.FormatBool(a.Name == usual.Name), strconv.FormatBool(b.Name == usual.Name))
	})
	if len(all.Methods) > 0 {
		all.Why = ""
	}
	return answered(all), nil
}

// TrainingRequest is a training to begin.
type TrainingRequest struct {
	Name     string            `json:"name" minLength:"1" maxLength:"64" doc:"Name of its folder and of its network: letters, digits, dots, dashes and underscores."`
	Game     string            `json:"game" minLength:"1" maxLength:"200" doc:"Game spec."`
	Method   string            `json:"method,omitempty" maxLength:"40" doc:"How it learns; empty for the game's usual method."`
	Preset   string            `json:"preset,omitempty" maxLength:"40" doc:"Settings to begin with; empty for the first."`
	Settings map[string]string `json:"settings,omitempty" maxProperties:"60" doc:"Settings that differ from the preset, by name."`
	From     string            `json:"from,omitempty" maxLength:"64" doc:"Name of the network to begin with."`
	Seed     string            `json:"seed,omitempty" maxLength:"20" doc:"Seed of all randomness, a whole number; 1 if it is empty."`
	Steps    int               `json:"steps" minimum:"1" maximum:"1000000" doc:"How many rounds, stages or measurements to make at the most; 1,000,000 are as good as no end."`
	Jobs     int               `json:"jobs,omitempty" minimum:"0" maximum:"1024" doc:"Jobs of the machine that it takes; 0 for all."`
	Priority int               `json:"priority,omitempty" minimum:"-100" maximum:"100" doc:"Tasks of higher priority begin first."`
}

func (s *Server) registerTrainingWork(a huma.API, tags []string) {
	route(a, huma.Operation{
		OperationID: "beginTraining", Method: http.MethodPost, Path: "/api/trainings", Tags: tags, Summary: "Begin a training: it is put into the queue",
	}, func(ctx context.Context, in *struct {
		Spoken
		Body TrainingRequest
	}) (*answer[TrainingLine], error) {
		return s.trainingAfter(ctx, in.Body.Name, s.beginTraining(ctx, in.Body))
	})
	route(a, huma.Operation{
		OperationID: "stopTraining", Method: http.MethodPost, Path: "/api/trainings/{name}/stop", Tags: tags, Summary: "Stop a training; what it has learned stays",
	}, func(ctx context.Context, in *TrainingNamed) (*answer[TrainingLine], error) {
		err := s.queue.Stop(trainingWork, in.Name)
		if err != nil {
			err = workRefusal(err)
		}
		return s.trainingAfter(ctx, in.Name, err)
	})
	type more struct {
		Steps int `json:"steps" minimum:"1" maximum:"1000000" doc:"How many more rounds, stages or measurements to make at the most."`
		Jobs  int `json:"jobs,omitempty" minimum:"0" maximum:"1024" doc:"Jobs of the machine that it takes; 0 for all."`
	}
	route(a, huma.Operation{
		OperationID: "goOnWithTraining", Method: http.MethodPost, Path: "/api/trainings/{name}/go-on", Tags: tags, Summary: "Go on with a training, wherever it was begun",
	}, func(ctx context.Context, in *struct {
		TrainingNamed
		Body more
	}) (*answer[TrainingLine], error) {
		return s.trainingAfter(ctx, in.Name, s.goOnTraining(ctx, in.Name, in.Body.Steps, in.Body.Jobs))
	})
	route(a, huma.Operation{
		OperationID: "deleteTraining", Method: http.MethodDelete, Path: "/api/trainings/{name}", Tags: tags, Summary: "Delete a training with its network",
	}, func(ctx context.Context, in *struct {
		TrainingNamed
		Confirm string `query:"confirm" maxLength:"64" doc:"The name once more: it cannot be undone."`
	}) (*struct{}, error) {
		return nil, s.deleteTraining(ctx, in.Name, in.Confirm)
	})
	route(a, huma.Operation{
		OperationID: "trainingGame", Method: http.MethodPost, Path: "/api/trainings/{name}/game", Tags: tags, Summary: "A sample game of the newest network",
	}, func(ctx context.Context, in *struct {
		TrainingNamed
		Body struct {
			Opponent string `json:"opponent,omitempty" maxLength:"200" doc:"One of the training's opponents; empty for the network itself."`
			Second   bool   `json:"second,omitempty" doc:"Whether the opponent begins."`
			Seed     int    `json:"seed,omitempty" minimum:"0" doc:"Seed of the game; 0 for any."`
		}
	}) (*answer[TrainingGame], error) {
		return s.sampleGame(ctx, in.Name, in.Body.Opponent, in.Body.Second, uint64(in.Body.Seed))
	})
}

// trainingAfter answers with a training after something was done with it.
func (s *Server) trainingAfter(ctx context.Context, name string, err error) (*answer[TrainingLine], error) {
	if err != nil {
		return nil, err
	}
	line, _, err := s.trainingLine(ctx, name)
	return answered(line), err
}

// trainingCheckTime is how long it may take to find out whether a training can begin.
const trainingCheckTime = 2 * time.Second

// beginTraining puts a new training into the queue.
func (s *Server) beginTraining(ctx context.Context, r TrainingRequest) error {
	if s.options.Data == "" {
		return errNoShelf
	}
	if err := s.freeName(r.Name); err != nil {
		return err
	}
	args := trainingArgs{Game: r.Game, Method: r.Method, Preset: r.Preset, From: r.From, Seed: 1, Steps: r.Steps}
	var err error
	if args.Set, err = settingList(r.Settings); err != nil {
		return err
	}
	if r.Seed != "" {
		if args.Seed, err = strconv.ParseUint(r.Seed, 10, 64); err != nil {
			return fmt.Errorf("seed %q: it must be a whole number from 0 to 2⁶⁴−1", r.Seed)
		}
	}
	err = s.pool.Do(ctx, clientOf(ctx), compiling, func(ctx context.Context) error {
		within, cancel := context.WithTimeout(ctx, trainingCheckTime)
		defer cancel()
		plan, err := s.trainingPlan(within, r.Name, args, runtime.GOMAXPROCS(0))
		if args.Method = plan.Method.Name; err != nil && within.Err() != nil && ctx.Err() == nil {
			return refuse(http.StatusBadRequest, "%s cannot be solved soon enough to be taught by a solver", r.Game)
		}
		return err
	})
	var wrong training.InputError
	if errors.As(err, &wrong) && wrong.Field == "set" { // the list is ours
		return wrong.Err
	}
	if err != nil {
		return err
	}
	err = s.queue.Add(queue.Task{Kind: trainingWork, Name: r.Name, Priority: r.Priority, Jobs: r.Jobs, Args: args.json()})
	if err != nil {
		return workRefusal(err)
	}
	return nil
}

// freeName refuses names that no new training can have.
func (s *Server) freeName(name string) error {
	if err := models.CheckName(name); err != nil {
		return err
	}
	names, err := s.shelf().Trainings()
	if err != nil {
		return refuse(http.StatusConflict, "the folder of trainings cannot be read")
	}
	_, dropped := s.shelf().File(name)
	switch {
	case slices.Contains(names, name), dropped, slices.Contains(network.Names(), name), s.queue.Room(trainingWork, name) != nil:
		return refuse(http.StatusConflict, "there is a training or a network %q already: choose another name", name)
	case len(names) >= mostTrainings:
		return refuse(http.StatusConflict, "%d trainings are kept already: delete some first", mostTrainings)
	}
	return nil
}

// settingList writes settings as package setting reads them.
func settingList(settings map[string]string) (string, error) {
	var list []string
	for _, name := range slices.Sorted(maps.Keys(settings)) {
		if strings.ContainsAny(name+settings[name], ",=") || len(settings[name]) > 40 {
			return "", fmt.Errorf("setting %q: its value must be a number or a word", name)
		}
		list = append(list, name+"="+settings[name])
	}
	return strings.Join(list, ","), nil
}

// goOnTraining puts a training that is there into the queue again.
func (s *Server) goOnTraining(ctx context.Context, name string, steps, jobs int) error {
	line, v, err := s.trainingLine(ctx, name)
	if err != nil {
		return err
	}
	switch task, queued := s.queue.Find(trainingWork, name); {
	case line.State == trainingAway:
		return refuse(http.StatusConflict, "%s", errTrainedElsewhere)
	case line.State == trainingFinished:
		return refuse(http.StatusConflict, "the training has learned from all its games")
	case v.Settings == nil && queued: // it has never begun
		if err := s.queue.GoOn(trainingWork, task.Name); err != nil {
			return workRefusal(err)
		}
		return nil
	case v.Settings == nil:
		return refuse(http.StatusConflict, "its folder cannot be read")
	}
	args := trainingArgs{Game: v.Game, Method: v.Method.Name, Seed: v.Seed, Steps: len(v.History) + steps}
	if err := s.queue.Add(queue.Task{Kind: trainingWork, Name: name, Jobs: jobs, Args: args.json()}); err != nil {
		return workRefusal(err)
	}
	return nil
}

// deleteTraining deletes a training and its folder.
func (s *Server) deleteTraining(ctx context.Context, name, confirm string) error {
	line, _, err := s.trainingLine(ctx, name)
	switch {
	case err != nil:
		return err
	case confirm != name:
		return confirmed(name, confirm)
	case line.State == trainingAway:
		return refuse(http.StatusConflict, "%s", errTrainedElsewhere)
	}
	if err := s.queue.Remove(ctx, trainingWork, name); err != nil && !errors.Is(err, queue.ErrNone) {
		return workRefusal(err)
	}
	if err := os.RemoveAll(s.shelf().Training(name)); err != nil {
		return refuse(http.StatusConflict, "the training %q could not be deleted", name)
	}
	return nil
}

// TrainingGame is a game that the newest network of a training has played.
type TrainingGame struct {
	Game    string   `json:"game" doc:"Game spec."`
	Moves   string   `json:"moves" doc:"The moves, as the game writes them in a row."`
	Players []string `json:"players" doc:"Who played, by seat: the training's name, or an agent spec."`
	Outcome string   `json:"outcome" doc:"How it ended, in words."`
	Steps   int      `json:"steps" doc:"Steps that the training had made."`
}

// trainingOpponents are whom a network can meet.
func trainingOpponents(v training.View) (list []string) {
	list = []string{"random"}
	switch s := v.Settings.(type) {
	case zero.Settings:
		for _, b := range s.Baselines {
			if !slices.Contains(list, b) {
				list = append(list, b)
			}
		}
	default:
		switch v.Method.Name {
		case training.TD:
			list = append(list, "pubeval")
		case training.Value:
			list = append(list, "uct:sims=500")
		}
	}
	return append(list, agents.LevelID+":5")
}

// sampleGame plays a game of the newest network in the pool.
func (s *Server) sampleGame(ctx context.Context, name, opponent string, second bool, seed uint64) (*answer[TrainingGame], error) {
	line, v, err := s.trainingLine(ctx, name)
	switch {
	case err != nil:
		return nil, err
	case !line.Trained:
		return nil, refuse(http.StatusConflict, "the training has no network yet: wait for its first step")
	case opponent != "" && !slices.Contains(trainingOpponents(v), opponent):
		return nil, fmt.Errorf("opponent %q: it must be one of %s", opponent, strings.Join(trainingOpponents(v), ", "))
	}
	g, err := s.openGame(ctx, v.Game)
	if err != nil {
		return nil, err
	}
	m := arena.Match{Game: g, Games: 1, Jobs: 1, Seed: cmp.Or(seed, rand.Uint64())}
	names, specs := []string{name, cmp.Or(opponent, name)}, []string{line.Agent, cmp.Or(opponent, line.Agent)}
	if v.Method.Name == training.Zero || v.Method.Name == training.Solver {
		specs[0] += ",temperature=0.3" // so that no two games are the same
		if opponent == "" {
			specs[1] = specs[0]
		}
	}
	if second {
		slices.Reverse(names)
		slices.Reverse(specs)
	}
	for _, text := range specs {
		spec, err := s.agent(text, g)
		if err != nil {
			return nil, err
		}
		m.Agents = append(m.Agents, spec)
	}
	played := TrainingGame{Game: v.Game, Players: names, Steps: line.Steps}
	w := wordsOf(ctx)
	err = s.pool.Do(ctx, clientOf(ctx), analysing, func(ctx context.Context) error {
		return m.Run(newPausing(ctx), func(r arena.Record) error {
			played.Moves = r.Moves
			played.Outcome = w.Result(g, r, func(seat game.Player) string { return names[seat] })
			return nil
		})
	})
	return answered(played), err
}
