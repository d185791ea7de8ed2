package store

import (
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"gambito/arena"
)

// reader makes records of rows. Millions of rows have few different seats and
// results: those are read once, and the records share them.
type reader struct {
	settings arena.Settings
	plan     arena.Plan
	row      row
	into     []any // the fields of row
	seatings map[seatingText]seating
	results  map[string][]float64
	builds   map[any]string // by number, as machines
	machines map[any]string
}

// row is one of the table of games, as records selects it.
type row struct {
	game, pairing, number, opening      int
	seats, moves, result, reason        string
	faults, simulations, nodes, seconds any // text or nil
	build, machine, checksum            any // number or nil
}

// seatingText is who sits where at which game.
type seatingText struct {
	game  int
	seats string
}

// seating is what is said of those who sit there.
type seating struct {
	seats               []int
	names, agents, full []string
}

// mostResults is how many different ones are remembered.
const mostResults = 1000

func newReader(s arena.Settings) *reader {
	r := &reader{settings: s, plan: s.Plan(), seatings: map[seatingText]seating{}, results: map[string][]float64{}}
	w := &r.row
	r.into = []any{&w.game, &w.pairing, &w.number, &w.seats, &w.opening, &w.moves, &w.result, &w.reason, &w.faults, &w.simulations, &w.nodes, &w.seconds, &w.build, &w.machine, &w.checksum}
	return r
}

// record reads a row and fills in what the settings know.
func (r *reader) record(rows *sql.Rows) (arena.Record, error) {
	if err := rows.Scan(r.into...); err != nil {
		return arena.Record{}, err
	}
	w := &r.row
	one := arena.Record{
		Seed: r.settings.Seed, Venue: w.game, Pairing: w.pairing, Number: w.number,
		Opening: w.opening, Moves: w.moves, Reason: arena.Reason(w.reason), Build: r.builds[w.build], Machine: r.machines[w.machine],
	}
	if err := r.fill(&one); err != nil {
		return one, fmt.Errorf("the record of game %+v of run %s cannot be read: it is damaged: %w", one.Key(), r.settings.Name, err)
	}
	return one, nil
}

// fill reads the lists of a row and checks what they say.
func (r *reader) fill(one *arena.Record) (err error) {
	w := &r.row
	if !fits(w.checksum, w.game, w.pairing, w.number, w.seats, w.opening, w.moves, w.result, w.reason, w.faults, w.simulations, w.nodes, w.seconds, w.build, w.machine) {
		return errDamaged
	}
	if r.plan.Index(one.Key()) < 0 {
		return errors.New("it is not one of the run's")
	}
	sits, err := r.seating(one.Venue, r.row.seats)
	if err != nil {
		return err
	}
	one.Seats, one.Names, one.Agents, one.Full = sits.seats, sits.names, sits.agents, sits.full
	one.Game = r.settings.Games[one.Venue].ID
	if one.Result, err = r.result(r.row.result); err != nil {
		return err
	}
	if text, ok := r.row.faults.(string); ok {
		if err := json.Unmarshal([]byte(text), &one.Faults); err != nil {
			return err
		}
	}
	for _, list := range []struct {
		text any
		to   *[]int
	}{{r.row.simulations, &one.Simulations}, {r.row.nodes, &one.Nodes}} {
		if text, ok := list.text.(string); ok {
			if *list.to, err = readPair(text, strconv.Atoi); err != nil {
				return err
			}
		}
	}
	if text, ok := r.row.seconds.(string); ok {
		if one.Seconds, err = readPair(text, number); err != nil {
			return err
		}
	}
	return one.Check(len(r.settings.Agents))
}

func (r *reader) seating(game int, text string) (seating, error) {
	if known, ok := r.seatings[seatingText{game, text}]; ok {
		return known, nil
	}
	seats, err := readPair(text, strconv.Atoi)
	if err != nil {
		return seating{}, err
	}
	if len(seats) != 2 {
		return seating{}, errors.New("it is not one of the run's")
	}
	sits := seating{seats: seats}
	for _, i := range seats {
		if i < 0 || i >= len(r.settings.Agents) {
			return seating{}, fmt.Errorf("its seats are %v of %d agents", seats, len(r.settings.Agents))
		}
		a := r.settings.Agents[i]
		sits.names, sits.agents, sits.full = append(sits.names, a.Name), append(sits.agents, a.Spec), append(sits.full, r.settings.Resolved(game, i))
	}
	r.seatings[seatingText{game, text}] = sits
	return sits, nil
}

func (r *reader) result(text string) ([]float64, error) {
	if known, ok := r.results[text]; ok {
		return known, nil
	}
	result, err := readPair(text, number)
	if err == nil && len(r.results) < mostResults {
		r.results[strings.Clone(text)] = result
	}
	return result, err
}

func number(text string) (float64, error) { return strconv.ParseFloat(text, 64) }

// readPair reads a JSON list, quickly if it is one of two plain numbers.
func readPair[N int | float64](text string, read func(string) (N, error)) ([]N, error) {
	inner, begins := strings.CutPrefix(text, "[")
	inner, ends := strings.CutSuffix(inner, "]")
	first, second, two := strings.Cut(inner, ",")
	if begins && ends && two && plain(first) && plain(second) {
		a, err1 := read(first)
		b, err2 := read(second)
		if err1 == nil && err2 == nil {
			return []N{a, b}, nil
		}
	}
	var list []N
	err := json.Unmarshal([]byte(text), &list)
	return list, err
}

// plain reports whether a text has only what numbers are made of in JSON.
func plain(text string) bool {
	for _, c := range []byte(text) {
		if (c < '0' || c > '9') && c != '-' && c != '.' && c != 'e' && c != 'E' && c != '+' {
			return false
		}
	}
	return text != ""
}
