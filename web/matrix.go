package web

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"gambito/api"
	"gambito/report/chart"
	"gambito/shell"
	"gambito/spec"
	"gambito/theory"
	"gambito/theory/lecture"
)

// MatrixRequest asks what there is to know of a game in normal form.
type MatrixRequest struct {
	Game    string   `json:"game" minLength:"1" maxLength:"20000" doc:"A game as gambito matrix reads it, such as 3 -1; -2 4, or the name of one that comes along."`
	Methods []string `json:"methods,omitempty" maxItems:"12" doc:"The methods to apply; without any all that fit."`
	Rounds  int      `json:"rounds,omitempty" minimum:"1" maximum:"10000" default:"1000" doc:"Rounds of fictitious play and regret matching."`
}

// MatrixLesson is what there is to know of a game, to be shown on a page.
type MatrixLesson struct {
	Matrix   api.Matrix      `json:"matrix" doc:"What was found out."`
	Fits     []MatrixFit     `json:"fits" doc:"All methods there are, and whether they fit."`
	Pictures []MatrixPicture `json:"pictures" doc:"Drawings of the methods that were applied and can be drawn."`
	Command  string          `json:"command" doc:"The command that tells the same."`
}

// MatrixFit is a method, and whether it can be applied to a game.
type MatrixFit struct {
	Method theory.Method `json:"method" doc:"The method."`
	Why    string        `json:"why,omitempty" doc:"Why it cannot be applied; absent if it can."`
}

// MatrixPicture is a drawing of a method: a chart, or a phase picture.
type MatrixPicture struct {
	Method theory.Method `json:"method" doc:"The method."`
	Chart  *chart.Chart  `json:"chart,omitempty" doc:"The lines of the geometric method, or how learning went."`
	Phase  *MatrixPhase  `json:"phase,omitempty" doc:"Where strategies go from every place."`
}

// MatrixPhase is how strategies change. Places are pairs of probabilities, drawn from 0
// to 1 to the right and upward.
type MatrixPhase struct {
	Title   string         `json:"title" doc:"What changes them."`
	X       string         `json:"x,omitempty" doc:"What the probability to the right is, of two players with two strategies."`
	Y       string         `json:"y,omitempty" doc:"What the probability upward is."`
	Corners []string       `json:"corners,omitempty" doc:"The strategies at the corners of a triangle, of one population with three: lower left, lower right, top."`
	Arrows  [][4]float64   `json:"arrows" doc:"A place each, and how far it goes from there to the right and upward; 1 is the longest."`
	Paths   [][][2]float64 `json:"paths" doc:"Ways of some starts, as places one after the other."`
	Dots    [][2]float64   `json:"dots" doc:"Places of equilibria."`
}

// What a game may cost.
const (
	matrixTime     = 5 * time.Second
	matrixProfiles = 400
)

func (s *Server) registerMatrix(a huma.API) {
	route(a, huma.Operation{
		OperationID: "solve-matrix", Method: http.MethodPost, Path: "/api/matrix", Tags: []string{"classroom"},
		Summary: "What there is to know of a game in which all choose at once, step by step",
	}, func(ctx context.Context, in *struct {
		Spoken
		Body MatrixRequest
	}) (*answer[MatrixLesson], error) {
		return s.matrix(ctx, in.Body)
	})
	route(a, huma.Operation{
		OperationID: "list-matrices", Method: http.MethodGet, Path: "/api/matrix/examples", Tags: []string{"classroom"},
		Summary: "Games in which all choose at once that come along",
	}, func(ctx context.Context, _ *struct{ Spoken }) (*answer[[]api.MatrixExample], error) {
		return matrixExamples(ctx)
	})
}

// matrixExamples are the games that come along, with names in the language of the request.
func matrixExamples(ctx context.Context) (*answer[[]api.MatrixExample], error) {
	in := wordsOf(ctx)
	list := []api.MatrixExample{}
	for _, name := range theory.Examples() {
		g, err := matrixGame(name)
		if err != nil {
			return nil, err
		}
		g.Name = in.Text(g.Name)
		for p, player := range g.Players {
			g.Players[p].Name = in.Text(player.Name)
			for i, strategy := range player.Strategies {
				g.Players[p].Strategies[i] = in.Text(strategy)
			}
		}
		list = append(list, api.MatrixExample{Name: name, Game: g.Name, Text: g.Format()})
	}
	return answered(list), nil
}

// matrixGame reads a game, or finds one that comes along.
func matrixGame(text string) (*theory.Game, error) {
	if example, ok := theory.Example(text); ok {
		text = example
	} else if strings.Trim(text, "abcdefghijklmnopqrstuvwxyz-") == "" && strings.Trim(text, "-") != "" {
		return nil, fmt.Errorf("game: there is no %q %s", text, spec.Suggest(text, theory.Examples()))
	}
	g, err := theory.Parse(text)
	if err == nil && g.Profiles() > matrixProfiles {
		err = fmt.Errorf("the page shows games of at most %d combinations of strategies: gambito matrix takes more", matrixProfiles)
	}
	return g, err
}

// methods are those that are asked for, in the order of a lecture.
func (q MatrixRequest) methods(g *theory.Game) ([]theory.Method, error) {
	if len(q.Methods) == 0 {
		return g.Fitting(), nil
	}
	var names []string
	for _, m := range theory.Methods {
		names = append(names, string(m))
	}
	var list []theory.Method
	for _, name := range q.Methods {
		if !slices.Contains(names, name) {
			return nil, fmt.Errorf("methods: there is no %q %s", shortened(name), spec.Suggest(shortened(name), names))
		}
		if err := g.Fits(theory.Method(name)); err != nil {
			return nil, fmt.Errorf("method %s: %w", name, errors.Unwrap(err))
		}
		list = append(list, theory.Method(name))
	}
	return list, nil
}

func (s *Server) matrix(ctx context.Context, q MatrixRequest) (*answer[MatrixLesson], error) {
	g, err := matrixGame(q.Game)
	if err != nil {
		return nil, err
	}
	methods, err := q.methods(g)
	if err != nil {
		return nil, err
	}
	in := wordsOf(ctx)
	l := MatrixLesson{Pictures: []MatrixPicture{}, Command: q.command(g)}
	for _, m := range theory.Methods {
		fit := MatrixFit{Method: m}
		if err := g.Fits(m); err != nil {
			fit.Why = in.Text(errors.Unwrap(err).Error())
		}
		l.Fits = append(l.Fits, fit)
	}
	ctx, cancel := context.WithTimeoutCause(ctx, matrixTime, errMatrix)
	defer cancel()
	err = s.pool.Do(ctx, clientOf(ctx), analysing, func(ctx context.Context) error {
		a, err := theory.Analyse(newPausing(ctx), g, methods, q.Rounds)
		if err != nil {
			return err
		}
		l.Matrix = api.NewMatrix(in, a)
		for _, name := range lecture.Pictures(g) {
			if !slices.Contains(methods, theory.Method(name)) {
				continue
			}
			giveWay(ctx)
			if ctx.Err() != nil {
				return context.Cause(ctx)
			}
			p, err := lecture.NewPicture(in, g, name, q.Rounds)
			if err != nil {
				return err
			}
			l.Pictures = append(l.Pictures, newMatrixPicture(p))
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return answered(l), nil
}

var errMatrix = refuse(http.StatusRequestTimeout, "this takes too long: choose one method, fewer rounds, a smaller matrix or shorter numbers")

// command is the command that tells the same.
func (q MatrixRequest) command(g *theory.Game) string {
	text := q.Game
	if _, ok := theory.Example(text); !ok {
		text = strings.Join(strings.Split(strings.TrimSpace(g.Format()), "\n"), "; ")
	}
	command := "gambito matrix " + shell.Quote(text)
	if len(q.Methods) > 0 {
		command += " --method " + strings.Join(q.Methods, ",")
	}
	if q.Rounds != 1000 {
		command += fmt.Sprintf(" --rounds %d", q.Rounds)
	}
	return command + " --steps"
}

func newMatrixPicture(p lecture.Picture) MatrixPicture {
	picture := MatrixPicture{Method: theory.Method(p.Name), Chart: p.Chart}
	if p.Phase == nil {
		return picture
	}
	phase := &MatrixPhase{Title: p.Phase.Title, X: p.Phase.X, Y: p.Phase.Y, Corners: p.Phase.Corners, Paths: [][][2]float64{}, Dots: [][2]float64{}, Arrows: [][4]float64{}}
	flat := func(at [2]float64) [2]float64 {
		x, y := p.Phase.Flat(at)
		return [2]float64{x, y}
	}
	for _, a := range p.Phase.Arrows {
		at := flat(a[0])
		phase.Arrows = append(phase.Arrows, [4]float64{at[0], at[1], a[1][0], a[1][1]})
	}
	for _, path := range p.Phase.Paths {
		places := [][2]float64{}
		for _, at := range path {
			places = append(places, flat(at))
		}
		phase.Paths = append(phase.Paths, places)
	}
	for _, dot := range p.Phase.Dots {
		phase.Dots = append(phase.Dots, flat(dot))
	}
	picture.Phase = phase
	return picture
}
