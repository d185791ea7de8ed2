package store

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"gambito/arena"
)

// MostGames is how many games a page has at most.
const MostGames = 1000

// Query chooses a page of a run's games, in the order of game, pairing and number.
type Query struct {
	arena.Filter
	After *arena.Key // games behind this one, which need not be there
	Limit int        // how many at most; 0 for MostGames
}

// Games returns a page of a run's games and whether there are more behind it. What
// the filter says must be possible, see arena.Filter.Check.
func (s *Store) Games(info Info, q Query) (page []arena.Record, more bool, err error) {
	if err := q.Filter.Check(info.Settings); err != nil {
		return nil, false, err
	}
	limit := q.Limit
	if limit <= 0 || limit > MostGames {
		limit = MostGames
	}
	where := conditions(info, q.Filter)
	if q.After != nil {
		where.add("(game, pairing, number) > (?, ?, ?)", q.After.Game, q.After.Pairing, q.After.Number)
	}
	err = s.records(info, where, limit+1, func(r arena.Record) error {
		page = append(page, r)
		return nil
	})
	if len(page) > limit {
		return page[:limit], true, err
	}
	return page, false, err
}

// ErrNoGame says that a run has no such game.
var ErrNoGame = errors.New("there is no such game")

// Game returns one game of a run; an error may be ErrNoGame.
func (s *Store) Game(info Info, k arena.Key) (found arena.Record, err error) {
	where := conditions(info, arena.Filter{})
	where.add("game = ? AND pairing = ? AND number = ?", k.Game, k.Pairing, k.Number)
	err = s.records(info, where, 1, func(r arena.Record) error {
		found = r
		return nil
	})
	if err == nil && found.Reason == "" {
		err = fmt.Errorf("run %s: game %d, pairing %d, number %d: %w", info.Settings.Name, k.Game, k.Pairing, k.Number, ErrNoGame)
	}
	return found, err
}

// Filtered calls do on the games of a run that a filter chooses, as Records does.
func (s *Store) Filtered(info Info, f arena.Filter, do func(arena.Record) error) error {
	if err := f.Check(info.Settings); err != nil {
		return err
	}
	return s.records(info, conditions(info, f), -1, do)
}

// where is a condition in SQL.
type where struct {
	text   strings.Builder
	values []any
}

func (w *where) add(condition string, values ...any) {
	if w.text.Len() > 0 {
		w.text.WriteString(" AND ")
	}
	w.text.WriteString(condition)
	w.values = append(w.values, values...)
}

// The scores of both seats, in SQL; a cast reads as much as is a number.
const (
	firstScore  = "CAST(substr(result, 2) AS REAL)"
	secondScore = "CAST(substr(result, instr(result, ',') + 1) AS REAL)"
)

// conditions choose what arena.Filter.Has does.
func conditions(info Info, f arena.Filter) *where {
	w := &where{}
	w.add("run = ?", info.id)
	if f.Game != nil {
		w.add("game = ?", *f.Game)
	}
	if list, any := pairingsOf(info.Settings, f); !any {
		w.add("pairing IN (" + list + ")")
	}
	if f.Round != nil {
		w.add("number BETWEEN ? AND ?", *f.Round*info.Settings.GamesPerPair, (*f.Round+1)*info.Settings.GamesPerPair-1)
	}
	own, other := firstScore, secondScore
	if f.Agent != nil {
		atFirst := fmt.Sprintf("seats LIKE '[%d,%%'", *f.Agent)
		switch {
		case f.Side == nil:
			own = fmt.Sprintf("iif(%s, %s, %s)", atFirst, firstScore, secondScore)
			other = fmt.Sprintf("iif(%s, %s, %s)", atFirst, secondScore, firstScore)
		case *f.Side == 0:
			w.add(atFirst)
		default:
			own, other = secondScore, firstScore
			w.add(fmt.Sprintf("seats LIKE '%%,%d]'", *f.Agent))
		}
	}
	switch f.Result {
	case arena.Won:
		w.add(own + " > 0")
	case arena.Lost:
		w.add(own + " <= 0 AND " + other + " > 0")
	case arena.Drew:
		w.add(own + " <= 0 AND " + other + " <= 0")
	}
	if f.Reason != "" {
		w.add("reason = ?", string(f.Reason))
	}
	if f.Opening != "" {
		w.add("(moves = ? OR substr(moves, 1, ?) = ?)", f.Opening, len([]rune(f.Opening))+1, f.Opening+" ")
	}
	return w
}

// pairingsOf lists the pairings that a filter leaves, or says that it leaves all.
func pairingsOf(s arena.Settings, f arena.Filter) (list string, all bool) {
	if f.Pairing == nil && f.Agent == nil {
		return "", true
	}
	var numbers []string
	for p, agents := range s.Plan().Pairings {
		plays := func(agent *int) bool { return agent == nil || agents[0] == *agent || agents[1] == *agent }
		if (f.Pairing == nil || *f.Pairing == p) && plays(f.Agent) && plays(f.Opponent) && (f.Opponent == nil || *f.Opponent != *f.Agent) {
			numbers = append(numbers, strconv.Itoa(p))
		}
	}
	return strings.Join(numbers, ","), false
}

// records calls do on the games that a condition chooses, so many at most (−1: all).
func (s *Store) records(info Info, where *where, limit int, do func(arena.Record) error) error {
	playedBy := "'' FROM games"
	if s.version >= 2 {
		playedBy = "COALESCE(builds.version, '') FROM games LEFT JOIN builds ON builds.id = games.build"
	}
	rows, err := s.db.Query(`SELECT game, pairing, number, seats, opening, moves, result, reason,
		faults, simulations, nodes, seconds, `+playedBy+` WHERE `+where.text.String()+` ORDER BY game, pairing, number LIMIT ?`, append(where.values, limit)...)
	if err != nil {
		return s.explain(err)
	}
	defer rows.Close()
	reading := newReader(info.Settings)
	for rows.Next() {
		r, err := reading.record(rows)
		if err != nil {
			return s.explain(err)
		}
		if err := do(r); err != nil {
			return err
		}
	}
	return s.explain(rows.Err())
}
