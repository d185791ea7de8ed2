package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"gambito/arena"
	"gambito/game"
	"gambito/games/backgammon"
	"gambito/games/backgammon/mat"
	"gambito/games/backgammon/match"
)

// matFile is where games of backgammon go: single games to one new file as a
// session for money, matches to a new file each. The first of the agents has the
// left column. A nil one writes nothing.
type matFile struct {
	game     game.Game
	name     string
	count    int // matches to be written
	file     *os.File
	cubeless bool
	names    [2]string
	points   [2]int // of a session
	done     int
}

// newMatFile makes the file; without a name it is nil.
func newMatFile(name string, g game.Game, agents []string, games int) (*matFile, error) {
	if name == "" {
		return nil, nil
	}
	f := &matFile{game: g, name: name, names: [2]string{agents[0], agents[1]}}
	switch g := g.(type) {
	case *backgammon.Game:
		f.cubeless = true
	case *match.Game:
		f.cubeless = !g.Rules().Cube
		if g.Rules().Length > 0 {
			f.count = games
		}
	default:
		return nil, fmt.Errorf("--mat: it is for games of backgammon, not of %s", g.Info().ID)
	}
	for i := range f.count {
		if _, err := os.Lstat(f.path(i)); err == nil {
			return nil, f.exists(f.path(i))
		}
	}
	return f, f.create()
}

// path is the file of the session or of a match, counted from 0.
func (f *matFile) path(number int) string {
	if f.count < 2 {
		return f.name
	}
	ending := filepath.Ext(f.name)
	return fmt.Sprintf("%s-%d%s", strings.TrimSuffix(f.name, ending), number+1, ending)
}

func (f *matFile) exists(name string) error {
	return fmt.Errorf("--mat: %s exists; choose a new file", name)
}

// matches reports whether records are whole matches.
func (f *matFile) matches() bool { return f.count > 0 }

// create makes the file of the session or of the next match.
func (f *matFile) create() (err error) {
	name, length := f.path(f.done), 0
	if f.matches() {
		length = f.game.(*match.Game).Rules().Length
	}
	f.file, err = os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	switch {
	case errors.Is(err, fs.ErrExist):
		return f.exists(name)
	case err != nil:
		return failure{fmt.Errorf("--mat: %w", err)}
	}
	return mat.WriteHead(f.file, length, f.cubeless)
}

// write adds a finished game, or a match.
func (f *matFile) write(r arena.Record) error {
	if f == nil || r.Result == nil {
		return nil
	}
	games, err := f.games(r)
	if err != nil {
		return fmt.Errorf("--mat: %w", err)
	}
	if f.file == nil {
		if err := f.create(); err != nil {
			return err
		}
	}
	for i := range games {
		g := &games[i]
		f.swap(g, r)
		number := i + 1
		if !f.matches() {
			number = f.done + 1
			g.Score = f.points
			if g.Winner != game.Nobody {
				f.points[g.Winner] += g.Points
			}
		}
		if err := g.Write(f.file, number); err != nil {
			return err
		}
	}
	f.done++
	if f.matches() {
		err = f.file.Close()
		f.file = nil
	}
	return err
}

// games are those of a record, by seat.
func (f *matFile) games(r arena.Record) ([]mat.Game, error) {
	s := f.game.New()
	if g, ok := f.game.(*match.Game); ok {
		moves, err := game.ParseLine(g, s, r.Moves)
		games := mat.Games(g, g.New().(*match.State), moves, [2]string{})
		if last := len(games) - 1; last >= 0 && !f.matches() {
			won(&games[last], r)
		}
		return games, err
	}
	b := f.game.(*backgammon.Game)
	g := mat.Game{Winner: game.Nobody}
	for _, text := range b.SplitMoves(r.Moves) {
		m, err := b.ParseMove(s, text)
		if err != nil {
			return nil, err
		}
		if turn := s.Turn(); turn != game.Chance {
			g.Turns = append(g.Turns, mat.Turn{Player: turn, Action: mat.Move, Dice: s.(*backgammon.State).Dice(), Move: text})
		}
		s.Play(m)
	}
	won(&g, r)
	return []mat.Game{g}, nil
}

// won says who won a single game, also one that was given up.
func won(g *mat.Game, r arena.Record) {
	for seat, score := range r.Result {
		if score > 0 {
			g.Winner, g.Points = game.Player(seat), int(score)
		}
	}
}

// swap turns seats into columns.
func (f *matFile) swap(g *mat.Game, r arena.Record) {
	g.Names = f.names
	column := func(seat game.Player) game.Player { return game.Player(r.Seats[seat]) }
	if column(0) == 1 {
		g.Score[0], g.Score[1] = g.Score[1], g.Score[0]
	}
	for i := range g.Turns {
		g.Turns[i].Player = column(g.Turns[i].Player)
	}
	if g.Winner != game.Nobody {
		g.Winner = column(g.Winner)
	}
}

func (f *matFile) close() error {
	if f == nil || f.file == nil {
		return nil
	}
	return f.file.Close()
}
