package store

import (
	"bufio"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"io"
	"time"

	"gambito/arena"
	"gambito/build"
	"gambito/progress"
)

// An archive is a run with all its games in one file: lines of JSON under gzip. The
// first is its header, then every game has one, in the order of game, pairing and
// number, and the last has the SHA-256 of all lines before it. A run that is read
// from an archive gives the same archive again.

// archiveFormat is what archives call themselves, archiveVersion how they are written.
const (
	archiveFormat  = "gambito run"
	archiveVersion = 1
)

// archiveHeader is the first line.
type archiveHeader struct {
	Format   string         `json:"format"`
	Version  int            `json:"version"`
	Games    int            `json:"games"`
	Created  time.Time      `json:"created"`
	Finished *time.Time     `json:"finished"`
	Build    build.Info     `json:"build"`
	Source   string         `json:"source"`
	Settings arena.Settings `json:"settings"`
}

// archivedGame is a game. What the settings say is not repeated.
type archivedGame struct {
	Game        int           `json:"game"`
	Pairing     int           `json:"pairing"`
	Number      int           `json:"number"`
	Seats       []int         `json:"seats"`
	Opening     int           `json:"opening,omitempty"`
	Moves       string        `json:"moves"`
	Result      []float64     `json:"result"`
	Reason      arena.Reason  `json:"reason"`
	Faults      []arena.Fault `json:"faults,omitempty"`
	Simulations []int         `json:"simulations,omitempty"`
	Nodes       []int         `json:"nodes,omitempty"`
	Seconds     []float64     `json:"seconds,omitempty"`
	Build       string        `json:"build,omitempty"`
	Machine     string        `json:"machine,omitempty"`
}

// archiveEnd is the last line.
type archiveEnd struct {
	SHA256 string `json:"sha256"`
}

// Export writes a run and its games, as they are at one moment, as an archive. It
// tells how far it is.
func (s *Store) Export(ctx context.Context, info Info, w io.Writer, tell progress.Func) error {
	tx, err := s.db.BeginTx(ctx, &sql.TxOptions{ReadOnly: true})
	if err != nil {
		return s.explain(err)
	}
	defer tx.Rollback()
	name := info.Settings.Name
	if info, err = s.inTransaction(tx, info.id); errors.Is(err, sql.ErrNoRows) {
		return s.noRun(name)
	} else if err != nil {
		return s.explain(err)
	}
	if err := s.complete(tx, info); err != nil {
		return err
	}
	out := newArchiveWriter(w)
	header := archiveHeader{
		Format: archiveFormat, Version: archiveVersion, Games: info.Games, Created: info.Created, Finished: info.Finished,
		Build: info.Build, Source: info.Source, Settings: info.Settings,
	}
	if err := out.line(header); err != nil {
		return err
	}
	done := 0
	err = s.searchIn(ctx, tx, info, Query{Limit: -1}, func(r arena.Record) error {
		if done++; done%1000 == 0 {
			tell.Tell("games", done, info.Games)
		}
		return out.line(archivedGame{
			Game: r.Venue, Pairing: r.Pairing, Number: r.Number, Seats: r.Seats, Opening: r.Opening, Moves: r.Moves, Result: r.Result, Reason: r.Reason,
			Faults: r.Faults, Simulations: r.Simulations, Nodes: r.Nodes, Seconds: r.Seconds, Build: r.Build, Machine: r.Machine,
		})
	})
	if err != nil {
		return err
	}
	return out.end()
}

// inTransaction is a run as a transaction sees it, with as many games as it will
// find.
func (s *Store) inTransaction(tx *sql.Tx, id int64) (info Info, err error) {
	if info, err = scanInfo(tx.QueryRow(s.selectRuns()+" WHERE id = ?", id)); err == nil {
		err = tx.QueryRow("SELECT COUNT(*) FROM games WHERE run = ?", id).Scan(&info.Games)
	}
	return info, err
}

// archiveWriter writes lines and sums them up.
type archiveWriter struct {
	zip   *gzip.Writer
	out   *bufio.Writer // into zip and sum
	sum   hash.Hash
	lines *json.Encoder
}

func newArchiveWriter(w io.Writer) *archiveWriter {
	a := &archiveWriter{zip: gzip.NewWriter(w), sum: sha256.New()}
	a.out = bufio.NewWriterSize(io.MultiWriter(a.zip, a.sum), 1<<16)
	a.lines = json.NewEncoder(a.out)
	a.lines.SetEscapeHTML(false)
	return a
}

func (a *archiveWriter) line(of any) error {
	if err := a.lines.Encode(of); err != nil {
		return fmt.Errorf("the archive: %w", err)
	}
	return nil
}

func (a *archiveWriter) end() error {
	err := a.out.Flush()
	if err == nil {
		err = a.line(archiveEnd{hex.EncodeToString(a.sum.Sum(nil))})
	}
	if err := errors.Join(err, a.out.Flush(), a.zip.Close()); err != nil {
		return fmt.Errorf("the archive: %w", err)
	}
	return nil
}
