package gamefile

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"gambito/files"
	"gambito/game"
	"gambito/games/othello"
)

// WTHOR is the database of games of the Fédération Française d'Othello, a file a
// year. All numbers have their low byte first.
//
//	header, 16 bytes: date of the file in 4, games in 4, 2 unused, year in 2,
//	                  side of the board in 1 (0 means 8), 3 that do not matter here
//	game, 68 bytes:   numbers of the tournament, of black and of white in 2 each,
//	                  black's discs, the best it could have had, 60 moves
//	move:             10 × row + column, both from 1; 0 behind the last
//
// Passes are left out. The names stand beside it in files of 20 bytes a player,
// .jou, and 26 a tournament, .trn, behind a header of the same kind.
const (
	wthorHeader     = 16
	wthorGame       = 68
	wthorMoves      = 8 // where they begin in a game
	wthorPlayer     = 20
	wthorTournament = 26
)

// isWTHOR reports whether a content has a header that fits its size.
func isWTHOR(content []byte) bool {
	return len(content) > wthorHeader && content[1] >= 1 && content[1] <= 99 && content[2] >= 1 && content[2] <= 12 && content[3] >= 1 && content[3] <= 31 &&
		content[0] >= 19 && content[0] <= 21 && content[15] == 0 && len(content)-wthorHeader == wthorGame*wthorCount(content)
}

func wthorCount(content []byte) int { return int(binary.LittleEndian.Uint32(content[4:])) }

func parseWTHOR(r *reader) error {
	content := r.content
	if len(content) < wthorHeader {
		return fmt.Errorf("it has %d bytes, less than the header of a WTHOR file, %d", len(content), wthorHeader)
	}
	count, size := wthorCount(content), len(content)-wthorHeader
	switch {
	case content[12] != 0 && content[12] != 8:
		return fmt.Errorf("its games are on a board of %d rows: those of 8 are read", content[12])
	case size != wthorGame*count:
		return fmt.Errorf("it says that it holds %d games, which take %d bytes behind its header: there are %d", count, wthorGame*count, size)
	case count > r.most:
		return fmt.Errorf("it holds %d games; at most %d are read", count, r.most)
	}
	players, err := r.wthorNames(".jou", wthorPlayer)
	if err != nil {
		return err
	}
	tournaments, err := r.wthorNames(".trn", wthorTournament)
	if err != nil {
		return err
	}
	year := int(binary.LittleEndian.Uint16(content[10:]))
	for i := range count {
		g := wthor{players: players, tournaments: tournaments, year: year}
		if err := g.add(r, content[wthorHeader+i*wthorGame:][:wthorGame]); err != nil {
			return fmt.Errorf("game %d: %w", i+1, err)
		}
	}
	return nil
}

// wthor is what the games of a file share.
type wthor struct {
	players, tournaments []string
	year                 int
}

// add reads one game.
func (w *wthor) add(r *reader, from []byte) error {
	g := othello.New()
	record := emptyRecord(g)
	number := func(at int) int { return int(binary.LittleEndian.Uint16(from[at:])) }
	record.Event = named(w.tournaments, number(0), "tournament")
	record.Names = []string{named(w.players, number(2), "player"), named(w.players, number(4), "player")}
	if w.year > 0 {
		record.Date = strconv.Itoa(w.year)
	}
	line, err := wthorLine(from[wthorMoves:])
	if err != nil {
		return err
	}
	s := g.New()
	moves, err := game.ParseLine(g, s, line)
	if err != nil {
		return err
	}
	record.Moves = game.FormatLine(g, g.New(), moves)
	// The discs tell who won a game that was not played to its end.
	const half = 32
	discs := from[6]
	if discs > 2*half {
		return fmt.Errorf("black has %d discs of 64", discs)
	}
	switch {
	case discs > half:
		finish(&record, s, resigned(1))
	case discs < half && len(moves) > 0:
		finish(&record, s, resigned(0))
	default:
		finish(&record, s, nil)
	}
	return r.add(record, 0)
}

// wthorLine writes moves as the game does.
func wthorLine(moves []byte) (string, error) {
	var line strings.Builder
	for i, m := range moves {
		row, column := m/10, m%10
		switch {
		case m == 0:
			for _, behind := range moves[i:] {
				if behind != 0 {
					return "", errors.New("there are moves behind its last")
				}
			}
			return line.String(), nil
		case row < 1 || row > 8 || column < 1 || column > 8:
			return "", fmt.Errorf("move %d: %d is no cell: it must be 10 × row + column, 11 to 88", i+1, m)
		}
		fmt.Fprintf(&line, "%c%d ", 'a'+column-1, row)
	}
	return line.String(), nil
}

// named is the name of that number, or the number where it is not known.
func named(names []string, number int, what string) string {
	if number < len(names) && names[number] != "" {
		return names[number]
	}
	return fmt.Sprintf("%s %d", what, number)
}

// wthorNames reads the names beside a file of games: in a file of the same name, or
// of whatever name if it is the only one.
func (r *reader) wthorNames(ending string, size int) ([]string, error) {
	if r.sent {
		return nil, nil
	}
	file := beside(r.name, ending)
	if file == "" {
		return nil, nil
	}
	content, err := files.Read(file)
	if err != nil {
		return nil, fmt.Errorf("its names: %w", err)
	}
	if len(content) < wthorHeader || (len(content)-wthorHeader)%size != 0 {
		return nil, fmt.Errorf("its names: %s has %d bytes, which is no header of %d and names of %d", file, len(content), wthorHeader, size)
	}
	var names []string
	for at := wthorHeader; at < len(content); at += size {
		names = append(names, zeroEnded(content[at:at+size]))
	}
	return names, nil
}

// beside finds a file by its ending in the folder of another.
func beside(name, ending string) string {
	folder := filepath.Dir(name)
	entries, err := os.ReadDir(folder)
	if err != nil {
		return ""
	}
	var found []string
	base := strings.TrimSuffix(filepath.Base(name), filepath.Ext(name))
	for _, entry := range entries {
		if !strings.EqualFold(filepath.Ext(entry.Name()), ending) {
			continue
		}
		stem := strings.TrimSuffix(entry.Name(), filepath.Ext(entry.Name()))
		if strings.EqualFold(stem, base) || strings.EqualFold(stem, "wthor") {
			return filepath.Join(folder, entry.Name())
		}
		found = append(found, entry.Name())
	}
	if len(found) == 1 {
		return filepath.Join(folder, found[0])
	}
	return ""
}

// zeroEnded reads a name that ends with a zero.
func zeroEnded(name []byte) string {
	name, _, _ = bytes.Cut(name, []byte{0})
	return strings.TrimSpace(oneLine(string(name)))
}
