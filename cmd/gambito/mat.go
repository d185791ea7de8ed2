package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"

	"gambito/arena"
	"gambito/game"
	"gambito/games/backgammon"
	"gambito/games/backgammon/mat"
)

// matFile is a new file of backgammon games. The first of the agents has the
// left column. A nil one writes nothing.
type matFile struct {
	game   *backgammon.Game
	file   *os.File
	names  []string
	points [2]int
	games  int
}

// newMatFile makes the file; without a name it is nil.
func newMatFile(name string, g game.Game, agents []string) (*matFile, error) {
	if name == "" {
		return nil, nil
	}
	b, ok := g.(*backgammon.Game)
	if !ok {
		return nil, fmt.Errorf("--mat: it is for games of backgammon, not of %s", g.Info().ID)
	}
	file, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	switch {
	case errors.Is(err, fs.ErrExist):
		return nil, fmt.Errorf("--mat: %s exists; choose a new file", name)
	case err != nil:
		return nil, failure{fmt.Errorf("--mat: %w", err)}
	}
	return &matFile{game: b, file: file, names: agents}, mat.WriteHead(file, 0)
}

// write adds a finished game.
func (f *matFile) write(r arena.Record) error {
	if f == nil || r.Result == nil {
		return nil
	}
	g := mat.Game{Names: [2]string{f.names[0], f.names[1]}, Score: f.points, Winner: game.Nobody}
	s := f.game.New().(*backgammon.State)
	for _, text := range f.game.SplitMoves(r.Moves) {
		m, err := f.game.ParseMove(s, text)
		if err != nil {
			return fmt.Errorf("--mat: %w", err)
		}
		if s.Turn() != game.Chance {
			player := game.Player(r.Seats[s.Side()])
			g.Turns = append(g.Turns, mat.Turn{Player: player, Action: mat.Move, Dice: s.Dice(), Move: text})
		}
		s.Play(m)
	}
	for seat, score := range r.Result {
		if score > 0 {
			g.Winner, g.Points = game.Player(r.Seats[seat]), int(score)
			f.points[g.Winner] += g.Points
		}
	}
	f.games++
	return g.Write(f.file, f.games)
}

func (f *matFile) close() error {
	if f == nil {
		return nil
	}
	return f.file.Close()
}
