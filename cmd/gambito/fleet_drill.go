package main

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"
	"strconv"
	"time"

	"gambito/api"
	"gambito/faults"
	"gambito/fleet/drill"
	"gambito/table"
)

type fleetDrillCmd struct {
	Faults   int           `default:"300" help:"How many things go wrong (default: ${default})."`
	Seed     uint64        `default:"1" help:"What goes wrong, when, and for how long comes from it (default: ${default})."`
	Over     string        `default:"both" enum:"tournament,training,both" help:"What is done meanwhile: tournament, training or both (default: ${default})."`
	Size     float64       `default:"1" help:"How long that is: 1 for about ten seconds of a core each (default: ${default})."`
	Workers  int           `default:"3" help:"How many workers, of one core each (default: ${default})."`
	Patience time.Duration `default:"2s" help:"How long the fleet waits for a worker that is silent (default: ${default})."`
	Gap      time.Duration `default:"800ms" help:"How long nothing goes wrong, in the mean (default: ${default})."`
	Keep     bool          `help:"Keep the folder with everything that the processes wrote; it is kept anyway if something is wrong."`
	Jobs     int           `hidden:""`
	jsonFlag
	quietFlag
}

// Help is shown by --help.
func (fleetDrillCmd) Help() string {
	return `A fire drill, on this machine: a broker, workers and a coordinator, real processes of
this gambito, play tournaments and train networks, while they are killed, paused, cut off
and slowed down, while the disk of the broker is full, clocks jump, and workers answer
garbage and lies. When it is over, what came out must be the same, byte for byte, as what
one process gets alone. If not, the exit code is 1 and the folder that shows it is kept.

The seed decides what goes wrong and when; how processes meet it is up to the machine, so
that no two drills are quite the same.

Examples:

  gambito fleet drill --faults 30
  gambito fleet drill --over training --seed 7
  gambito fleet drill --faults 1000 --json > drill.json`
}

// Validate is called by the command-line parser.
func (c fleetDrillCmd) Validate() error {
	switch {
	case c.Faults < 1 || c.Faults > 100_000:
		return fmt.Errorf("--faults %d: it must be from 1 to 100000", c.Faults)
	case !(c.Size >= 0.01 && c.Size <= 100):
		return fmt.Errorf("--size %g: it must be from 0.01 to 100", c.Size)
	case c.Workers < 1 || c.Workers > 100:
		return fmt.Errorf("--workers %d: it must be from 1 to 100", c.Workers)
	case c.Patience < time.Second || c.Patience > time.Minute:
		return fmt.Errorf("--patience %v: it must be from 1s to 1m", c.Patience)
	case c.Gap < 10*time.Millisecond || c.Gap > time.Minute:
		return fmt.Errorf("--gap %v: it must be from 10ms to 1m", c.Gap)
	}
	return nil
}

// settings are those that the flags ask for.
func (c fleetDrillCmd) settings(folder string) (drill.Settings, error) {
	program, err := os.Executable()
	if err != nil {
		return drill.Settings{}, err
	}
	s := drill.Settings{
		Program: program, Folder: folder, Faults: c.Faults, Seed: c.Seed, Workers: c.Workers, Patience: c.Patience, Gap: c.Gap,
		Limit: 3 * time.Minute,
		Tell: func(line string) {
			if !c.Quiet {
				fmt.Fprintln(os.Stderr, line)
			}
		},
	}
	if c.Over != "training" {
		s.Works = append(s.Works, drill.Tournament(c.Size), drill.Sequential(c.Size))
	}
	if c.Over != "tournament" {
		s.Works = append(s.Works, drill.Training(c.Size), drill.Differences(c.Size))
	}
	s.Share = max(min(c.Faults/len(s.Works), 40), 1)
	return s, nil
}

// Run lets things go wrong and tells what came of it.
func (c fleetDrillCmd) Run(s *session) error {
	if faults.Supported != nil {
		return faults.Supported
	}
	folder, err := os.MkdirTemp("", "gambito-drill-")
	if err != nil {
		return failure{err}
	}
	settings, err := c.settings(folder)
	if err != nil {
		return failure{err}
	}
	r, err := drill.Run(s.ctx, settings)
	switch {
	case s.ctx.Err() != nil:
		os.RemoveAll(folder)
		return failure{errors.New("the drill was stopped; nothing of it is left")}
	case err != nil:
		return failure{fmt.Errorf("the drill could not go on: %w; %s shows why", err, folder)}
	}
	told := c.told(r, folder)
	if told.Same && !c.Keep {
		os.RemoveAll(folder)
		told.Folder = ""
	}
	if err := c.show(s, told); err != nil {
		return err
	}
	if !told.Same {
		return failure{fmt.Errorf("it did not come out as on one machine: seed %d, folder %s", c.Seed, folder)}
	}
	return nil
}

// told is a report as it is printed.
func (c fleetDrillCmd) told(r drill.Report, folder string) api.Drill {
	d := api.Drill{Seed: c.Seed, Kinds: r.Faults, Restarts: r.Again, Ends: r.Ends, Works: []api.DrillWork{}, Seconds: r.Seconds, Same: r.Same(), Folder: folder}
	for _, n := range r.Faults {
		d.Faults += n
	}
	if r.Wrong != nil {
		d.Wrong = r.Wrong.Error()
	}
	for _, w := range r.Done {
		d.Works = append(d.Works, api.DrillWork{Work: w.Work, Faults: w.Faults, Starts: w.Starts, Games: w.Units,
			Twice: w.Twice, Aside: w.Aside, Seconds: w.Seconds, Alone: w.Alone, Differs: w.Differs})
	}
	return d
}

// show prints what came out.
func (c fleetDrillCmd) show(s *session, d api.Drill) error {
	if c.JSON {
		return s.printJSON(d)
	}
	rows := [][]string{{"what went wrong", "times"}}
	for _, kind := range slices.Sorted(maps.Keys(d.Kinds)) {
		rows = append(rows, []string{kind, strconv.Itoa(d.Kinds[kind])})
	}
	rows = append(rows, []string{"all", strconv.Itoa(d.Faults)})
	table.Style{}.Write(s.stdout, rows)
	rows = [][]string{{"work", "faults", "starts", "games", "done twice", "set aside", "seconds", "alone", "result"}}
	for _, w := range d.Works {
		result := "the same"
		if w.Differs != "" {
			result = w.Differs
		}
		rows = append(rows, []string{w.Work, strconv.Itoa(w.Faults), strconv.Itoa(w.Starts), strconv.Itoa(w.Games), strconv.Itoa(w.Twice),
			strconv.Itoa(w.Aside), fmt.Sprintf("%.1f", w.Seconds), fmt.Sprintf("%.1f", w.Alone), result})
	}
	fmt.Fprintln(s.stdout)
	table.Style{Text: []int{8}}.Write(s.stdout, rows)
	fmt.Fprintf(s.stdout, "\nstarted again: workers %d, coordinator %d, broker %d; %.0f s\n",
		d.Restarts["worker"], d.Restarts["coordinator"], d.Restarts["broker"], d.Seconds)
	for _, words := range slices.Sorted(maps.Keys(d.Ends)) {
		fmt.Fprintf(s.stdout, "the coordinator ended %d times with: %s\n", d.Ends[words], words)
	}
	if d.Wrong != "" {
		fmt.Fprintln(s.stdout, d.Wrong)
	}
	if d.Folder != "" {
		fmt.Fprintln(s.stdout, "kept in "+d.Folder)
	}
	return nil
}
