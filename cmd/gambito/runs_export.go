package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	"gambito/api"
	"gambito/arena"
	"gambito/files"
	"gambito/run"
	"gambito/store"
	"gambito/terminal"
)

type runsExportCmd struct {
	runFlags
	jsonFlag
	Times   bool   `help:"Thinking times, builds and machines too, which no second run repeats."`
	Archive string `type:"output" placeholder:"FILE" help:"Write the run with all its games to this file, which gambito runs import reads."`
}

// Help is shown by --help.
func (runsExportCmd) Help() string {
	return `An archive has everything that is stored of a run, thinking times, builds and machines
too, and a digest of it.

Examples:

  gambito runs export policies > policies.jsonl
  gambito runs export policies --archive policies.gz`
}

// Run prints the games in the order of game, pairing and number. The same
// experiment gives the same bytes, unless times are wanted.
func (c runsExportCmd) Run(s *session) error {
	db, info, err := c.find()
	if err != nil {
		return err
	}
	defer db.Close()
	if c.Archive != "" {
		return c.archive(s, db, info)
	}
	out := bufio.NewWriterSize(s.stdout, 1<<16)
	encoder := json.NewEncoder(out)
	encoder.SetEscapeHTML(false)
	err = db.Records(info, func(r arena.Record) error {
		if s.ctx.Err() != nil {
			return s.ctx.Err()
		}
		if !c.Times {
			r.Seconds, r.Build, r.Machine = nil, "", ""
		}
		return encoder.Encode(r)
	})
	if err := errors.Join(err, out.Flush()); err != nil {
		return failure{err}
	}
	return nil
}

// archive writes the run to a file.
func (c runsExportCmd) archive(s *session, db *store.Store, info store.Info) error {
	bar := terminal.NewProgress(os.Stderr)
	err := files.ReplaceBy(c.Archive, func(w io.Writer) error { return db.Export(s.ctx, info, w, bar.Show) })
	bar.Clear()
	if errors.Is(err, context.Canceled) {
		err = errors.New("export stopped; nothing was written")
	}
	if err != nil {
		return failure{err}
	}
	fmt.Fprintf(os.Stderr, "gambito: run %s with %s written to %s\n", info.Settings.Name, counted(info.Games, "game"), c.Archive)
	return nil
}

type runsImportCmd struct {
	File string `arg:"" type:"path" help:"Archive, as gambito runs export RUN --archive FILE writes it."`
	As   string `placeholder:"NAME" help:"Another name for the run."`
	dataFlag
	jsonFlag
	quietFlag
}

// Help is shown by --help.
func (runsImportCmd) Help() string {
	return `All of the run is stored, or, if anything is wrong with the archive, nothing.

Examples:

  gambito runs import policies.gz
  gambito runs import policies.gz --as theirs
  gambito report theirs`
}

// Validate is called by the command-line parser.
func (c runsImportCmd) Validate() error {
	if c.As == "" {
		return nil
	}
	return arena.CheckName(c.As)
}

// Run stores the run of an archive.
func (c runsImportCmd) Run(s *session) error {
	f, err := os.Open(c.File)
	if err != nil {
		return fmt.Errorf("the archive: %w", err)
	}
	defer f.Close()
	if at, err := f.Stat(); err == nil && at.IsDir() {
		return fmt.Errorf("%s is a folder, not an archive", c.File)
	}
	db, err := c.open()
	if err != nil {
		return failure{err}
	}
	defer db.Close()
	bar := c.bar()
	info, err := run.Import(s.ctx, db, f, store.Import{As: c.As, Tell: bar.Show})
	bar.Clear()
	switch {
	case errors.As(err, new(store.ErrArchive)):
		return fmt.Errorf("%s: %w", c.File, err)
	case errors.As(err, new(store.ErrTaken)):
		return err
	case errors.Is(err, context.Canceled):
		return failure{errors.New("import stopped; nothing was stored")}
	case err != nil:
		return failure{err}
	}
	if c.JSON {
		return s.printJSON(api.NewRun(info))
	}
	if c.Quiet {
		return nil
	}
	fmt.Fprintf(os.Stderr, "gambito: stored as run %s with %s\n", info.Settings.Name, counted(info.Games, "game"))
	return nil
}
