package dataset

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
)

// header is the first line of a CSV. The number of the game may be missing: then every
// row is of a game of its own.
var header = []string{"game", "board", "player", "label"}

// WriteCSV writes rows as text, a board as one symbol a cell: X the first player's, O
// the second's.
func (f *Form) WriteCSV(w io.Writer, rows []Row) error {
	out := csv.NewWriter(w)
	if err := out.Write(header); err != nil {
		return err
	}
	for _, r := range rows {
		board := make([]byte, len(r.Board))
		for cell, stone := range r.Board {
			board[cell] = f.symbol(stone)
		}
		if err := out.Write([]string{strconv.Itoa(r.Game), string(board), strconv.Itoa(r.Player), strconv.FormatFloat(r.Label, 'g', -1, 64)}); err != nil {
			return err
		}
	}
	out.Flush()
	return out.Error()
}

// ReadCSV reads what WriteCSV writes, columns in any order. Errors name the line.
func (f *Form) ReadCSV(from io.Reader) ([]Row, error) {
	in := csv.NewReader(from)
	in.ReuseRecord = true
	names, err := in.Read()
	if err != nil {
		return nil, fmt.Errorf("line 1: %w", err)
	}
	at := make([]int, len(header))
	for i, name := range header {
		if at[i] = slices.Index(names, name); at[i] < 0 && i > 0 {
			return nil, fmt.Errorf("line 1: there is no column %q: a data set has %v, of which the first may be missing", name, header)
		}
	}
	var rows []Row
	for {
		fields, err := in.Read()
		if errors.Is(err, io.EOF) {
			return rows, nil
		}
		if err != nil {
			return nil, err
		}
		r, err := f.readFields(fields, at, len(rows))
		if err != nil {
			line, _ := in.FieldPos(0)
			return nil, fmt.Errorf("line %d: %w", line, err)
		}
		rows = append(rows, r)
	}
}

// readFields reads a line of a CSV whose columns are at these places.
func (f *Form) readFields(fields []string, at []int, number int) (r Row, err error) {
	r.Game = number
	if at[0] >= 0 {
		if r.Game, err = strconv.Atoi(fields[at[0]]); err != nil {
			return r, fmt.Errorf("game %q is no number", fields[at[0]])
		}
	}
	board := fields[at[1]]
	for i := range len(board) {
		switch board[i] {
		case f.symbols[0]:
			r.Board = append(r.Board, 0)
		case f.symbols[1]:
			r.Board = append(r.Board, 1)
		case f.symbols[2]:
			r.Board = append(r.Board, -1)
		default:
			return r, fmt.Errorf("cell %d of the board is %q: cells are %q", i+1, board[i], f.symbols)
		}
	}
	if r.Player, err = strconv.Atoi(fields[at[2]]); err != nil {
		return r, fmt.Errorf("player %q is no number", fields[at[2]])
	}
	if r.Label, err = strconv.ParseFloat(fields[at[3]], 64); err != nil {
		return r, fmt.Errorf("label %q is no number", fields[at[3]])
	}
	return r, nil
}
