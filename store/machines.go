package store

import (
	"context"
	"database/sql"
	"fmt"
	"strconv"

	"gambito/arena"
)

// withMachines is the version of the database from which on games tell the machine of
// a fleet that played them.
const withMachines = 4

// Machines counts the results of a run by the machines of a fleet that played its
// games, in the order in which they came; games that no fleet has played are those of
// a machine without a name. It is nil if all games are.
func (s *Store) Machines(ctx context.Context, info Info) (list []arena.MachineTally, err error) {
	if s.version < withMachines {
		return nil, nil
	}
	any := false
	err = s.db.QueryRowContext(ctx, "SELECT EXISTS (SELECT 1 FROM games WHERE run = ? AND machine IS NOT NULL)", info.id).Scan(&any)
	if err != nil || !any {
		return nil, s.explain(err)
	}
	rows, err := s.db.QueryContext(ctx, `SELECT COALESCE(machines.name, ''), game, seats, result, COUNT(*) FROM games
		LEFT JOIN machines ON machines.id = games.machine WHERE run = ? GROUP BY games.machine, game, seats, result ORDER BY games.machine, game, seats, result`, info.id)
	if err != nil {
		return nil, s.explain(err)
	}
	defer rows.Close()
	for rows.Next() {
		var machine, seats, result string
		var game, count int
		if err := rows.Scan(&machine, &game, &seats, &result, &count); err != nil {
			return nil, s.explain(err)
		}
		if len(list) == 0 || list[len(list)-1].Machine != machine {
			list = append(list, arena.NewMachineTally(machine))
		}
		if err := addTo(list[len(list)-1], info.Settings, game, seats, result, count); err != nil {
			return nil, s.explain(fmt.Errorf("a game of run %s cannot be read: it is damaged: %w", info.Settings.Name, err))
		}
	}
	return list, s.explain(rows.Err())
}

// addTo counts games of the same seats and result.
func addTo(t arena.MachineTally, settings arena.Settings, game int, seats, result string, count int) error {
	r := arena.Record{Venue: game, Reason: arena.ByTheRules}
	var err error
	if r.Seats, err = readPair(seats, strconv.Atoi); err != nil {
		return err
	}
	if r.Result, err = readPair(result, number); err != nil {
		return err
	}
	if err := r.Check(len(settings.Agents)); err != nil {
		return err
	}
	if game < 0 || game >= len(settings.Games) || len(r.Seats) != 2 {
		return fmt.Errorf("game %d has seats %v", game, r.Seats)
	}
	t.Add(r, count)
	return nil
}

// TakeBack is that of a Writer for a run that nobody is writing.
func (s *Store) TakeBack(name, machine string) (games int, err error) {
	release, err := s.lock(name)
	if err != nil {
		return 0, err
	}
	defer release()
	info, err := s.Run(name)
	if err != nil {
		return 0, err
	}
	return (&Writer{store: s, info: info}).TakeBack(machine)
}

// TakeBack removes all games of the run that a machine of a fleet has played, and
// says how many. The run is not finished then.
func (w *Writer) TakeBack(machine string) (games int, err error) {
	tx, err := w.store.db.Begin()
	if err != nil {
		return 0, w.store.explain(err)
	}
	defer tx.Rollback()
	if games, err = w.takeBack(tx, machine); err != nil {
		return 0, w.store.explain(err)
	}
	return games, w.store.explain(tx.Commit())
}

func (w *Writer) takeBack(tx *sql.Tx, machine string) (games int, err error) {
	if version, err := txVersion(tx); err != nil || version < withMachines {
		return 0, err
	}
	done, err := tx.Exec("DELETE FROM games WHERE run = ? AND machine = (SELECT id FROM machines WHERE name = ?)", w.info.id, machine)
	if err != nil {
		return 0, err
	}
	removed, err := done.RowsAffected()
	if err != nil || removed == 0 {
		return 0, err
	}
	if err := w.count(tx, -int(removed)); err != nil {
		return 0, err
	}
	_, err = tx.Exec("UPDATE runs SET finished = NULL WHERE id = ?", w.info.id)
	return int(removed), err
}
