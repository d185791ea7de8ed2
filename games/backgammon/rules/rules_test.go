package rules

import (
	"math"
	"math/rand/v2"
	"testing"

	"gambito/game"
	"gambito/games/backgammon"
)

func TestParse(t *testing.T) {
	if v, err := Parse(Default.String()); err != nil || v != Default {
		t.Errorf("the default is read as %v, %v", v, err)
	}
	if v, err := Parse("1 2 3 0 5 6 7 8\n15 10 11 12 1 1 1 100\n"); err != nil || v[3] != 0 || v[15] != 100 {
		t.Errorf("lines are read as %v, %v", v, err)
	}
	for _, text := range []string{
		"", "1/2/3", "x/1/1/1/1/1/1/1/3/1/1/1/1/1/1/1",
		"0/1/1/1/1/1/1/1/3/1/1/1/1/1/1/1", "101/1/1/1/1/1/1/1/3/1/1/1/1/1/1/1",
		"1/1/1/37/1/1/1/1/3/1/1/1/1/1/1/1", "1/1/1/1/1/1/1/1/2/1/1/1/1/1/1/1",
		"1/1/1/1/1/1/1/1/16/1/1/1/1/1/1/1", "1/1/1/1/1/1/1/1/3/1/1/1/2/1/1/1",
		"1/1/1/1/1/1/1/1/3/1/1/1/1/2/1/1", "1/1/1/1/1/1/1/1/3/1/1/1/1/1/1/1/1",
	} {
		if v, err := Parse(text); err == nil {
			t.Errorf("%q is read as %v", text, v)
		}
	}
}

// one is a vector in which a number is 1 and those that would disturb it are
// left out, though such zeros are no weights to play with.
func one(i int) (v Vector) {
	v[stackLimit] = backgammon.Men
	v[i] = 1
	return v
}

// main36 is a score in 36ths without what decides among equals only.
func main36(score int) int { return int(math.Floor(float64(score)/extras + 0.01)) }

// TestRules checks every rule on a board of its own.
func TestRules(t *testing.T) {
	for _, c := range []struct {
		what string
		xgid string
		v    Vector
		want int // in 36ths
	}{
		{"longest run", "-aBB-BBB----b-------------", one(0), 3 * 36},
		{"points held", "-aBB-BBB----b-------------", one(1), 5 * 36},
		{"men on the bar", "b-BB-BBB----b-----------a-", one(2), 2 * 36},
		{"hard to enter", "a-BBBBBB--------------B-a-", Vector{3: 12, 4: 1, stackLimit: 15}, 36},
		{"easy to enter", "a-BBBBBB--------------B-a-", Vector{3: 11, 4: 1, stackLimit: 15}, 0},
		{"home points", "-aBB-BBB----b-------------", one(5), 4 * 36},
		{"men far back", "a------A-----------A----AB", one(6), -(1 + 13 + 3*1 + 18 + 3*6 + 2*(19+3*7)) * 6},
		{"blots at home", "-Ab-A---A-----b-----------", one(7), -2 * 36},
		{"overfull points", "-aDE----------------------", Vector{9: 1, stackLimit: 4}, -36},
		{"four blots", "-aAAA---A-----------------", one(10), -36},
		{"three blots", "-aAAA---------------------", one(10), 0},
		{"a blot six away", "-a-----A------------------", one(11), -17},
		{"a blot on 21", "-a-------------------A----", one(11), 0},
		{"a prime", "-aBBBBBBA-----------------", one(11), 0},
	} {
		table, err := backgammon.ParseXGID("XGID=" + c.xgid + ":0:0:1:00:0:0:0:0:10")
		if err != nil {
			t.Fatalf("%s: %v", c.what, err)
		}
		s := c.v.Prepare().Scorer(&table.Board, 0)
		if got := main36(s.Score(&table.Board)); got != c.want {
			t.Errorf("%s: the score is %d, not %d", c.what, got, c.want)
		}
	}
}

// TestRace checks the rules of races, from one board to another.
func TestRace(t *testing.T) {
	board := func(men map[int]uint8) backgammon.Board {
		var all [2][26]uint8
		for k, n := range men {
			all[0][k] = n
		}
		all[1][1] = 1
		b, err := backgammon.NewBoard(all)
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	before := board(map[int]uint8{23: 1, 15: 1, 10: 2, 6: 1})
	v := Vector{12: 1, 13: 10, 14: 100, 15: 1000}
	s := v.Prepare().Scorer(&before, 0)
	for _, c := range []struct {
		after map[int]uint8
		want  int
	}{
		{map[int]uint8{23: 1, 15: 1, 10: 2, 6: 1}, -112},
		{map[int]uint8{23: 1, 15: 1, 6: 3}, -110 + 2000},
		{map[int]uint8{23: 1, 15: 1, 10: 1, 6: 1, 5: 1}, -111},
	} {
		after := board(c.after)
		if got := main36(s.Score(&after)); got != 36*c.want {
			t.Errorf("%v: the score is %d, not %d", c.after, got, 36*c.want)
		}
	}
	home := board(map[int]uint8{6: 4, 5: 2})
	s = Default.Prepare().Scorer(&home, 0)
	inOrder := []map[int]uint8{{6: 4}, {6: 3, 5: 2}, {6: 2, 5: 2, 4: 2}, {6: 3, 5: 1, 4: 2}, {6: 4, 4: 2}}
	for i := 1; i < len(inOrder); i++ {
		better, worse := board(inOrder[i-1]), board(inOrder[i])
		if s.Score(&better) <= s.Score(&worse) {
			t.Errorf("%v is not better than %v", inOrder[i-1], inOrder[i])
		}
	}
}

// TestShots compares with trying every turn of the other side. What the count
// does not see is that a turn must use both dice if any does, which forbids few
// hits.
func TestShots(t *testing.T) {
	g := backgammon.New()
	r := rand.New(rand.NewPCG(8, 8))
	blots, wrong := 0, 0
	for range 150 {
		s := g.New().(*backgammon.State)
		for s.Turn() != game.Over {
			m, _ := game.RandomMove(s, r, nil)
			if s.Play(m); s.Turn() != game.Chance || r.IntN(10) > 0 {
				continue
			}
			b, owner := s.Board(), s.Side()^1
			count := NewShots(&b[owner], &b[owner^1])
			for k := 1; k <= 24; k++ {
				if b[owner][k] == 1 {
					blots++
					if count.Count(k) != slowShots(b, owner, k) {
						wrong++
					}
				}
			}
		}
	}
	if blots < 2000 || wrong*100 > blots {
		t.Errorf("%d of %d blots have another number of shots", wrong, blots)
	}
}

func slowShots(b *backgammon.Board, owner game.Player, blot int) (hits int) {
	for large := uint8(1); large <= 6; large++ {
		for small := uint8(1); small <= large; small++ {
			for _, m := range b.AppendMoves(nil, owner^1, backgammon.Dice{large, small}) {
				after := *b
				after.Play(owner^1, m)
				if after[owner][blot] == 0 {
					hits++
					if small != large {
						hits++
					}
					break
				}
			}
		}
	}
	return hits
}

// TestScoresAllocateNothing watches the hot loop of the player.
func TestScoresAllocateNothing(t *testing.T) {
	s := backgammon.New().New().(*backgammon.State)
	e := Default.Prepare()
	if n := testing.AllocsPerRun(100, func() {
		scorer := e.Scorer(s.Board(), 0)
		scorer.Score(s.Board())
	}); n != 0 {
		t.Errorf("a score allocates %g times", n)
	}
}

func FuzzParse(f *testing.F) {
	f.Add(Default.String())
	f.Add("1 2 3 0 5 6 7 8\n15 10 11 12 1 1 1 100\n")
	f.Add("1//2")
	f.Fuzz(func(t *testing.T, text string) {
		v, err := Parse(text)
		if err != nil {
			return
		}
		if again, err := Parse(v.String()); err != nil || again != v {
			t.Errorf("%v is written and read as %v, %v", v, again, err)
		}
	})
}
