package store

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"io"
	"strings"
	"time"

	"gambito/arena"
	"gambito/progress"
)

// ErrArchive is what is wrong with an archive.
type ErrArchive struct{ error }

// ErrTaken says that there is a run of that name.
type ErrTaken struct{ error }

// Import is how an archive is read.
type Import struct {
	As   string        // another name for the run, or "" for its own
	Most int64         // bytes of the lines of the archive, which gzip makes small; 0 for 16 GiB
	Tell progress.Func // how far it is
}

// What archives may have. Memory is bounded by a line.
const (
	mostArchive = 16 << 30
	mostHeader  = 32 << 20 // bytes of the first line, with all lines of openings
	mostLine    = 1 << 20  // bytes of any other
	importBatch = 1000     // games stored at a time
)

// Import stores the run of an archive. All of it is stored, or, if anything is wrong
// with it, nothing: ErrArchive. A name that is taken is ErrTaken.
func (s *Store) Import(ctx context.Context, r io.Reader, how Import) (Info, error) {
	in, header, err := openArchive(r, how)
	if err != nil {
		return Info{}, err
	}
	if how.As != "" {
		header.Settings.Name = how.As
	}
	name := header.Settings.Name
	if err := header.Settings.CheckForeign(); err != nil {
		return Info{}, ErrArchive{fmt.Errorf("the settings of its run cannot be: %s", strings.ReplaceAll(err.Error(), "\n", "; "))}
	}
	if plan := header.Settings.Plan(); header.Games < 0 || header.Games > plan.Total() {
		return Info{}, ErrArchive{fmt.Errorf("it should have %d games, and its run has at most %d", header.Games, plan.Total())}
	}
	release, err := s.lock(name)
	if err != nil {
		return Info{}, err
	}
	defer release()
	if _, err := s.Run(name); err == nil {
		return Info{}, taken(name)
	} else if !errors.As(err, new(ErrNoRun)) {
		return Info{}, err
	}
	w, err := s.beginImport(ctx, header)
	if err != nil {
		return Info{}, err
	}
	if err = w.importGames(ctx, in, header, how.Tell); err == nil {
		err = w.publish(name, header)
	}
	if err != nil {
		return Info{}, errors.Join(err, s.remove(context.WithoutCancel(ctx), w.info.id))
	}
	return s.Run(name)
}

func taken(name string) error {
	return ErrTaken{fmt.Errorf("there is a run %s already; give the one of the archive another name with --as NAME", name)}
}

// beginImport makes the run under a name that is not seen.
func (s *Store) beginImport(ctx context.Context, h archiveHeader) (*Writer, error) {
	if err := s.sweep(ctx, h.Settings.Name); err != nil {
		return nil, err
	}
	hidden := importing + h.Settings.Name
	hash, err := h.Settings.Hash()
	text, err1 := json.Marshal(h.Settings)
	made, err2 := json.Marshal(h.Build)
	if err := errors.Join(err, err1, err2); err != nil {
		return nil, ErrArchive{err}
	}
	done, err := s.db.Exec("INSERT INTO runs (name, hash, settings, source, build, created) VALUES (?, ?, ?, ?, ?, ?)",
		hidden, hash, string(text), h.Source, string(made), h.Created.UTC().Format(time.RFC3339))
	if err != nil {
		return nil, s.explain(err)
	}
	w := &Writer{store: s, info: Info{Settings: h.Settings}}
	if w.info.id, err = done.LastInsertId(); err != nil {
		return nil, s.explain(err)
	}
	return w, s.sealRun(w.info.id)
}

// importGames stores all games of an archive.
func (w *Writer) importGames(ctx context.Context, in *archiveReader, h archiveHeader, tell progress.Func) error {
	count := tell.Count("games", h.Games)
	var batch []arena.Record
	store := func() error {
		err := w.Add(batch)
		w.info.Games += len(batch)
		batch = batch[:0]
		count(w.info.Games)
		return err
	}
	for r, err := range in.games(h) {
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			return err
		}
		if batch = append(batch, r); len(batch) == importBatch {
			if err := store(); err != nil {
				return err
			}
		}
	}
	return store()
}

// publish gives the run its name.
func (w *Writer) publish(name string, h archiveHeader) error {
	var finished any
	if h.Finished != nil {
		finished = h.Finished.UTC().Format(time.RFC3339)
	}
	done, err := w.store.db.Exec("UPDATE OR IGNORE runs SET name = ?, finished = ? WHERE id = ?", name, finished, w.info.id)
	if err != nil {
		return w.store.explain(err)
	}
	if changed, err := done.RowsAffected(); err == nil && changed == 0 {
		return taken(name)
	}
	return nil
}

// archiveReader reads lines and sums them up.
type archiveReader struct {
	raw  *bufio.Reader // behind the archive there must be nothing
	in   *bufio.Reader
	left int64 // bytes
	sum  hash.Hash
	line []byte // buffer
}

var (
	errNoArchive = ErrArchive{errors.New("it is not an archive of a run: gambito runs export RUN --archive FILE makes one")}
	errCutOff    = ErrArchive{errors.New("it is cut off: its end is missing")}
	errDigest    = ErrArchive{errors.New("its digest is wrong: it was damaged or changed on its way")}
)

// openArchive reads the header.
func openArchive(r io.Reader, how Import) (*archiveReader, archiveHeader, error) {
	a := &archiveReader{raw: bufio.NewReaderSize(r, 1<<16), left: how.Most, sum: sha256.New()}
	if a.left <= 0 {
		a.left = mostArchive
	}
	var h archiveHeader
	zip, err := gzip.NewReader(a.raw)
	if err != nil {
		return nil, h, readError(err, errNoArchive)
	}
	zip.Multistream(false)
	a.in = bufio.NewReaderSize(zip, 1<<16)
	line, err := a.next(mostHeader)
	if err != nil {
		return nil, h, err
	}
	var kind struct {
		Format  string `json:"format"`
		Version int    `json:"version"`
	}
	if json.Unmarshal(line, &kind) != nil || kind.Format != archiveFormat || kind.Version < 1 {
		return nil, h, errNoArchive
	}
	if kind.Version > archiveVersion {
		return nil, h, ErrArchive{fmt.Errorf("it is from a newer gambito (version %d; this one knows %d): use that one", kind.Version, archiveVersion)}
	}
	if err := json.Unmarshal(line, &h); err != nil {
		return nil, h, ErrArchive{fmt.Errorf("its first line cannot be read: %w", err)}
	}
	a.sum.Write(line)
	return a, h, nil
}

// readError tells what is wrong with an archive from what kept it from being read.
func readError(err error, damaged error) error {
	switch {
	case errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, io.EOF):
		return errCutOff
	case errors.Is(err, gzip.ErrHeader), errors.Is(err, gzip.ErrChecksum), strings.HasPrefix(err.Error(), "flate: "):
		return damaged
	}
	return err
}

// next returns the next line with its end, of so many bytes at most.
func (a *archiveReader) next(most int) ([]byte, error) {
	a.line = a.line[:0]
	for {
		part, err := a.in.ReadSlice('\n')
		a.line = append(a.line, part...)
		a.left -= int64(len(part))
		switch {
		case len(a.line) > most || a.left < 0:
			return nil, ErrArchive{errors.New("it or one of its lines is too long")}
		case err == nil:
			return a.line, nil
		case !errors.Is(err, bufio.ErrBufferFull):
			return nil, readError(err, errDigest)
		}
	}
}

// games yields the games of an archive and sees that they are those of the header,
// in order, and that the archive is whole. It ends with the first error.
func (a *archiveReader) games(h archiveHeader) func(yield func(arena.Record, error) bool) {
	return func(yield func(arena.Record, error) bool) {
		plan, last := h.Settings.Plan(), arena.Key{Game: -1}
		for n := range h.Games {
			r, err := a.game(h.Settings, plan)
			if err == nil && r.Key().Compare(last) <= 0 {
				err = ErrArchive{fmt.Errorf("line %d: the game is there twice, or not in its place", n+2)}
			}
			if err != nil {
				var wrong errGame
				if errors.As(err, &wrong) {
					err = ErrArchive{fmt.Errorf("line %d: the game cannot be read: %w", n+2, wrong.error)}
				}
				yield(r, err)
				return
			}
			last = r.Key()
			if !yield(r, nil) {
				return
			}
		}
		if err := a.end(); err != nil {
			yield(arena.Record{}, err)
		}
	}
}

// errGame is what is wrong with a line.
type errGame struct{ error }

// game reads a game.
func (a *archiveReader) game(s arena.Settings, p arena.Plan) (r arena.Record, err error) {
	line, err := a.next(mostLine)
	if err != nil {
		return r, err
	}
	if bytes.HasPrefix(line, []byte(`{"sha256"`)) {
		return r, errGame{errors.New("there are fewer than the first line says")}
	}
	var g archivedGame
	if err := json.Unmarshal(line, &g); err != nil {
		return r, errGame{err}
	}
	a.sum.Write(line)
	r = arena.Record{
		Seed: s.Seed, Venue: g.Game, Pairing: g.Pairing, Number: g.Number, Seats: g.Seats, Opening: g.Opening, Moves: g.Moves, Result: g.Result, Reason: g.Reason,
		Faults: g.Faults, Simulations: g.Simulations, Nodes: g.Nodes, Seconds: g.Seconds, Build: g.Build, Machine: g.Machine,
	}
	if err := r.CheckForeign(s, p); err != nil {
		return r, errGame{err}
	}
	return r, nil
}

// end sees that the last line has the digest of all others and nothing follows it.
func (a *archiveReader) end() error {
	line, err := a.next(mostLine)
	if err != nil {
		return err
	}
	var end archiveEnd
	switch {
	case json.Unmarshal(line, &end) != nil || end.SHA256 == "":
		return ErrArchive{errors.New("there are more games than its first line says")}
	case end.SHA256 != hex.EncodeToString(a.sum.Sum(nil)):
		return errDigest
	}
	if _, err := a.in.ReadByte(); err != io.EOF { // which reads the checksum of gzip
		if err != nil {
			return readError(err, errDigest)
		}
		return ErrArchive{errors.New("something follows its end")}
	}
	if _, err := a.raw.ReadByte(); err != io.EOF {
		return ErrArchive{errors.New("something follows its end")}
	}
	return nil
}
