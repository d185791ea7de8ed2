package web

import (
	"context"
	"errors"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"gambito/agent"
	"gambito/arena"
	"gambito/examples"
	"gambito/experiment"
	"gambito/game"
	"gambito/spec"
)

// What an experiment of the page may be.
const (
	experimentBytes  = 256 << 10
	experimentGames  = 5_000_000 // that are played
	experimentAgents = 200
	experimentVenues = 100
)

// ExperimentText is an experiment file.
type ExperimentText struct {
	YAML string `json:"yaml" maxLength:"262144" doc:"The text of an experiment file."`
}

// ExperimentRead is what an experiment file says.
type ExperimentRead struct {
	Form     *experiment.File     `json:"form,omitempty" doc:"What could be read; none if that is nothing."`
	Problems []experiment.Problem `json:"problems" doc:"What is wrong, in the order of the text; empty if it can be played."`
	Planned  int                  `json:"planned" doc:"Games that would be played at the most; 0 if it cannot be played."`
	Games    []ExperimentGame     `json:"games" doc:"The games, if it can be played."`
	Agents   []ExperimentAgent    `json:"agents" doc:"The agents, if it can be played."`
}

// ExperimentGame is a game of an experiment.
type ExperimentGame struct {
	Spec string `json:"spec" doc:"As the file names it."`
	ID   string `json:"id" doc:"As results name it."`
	Name string `json:"name" doc:"What people call it."`
}

// ExperimentAgent is an agent of an experiment.
type ExperimentAgent struct {
	Name     string              `json:"name" doc:"What it is called in the run."`
	Spec     string              `json:"spec" doc:"As the file names it."`
	Resolved []ExperimentVariant `json:"resolved" doc:"What it is in the games, with every option."`
}

// ExperimentVariant is what an agent is in some of the games.
type ExperimentVariant struct {
	Spec  string   `json:"spec" doc:"Agent spec with every option."`
	Games []string `json:"games" doc:"The games in which it is that, by id."`
}

// ExperimentExample is an experiment file to begin with.
type ExperimentExample struct {
	Name  string `json:"name" doc:"Its name."`
	About string `json:"about" doc:"What it finds out, in a sentence."`
	YAML  string `json:"yaml" doc:"The file."`
}

func (s *Server) registerExperiments(a huma.API) {
	tags := []string{"experiments"}
	route(a, huma.Operation{
		OperationID: "readExperiment", Method: http.MethodPost, Path: "/api/experiments/read", Tags: tags, Summary: "Read an experiment file, and tell what is wrong with it",
	}, func(ctx context.Context, in *struct {
		Spoken
		Body ExperimentText
	}) (*answer[ExperimentRead], error) {
		read, err := s.readExperiment(ctx, in.Body.YAML)
		if err != nil {
			return nil, err
		}
		return answered(read.shown(ctx)), nil
	})
	route(a, huma.Operation{
		OperationID: "writeExperiment", Method: http.MethodPost, Path: "/api/experiments/write", Tags: tags, Summary: "Write an experiment file",
	}, func(_ context.Context, in *struct {
		Spoken
		Body struct {
			Form experiment.File `json:"form" doc:"What it is to say."`
			YAML string          `json:"yaml,omitempty" maxLength:"262144" doc:"A file that says something else: of it stays what need not change, comments and layout included."`
		}
	}) (*answer[ExperimentText], error) {
		return answered(ExperimentText{string(in.Body.Form.Update([]byte(in.Body.YAML)))}), nil
	})
	route(a, huma.Operation{
		OperationID: "experimentKeys", Method: http.MethodGet, Path: "/api/experiments/keys", Tags: tags, Summary: "What an experiment file may say",
	}, func(ctx context.Context, _ *Spoken) (*answer[[]spec.Option], error) {
		return answered(inLanguage(wordsOf(ctx), spec.Schema{Options: experiment.Keys}).Options), nil
	})
	route(a, huma.Operation{
		OperationID: "experimentExamples", Method: http.MethodGet, Path: "/api/experiments/examples", Tags: tags, Summary: "Experiment files to begin with",
	}, func(ctx context.Context, _ *Spoken) (*answer[[]ExperimentExample], error) {
		var list []ExperimentExample
		for _, e := range examples.All() {
			list = append(list, ExperimentExample{e.Name, wordsOf(ctx).Text(e.About), e.Text})
		}
		return answered(list), nil
	})
}

// experimentSent is an experiment file that was sent.
type experimentSent struct {
	file       experiment.File
	experiment *arena.Experiment // nil if it cannot be played
	problems   []experiment.Problem
}

// readExperiment reads an experiment file, whose agents and openings may be such as
// clients may use.
func (s *Server) readExperiment(ctx context.Context, text string) (sent experimentSent, err error) {
	if len(text) > experimentBytes {
		return sent, refuse(http.StatusRequestEntityTooLarge, "the experiment has more than %d kB", experimentBytes>>10)
	}
	err = s.pool.Do(ctx, clientOf(ctx), compiling, func(ctx context.Context) error {
		sent.file, sent.experiment, sent.problems = experiment.Check([]byte(text), s.experimentLibrary(ctx))
		return ctx.Err()
	})
	return sent, err
}

// experimentLibrary finds what experiment files name. Files that clients name are read
// with --trust only.
func (s *Server) experimentLibrary(ctx context.Context) experiment.Library {
	games, agents := 0, 0
	return experiment.Library{
		Game: func(text string) (game.Game, error) {
			if games++; games > experimentVenues {
				return nil, refuse(http.StatusBadRequest, "an experiment of the page has at most %d games", experimentVenues)
			}
			return s.game(ctx, text)
		},
		Agent: func(text string) (agent.Spec, error) {
			if agents++; agents > experimentAgents {
				return agent.Spec{}, refuse(http.StatusBadRequest, "an experiment of the page has at most %d agents", experimentAgents)
			}
			return s.allowed(text)
		},
		Openings: func(g game.Game, text string) (arena.Openings, error) {
			if experiment.IsFile(text) && !s.options.Trust {
				return arena.Openings{}, refuse(http.StatusForbidden, "openings %q: they are read from a file, which needs gambito serve --trust", text)
			}
			openings, err := arena.ParseOpenings(g, text)
			return openings.Named(text), err
		},
	}
}

// shown is what a page is told of an experiment file.
func (e experimentSent) shown(ctx context.Context) ExperimentRead {
	w := wordsOf(ctx)
	read := ExperimentRead{Form: &e.file, Problems: e.problems, Games: []ExperimentGame{}, Agents: []ExperimentAgent{}}
	for i := range read.Problems {
		read.Problems[i].Detail = shortened(w.Text(shortened(withoutPath(errors.New(read.Problems[i].Detail)))))
	}
	if e.file.Name == "" && len(e.file.Games)+len(e.file.Agents) == 0 && len(e.problems) == 1 {
		read.Form = nil
	}
	if e.experiment == nil {
		return read
	}
	settings := e.experiment.Settings()
	read.Planned = settings.Plan().Total()
	for i, v := range e.experiment.Venues {
		read.Games = append(read.Games, ExperimentGame{e.file.Games[i], v.Game.Info().ID, w.Text(v.Game.Info().Name)})
	}
	for i, a := range settings.Agents {
		shown := ExperimentAgent{Name: a.Name, Spec: e.file.Agents[i].Spec}
		for _, by := range settings.ByGame(i) {
			shown.Resolved = append(shown.Resolved, ExperimentVariant{by.Spec, by.Games})
		}
		read.Agents = append(read.Agents, shown)
	}
	return read
}

// playable is the experiment, or why it cannot be played here.
func (e experimentSent) playable() (*arena.Experiment, error) {
	if len(e.problems) > 0 {
		p, refusal := e.problems[0], new(Refusal)
		if errors.As(p.Err, &refusal) {
			return nil, refuse(refusal.Status, "%s", p.Err)
		}
		return nil, p.Err
	}
	if planned := e.experiment.Settings().Plan().Total(); planned > experimentGames {
		return nil, refuse(http.StatusBadRequest, "the experiment has %d games, and this server plays at most %d: ask for fewer rounds or games a pair", planned, experimentGames)
	}
	return e.experiment, nil
}
