package tune

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
	"time"

	"gambito/agent"
	"gambito/duel"
	"gambito/files"
)

// bench is where candidates are judged: by games, or, in tests, by something whose
// truth is known. Units of work are numbered; each comes to a text, a letter a game:
// + won, = drawn, - lost by the candidate.
type bench interface {
	units(seed uint64, wanted []trial) ([]duel.Unit, error)
	play(ctx context.Context, seed uint64, wanted []trial, units []int, done func(unit int, outcome string) error) error
}

// matches is the bench of real games.
type matches struct{ *Study }

func (g matches) plan(seed uint64, wanted []trial) (duel.Plan, error) {
	p := duel.Plan{Name: g.Settings.Name, Game: g.game, Openings: g.openings, Seed: seed}
	for _, t := range wanted {
		own, err := g.agents.Parse(t.spec)
		if err != nil {
			return p, err
		}
		rival := g.confirmer
		if t.rival != confirming {
			rival = g.rivals[t.rival]
		}
		p.Duels = append(p.Duels, duel.Duel{A: own, B: rival, From: 2 * t.from, Games: 2 * (t.to - t.from)})
	}
	return p, nil
}

func (g matches) units(seed uint64, wanted []trial) ([]duel.Unit, error) {
	p, err := g.plan(seed, wanted)
	return p.Units(), err
}

func (g matches) play(ctx context.Context, seed uint64, wanted []trial, units []int, done func(unit int, outcome string) error) error {
	p, err := g.plan(seed, wanted)
	if err != nil {
		return err
	}
	all := p.Units()
	who := g.Who
	for _, a := range append([]agent.Spec{g.confirmer}, g.rivals...) {
		if a.OneGame() {
			who.Jobs = 1
		}
	}
	return p.Play(ctx, who, units, func(unit int, scores []duel.Score) error {
		outcome := make([]byte, len(scores))
		for i, s := range scores {
			switch x := s.Of(all[unit].From + i); {
			case x > 0:
				outcome[i] = '+'
			case x == 0:
				outcome[i] = '='
			default:
				outcome[i] = '-'
			}
		}
		return done(unit, string(outcome))
	})
}

// stage is games that were asked for together, as the journal holds them.
type stage struct {
	Asked uint64   `json:"asked"` // their digest
	Units []string `json:"units"` // what each came to, "" if it was not played yet
}

// journal is all games that were played, and where they are kept.
type journal struct {
	Stages []stage

	stage int    // the next
	file  string // "" for nowhere
	kept  time.Time
	leave func() error
}

// format is that of the file.
const format = "gambito tuning 1"

// kept is the file.
type keptJournal struct {
	Format   string   `json:"format"`
	Settings Settings `json:"settings"`
	Lines    string   `json:"lines,omitempty"` // of openings from a file
	Stages   []stage  `json:"stages"`
}

// play has games played, but for those that are in the journal. What comes of each trial
// are the shares of its samples.
func (s *Study) play(ctx context.Context, seed uint64, wanted []trial) ([][]float64, error) {
	units, err := s.bench.units(seed, wanted)
	if err != nil {
		return nil, err
	}
	if s.stage == len(s.Stages) {
		s.Stages = append(s.Stages, stage{digest(seed, wanted), make([]string, len(units))})
	}
	now := &s.Stages[s.stage]
	if now.Asked != digest(seed, wanted) || len(now.Units) != len(units) {
		return nil, fmt.Errorf("%s: its games are others than those that are wanted now: it was begun by another gambito, or changed", s.file)
	}
	s.stage++
	var missing []int
	for i, outcome := range now.Units {
		switch len(outcome) {
		case units[i].Games:
			s.advance(units[i].Games)
		case 0:
			missing = append(missing, i)
		default:
			return nil, fmt.Errorf("%s: it is damaged: %d games in place of %d", s.file, len(outcome), units[i].Games)
		}
	}
	err = s.bench.play(ctx, seed, wanted, missing, func(unit int, outcome string) error {
		now.Units[unit] = outcome
		s.advance(len(outcome))
		return s.keep(false)
	})
	if err != nil {
		if failed := s.keep(true); failed != nil && errors.Is(err, context.Canceled) {
			return nil, failed
		}
		return nil, err
	}
	outcomes := make([]string, len(wanted))
	for i, u := range units {
		outcomes[u.Duel] += now.Units[i]
	}
	shares := make([][]float64, len(wanted))
	for i, outcome := range outcomes {
		shares[i] = sampled(outcome, s.Settings.Objective.marks())
	}
	return shares, nil
}

// sampled are the shares of samples of so many letters each.
func sampled(outcome string, marks int) (shares []float64) {
	for n := 0; n+marks <= len(outcome); n += marks {
		share := 0.0
		for i := range marks {
			share += points(outcome[n+i]) / float64(marks)
		}
		shares = append(shares, share)
	}
	return shares
}

// points are those of a game.
func points(outcome byte) float64 {
	switch outcome {
	case '+':
		return 1
	case '=':
		return 0.5
	}
	return 0
}

// ErrBusy says that another process tunes with a file.
type ErrBusy struct{ File string }

// Error implements error.
func (e ErrBusy) Error() string {
	return fmt.Sprintf("%s is in use by another process: wait for it, or choose another file", e.File)
}

// KeepIn goes on where a file says, if it is there, and keeps all games in it from now
// on. Games are those that are there. Until Leave, or the end of the process, no other
// can keep anything in that file.
func (s *Study) KeepIn(name string) (games int, err error) {
	leave, err := files.Lock(name + ".lock")
	switch {
	case errors.Is(err, files.ErrLocked):
		return 0, ErrBusy{name}
	case err != nil:
		return 0, err
	}
	data, err := files.ReadSealed(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		err = nil
	case err == nil:
		err = s.load(data)
	}
	if err != nil {
		os.Remove(name + ".lock") // nothing is kept in a file of something else
		leave()
		return 0, fmt.Errorf("%s: %w", name, err)
	}
	s.file, s.leave = name, leave
	for _, st := range s.Stages {
		for _, outcome := range st.Units {
			games += len(outcome)
		}
	}
	return games, nil
}

// Leave lets others keep something in the file.
func (s *Study) Leave() error {
	if s.leave == nil {
		return nil
	}
	leave := s.leave
	s.file, s.leave = "", nil
	return leave()
}

// keepEvery is how much work may be lost at the most.
const keepEvery = time.Second

// keep writes the journal, if there is a file and it is time.
func (s *Study) keep(now bool) error {
	if s.file == "" || !now && time.Since(s.kept) < keepEvery {
		return nil
	}
	s.kept = time.Now()
	return files.ReplaceSealed(s.file, s.save())
}

// save writes the journal.
func (s *Study) save() []byte {
	data, err := json.Marshal(keptJournal{format, s.Settings, s.Settings.openedFrom, s.Stages})
	if err != nil {
		panic(err) // texts and numbers can be written
	}
	return append(data, '\n')
}

// load reads what save has written.
func (s *Study) load(data []byte) error {
	var k keptJournal
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&k); err != nil {
		return fmt.Errorf("it holds no tuning: %w", err)
	}
	if k.Format != format {
		return fmt.Errorf("its format is %q, not %q", k.Format, format)
	}
	if k.Settings.Objective == "" { // before there were others
		k.Settings.Objective = Points
	}
	ours, err := json.Marshal(s.Settings)
	if err != nil {
		return err
	}
	theirs, err := json.Marshal(k.Settings)
	if err != nil {
		return err
	}
	if !bytes.Equal(ours, theirs) || k.Lines != s.Settings.openedFrom {
		return errors.New("it is of a tuning with other settings")
	}
	for _, st := range k.Stages {
		for _, outcome := range st.Units {
			if strings.Trim(outcome, "+=-") != "" {
				return fmt.Errorf("it is damaged: %q is no list of results", outcome)
			}
		}
	}
	s.Stages = k.Stages
	return nil
}
