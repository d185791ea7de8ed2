package main

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/alecthomas/kong"

	"gambito/api"
	"gambito/config"
	"gambito/faults"
	"gambito/table"
)

type drillCmd struct {
	Kills int           `default:"100" help:"How many processes are killed or asked to end (default: ${default})."`
	Disks int           `default:"20" help:"How many disks become full; as root on Linux (default: ${default})."`
	Files int           `default:"500" help:"How many files are damaged (default: ${default})."`
	Over  []string      `placeholder:"WORK" help:"Only with these works, of: ${works}."`
	Seed  uint64        `default:"1" help:"What goes wrong and when comes from it (default: ${default})."`
	For   time.Duration `help:"End after so long, with what there was until then."`
	Keep  bool          `help:"Keep the folder with everything that the processes wrote; it is kept anyway if something is wrong."`
	Batch bool          `hidden:"" help:"Do what others ask for, line by line."`
	Jobs  int           `hidden:""`
	jsonFlag
	quietFlag
}

// Help is shown by --help.
func (drillCmd) Help() string {
	return `Lets things go wrong on this machine, for those who work on gambito: processes of it play
tournaments, read archives, train by every method, learn strategies, breed, tune and make
books, all of them small, while they are killed at random moments, asked to end, and while
their disks become full; then bits, digits and parts of every file that they have written
are changed, cut off, doubled, exchanged or removed. In the end the same must come out, to
the byte, as in peace, with no file left over; or damage must be said, in a line. What a
fleet bears is tried by gambito fleet drill.

Examples:

  gambito drill
  gambito drill --kills 1000 --files 10000 --for 1h --quiet
  gambito drill --over tournament --over book --seed 7`
}

// Validate is called by the command-line parser.
func (c drillCmd) Validate() error {
	if c.For < 0 {
		return fmt.Errorf("--for %v: it must not be negative", c.For)
	}
	for name, n := range map[string]int{"kills": c.Kills, "disks": c.Disks, "files": c.Files} {
		if n < 0 || n > 10_000_000 {
			return fmt.Errorf("--%s %d: it must be from 0 to 10000000", name, n)
		}
	}
	for _, name := range c.Over {
		if !slices.Contains(drillWorks(), name) {
			return fmt.Errorf("--over %s: there is no such work: %s", name, strings.Join(drillWorks(), ", "))
		}
	}
	return nil
}

// drillWorks are the names of works.
func drillWorks() (names []string) {
	for _, w := range faults.Works() {
		names = append(names, w.Name)
	}
	return names
}

// Run lets things go wrong and tells what came of it.
func (c drillCmd) Run(s *session) error {
	if c.Batch {
		return c.batch()
	}
	folder, err := os.MkdirTemp("", "gambito-drill-")
	if err != nil {
		return failure{err}
	}
	program, err := os.Executable()
	if err != nil {
		return failure{err}
	}
	settings := faults.Settings{
		Program: program, Folder: folder, Kills: c.Kills, Disks: c.Disks, Files: c.Files, Seed: c.Seed, Limit: 5 * time.Minute, For: c.For,
		Tell: func(line string) {
			if !c.Quiet {
				fmt.Fprintln(os.Stderr, line)
			}
		},
	}
	for _, w := range faults.Works() {
		if len(c.Over) == 0 || slices.Contains(c.Over, w.Name) {
			settings.Works = append(settings.Works, w)
		}
	}
	began := time.Now()
	r, err := faults.Run(s.ctx, settings)
	switch {
	case s.ctx.Err() != nil:
		os.RemoveAll(folder)
		return failure{errors.New("the drill was stopped; nothing of it is left")}
	case err != nil:
		return failure{fmt.Errorf("the drill could not go on: %w; %s shows why", err, folder)}
	}
	told := api.Faults{Seed: c.Seed, Kills: r.Kills, Ends: r.Ends, Disks: r.Disks, Full: r.Full, Files: r.Files, Damage: r.Damage,
		Said: r.Said, Unharmed: r.Healed, Wrong: append([]string{}, r.Wrong...), Seconds: time.Since(began).Seconds(), Folder: folder}
	if len(r.Wrong) == 0 && !c.Keep {
		os.RemoveAll(folder)
		told.Folder = ""
	}
	if err := c.show(s, told); err != nil {
		return err
	}
	if len(r.Wrong) > 0 {
		return failure{fmt.Errorf("%s went otherwise than it may: seed %d, folder %s", counted(len(r.Wrong), "thing"), c.Seed, folder)}
	}
	return nil
}

// show prints what came out.
func (c drillCmd) show(s *session, r api.Faults) error {
	if c.JSON {
		return s.printJSON(r)
	}
	rows := [][]string{{"work", "killed", "done the same", "disks full"}}
	for _, name := range slices.Sorted(maps.Keys(r.Ends)) {
		rows = append(rows, []string{name, strconv.Itoa(r.Kills[name]), strconv.Itoa(r.Ends[name]), strconv.Itoa(r.Disks[name])})
	}
	rows = append(rows, []string{"all", strconv.Itoa(sum(r.Kills)), strconv.Itoa(sum(r.Ends)), strconv.Itoa(sum(r.Disks))})
	table.Style{}.Write(s.stdout, rows)
	rows = [][]string{{"damage", "files"}}
	for _, name := range slices.Sorted(maps.Keys(r.Damage)) {
		rows = append(rows, []string{name, strconv.Itoa(r.Damage[name])})
	}
	rows = append(rows, []string{"all", strconv.Itoa(sum(r.Damage))})
	fmt.Fprintln(s.stdout)
	table.Style{}.Write(s.stdout, rows)
	fmt.Fprintf(s.stdout, "\n%s were said to be damaged; of %s the same came out nevertheless; %s said that the disk is full; %.0f s\n",
		counted(r.Said, "file"), counted(r.Unharmed, "file"), counted(r.Full, "work"), r.Seconds)
	for _, wrong := range r.Wrong {
		fmt.Fprintln(s.stdout, "WRONG: "+wrong)
	}
	if r.Folder != "" {
		fmt.Fprintln(s.stdout, "kept in "+r.Folder)
	}
	return nil
}

func sum(of map[string]int) (all int) {
	for _, n := range of {
		all += n
	}
	return all
}

// batch does commands that a drill asks for, one after another, in this process.
func (c drillCmd) batch() error {
	if os.Getenv(faults.BatchVariable) == "" {
		return errors.New("--batch: this is for gambito drill alone")
	}
	out := os.Stdout
	parser := newParser(config.File{}) // takes longer than most commands
	declared := func(config.File) *kong.Kong { return parser }
	return faults.Serve(os.Stdin, out, func(r faults.Request) (a faults.Answer) {
		stdout, err := os.CreateTemp("", "gambito-batch-")
		stderr, err1 := os.CreateTemp("", "gambito-batch-")
		if err := errors.Join(err, err1, os.Chdir(r.Folder)); err != nil {
			return faults.Answer{Code: -1, Stderr: err.Error()}
		}
		before := [2]*os.File{os.Stdout, os.Stderr}
		os.Stdout, os.Stderr = stdout, stderr
		defer func() {
			if wrong := recover(); wrong != nil {
				a.Panic = fmt.Sprint(wrong)
			}
			os.Stdout, os.Stderr = before[0], before[1]
			a.Stdout, a.Stderr = written(stdout), written(stderr)
		}()
		a.Code = executeBy(declared, r.Args)
		return a
	})
}

// written is what a file holds, which does not stay.
func written(f *os.File) string {
	defer os.Remove(f.Name())
	defer f.Close()
	f.Seek(0, io.SeekStart)
	text, _ := io.ReadAll(f)
	return string(text)
}
