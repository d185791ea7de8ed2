package web

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"gambito/files"
	"gambito/learn/breed"
	"gambito/learn/genetic"
	"gambito/learn/setting"
	"gambito/queue"
	"gambito/report/chart"
	"gambito/shell"
)

// Evolutions are those that are kept, and those that wait for their turn.
type Evolutions struct {
	Evolutions []EvolutionInfo `json:"evolutions" doc:"The one that has changed last first."`
}

// EvolutionInfo is how far an evolution has come.
type EvolutionInfo struct {
	Name        string      `json:"name" doc:"What it is called."`
	State       queue.State `json:"state" enum:"waiting,running,stopped,failed,done" doc:"What has become of it; stopped ones can go on."`
	Elsewhere   bool        `json:"elsewhere,omitempty" doc:"Whether another process breeds it."`
	Error       string      `json:"error,omitempty" doc:"Why it has failed, or cannot be read."`
	Game        string      `json:"game,omitempty" doc:"Game spec of what it plays."`
	Player      string      `json:"player,omitempty" doc:"The kind of player that is bred."`
	Against     string      `json:"against,omitempty" doc:"Whom the individuals meet."`
	Generations int         `json:"generations" doc:"Generations that were bred."`
	Planned     int         `json:"planned" doc:"Generations at the most."`
	Best        float64     `json:"best" doc:"The best fitness of all generations, in percent; it is lucky too."`
	Final       *float64    `json:"final,omitempty" doc:"Share of points of the winner of the finals, in percent."`
	Changed     time.Time   `json:"changed" doc:"When something was bred the last time."`
	What        string      `json:"what,omitempty" doc:"What is counted while it runs."`
	Done        int         `json:"done" doc:"How many of them are done."`
	Total       int         `json:"total" doc:"How many there are."`
	Speed       float64     `json:"speed" doc:"How many are done a second; 0 if nobody knows."`
	Left        float64     `json:"seconds_left" doc:"Seconds that are left at that speed; 0 if nobody knows."`
}

// EvolutionView is an evolution.
type EvolutionView struct {
	EvolutionInfo
	Settings   map[string]string     `json:"settings" doc:"Its settings by their names."`
	Seed       string                `json:"seed" doc:"Seed of everything, a whole number."`
	Ended      genetic.Reason        `json:"ended,omitempty" doc:"Why no generation is left to breed."`
	Genes      []EvolutionGene       `json:"genes" doc:"The numbers of a vector."`
	Log        []genetic.Entry       `json:"log" doc:"What came out of each generation, with its best vector; none of networks, and of more than 2000 generations."`
	Population []EvolutionIndividual `json:"population" doc:"The last generation, the fittest first."`
	Fitness    *chart.Chart          `json:"fitness,omitempty" doc:"Best and mean fitness by generation."`
	Diversity  *chart.Chart          `json:"diversity,omitempty" doc:"Diversity by generation."`
	Vector     *chart.Chart          `json:"vector,omitempty" doc:"The best vector of the last generation as bars, that of the one before as dots."`
	Finals     *chart.Chart          `json:"finals,omitempty" doc:"What the finalists have reached."`
	Finalists  []EvolutionFinalist   `json:"finalists" doc:"The best of all generations with what they have reached once more, the best first; none before the finals."`
	Met        string                `json:"met,omitempty" doc:"Whom the finalists have met."`
	Spec       string                `json:"spec,omitempty" doc:"Agent spec of the best there is: the winner of the finals, else the best of the last generation."`
	Command    string                `json:"command" doc:"The command that repeats it."`
}

// EvolutionIndividual is an individual.
type EvolutionIndividual struct {
	genetic.Member
	Spec string `json:"spec" doc:"Agent spec of it."`
}

// EvolutionFinalist is a finalist.
type EvolutionFinalist struct {
	Genes []int  `json:"genes" doc:"Its vector."`
	Spec  string `json:"spec" doc:"Agent spec of it."`
	EvolutionResult
	Met []EvolutionMeeting `json:"met,omitempty" doc:"What it has reached against each of several agents."`
}

// EvolutionMeeting is what a finalist has reached against one of several agents.
type EvolutionMeeting struct {
	Against string `json:"against" doc:"Agent spec of whom it has met."`
	EvolutionResult
}

// EvolutionResult is what a finalist has reached, shares in percent.
type EvolutionResult struct {
	Games   int      `json:"games" doc:"Games that it has played."`
	Share   float64  `json:"share" doc:"Share of points that it has won."`
	Low     *float64 `json:"low,omitempty" doc:"Lower end of the 95 % interval."`
	High    *float64 `json:"high,omitempty" doc:"Upper end of that interval."`
	Wins    float64  `json:"wins" doc:"Share of games that it has won."`
	PerGame *float64 `json:"per_game,omitempty" doc:"Points that it has won a game, less those lost."`
}

// mostShown is how many individuals a page is sent, and mostLogged of how many generations
// the log: the charts of more are means.
const (
	mostShown  = 300
	mostLogged = 2000
)

func (s *Server) registerEvolutionViews(a huma.API) {
	tags := []string{"evolutions"}
	route(a, huma.Operation{
		OperationID: "evolutions", Method: http.MethodGet, Path: "/api/evolutions", Tags: tags, Summary: "The evolutions that are kept",
	}, func(ctx context.Context, _ *struct{ Spoken }) (*answer[Evolutions], error) {
		return answered(s.listEvolutions(ctx)), nil
	})
	stream(s, a, huma.Operation{
		OperationID: "evolutionsEvents", Method: http.MethodGet, Path: "/api/evolutions/events", Tags: tags, Summary: "The evolutions that are kept, whenever something about them changes",
	}, map[string]any{"evolutions": Evolutions{}}, func(context.Context, *Spoken) (func(context.Context, *events) error, error) {
		return func(ctx context.Context, e *events) error {
			return everySecond(ctx, latest(e, "evolutions", func() (any, error) { return s.listEvolutions(ctx), nil }))
		}, nil
	})
	stream(s, a, huma.Operation{
		OperationID: "evolutionEvents", Method: http.MethodGet, Path: "/api/evolutions/{name}/events", Tags: tags, Summary: "An evolution, whenever something about it changes",
	}, map[string]any{"evolution": EvolutionView{}}, func(ctx context.Context, in *EvolutionNamed) (func(context.Context, *events) error, error) {
		if _, err := s.evolutionView(ctx, in.Name); err != nil {
			return nil, err
		}
		return func(ctx context.Context, e *events) error {
			return everySecond(ctx, latest(e, "evolution", func() (any, error) { return s.evolutionView(ctx, in.Name) }))
		}, nil
	})
}

// everySecond does something again and again, until ctx ends or it fails. Files that
// other processes write tell nobody that they have changed.
func everySecond(ctx context.Context, do func() error) error {
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	for {
		if err := do(); err != nil {
			return err
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
			return nil
		}
	}
}

// listEvolutions are all that are kept or wait.
func (s *Server) listEvolutions(ctx context.Context) Evolutions {
	list := Evolutions{Evolutions: []EvolutionInfo{}}
	names := map[string]bool{}
	if s.options.Data != "" {
		entries, _ := os.ReadDir(filepath.Join(s.options.Data, "evolutions")) // none if there is no folder
		for _, e := range entries {
			if name, ok := strings.CutSuffix(e.Name(), ".json"); ok && evolutionName.MatchString(name) {
				names[name] = true
			}
		}
	}
	for _, t := range s.queue.List() {
		if t.Kind == evolutionWork {
			names[t.Name] = true
		}
	}
	for name := range names {
		list.Evolutions = append(list.Evolutions, s.evolutionInfo(ctx, name))
	}
	slices.SortFunc(list.Evolutions, func(a, b EvolutionInfo) int {
		return cmp.Or(b.Changed.Compare(a.Changed), strings.Compare(a.Name, b.Name))
	})
	return list
}

// evolutionSeen is a file as it was looked at.
type evolutionSeen struct {
	view breed.View
	err  error
}

// lookAtEvolution looks at the file of an evolution, if it has changed since.
func (s *Server) lookAtEvolution(name string) (breed.View, error) {
	file, err := s.evolutionFile(name)
	if err != nil {
		return breed.View{}, err
	}
	changed, err := evolutionChanged(file)
	if err != nil {
		return breed.View{}, refuse(http.StatusNotFound, "there is no evolution %q", name)
	}
	seen, err := s.evolutions.get(fmt.Sprint(name, "\n", changed.UnixNano()), func() (*evolutionSeen, error) {
		v, err := breed.Look(file)
		if err != nil {
			err = fmt.Errorf("the evolution %q cannot be read", name)
		}
		return &evolutionSeen{v, err}, nil
	})
	if err != nil {
		return breed.View{}, err
	}
	return seen.view, seen.err
}

// evolutionChanged is when the files of an evolution have changed.
func evolutionChanged(file string) (time.Time, error) {
	info, err := os.Stat(file)
	if err != nil {
		return time.Time{}, err
	}
	changed := info.ModTime()
	if beside, err := os.Stat(breed.FinalsFile(file)); err == nil && beside.ModTime().After(changed) {
		changed = beside.ModTime()
	}
	return changed, nil
}

// evolutionInfo is what a list tells of an evolution.
func (s *Server) evolutionInfo(ctx context.Context, name string) EvolutionInfo {
	v, err := s.lookAtEvolution(name)
	return s.evolutionInfoOf(ctx, name, v, err)
}

func (s *Server) evolutionInfoOf(ctx context.Context, name string, v breed.View, err error) EvolutionInfo {
	i := EvolutionInfo{
		Name: name, State: queue.Stopped, Player: v.Settings.Player, Against: v.Settings.Against,
		Generations: len(v.Log), Planned: v.Settings.Genetic.Generations,
	}
	if file, err := s.evolutionFile(name); err == nil {
		if changed, err := evolutionChanged(file); err == nil {
			i.Changed = changed.UTC()
		}
	}
	if err == nil {
		i.Game = v.Settings.GameSpec()
	}
	if len(v.Log) > 0 {
		i.Best = v.Log[len(v.Log)-1].Record
	}
	if v.Reason != "" && (v.Finalists != nil || v.Settings.Finalists == 0) {
		i.State = queue.Done
	}
	if len(v.Finalists) > 0 {
		share := 100 * v.Finalists[0].Share
		i.Final = &share
	}
	t, queued := s.queue.Find(evolutionWork, name)
	switch {
	case queued && (t.State != queue.Done || i.State == queue.Done):
		i.State, i.Error = t.State, wordsOf(ctx).Text(t.Error)
		if t.State == queue.Running {
			i.What, i.Done, i.Total, i.Speed, i.Left = t.Step.What, t.Step.Done, t.Step.Total, t.Speed, t.Left
		}
		if i.Changed.IsZero() {
			i.Changed = t.Added
		}
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		i.State, i.Error = queue.Failed, refusalOf(ctx, err).Detail
	}
	if (!queued || t.State != queue.Running) && s.bredElsewhere(name) {
		i.State, i.Error, i.Elsewhere = queue.Running, "", true
	}
	return i
}

// bredElsewhere reports whether another process breeds an evolution.
func (s *Server) bredElsewhere(name string) bool {
	file, err := s.evolutionFile(name)
	return err == nil && files.Locked(file+".lock")
}

// evolutionView is all that is known of an evolution.
func (s *Server) evolutionView(ctx context.Context, name string) (EvolutionView, error) {
	v, err := s.lookAtEvolution(name)
	_, queued := s.queue.Find(evolutionWork, name)
	if err != nil && !queued {
		return EvolutionView{}, err
	}
	e := EvolutionView{
		EvolutionInfo: s.evolutionInfoOf(ctx, name, v, err), Settings: map[string]string{}, Genes: []EvolutionGene{},
		Log: []genetic.Entry{}, Population: []EvolutionIndividual{}, Finalists: []EvolutionFinalist{},
	}
	if err != nil {
		return e, nil // it waits, and nothing was bred yet
	}
	for _, o := range breed.Options {
		e.Settings[o.Name] = setting.Text(v.Settings, o.Name)
	}
	e.Seed, e.Ended, e.Genes, e.Met, e.Command = strconv.FormatUint(v.Settings.Genetic.Seed, 10), v.Reason, evolutionGenes(ctx, v.Kind), v.Against, evolutionCommand(name, v.Settings)
	if !v.Kind.Long() && len(v.Log) <= mostLogged {
		for _, entry := range v.Log {
			entry.Genes = v.Kind.Shown(entry.Genes)
			e.Log = append(e.Log, entry)
		}
	}
	for _, m := range v.Population[:min(len(v.Population), mostShown)] {
		spec := v.Kind.Spec(m.Genes)
		m.Genes = v.Kind.Shown(m.Genes)
		e.Population = append(e.Population, EvolutionIndividual{m, spec})
	}
	if len(v.Log) > 0 {
		e.draw(name, v)
	}
	for _, f := range v.Finalists {
		e.Finalists = append(e.Finalists, newEvolutionFinalist(v.Kind, f))
	}
	if len(v.Finalists) > 0 {
		finals := breed.FinalsChart(name, v.Finalists)
		e.Finals, e.Spec = &finals, v.Finalists[0].Spec
	}
	return e, nil
}

// draw adds the charts of generations.
func (e *EvolutionView) draw(name string, v breed.View) {
	fitness, diversity := breed.FitnessChart(name, v.Log), breed.DiversityChart(name, v.Log)
	genes, before := v.Log[len(v.Log)-1].Genes, []int(nil)
	switch n := len(v.Log); {
	case v.Kind.Long():
		genes = v.Population[0].Genes // the log has none
	case n > 1:
		before = v.Log[n-2].Genes
	}
	names := make([]string, len(e.Genes))
	for i, g := range e.Genes {
		names[i] = g.Name
	}
	vector := breed.VectorChart(name, names, v.Kind.Shown(genes), v.Kind.Shown(before))
	e.Fitness, e.Diversity, e.Vector, e.Spec = &fitness, &diversity, &vector, v.Kind.Spec(genes)
}

func newEvolutionFinalist(k breed.Kind, f breed.Finalist) EvolutionFinalist {
	shown := EvolutionFinalist{Genes: k.Shown(f.Genes), Spec: f.Spec, EvolutionResult: newEvolutionResult(f.Result)}
	for _, m := range f.Met {
		shown.Met = append(shown.Met, EvolutionMeeting{m.Against, newEvolutionResult(m.Result)})
	}
	return shown
}

func newEvolutionResult(r breed.Result) EvolutionResult {
	shown := EvolutionResult{Games: r.Games, Share: 100 * r.Share, Wins: 100 * r.Wins.Estimate}
	if p := r.Points; p != nil {
		low, high := 100*p.Share.Low, 100*p.Share.High
		shown.Low, shown.High, shown.PerGame = &low, &high, &p.PerGame.Estimate
	}
	return shown
}

// evolutionCommand repeats an evolution.
func evolutionCommand(name string, s breed.Settings) string {
	board := s.GameSpec()
	command, set := "gambito evolve "+shell.Quote(board), []string{}
	usual := breed.DefaultFor(board)
	for _, o := range breed.Options {
		value := setting.Text(s, o.Name)
		switch {
		case value == setting.Text(usual, o.Name), o.Name == "game":
		case o.Name == "player", o.Name == "against", o.Name == "games", o.Name == "generations", o.Name == "final-games":
			command += " --" + o.Name + " " + shell.Quote(value)
		default:
			set = append(set, o.Name+"="+value)
		}
	}
	if len(set) > 0 {
		command += " --set " + shell.Quote(strings.Join(set, ","))
	}
	return command + fmt.Sprintf(" --seed %d --out %s.json", s.Genetic.Seed, name)
}
