package web

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strconv"
	"time"

	"github.com/danielgtaylor/huma/v2"

	shipped "gambito/docs/results"
	"gambito/papers"
	"gambito/queue"
)

// StudyOutcome is what a study came to once, without its findings.
type StudyOutcome struct {
	Shipped  bool                 `json:"shipped" doc:"It comes with gambito: docs/results tells of it. Numbers have as many digits as are written there."`
	Scale    papers.Scale         `json:"scale" enum:"smoke,quick,full" doc:"How much of the study was done."`
	Seed     string               `json:"seed" doc:"Seed of all randomness, a whole number."`
	FromGDL  bool                 `json:"from_gdl" doc:"Whether it was played by rulesheets."`
	Build    string               `json:"build,omitempty" doc:"Which gambito it was, if that is known."`
	Finished *time.Time           `json:"finished,omitempty" doc:"When it was done, if that is known."`
	Seconds  float64              `json:"seconds,omitempty" doc:"How long it took, the last time; 0 if nobody knows."`
	Command  string               `json:"command" doc:"The command that repeats it."`
	Counts   papers.VerdictCounts `json:"counts" doc:"Its verdicts."`
	Tables   []StudySquare        `json:"tables" doc:"Its verdicts by table, in the order of the tables."`
}

// StudySquare is a table of a study in a map of all.
type StudySquare struct {
	Table  string               `json:"table" doc:"Number of the table; 'in words' if it was told, 'own' if nothing was published."`
	Title  string               `json:"title" doc:"What it shows."`
	Counts papers.VerdictCounts `json:"counts" doc:"The verdicts of its cells."`
}

// StudyEntry is a study in a list.
type StudyEntry struct {
	ID       string         `json:"id" doc:"Its name, such as ggp/first."`
	Source   string         `json:"source" doc:"Where it was published."`
	About    string         `json:"about" doc:"What it is."`
	Games    bool           `json:"games" doc:"Whether it plays games alone, which rulesheets can play too."`
	GoesOn   bool           `json:"goes_on" doc:"Whether it goes on where it was stopped; else some of its work begins again."`
	Outcomes []StudyOutcome `json:"outcomes" doc:"What it came to: first what comes with gambito, then what was done here, the newest first."`
	Work     []WorkTask     `json:"work" doc:"What of it is in the queue."`
}

// Studies are all.
type Studies struct {
	Rule    string       `json:"rule" doc:"How verdicts are found."`
	Studies []StudyEntry `json:"studies" doc:"The studies by name."`
	Broken  []string     `json:"broken" doc:"Files of results that cannot be read, a sentence each."`
}

// StudyDetails are a study with the findings of one outcome.
type StudyDetails struct {
	Rule     string                  `json:"rule" doc:"How verdicts are found."`
	Study    StudyEntry              `json:"study" doc:"The study and what it came to."`
	Shown    *StudyOutcome           `json:"shown,omitempty" doc:"The outcome whose findings these are; left out if there is none yet."`
	Findings []papers.Finding        `json:"findings" doc:"The findings, as gambito reproduce --json writes them."`
	Tables   []papers.PublishedTable `json:"tables" doc:"The published tables, whose cells are these findings."`
	Words    string                  `json:"words" doc:"What docs/results says of it, in English as Markdown; empty if it says nothing."`
	Broken   []string                `json:"broken" doc:"Files of results that cannot be read, a sentence each."`
}

// studyFound is an outcome with its findings.
type studyFound struct {
	StudyOutcome
	study    string
	findings []papers.Finding
}

// studyOutcome tells of the findings of a page.
func studyOutcome(p papers.Page) studyFound {
	o := StudyOutcome{
		Scale: p.Scale, Seed: strconv.FormatUint(p.Seed, 10), FromGDL: p.FromGDL, Build: p.Build, Seconds: p.Took.Seconds(),
		Command: p.Command(), Counts: papers.CountVerdicts(p.Findings), Tables: []StudySquare{},
	}
	cells := map[string][]papers.Finding{}
	for _, f := range p.Findings {
		cells[f.Place.Table] = append(cells[f.Place.Table], f)
	}
	for _, t := range p.Study.Tables(p.Findings) {
		o.Tables = append(o.Tables, StudySquare{t.Table, t.Title, papers.CountVerdicts(cells[t.Table])})
	}
	return studyFound{o, p.Study.ID, p.Findings}
}

// studyOutcomes is all that a study came to.
func studyOutcomes(study papers.Study, kept []studyFound) ([]studyFound, error) {
	var list []studyFound
	page, there, err := shipped.Of(study.ID)
	if err != nil {
		return nil, err
	}
	if there {
		o := studyOutcome(page)
		o.Shipped = true
		list = append(list, o)
	}
	for _, o := range kept {
		if o.study == study.ID {
			list = append(list, o)
		}
	}
	return list, nil
}

// studyEntry is a study in a list.
func (s *Server) studyEntry(ctx context.Context, study papers.Study, found []studyFound) StudyEntry {
	e := StudyEntry{ID: study.ID, Source: study.Source, About: study.About, Games: study.Played(), GoesOn: study.Lasts || study.Played(), Outcomes: []StudyOutcome{}, Work: []WorkTask{}}
	for _, f := range found {
		e.Outcomes = append(e.Outcomes, f.StudyOutcome)
	}
	for _, t := range s.queue.List() {
		if args, err := readStudyArgs(t.Args); t.Kind == studyWork && err == nil && args.Study == study.ID {
			e.Work = append(e.Work, workTask(ctx, t))
		}
	}
	return e
}

// StudyNamed is the part of a request that names a study.
type StudyNamed struct {
	Spoken
	Source string `path:"source" maxLength:"40" doc:"The first part of the study's name, such as ggp."`
	Study  string `path:"study" maxLength:"40" doc:"The second part, such as first."`
}

// find finds the study.
func (n StudyNamed) find() (papers.Study, error) {
	study, err := papers.Find(n.Source + "/" + n.Study)
	if err != nil {
		return study, refuse(http.StatusNotFound, "%s", err)
	}
	return study, nil
}

// StudyWanted is the part of a request that names an outcome.
type StudyWanted struct {
	StudyNamed
	Scale string `query:"scale" enum:"shipped,smoke,quick,full" doc:"Which outcome: that which comes with gambito, or of a scale; else the newest of the largest scale."`
	Seed  string `query:"seed" pattern:"^[0-9]{1,20}$" patternDescription:"a whole number" doc:"Seed of the outcome, if it was done here; else the newest."`
	GDL   bool   `query:"from_gdl" doc:"Whether it was played by rulesheets."`
}

// choose picks the outcome that is wanted, nil if there is none.
func (w StudyWanted) choose(found []studyFound) *studyFound {
	var best *studyFound
	for i, f := range found {
		switch {
		case w.Scale == "shipped" && f.Shipped:
			return &found[i]
		case w.Scale == "shipped", w.Scale != "" && (f.Shipped || string(f.Scale) != w.Scale), w.Seed != "" && f.Seed != w.Seed, f.FromGDL != w.GDL:
		case best == nil || slices.Index(papers.Scales, f.Scale) > slices.Index(papers.Scales, best.Scale):
			best = &found[i]
		}
	}
	return best
}

func (s *Server) registerStudies(a huma.API) {
	tags := []string{"studies"}
	route(a, huma.Operation{
		OperationID: "studies", Method: http.MethodGet, Path: "/api/studies", Tags: tags, Summary: "The published studies and what they came to",
	}, func(ctx context.Context, _ *Spoken) (*answer[Studies], error) {
		studies, err := papers.All()
		if err != nil {
			return nil, err
		}
		kept, broken := s.studies.read(ctx, s.options.Data)
		all := Studies{Rule: papers.Rule, Studies: []StudyEntry{}, Broken: broken}
		for _, study := range studies {
			found, err := studyOutcomes(study, kept)
			if err != nil {
				return nil, err
			}
			all.Studies = append(all.Studies, s.studyEntry(ctx, study, found))
		}
		return answered(all), nil
	})
	route(a, huma.Operation{
		OperationID: "study", Method: http.MethodGet, Path: "/api/studies/{source}/{study}", Tags: tags,
		Summary: "A study: its published tables, and what came out beside what was published",
	}, func(ctx context.Context, in *StudyWanted) (*answer[StudyDetails], error) {
		study, err := in.find()
		if err != nil {
			return nil, err
		}
		kept, broken := s.studies.read(ctx, s.options.Data)
		found, err := studyOutcomes(study, kept)
		if err != nil {
			return nil, err
		}
		d := StudyDetails{
			Rule: papers.Rule, Study: s.studyEntry(ctx, study, found), Words: shipped.Words(study.ID),
			Findings: []papers.Finding{}, Tables: []papers.PublishedTable{}, Broken: broken,
		}
		switch chosen := in.choose(found); {
		case chosen != nil:
			d.Shown, d.Findings, d.Tables = &chosen.StudyOutcome, chosen.findings, study.Tables(chosen.findings)
		case in.Scale != "":
			return nil, refuse(http.StatusNotFound, "the study %s was not done at that scale with that seed", study.ID)
		}
		return answered(d), nil
	})
	route(a, huma.Operation{
		OperationID: "runStudy", Method: http.MethodPost, Path: "/api/studies/{source}/{study}/run", Tags: tags,
		Summary: "Repeat a study at a scale, or go on with it", DefaultStatus: http.StatusAccepted,
	}, func(ctx context.Context, in *struct {
		StudyNamed
		Body StudyStart
	}) (*answer[WorkTask], error) {
		study, err := in.find()
		if err != nil {
			return nil, err
		}
		return s.startStudy(ctx, study, in.Body)
	})
}

// StudyStart is how a study is to be repeated.
type StudyStart struct {
	Scale    papers.Scale `json:"scale" enum:"smoke,quick,full" doc:"How much of it: to see that it works, in minutes, or as published."`
	Seed     string       `json:"seed,omitempty" pattern:"^[0-9]{1,20}$" patternDescription:"a whole number" doc:"Seed of all randomness, a whole number; 1 unless it is said."`
	FromGDL  bool         `json:"from_gdl,omitempty" doc:"Play by rulesheets instead of the games themselves."`
	Jobs     int          `json:"jobs,omitempty" minimum:"0" maximum:"1000" doc:"Jobs of the machine that it takes; 0 for all."`
	Priority int          `json:"priority,omitempty" minimum:"-100" maximum:"100" doc:"Tasks of higher priority begin first."`
}

// startStudy puts a study into the queue.
func (s *Server) startStudy(ctx context.Context, study papers.Study, in StudyStart) (*answer[WorkTask], error) {
	if s.options.Data == "" {
		return nil, refuse(http.StatusConflict, "there is no data folder to keep runs in: start gambito serve with --data DIR")
	}
	args := studyArgs{Study: study.ID, Scale: in.Scale, Seed: 1, FromGDL: in.FromGDL}
	if in.Seed != "" {
		var err error
		if args.Seed, err = strconv.ParseUint(in.Seed, 10, 64); err != nil {
			return nil, errors.New("seed: it must be a whole number from 0 to 18446744073709551615")
		}
	}
	if in.FromGDL && !study.Played() {
		return nil, refuse(http.StatusBadRequest, "%s: no games are played in it, by rulesheets or otherwise", study.ID)
	}
	t := queue.Task{Kind: studyWork, Name: args.name(), Priority: in.Priority, Jobs: in.Jobs, Args: args.json()}
	if err := s.queue.Add(t); err != nil {
		return nil, workRefusal(err)
	}
	added, _ := s.queue.Find(t.Kind, t.Name) // it may be over already
	return answered(workTask(ctx, added)), nil
}
