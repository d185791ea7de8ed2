package games

import (
	"bufio"
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"

	"gambito/game"
	"gambito/game/gametest"
)

// traces names, for every recorded game of the General Game Playing rulesheets,
// the game that must replay it and how its moves are written there.
var traces = []struct {
	file, game string
	move       func(args []string) string // from the words of a GDL move
}{
	{"connectFour", "connect4:8x6", func(args []string) string { return args[1] }},
	{"ticTacToeLarge", "tictactoe:5x5", point},
	{"atariGo_7x7", "atari-go", point},
	{"breakthroughSmall", "breakthrough", step},
	{"breakthroughSmallHoles", "breakthrough-holes", step},
	{"breakthroughSuicideSmall", "breakthrough-suicide", step},
	{"knightThrough", "knightthrough", step},
	{"sheepAndWolf", "sheep-and-wolf", step},
	{"2pffa_zerosum", "free-for-all", step},
	{"knightfight", "knight-fight", func(args []string) string {
		if args[0] == "move" {
			return cell(args[3], args[4])
		}
		return args[0]
	}},
}

// cell names a cell by column and row; some sheets write c4 for 4.
func cell(x, y string) string {
	column, err := strconv.Atoi(strings.TrimPrefix(x, "c"))
	if err != nil {
		return "?"
	}
	return string(rune('a'+column-1)) + strings.TrimPrefix(y, "c")
}

// point is ( play x y … ).
func point(args []string) string { return cell(args[1], args[2]) }

// step is ( move x1 y1 x2 y2 ), or noop.
func step(args []string) string {
	if args[0] == "noop" {
		return "noop"
	}
	return cell(args[1], args[2]) + "-" + cell(args[3], args[4])
}

// jointMove takes "( ( move 1 2 1 3 ) noop )" apart, one list of words a role.
func jointMove(text string) (moves [][]string) {
	depth := 0
	for _, word := range strings.Fields(text) {
		switch {
		case word == "(":
			if depth++; depth == 2 {
				moves = append(moves, nil)
			}
		case word == ")":
			depth--
		case depth == 2:
			moves[len(moves)-1] = append(moves[len(moves)-1], word)
		default:
			moves = append(moves, []string{word})
		}
	}
	return moves
}

// TestTraces replays recorded games: the number of legal moves at every step,
// the moves, the end and the goals.
func TestTraces(t *testing.T) {
	for _, trace := range traces {
		t.Run(trace.file, func(t *testing.T) {
			file, err := os.Open(gametest.Reference(t, "gdl/traces/"+trace.file+".trace"))
			if err != nil {
				t.Fatal(err)
			}
			defer file.Close()
			g, err := Parse(trace.game)
			if err != nil {
				t.Fatal(err)
			}
			var s game.State
			playouts := 0
			scanner := bufio.NewScanner(file)
			for scanner.Scan() {
				line := scanner.Text()
				switch {
				case strings.HasPrefix(line, "#"):
				case strings.HasPrefix(line, "PLAYOUT"):
					s = g.New()
				case strings.HasPrefix(line, "END"):
					playouts++
					if err := checkGoals(s, line); err != nil {
						t.Fatalf("playout %d: %v", playouts, err)
					}
				default:
					if err := replayStep(g, s, line, trace.move); err != nil {
						t.Fatalf("playout %d, %q: %v", playouts, line, err)
					}
				}
			}
			if err := scanner.Err(); err != nil || playouts == 0 {
				t.Errorf("%d playouts were read, %v", playouts, err)
			}
		})
	}
}

func replayStep(g game.Game, s game.State, line string, format func([]string) string) error {
	fields := strings.Split(line, "|")
	turn := s.Turn()
	if turn == game.Over {
		return fmt.Errorf("the game is over")
	}
	for role, want := range strings.Fields(fields[1]) {
		legal := 1 // who waits has only noop
		if game.Player(role) == turn {
			legal = len(s.Moves(nil))
		}
		if strconv.Itoa(legal) != want {
			return fmt.Errorf("role %d has %d legal moves, not %s", role, legal, want)
		}
	}
	m, err := g.ParseMove(s, format(jointMove(fields[2])[turn]))
	if err != nil {
		return err
	}
	s.Play(m)
	return nil
}

func checkGoals(s game.State, line string) error {
	if s.Turn() != game.Over {
		return fmt.Errorf("the game goes on")
	}
	_, goals, _ := strings.Cut(line, "goals=")
	for role, goal := range strings.Fields(goals)[:2] {
		want, ok := map[string]float64{"100": 1, "50": 0, "0": -1}[goal]
		if got := s.Score(game.Player(role)); !ok || got != want {
			return fmt.Errorf("role %d has %g, but goal %s", role, got, goal)
		}
	}
	return nil
}
