// Package papers repeats published experiments. Each is a folder:
//
//	study.yaml      where it was published, what it is, its experiments, and how
//	                much of them the smaller scales play
//	*.yaml          the experiments, as package experiment reads them
//	published.csv   the published values, a row each
//
// and tables.csv says how the published tables looked.
//
// Some studies are not tournaments and have code of their own. Adding a study is
// adding a folder.
package papers

import (
	"cmp"
	"context"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"gambito/agent"
	"gambito/arena"
	"gambito/crew"
	"gambito/files"
	"gambito/progress"
	"gambito/spec"
)

//go:embed */*/*.yaml */*/*.csv
var folders embed.FS

// Study is one published experiment.
type Study struct {
	ID     string `json:"id"`     // such as ggp/first
	Source string `json:"source"` // where it was published
	About  string `json:"about"`

	Lasts bool `json:"-"` // what it did before it was stopped is kept where it is not stored as games

	played bool             // its experiments are games
	told   func() []Finding // what it compares with words alone, if it plays no such experiments
	run    func(ctx context.Context, w Workshop) ([]Finding, error)
}

// Played reports whether its experiments are games, which are stored as they are
// played and may be played by rulesheets.
func (s Study) Played() bool { return s.played }

// Scale says how much of a study is played.
type Scale string

// The scales: to see that it works, in minutes, and as published.
const (
	Smoke Scale = "smoke"
	Quick Scale = "quick"
	Full  Scale = "full"
)

// Scales are all, the smallest first.
var Scales = []Scale{Smoke, Quick, Full}

// Workshop is what a study works with.
type Workshop struct {
	Agents *agent.Registry
	Scale  Scale
	Seed   uint64
	Jobs   int
	Fleet  crew.Fleet // does what is not an experiment instead of Jobs here, unless it is nil

	// FromGDL plays by the rulesheets that come with gambito instead of the
	// games themselves.
	FromGDL bool

	// Play plays an experiment, or goes on with it, and returns its standings.
	Play func(ctx context.Context, e *arena.Experiment) (*arena.Standings, error)

	// Folder is where studies keep how far they are with what is not an
	// experiment; "" for nowhere.
	Folder string

	// Progress is told how many steps are done of work that is not played.
	Progress progress.Func

	figure func(Figure) // is told of curves that are to be kept; nil if none are
}

// steps are what a study counts, whatever its parts do.
const steps = "steps"

// Finding is a published value and what came out here.
type Finding struct {
	ID        string   `json:"id"`     // of the study, the experiment and the cell
	Source    string   `json:"source"` // the table
	Published *float64 `json:"published"`
	Measured  *float64 `json:"measured"`
	Low       *float64 `json:"low"` // 95 % interval of what was measured
	High      *float64 `json:"high"`
	Verdict   Verdict  `json:"verdict"`
	Unit      string   `json:"unit"`           // "%", "χ²", "p", "×"
	Games     int      `json:"games"`          // measured
	Note      string   `json:"note,omitempty"` // what the verdict rests on, if not on the rule

	Place  PublishedPlace `json:"place"`            // in the table
	Played *Played        `json:"played,omitempty"` // the games it was measured by, if they are stored
}

// Played are games of a stored run.
type Played struct {
	Run      string `json:"run"`
	Game     string `json:"game,omitempty"` // "" if they are of several
	Agent    string `json:"agent,omitempty"`
	Opponent string `json:"opponent,omitempty"` // "" if it has met several
	Side     string `json:"side,omitempty"`     // first or second if only those count in which the agent moves so
}

// All lists the studies by ID.
func All() ([]Study, error) {
	studies, err := all()
	return slices.Clone(studies), err
}

var all = sync.OnceValues(func() ([]Study, error) {
	if _, err := shapes(); err != nil {
		return nil, err
	}
	if _, err := documents(); err != nil {
		return nil, err
	}
	studies := []Study{alphaStudy, machinesStudy, nodesStudy, valueNetStudy, endToEndStudy, winPriorsStudy, codingsStudy, gaGammonStudy, agreementStudy, playersStudy, sizeStudy, fuzzyStudy, varianceStudy, ensembleStudy, tuplesStudy, othelloTuplesStudy}
	err := fs.WalkDir(folders, ".", func(name string, _ fs.DirEntry, err error) error {
		if err != nil || path.Base(name) != "study.yaml" {
			return err
		}
		s, err := readStudy(path.Dir(name))
		if err != nil {
			return fmt.Errorf("study %s: %w", path.Dir(name), err)
		}
		studies = append(studies, s)
		return nil
	})
	slices.SortFunc(studies, func(a, b Study) int { return cmp.Compare(a.ID, b.ID) })
	return studies, err
})

// Find is the study of an ID.
func Find(id string) (Study, error) {
	studies, err := all()
	if err != nil {
		return Study{}, err
	}
	var ids []string
	for _, s := range studies {
		if s.ID == id {
			return s, nil
		}
		ids = append(ids, s.ID)
	}
	return Study{}, fmt.Errorf("unknown study %q %s", id, spec.Suggest(id, ids))
}

// Run repeats the study.
func (s Study) Run(ctx context.Context, w Workshop) ([]Finding, error) {
	if w.FromGDL && !s.played {
		return nil, fmt.Errorf("%s: no games are played in it, by rulesheets or otherwise", s.ID)
	}
	findings, err := s.run(ctx, w)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", s.ID, err)
	}
	return s.placed(findings), nil
}

// placed tells findings their study and where they stand.
func (s Study) placed(findings []Finding) []Finding {
	for i := range findings {
		findings[i].ID = s.ID + "/" + findings[i].ID
		if findings[i].Source == "" {
			findings[i].Source = s.Source
		}
		findings[i].Place = s.place(findings[i])
	}
	return findings
}

// runName is under which name an experiment of a study is stored.
func (w Workshop) runName(study, experiment string) string {
	name := fmt.Sprintf("reproduce-%s-%s-%s", strings.ReplaceAll(study, "/", "-"), experiment, w.Scale)
	if w.FromGDL {
		name += "-gdl"
	}
	if w.Seed != 1 {
		name += fmt.Sprintf("-seed%d", w.Seed)
	}
	return name
}

// StudyOfRun is the study whose experiment is stored under a name, "" if there is none.
func StudyOfRun(name string) string {
	name, of := strings.CutPrefix(name, "reproduce-")
	studies, _ := all()
	found := ""
	for _, s := range studies { // the name of one may begin like that of another
		if of && len(s.ID) > len(found) && strings.HasPrefix(name, strings.ReplaceAll(s.ID, "/", "-")+"-") {
			found = s.ID
		}
	}
	return found
}

// draw tells of curves that are to be kept with the findings.
func (w Workshop) draw(figures []Figure) {
	for _, f := range figures {
		if w.figure != nil {
			w.figure(f)
		}
	}
}

// keep writes how far a part of a study is.
func (w Workshop) keep(part string, content []byte) error {
	if w.Folder == "" {
		return nil
	}
	if err := os.MkdirAll(w.Folder, 0o777); err != nil {
		return err
	}
	return files.ReplaceSealed(filepath.Join(w.Folder, part), content)
}

// goOn hands what was kept of a part to load, if there is something.
func (w Workshop) goOn(part string, load func(content []byte) error) error {
	if w.Folder == "" {
		return nil
	}
	name := filepath.Join(w.Folder, part)
	content, err := files.ReadSealed(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err == nil:
		err = load(content)
	case !errors.Is(err, files.ErrDamaged):
		return err
	}
	if err != nil {
		return fmt.Errorf("%s: %w; without the file it begins again", name, err)
	}
	return nil
}

func number(x float64) *float64 { return &x }
