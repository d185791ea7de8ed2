package pubeval

import (
	"encoding/csv"
	"math"
	"os"
	"strconv"
	"testing"

	"gambito/game"
	"gambito/game/gametest"
	"gambito/games/backgammon"
)

// TestScores compares with boards scored by other copies of Pubeval.
func TestScores(t *testing.T) {
	file, err := os.Open(gametest.Reference(t, "backgammon/pubeval_testvectors.csv"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	rows, err := csv.NewReader(file).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	if len(rows) != 151 {
		t.Fatalf("there are %d boards", len(rows)-1)
	}
	for number, row := range rows[1:] {
		var pos [28]int
		for i := range pos {
			if pos[i], err = strconv.Atoi(row[i]); err != nil {
				t.Fatal(err)
			}
		}
		want, err := strconv.ParseFloat(row[29], 64)
		if err != nil {
			t.Fatal(err)
		}
		for p := range game.Player(2) {
			b := boardOf(pos, p)
			// The reference has the score of a won game in single precision.
			if got := Score(&b, p, row[28] == "1"); math.Abs(got-want) > 1e-5 && (want < 99_999_999 || got < 99_999_999) {
				t.Errorf("board %d: the score is %.5f, not %.5f", number+1, got, want)
			}
		}
	}
}

// boardOf reads a board from the side of p as the reference writes it.
func boardOf(pos [28]int, p game.Player) (b backgammon.Board) {
	for k := 1; k <= 24; k++ {
		b[p][k], b[p^1][25-k] = uint8(max(pos[k], 0)), uint8(max(-pos[k], 0))
	}
	b[p][backgammon.Bar], b[p^1][backgammon.Bar] = uint8(pos[25]), uint8(-pos[0])
	b[p][backgammon.Off], b[p^1][backgammon.Off] = uint8(pos[26]), uint8(-pos[27])
	return b
}

// TestBestIsTheSameForBothSides lets both sides choose from mirror images.
func TestBestIsTheSameForBothSides(t *testing.T) {
	g := backgammon.New()
	s := g.New().(*backgammon.State)
	for _, roll := range s.Moves(nil) {
		next := s.Clone().(*backgammon.State)
		next.Play(roll)
		b := *next.Board()
		moves := b.AppendMoves(nil, 0, next.Dice())
		if white, black := Best(&b, 0, moves), Best(&b, 1, moves); white != black {
			t.Errorf("%s: white plays %d, black %d", next.Dice(), white, black)
		}
	}
}
