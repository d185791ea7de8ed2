package ahead_test

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"strings"
	"testing"

	"gambito/game"
	"gambito/games/backgammon"
	"gambito/games/backgammon/ahead"
	"gambito/games/backgammon/pubeval"
)

// BenchmarkRank ranks turns in every tenth of the positions in which doubles are judged,
// each with another roll, and tells what the turn that comes first loses by the
// judgement of two plies without short lists.
func BenchmarkRank(b *testing.B) {
	file, err := os.Open("../review/testdata/cubes.csv")
	if err != nil {
		b.Fatal(err)
	}
	defer file.Close()
	var boards []backgammon.Board
	for lines, i := bufio.NewScanner(file), 0; lines.Scan(); {
		if strings.HasPrefix(lines.Text(), "#") {
			continue
		}
		if i++; i%10 == 1 {
			id, _, _ := strings.Cut(lines.Text(), ":")
			board, err := backgammon.ParsePositionID(id, 0)
			if err != nil {
				b.Fatal(err)
			}
			boards = append(boards, board)
		}
	}
	dice := func(i int) backgammon.Dice {
		high, low := uint8(i%6+1), uint8(i/6%6+1)
		return backgammon.Dice{max(high, low), min(high, low)}
	}
	search := func(plies, replies int) *ahead.Search {
		return &ahead.Search{
			Estimator: evaluator(), Plies: plies, Filter: ahead.Filter{Width: 8, Margin: 0.16},
			Replies: ahead.NewShortlist(replies, pubeval.Score),
		}
	}
	loss := make([]map[game.Move]float64, len(boards))
	judge := search(2, 0)
	for i := range boards {
		turns, _ := judge.Rank(context.Background(), &boards[i], 0, dice(i))
		loss[i] = map[game.Move]float64{}
		for _, t := range turns {
			loss[i][t.Move] = turns[0].Equity - t.Equity
		}
	}
	for _, c := range []struct{ plies, replies int }{{0, 0}, {1, 0}, {1, 8}, {2, 0}, {2, 8}} {
		b.Run(fmt.Sprintf("plies=%d,replies=%d", c.plies, c.replies), func(b *testing.B) {
			s, turns, lost := search(c.plies, c.replies), 0, 0.0
			for b.Loop() {
				i := turns % len(boards)
				ranked, _ := s.Rank(context.Background(), &boards[i], 0, dice(i))
				lost += loss[i][ranked[0].Move]
				turns++
			}
			b.ReportMetric(float64(s.Nodes)/float64(turns), "evaluations/op")
			b.ReportMetric(lost/float64(turns), "lost/op")
		})
	}
}
