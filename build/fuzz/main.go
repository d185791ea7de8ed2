// Command fuzz gives every fuzz target of the repository, or those of the packages named,
// inputs that nobody thought of:
//
//	go run ./build/fuzz                              a thousand each: what CI does
//	go run ./build/fuzz --inputs 1000000 ./gdl       a million each, of one package
//	go run ./build/fuzz --for 24h                    all of them in turn, for a day
//	go run ./build/fuzz --table                      what was done so far
//
// docs/fuzzing.md tells the rest.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"time"
)

// options are those of the command line.
type options struct {
	inputs int           // a target, unless there is a time
	during time.Duration // in which all targets take turns; 0 is one round of inputs
	turn   time.Duration // of a target, about
	jobs   int           // targets at once
	corpus string        // folder in which inputs that led somewhere new are kept
	table  bool          // only print what was done
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx, os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "fuzz:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string) error {
	var o options
	flags := flag.NewFlagSet("fuzz", flag.ExitOnError)
	flags.IntVar(&o.inputs, "inputs", 1000, "inputs of a target")
	flags.DurationVar(&o.during, "for", 0, "let all targets take turns for so long, led by what they cover")
	flags.DurationVar(&o.turn, "turn", 20*time.Second, "how long a turn is, about")
	flags.IntVar(&o.jobs, "jobs", runtime.NumCPU(), "targets at once")
	flags.StringVar(&o.corpus, "corpus", "", "where inputs that led somewhere new are kept (default: Go's cache)")
	flags.BoolVar(&o.table, "table", false, "only print what was done so far with this corpus")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if o.inputs < 1 || o.jobs < 1 || o.turn < time.Second {
		return errors.New("there must be an input and a job at least, and a turn of a second")
	}
	if o.corpus == "" {
		cache, err := exec.CommandContext(ctx, "go", "env", "GOCACHE").Output()
		if err != nil {
			return err
		}
		o.corpus = filepath.Join(strings.TrimSpace(string(cache)), "fuzz")
	}
	var err error
	if o.corpus, err = filepath.Abs(o.corpus); err != nil {
		return err
	}
	done, err := readTally(o.corpus)
	if err != nil {
		return err
	}
	if o.table {
		return done.print(os.Stdout)
	}
	packages, err := find(".", flags.Args())
	if err != nil {
		return err
	}
	return fuzz(ctx, o, packages, done)
}
