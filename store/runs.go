package store

import (
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"gambito/arena"
	"gambito/build"
	"gambito/spec"
)

// Info is a stored run without its games.
type Info struct {
	Settings arena.Settings `json:"settings"`
	Source   string         `json:"source"` // the experiment file
	Build    build.Info     `json:"build"`  // that began it
	Created  time.Time      `json:"created"`
	Finished *time.Time     `json:"finished"` // nil while games are left
	Games    int            `json:"games"`    // stored
	id       int64
	name     string // as it is stored, also of one that cannot be read
}

// ErrNoRun says that there is no run of that name.
type ErrNoRun struct {
	name  string
	known []string
}

func (e ErrNoRun) Error() string {
	if len(e.known) == 0 {
		return fmt.Sprintf("there is no run %q; nothing is stored here yet", e.name)
	}
	return fmt.Sprintf("there is no run %q %s", e.name, spec.Suggest(e.name, e.known))
}

// selectRuns selects what scanInfo reads.
func (s *Store) selectRuns() string {
	games := "(SELECT COUNT(*) FROM games WHERE games.run = runs.id)"
	if s.counts() {
		games = "COALESCE((SELECT games FROM counts WHERE counts.run = runs.id), " + games + ")"
	}
	checksum := "NULL"
	if s.version >= withChecksums {
		checksum = "checksum"
	}
	return "SELECT id, name, settings, source, build, created, COALESCE(finished, ''), " + games + ", " + checksum + " FROM runs"
}

// Runs lists the runs in the order in which they were begun. Those that cannot be
// read, because they are damaged or from a newer gambito, it tells and leaves out.
func (s *Store) Runs() (list []Info, unreadable []error, err error) {
	rows, err := s.db.Query(s.selectRuns() + " ORDER BY id")
	if err != nil {
		return nil, nil, s.explain(err)
	}
	defer rows.Close()
	for rows.Next() {
		info, err := scanInfo(rows)
		switch {
		case isHidden(info.name):
		case errors.As(err, new(errUnreadable)):
			unreadable = append(unreadable, err)
		case err != nil:
			return nil, nil, s.explain(err)
		default:
			list = append(list, info)
		}
	}
	return list, unreadable, s.explain(rows.Err())
}

// Run returns one run; an error may be ErrNoRun.
func (s *Store) Run(name string) (Info, error) {
	info, err := scanInfo(s.db.QueryRow(s.selectRuns()+" WHERE name = ?", name))
	if errors.Is(err, sql.ErrNoRows) || isHidden(name) {
		return Info{}, s.noRun(name)
	}
	return info, s.explain(err)
}

// noRun is the error about a run that is not there.
func (s *Store) noRun(name string) error {
	rows, err := s.db.Query("SELECT name FROM runs ORDER BY id")
	if err != nil {
		return s.explain(err)
	}
	defer rows.Close()
	missing := ErrNoRun{name: name}
	for rows.Next() {
		var known string
		if err := rows.Scan(&known); err != nil {
			return s.explain(err)
		}
		if !isHidden(known) {
			missing.known = append(missing.known, known)
		}
	}
	if err := rows.Err(); err != nil {
		return s.explain(err)
	}
	return missing
}

// errUnreadable is a run whose settings say nothing that can be understood.
type errUnreadable struct{ error }

func scanInfo(row interface{ Scan(...any) error }) (info Info, err error) {
	var settings, build, created, finished string
	var checksum any
	if err := row.Scan(&info.id, &info.name, &settings, &info.Source, &build, &created, &finished, &info.Games, &checksum); err != nil {
		return info, err
	}
	if !fits(checksum, settings, info.Source, build, created) {
		return info, errUnreadable{fmt.Errorf("the settings of run %s cannot be read: %w", info.name, errDamaged)}
	}
	err = errors.Join(json.Unmarshal([]byte(settings), &info.Settings), json.Unmarshal([]byte(build), &info.Build))
	if err == nil {
		err = info.Settings.Check()
	}
	if err != nil {
		return info, errUnreadable{fmt.Errorf("the settings of run %s cannot be read: %s", info.name, strings.ReplaceAll(err.Error(), "\n", "; "))}
	}
	if info.Created, err = time.Parse(time.RFC3339, created); err != nil || finished == "" {
		return info, err
	}
	at, err := time.Parse(time.RFC3339, finished)
	info.Finished = &at
	return info, err
}
