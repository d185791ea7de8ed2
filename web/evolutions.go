package web

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"gambito/learn/breed"
	"gambito/learn/setting"
	"gambito/progress"
	"gambito/queue"
	"gambito/spec"
)

// EvolutionOptions are what can be bred, and how.
type EvolutionOptions struct {
	Options []spec.Option     `json:"options" doc:"The settings, with the defaults of the first preset."`
	Presets []EvolutionPreset `json:"presets" doc:"Settings under a name, the default first."`
	Players []EvolutionPlayer `json:"players" doc:"The kinds of players that can be bred."`
	Limits  EvolutionLimits   `json:"limits" doc:"What this server breeds at the most."`
}

// EvolutionPreset is settings under a name.
type EvolutionPreset struct {
	Name     string            `json:"name" doc:"What it is called."`
	About    string            `json:"about" doc:"What it is."`
	Settings map[string]string `json:"settings" doc:"All settings by their names."`
}

// EvolutionPlayer is a kind of player.
type EvolutionPlayer struct {
	Name  string          `json:"name" doc:"Name of the agent that takes the numbers as its weights."`
	Game  string          `json:"game" doc:"The game that it plays."`
	Genes []EvolutionGene `json:"genes" doc:"Its numbers."`
}

// EvolutionGene is a number by which a player plays.
type EvolutionGene struct {
	Name    string `json:"name" doc:"What it means, in a few words."`
	Low     int    `json:"low" doc:"Least that it may be."`
	High    int    `json:"high" doc:"Most that it may be."`
	Default int    `json:"default" doc:"What it is of the agent that comes along."`
}

// EvolutionLimits are what may be bred.
type EvolutionLimits struct {
	Individuals int `json:"individuals" doc:"Individuals of all islands at the most."`
	Generations int `json:"generations" doc:"Generations at the most."`
	Games       int `json:"games" doc:"Games of all generations and finals at the most."`
	Agreeing    int `json:"agreeing" doc:"Games of a generation at the most where agreement with an agent counts."`
	Climbing    int `json:"climbing" doc:"Generations at the most of a network."`
	Numbers     int `json:"numbers" doc:"Numbers of all individuals at the most."`
}

var evolutionLimits = EvolutionLimits{Individuals: 1000, Generations: 2000, Games: 500_000_000, Agreeing: 2000, Climbing: 100_000, Numbers: 200_000}

// EvolutionBegin asks for an evolution.
type EvolutionBegin struct {
	Name     string            `json:"name" minLength:"1" maxLength:"64" doc:"What it is to be called: letters, digits, dots, dashes and underscores."`
	Preset   string            `json:"preset,omitempty" maxLength:"40" doc:"Settings to begin with; empty for the default."`
	Settings map[string]string `json:"settings,omitempty" doc:"Settings that are other than the preset's, by their names."`
	Seed     string            `json:"seed,omitempty" maxLength:"20" doc:"Seed of everything, a whole number; 1 if it is empty."`
	Jobs     int               `json:"jobs,omitempty" minimum:"0" maximum:"1024" doc:"Jobs of the machine that it takes; 0 for all."`
	Priority int               `json:"priority,omitempty" minimum:"-100" maximum:"100" doc:"What has a higher one begins first."`
}

// EvolutionNamed is the part of a request that names an evolution.
type EvolutionNamed struct {
	Spoken
	Name string `path:"name" maxLength:"64" doc:"Name of the evolution."`
}

// evolutionWork is the kind of work of the queue.
const evolutionWork = "evolution"

func (s *Server) registerEvolutions(a huma.API) {
	tags := []string{"evolutions"}
	route(a, huma.Operation{
		OperationID: "evolutionOptions", Method: http.MethodGet, Path: "/api/evolutions/options", Tags: tags, Summary: "What can be bred, and how",
	}, func(ctx context.Context, _ *struct{ Spoken }) (*answer[EvolutionOptions], error) {
		return answered(evolutionOptions(ctx)), nil
	})
	route(a, huma.Operation{
		OperationID: "beginEvolution", Method: http.MethodPost, Path: "/api/evolutions", Tags: tags, Summary: "Begin an evolution, or put it into the queue",
	}, func(ctx context.Context, in *struct {
		Spoken
		Body EvolutionBegin
	}) (*answer[EvolutionInfo], error) {
		return s.beginEvolution(ctx, in.Body)
	})
	route(a, huma.Operation{
		OperationID: "goOnWithEvolution", Method: http.MethodPost, Path: "/api/evolutions/{name}/go-on", Tags: tags,
		Summary: "Go on with an evolution, with more generations if it has ended",
	}, func(ctx context.Context, in *struct {
		EvolutionNamed
		Body struct {
			Generations int `json:"generations,omitempty" minimum:"0" maximum:"100000" doc:"How many generations there are to be in all; 0 for as many as planned."`
			Jobs        int `json:"jobs,omitempty" minimum:"0" maximum:"1024" doc:"Jobs of the machine that it takes; 0 for all."`
			Priority    int `json:"priority,omitempty" minimum:"-100" maximum:"100" doc:"What has a higher one begins first."`
		}
	}) (*answer[EvolutionInfo], error) {
		settings, err := s.evolutionSettings(in.Name, in.Body.Generations)
		if err != nil {
			return nil, err
		}
		return s.queueEvolution(ctx, in.Name, settings, in.Body.Jobs, in.Body.Priority)
	})
	route(a, huma.Operation{
		OperationID: "deleteEvolution", Method: http.MethodDelete, Path: "/api/evolutions/{name}", Tags: tags, Summary: "Stop an evolution if it runs, and delete it",
	}, func(ctx context.Context, in *struct {
		EvolutionNamed
		Confirm string `query:"confirm" maxLength:"64" doc:"Its name once more."`
	}) (*struct{}, error) {
		return nil, s.deleteEvolution(ctx, in.Name, in.Confirm)
	})
	s.registerEvolutionViews(a)
}

func evolutionOptions(ctx context.Context) EvolutionOptions {
	w := wordsOf(ctx)
	o := EvolutionOptions{Limits: evolutionLimits}
	o.Options = inLanguage(w, spec.Schema{Options: setting.Defaults(breed.Options, breed.Default())}).Options
	for _, p := range breed.Described() {
		preset := EvolutionPreset{p.Name, w.Text(p.About), map[string]string{}}
		for _, option := range breed.Options {
			preset.Settings[option.Name] = setting.Text(p.Settings, option.Name)
		}
		o.Presets = append(o.Presets, preset)
	}
	for _, k := range breed.Kinds {
		o.Players = append(o.Players, EvolutionPlayer{k.Name, k.Game, evolutionGenes(ctx, k)})
	}
	return o
}

func evolutionGenes(ctx context.Context, k breed.Kind) (genes []EvolutionGene) {
	usual := k.Shown(k.Default)
	for i, name := range k.Names {
		r := k.ShownRange(i)
		genes = append(genes, EvolutionGene{wordsOf(ctx).Text(name), r.Low, r.High, usual[i]})
	}
	return genes
}

// evolutionName is what a name may be, for it is that of a file.
var evolutionName = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$`)

// evolutionFile is where an evolution is kept.
func (s *Server) evolutionFile(name string) (string, error) {
	switch {
	case s.options.Data == "":
		return "", refuse(http.StatusConflict, "there is no data folder to keep evolutions in: start gambito serve with --data DIR")
	case !evolutionName.MatchString(name):
		return "", fmt.Errorf("name %q: it must be 1 to 64 letters, digits, dots, dashes and underscores, the first a letter or a digit", name)
	}
	return filepath.Join(s.options.Data, "evolutions", name+".json"), nil
}

// beginEvolution puts a new evolution into the queue.
func (s *Server) beginEvolution(ctx context.Context, b EvolutionBegin) (*answer[EvolutionInfo], error) {
	file, err := s.evolutionFile(b.Name)
	if err != nil {
		return nil, err
	}
	if _, err := os.Stat(file); err == nil {
		return nil, refuse(http.StatusConflict, "there is an evolution %q already: choose another name, or go on with it", b.Name)
	}
	preset := b.Preset
	if preset == "" {
		preset = "default"
	}
	p, err := setting.FindPreset(breed.Described(), preset)
	if err != nil {
		return nil, err
	}
	settings := p.Settings.(breed.Settings)
	settings.Genetic.Seed = 1
	if b.Seed != "" {
		if settings.Genetic.Seed, err = strconv.ParseUint(b.Seed, 10, 64); err != nil {
			return nil, fmt.Errorf("seed %q: it must be a whole number from 0 to 2⁶⁴−1", b.Seed)
		}
	}
	for name, value := range b.Settings {
		switch name {
		case "against": // a spec may have commas
			settings.Against = value
		case "search":
			settings.Search = value
		default:
			if strings.Contains(value, ",") {
				return nil, fmt.Errorf("%s %q: there must be no comma in it", name, value)
			}
			if err := setting.Set(breed.Options, &settings, name+"="+value); err != nil {
				return nil, err
			}
		}
	}
	return s.queueEvolution(ctx, b.Name, settings, b.Jobs, b.Priority)
}

// evolutionSettings are those of an evolution that is kept, with a number of generations
// unless that is 0.
func (s *Server) evolutionSettings(name string, generations int) (breed.Settings, error) {
	v, err := s.lookAtEvolution(name)
	if err != nil {
		return breed.Settings{}, err
	}
	settings := v.Settings
	if generations > 0 {
		settings.Genetic.Generations = generations
	}
	switch {
	case generations > 0 && generations < len(v.Log):
		return settings, fmt.Errorf("%d generations: %d were bred already", generations, len(v.Log))
	case generations > 0 && settings.Genetic.Scheduled() && generations != v.Settings.Genetic.Generations:
		return settings, errors.New("the number of generations cannot be changed, for the rate of mutation or the temperature falls by it")
	case generations > 0:
		settings.Genetic.Stale = 0 // who asks for more generations gets them
	}
	return settings, nil
}

// queueEvolution checks an evolution and puts it into the queue.
func (s *Server) queueEvolution(ctx context.Context, name string, settings breed.Settings, jobs, priority int) (*answer[EvolutionInfo], error) {
	if err := s.checkEvolution(ctx, settings); err != nil {
		return nil, err
	}
	args, err := json.Marshal(settings)
	if err != nil {
		return nil, err
	}
	if err := s.queue.Add(queue.Task{Kind: evolutionWork, Name: name, Jobs: jobs, Priority: priority, Args: args}); err != nil {
		return nil, workRefusal(err)
	}
	return answered(s.evolutionInfo(ctx, name)), nil
}

// checkEvolution refuses what is wrong or would cost too much.
func (s *Server) checkEvolution(ctx context.Context, settings breed.Settings) error {
	if err := settings.Check(); err != nil {
		return err
	}
	l, g := evolutionLimits, settings.Genetic
	individuals := g.Population * g.Islands
	rivals := breed.Opponents(s.options.Agents, settings.Against)
	games := float64(individuals)*float64(settings.Games)*float64(g.Generations) + float64(settings.Finalists)*float64(settings.FinalGames)
	games *= float64(len(rivals))
	kind, err := settings.Kind()
	if err != nil {
		return err
	}
	if kind.Long() {
		l.Generations = l.Climbing
	}
	switch {
	case individuals*len(kind.Genome) > l.Numbers:
		return fmt.Errorf("%d numbers of all individuals: there may be %d at most", individuals*len(kind.Genome), l.Numbers)
	case individuals > l.Individuals:
		return fmt.Errorf("%d individuals on all islands: there may be %d at most", individuals, l.Individuals)
	case g.Generations > l.Generations:
		return fmt.Errorf("%d generations: there may be %d at most", g.Generations, l.Generations)
	case settings.Agree != "" && settings.Games > l.Agreeing:
		return fmt.Errorf("agreement on the positions of %d games: there may be %d at most", settings.Games, l.Agreeing)
	case games > float64(l.Games):
		return fmt.Errorf("%.0f games in all: there may be %d at most", games, l.Games)
	}
	for _, rival := range rivals {
		if rival == breed.Self || rival == breed.Usual {
			continue
		}
		if _, err := s.allowed(rival); err != nil {
			return err
		}
	}
	if settings.Search != "" {
		if _, err := s.allowed(settings.Search); err != nil {
			return err
		}
	}
	board, err := s.openGame(ctx, settings.GameSpec())
	if err != nil {
		return err
	}
	_, err = breed.New(board, s.options.Agents, settings, 1)
	return err
}

// deleteEvolution deletes an evolution, which is stopped before, unless another process
// breeds it.
func (s *Server) deleteEvolution(ctx context.Context, name, confirm string) error {
	file, err := s.evolutionFile(name)
	if err != nil {
		return err
	}
	if err := confirmed(name, confirm); err != nil {
		return err
	}
	err = s.queue.Remove(ctx, evolutionWork, name)
	_, missing := os.Stat(file)
	switch {
	case errors.Is(err, queue.ErrNone) && errors.Is(missing, fs.ErrNotExist):
		return refuse(http.StatusNotFound, "there is no evolution %q", name)
	case err != nil && !errors.Is(err, queue.ErrNone):
		return workRefusal(err)
	case s.bredElsewhere(name):
		return refuse(http.StatusConflict, "another process breeds %q: stop it there first", name)
	}
	for _, f := range []string{file, breed.FinalsFile(file), breed.ModelFile(file), file + ".lock"} {
		if err := os.Remove(f); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}

// evolutionKind breeds: it goes on where the file says, and plays the finals in the end.
func evolutionKind(s *Server) queue.Kind {
	return queue.Kind{Name: evolutionWork, Do: func(ctx context.Context, t queue.Task, tell progress.Func) error {
		var settings breed.Settings
		if err := json.Unmarshal(t.Args, &settings); err != nil {
			return err
		}
		if err := s.checkEvolution(ctx, settings); err != nil {
			return err
		}
		file, err := s.evolutionFile(t.Name)
		if err != nil {
			return err
		}
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			return err
		}
		board, err := s.openGame(ctx, settings.GameSpec())
		if err != nil {
			return err
		}
		jobs := t.Jobs
		if jobs == 0 {
			jobs = runtime.GOMAXPROCS(0)
		}
		e, err := breed.New(board, s.options.Agents, settings, jobs)
		if err != nil {
			return err
		}
		return evolve(ctx, e, file, tell)
	}}
}

// evolve breeds in a file until nothing is left to do.
func evolve(ctx context.Context, e *breed.Evolution, file string, tell progress.Func) error {
	if _, err := e.KeepIn(file); err != nil {
		if errors.As(err, new(breed.ErrBusy)) {
			return errors.New("another process breeds it: wait for it, or stop it")
		}
		return err
	}
	defer e.Leave()
	if err := e.Keep(); err != nil {
		return err
	}
	e.Progress = tell
	if err := e.Evolve(ctx, func(*breed.Evolution) error { return nil }); err != nil {
		return err
	}
	_, err := e.Finals(ctx)
	return err
}
