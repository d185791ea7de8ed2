package review

import (
	"context"
	"math"
	"os"
	"reflect"
	"strings"
	"testing"

	"gambito/game"
	"gambito/games/backgammon"
	"gambito/games/backgammon/cube"
	"gambito/games/backgammon/mat"
	"gambito/games/backgammon/pubeval"
	"gambito/games/backgammon/rollout"
	"gambito/progress"
)

// byPips tells chances from the pips alone.
type byPips struct{}

func (byPips) Evaluate(b *backgammon.Board, p game.Player) backgammon.Chances {
	lead := float64(b.Pips(p^1) - b.Pips(p) + 4)
	win := float32(1 / (1 + math.Exp(-lead/15)))
	return backgammon.Chances{Win: win, WinGammon: 0.2 * win, LoseGammon: 0.2 * (1 - win)}
}

func newExpert(e backgammon.Estimator) *Expert {
	return &Expert{Chances: e, Model: cube.NewModel(cube.Live)}
}

func parse(t *testing.T, xgid string) backgammon.Table {
	t.Helper()
	table, err := backgammon.ParseXGID(xgid)
	if err != nil {
		t.Fatal(err)
	}
	return table
}

// TestTurns rates turns: the last man off ends the game, hits cost pips.
func TestTurns(t *testing.T) {
	j := newExpert(byPips{})
	table := parse(t, "XGID=-A----------o-------------:0:0:1:31:0:0:0:0:10")
	for _, c := range []struct {
		stakes cube.Stakes
		want   float64
	}{
		{cube.Stakes{Cube: 1}, 2},
		{cube.Stakes{Cube: 4, Access: cube.Mine}, 2},
		{cube.Stakes{Cube: 1, Jacoby: true}, 1},
	} {
		ratings, err := j.Turns(context.Background(), &table.Board, 0, table.Match.Dice, c.stakes)
		if err != nil || len(ratings) != 1 || ratings[0].Equity != c.want || ratings[0].Chances.WinGammon != 1 {
			t.Errorf("%+v: %+v, not %g", c.stakes, ratings, c.want)
		}
	}
	table = parse(t, "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10")
	ratings, err := j.Turns(context.Background(), &table.Board, 0, table.Match.Dice, cube.Stakes{Cube: 1})
	if err != nil {
		t.Fatal(err)
	}
	for i, r := range ratings {
		if i > 0 && r.Equity > ratings[i-1].Equity || r.Chances.Win < 0.4 || r.Chances.Win > 0.6 {
			t.Errorf("turn %d is worth %+v", i, r)
		}
	}
}

// counting counts questions.
type counting struct {
	backgammon.Estimator
	asked int
}

func (c *counting) Evaluate(b *backgammon.Board, p game.Player) backgammon.Chances {
	c.asked++
	return c.Estimator.Evaluate(b, p)
}

// TestQuick asks a slow judge only about turns that look good to a quick one.
func TestQuick(t *testing.T) {
	slow := &counting{Estimator: byPips{}}
	j := newExpert(slow)
	j.Quick, j.Margin = byPips{}, Wide
	table := parse(t, "XGID=-b----E-C---eE---c-e----B-:0:0:1:66:0:0:0:0:10")
	ratings, err := j.Turns(context.Background(), &table.Board, 0, table.Match.Dice, cube.Stakes{Cube: 1})
	if err != nil {
		t.Fatal(err)
	}
	for i, r := range ratings {
		if r.Quick != (i >= slow.asked) {
			t.Errorf("turn %d of %d, %d asked about: quick %v", i, len(ratings), slow.asked, r.Quick)
		}
	}
	if slow.asked == 0 || slow.asked > Width {
		t.Errorf("%d turns of %d are looked at closely", slow.asked, len(ratings))
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := j.Turns(ctx, &table.Board, 0, table.Match.Dice, cube.Stakes{Cube: 1}); err == nil {
		t.Error("it goes on after it was stopped")
	}
}

const played = ` 3 point match

 Game 1
 white : 0                        black : 0
  1) 31: 8/5 6/5                 66: 24/18 24/18 13/7 13/7
  2)  Doubles => 2                Drops
      Wins 1 point

 Game 2
 white : 1                        black : 0
  1)                             66: 24/18 24/18 13/7 13/7
  2) 21: 13/11 6/5
`

// TestMistakes finds a double that is none and the drop that is none either.
func TestMistakes(t *testing.T) {
	m, err := mat.Read(strings.NewReader(played))
	if err != nil {
		t.Fatal(err)
	}
	list, err := Decisions(m)
	if err != nil {
		t.Fatal(err)
	}
	var kinds []Kind
	var rows []int
	for _, d := range list {
		kinds, rows = append(kinds, d.Kind), append(rows, d.Row)
	}
	if want := []int{1, 1, 1, 2, 2, 1, 2, 2}; !reflect.DeepEqual(rows, want) {
		t.Errorf("their rows are %v, not %v", rows, want)
	}
	if want := []Kind{Turn, Double, Turn, Double, Answer, Turn, Double, Turn}; !reflect.DeepEqual(kinds, want) {
		t.Fatalf("the decisions are %v, not %v", kinds, want)
	}
	verdicts, err := All(context.Background(), []*Expert{newExpert(byPips{}), newExpert(byPips{})}, list, nil)
	if err != nil {
		t.Fatal(err)
	}
	double, answer := verdicts[3], verdicts[4]
	if double.Best != "roll" || double.Loss < 0.3 || !double.Count || double.Player != 0 || double.Game != 1 {
		t.Errorf("the double is judged %+v", double)
	}
	if answer.Best != "take" || answer.Loss < 0.5 || answer.Player != 1 {
		t.Errorf("the drop is judged %+v", answer)
	}
	all, byKind := Sum(verdicts, Limits{0.04, 0.08})
	if all[0].Blunders < 1 || all[1].Blunders < 1 || byKind[1][Answer].Blunders != 1 || byKind[0][Answer].Decisions != 0 {
		t.Errorf("the totals are %+v, %+v", all, byKind)
	}
	if rate := all[0].Loss / float64(all[0].Decisions); all[0].Rate != rate {
		t.Errorf("the rate is %g, not %g", all[0].Rate, rate)
	}
}

// TestCubeless finds nothing to decide about a cube that is not there.
func TestCubeless(t *testing.T) {
	m, err := mat.Read(strings.NewReader(played))
	if err != nil {
		t.Fatal(err)
	}
	m.Cubeless = true
	if _, err := Decisions(m); err == nil {
		t.Error("doubles without a cube are no error")
	}
	m.Games = m.Games[1:]
	list, err := Decisions(m)
	if err != nil || len(list) != 2 {
		t.Fatalf("the decisions are %+v, %v", list, err)
	}
	for _, d := range list {
		if d.Kind != Turn || !d.Cubeless {
			t.Errorf("%+v", d)
		}
		without, err := newExpert(byPips{}).Judge(context.Background(), d)
		d.Cubeless = false
		with, err2 := newExpert(byPips{}).Judge(context.Background(), d)
		if err != nil || err2 != nil || without.Loss > 0 && without.Loss == with.Loss {
			t.Errorf("%s costs %g without the cube and %g with it", d.Played, without.Loss, with.Loss)
		}
	}
}

// TestSamples judges by rollouts, which do not depend on the number of judges.
func TestSamples(t *testing.T) {
	file, err := os.Open("../mat/testdata/gnubg.mat")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	m, err := mat.Read(file)
	if err != nil {
		t.Fatal(err)
	}
	list, err := Decisions(m)
	if err != nil {
		t.Fatal(err)
	}
	list = list[:12]
	roller := func() *Expert {
		return newExpert(&rollout.Roller{Policy: pubeval.Best, Games: 36, Seed: 1, Truncate: 4, Estimate: byPips{}})
	}
	told := 0
	one, err := All(context.Background(), []*Expert{roller()}, list, func(s progress.Step) { told = s.Done })
	if err != nil || told != len(list) {
		t.Fatalf("%d decisions are told, %v", told, err)
	}
	three, err := All(context.Background(), []*Expert{roller(), roller(), roller()}, list, nil)
	if err != nil || !reflect.DeepEqual(one, three) {
		t.Errorf("three judges find something else than one: %v", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := All(ctx, []*Expert{roller()}, list, nil); err == nil {
		t.Error("it goes on after it was stopped")
	}
}
