package gamefile

import (
	"bytes"
	"errors"
	"fmt"
	"strings"

	"gambito/arena"
	"gambito/game"
	"gambito/games/backgammon"
	"gambito/games/backgammon/mat"
	"gambito/games/backgammon/match"
)

// formatMat writes one match, or games for money as a session.
func formatMat(games []Game) ([]byte, error) {
	var session matSession
	var all []byte
	for i := range games {
		text, err := session.add(&games[i])
		if err != nil {
			return nil, err
		}
		all = append(all, text...)
	}
	return all, nil
}

// matSession is how far a file has come.
type matSession struct {
	game   string // whose games it holds, "" before the first
	points [2]int
	number int // games so far
}

// add writes the next game, or a match, which is the only one of its file.
func (m *matSession) add(g *Game) ([]byte, error) {
	var text bytes.Buffer
	length, cubeless, err := matRules(g)
	switch {
	case err != nil:
		return nil, err
	case m.game == "":
		mat.WriteHead(&text, length, cubeless) // which a buffer takes
	case m.game != g.Record.Game:
		return nil, fmt.Errorf("a .mat file holds games by the same rules, not of %s and of %s", m.game, g.Record.Game)
	case length > 0:
		return nil, errors.New("a .mat file holds one match: write each to its own, or all to a .json file")
	}
	m.game = g.Record.Game
	list, err := matGames(g)
	if err != nil {
		return nil, err
	}
	for i := range list {
		if length == 0 {
			list[i].Score = m.points
			if w := list[i].Winner; w != game.Nobody {
				m.points[w] += list[i].Points
			}
		}
		m.number++
		list[i].Write(&text, m.number)
	}
	return text.Bytes(), nil
}

// matRules tells of a game what stands in the head of a file.
func matRules(g *Game) (length int, cubeless bool, err error) {
	switch rules := g.Game.(type) {
	case *backgammon.Game:
		if rules.Info().ID != backgammon.New().Info().ID {
			break // other programs would read it as the usual game
		}
		return 0, true, nil
	case *match.Game:
		return rules.Rules().Length, !rules.Rules().Cube, nil
	}
	return 0, false, fmt.Errorf(".mat files are for games of backgammon, not of %s: .json takes every game", g.Record.Game)
}

// matGames are the games of a record, the first of its players on the left.
func matGames(g *Game) (list []mat.Game, err error) {
	players := g.Players()
	names := [2]string{matName(players[0]), matName(players[1])}
	switch rules := g.Game.(type) {
	case *backgammon.Game:
		list, err = plainGame(g, names)
	case *match.Game:
		start := g.Start.(*match.State)
		if !start.Opening() {
			return nil, errors.New("a .mat file tells games from their first roll on, and this one begins later: .json tells it")
		}
		list = mat.Games(rules, start, g.Moves, names)
	}
	if last := len(list) - 1; err == nil && last >= 0 {
		matWinner(&list[last], g)
	}
	if seats := g.Record.Seats; len(seats) == 2 && seats[0] > seats[1] {
		for i := range list {
			swapColumns(&list[i])
		}
	}
	return list, err
}

// plainGame is a game without the cube.
func plainGame(g *Game, names [2]string) ([]mat.Game, error) {
	if g.Record.Position != "" {
		return nil, errors.New("a .mat file tells games from their first roll on, and this one begins later: .json tells it")
	}
	written := mat.Game{Names: names, Winner: game.Nobody}
	s := g.Start.Clone()
	for _, m := range g.Moves {
		if turn := s.Turn(); turn != game.Chance {
			written.Turns = append(written.Turns, mat.Turn{Player: turn, Action: mat.Move, Dice: s.(*backgammon.State).Dice(), Move: g.Game.FormatMove(s, m)})
		}
		s.Play(m)
	}
	return []mat.Game{written}, nil
}

// matWinner says who won the last game of a record, also one that was given up.
func matWinner(last *mat.Game, g *Game) {
	stake := 1.0
	rules, cubed := g.Game.(*match.Game)
	ofMatch := cubed && rules.Rules().Length > 0
	for seat, score := range g.Record.Result {
		if score <= 0 || last.Winner != game.Nobody {
			continue
		}
		if ofMatch && g.Record.Reason == arena.OutOfTime {
			return // the match was lost, but none of its games won
		}
		last.Winner, last.Points = game.Player(seat), int(score)
		if ofMatch { // which counts one, whatever its games do
			s := g.Start.Clone()
			for _, m := range g.Moves {
				s.Play(m)
			}
			_, stake = s.(game.Conceder).Concession(last.Winner ^ 1)
			last.Points = int(stake)
			if faults := g.Record.Faults; len(faults) > 0 {
				last.Points *= max(1, faults[len(faults)-1].Times)
			}
		}
	}
}

// swapColumns turns left and right.
func swapColumns(g *mat.Game) {
	g.Names[0], g.Names[1] = g.Names[1], g.Names[0]
	g.Score[0], g.Score[1] = g.Score[1], g.Score[0]
	for i := range g.Turns {
		g.Turns[i].Player ^= 1
	}
	if g.Winner != game.Nobody {
		g.Winner ^= 1
	}
}

// matName is a name that cannot be taken for a score.
func matName(name string) string {
	name = strings.ReplaceAll(strings.Join(strings.Fields(oneLine(name)), " "), " : ", ":")
	if name == "" {
		return "nobody"
	}
	return name
}
