package main

import (
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"

	"gambito/api"
	"gambito/run"
	"gambito/shell"
	"gambito/store"
	"gambito/table"
)

type runsCmd struct {
	List    runsListCmd    `cmd:"" help:"List the stored runs."`
	Show    runsShowCmd    `cmd:"" help:"Show the settings of a run and how far it is."`
	Export  runsExportCmd  `cmd:"" help:"Print the games of a run, one JSON object a line, or write it as an archive."`
	Import  runsImportCmd  `cmd:"" help:"Read a run from an archive."`
	Resume  runsResumeCmd  `cmd:"" help:"Go on with a run, without its file."`
	Delete  runsDeleteCmd  `cmd:"" help:"Delete a run and its games."`
	Retract runsRetractCmd `cmd:"" help:"Delete the games of a run that one machine of a fleet has played."`
}

// Help is shown by --help.
func (runsCmd) Help() string {
	return `Examples:

  gambito runs list
  gambito runs show policies
  gambito runs export policies > policies.jsonl
  gambito runs export policies --archive policies.gz
  gambito runs import policies.gz --as theirs
  gambito runs resume policies
  gambito runs delete policies
  gambito runs retract policies mill-17`
}

// runFlags choose a stored run.
type runFlags struct {
	Name string `arg:"" name:"run" help:"Name of the run, which is its experiment's."`
	dataFlag
	idleFlags
}

// openStored opens the store in which the run should be.
func (f runFlags) openStored() (*store.Store, error) {
	db, err := f.openExisting()
	if err == nil && db == nil {
		folder, _ := f.folder()
		err = fmt.Errorf("there is no run %q; nothing is stored in %s yet", f.Name, folder)
	}
	return db, err
}

// find opens the store at a run.
func (f runFlags) find() (*store.Store, store.Info, error) {
	db, err := f.openStored()
	if err != nil {
		return nil, store.Info{}, err
	}
	info, err := db.Run(f.Name)
	if err != nil {
		db.Close()
		if !errors.As(err, new(store.ErrNoRun)) {
			err = failure{err}
		}
		return nil, info, err
	}
	return db, info, nil
}

type runsListCmd struct {
	dataFlag
	jsonFlag
	idleFlags
}

// Run lists the runs.
func (c runsListCmd) Run(s *session) error {
	runs := []store.Info{}
	db, err := c.openExisting()
	if err != nil {
		return err
	}
	if db != nil {
		defer db.Close()
		var unreadable []error
		if runs, unreadable, err = db.Runs(); err != nil {
			return failure{err}
		}
		for _, problem := range unreadable {
			fmt.Fprintf(os.Stderr, "gambito: %v\n", problem)
		}
	}
	if c.JSON {
		list := make([]api.Run, 0, len(runs))
		for _, r := range runs {
			list = append(list, api.NewRun(r))
		}
		return s.printJSON(list)
	}
	if len(runs) == 0 {
		folder, _ := c.folder()
		fmt.Fprintf(os.Stderr, "gambito: no runs are stored in %s\n", folder)
		return nil
	}
	rows := [][]string{{"run", "stored", "of", "state", "begun", "agents × games"}}
	for _, r := range runs {
		state := api.NewRun(r)
		rows = append(rows, []string{state.Name, strconv.Itoa(state.Games), strconv.Itoa(state.Planned), string(state.State),
			r.Created.Format("2006-01-02 15:04:05"), fmt.Sprintf("%d × %d", len(r.Settings.Agents), len(r.Settings.Games))})
	}
	table.Style{Text: []int{3}}.Write(s.stdout, rows)
	return nil
}

type runsShowCmd struct {
	runFlags
	jsonFlag
}

// Run shows one run.
func (c runsShowCmd) Run(s *session) error {
	db, info, err := c.find()
	if err != nil {
		return err
	}
	defer db.Close()
	tallies, err := db.Machines(s.ctx, info)
	if err != nil {
		return failure{err}
	}
	machines := api.NewRunMachines(tallies)
	if c.JSON {
		return s.printJSON(api.RunDetails{Run: api.NewRun(info), Settings: info.Settings, Build: info.Build, Source: info.Source, Machines: machines})
	}
	state := api.NewRun(info)
	fmt.Fprintf(s.stdout, "%s: %s, %d of %d games, begun %s\n%s, %s, %s\n\n%s", state.Name, state.State, state.Games, state.Planned, state.Created,
		info.Build.Version, info.Build.Go, info.Build.Machine, info.Source)
	fmt.Fprintf(s.stdout, "\nevery option of the agents:\n")
	for i, a := range info.Settings.Agents {
		for _, spec := range info.Settings.ByGame(i) {
			at := ""
			if len(spec.Games) < len(info.Settings.Games) {
				at = " (" + strings.Join(spec.Games, ", ") + ")"
			}
			fmt.Fprintf(s.stdout, "  %s: %s%s\n", a.Name, spec.Spec, at)
		}
	}
	if files := info.Settings.Files(); files != nil {
		fmt.Fprintf(s.stdout, "\nwhat it depends on besides, and a hash of each (rulesheets without comments, openings as moves):\n")
		for _, f := range files {
			fmt.Fprintf(s.stdout, "  %s: %s\n", f.Name, f.Digest)
		}
	}
	showMachines(s, machines)
	return nil
}

// showMachines lists who played the games of a run, if a fleet did.
func showMachines(s *session, machines []api.RunMachine) {
	if len(machines) == 0 {
		return
	}
	fmt.Fprintf(s.stdout, "\nmachines that played it:\n")
	for _, m := range machines {
		name := m.Name
		if name == "" {
			name = "(no fleet)"
		}
		fmt.Fprintf(s.stdout, "  %s: %s\n", name, counted(m.Games, "game"))
	}
}

type runsResumeCmd struct {
	Name string `arg:"" name:"run" help:"Name of the run."`
	dataFlag
	jobsFlag
	fleetFlag
	jsonFlag
	quietFlag
}

// Validate is called by the command-line parser.
func (c runsResumeCmd) Validate() error {
	return errors.Join(c.jobsFlag.Validate(), c.fleetFlag.check())
}

// Run plays what is left, by what is stored of the experiment alone.
func (c runsResumeCmd) Run(s *session) error {
	db, _, err := runFlags{Name: c.Name, dataFlag: c.dataFlag}.find()
	if err != nil {
		return err
	}
	defer db.Close()
	fleet, err := c.joinFor(s, c.dataFlag)
	if err != nil {
		return err
	}
	defer fleet.leave()
	r, err := unless(s.ctx, func() (*run.Run, error) { return run.Resume(db, c.Name, s.agents) })
	if err != nil {
		return notBegun(err)
	}
	defer r.Close()
	resume := "gambito runs resume " + shell.Quote(c.Name)
	if c.Data != "" {
		resume += " --data " + shell.Quote(c.Data)
	}
	stored := storedRun{verb: "run", resume: resume + c.arguments(), unit: "games", jobs: c.Jobs, quiet: c.Quiet, fleet: fleet}
	standings, err := stored.play(s, r)
	if err != nil {
		return err
	}
	return showRun(s, standings, c.JSON, c.Quiet)
}

type runsDeleteCmd struct {
	runFlags
	Yes bool `short:"y" help:"Do not ask."`
}

// Run deletes a run. At a terminal it asks before.
func (c runsDeleteCmd) Run(s *session) error {
	folder, err := c.folder()
	if err != nil {
		return failure{err}
	}
	store.Yield(folder) // the disk may be full
	db, err := c.openStored()
	if err != nil {
		return err
	}
	defer db.Close()
	info, unread := db.Run(c.Name)
	if errors.As(unread, new(store.ErrNoRun)) {
		return unread
	}
	if !c.Yes {
		if err := s.confirm(fmt.Sprintf("Delete run %s with %d games?", c.Name, info.Games)); err != nil {
			return err
		}
	}
	err = db.Delete(c.Name)
	if errors.As(err, new(store.ErrNoRun)) {
		return err
	}
	if err == nil {
		err = db.Sweep(s.ctx)
	}
	if err != nil {
		return failure{err}
	}
	if unread != nil {
		fmt.Fprintf(os.Stderr, "gambito: deleted run %s, which could not be read\n", c.Name)
		return nil
	}
	fmt.Fprintf(os.Stderr, "gambito: deleted run %s with %d games\n", c.Name, info.Games)
	return nil
}
