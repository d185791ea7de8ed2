package review

import (
	"bufio"
	"bytes"
	"context"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"gambito/game"
	"gambito/games/backgammon"
	"gambito/games/backgammon/ahead"
	"gambito/games/backgammon/bearoff"
	"gambito/games/backgammon/cube"
	"gambito/games/backgammon/networks"
	"gambito/stats"
)

var remake = flag.Bool("remake", false, "play new positions and write what GNU Backgammon says of them")

// problems are positions in which a player may double, and what GNU Backgammon
// with two plies says that not to double and a double that is taken are worth. A
// drop is worth 1.
const problems = "testdata/cubes.csv"

type problem struct {
	table          backgammon.Table
	noDouble, take float64
}

// best is what the position is worth to who may double, by GNU Backgammon.
func (p *problem) best() float64 { return max(p.noDouble, min(p.take, 1)) }

func (p *problem) stakes() cube.Stakes { return cube.StakesOf(p.table.Match, p.table.Match.Roller) }

func readProblems(t *testing.T) (list []problem) {
	t.Helper()
	content, err := os.ReadFile(problems)
	if err != nil {
		t.Fatal(err)
	}
	for lines := bufio.NewScanner(bytes.NewReader(content)); lines.Scan(); {
		if strings.HasPrefix(lines.Text(), "#") {
			continue
		}
		f := strings.Split(lines.Text(), ",")
		p := problem{}
		if p.table, err = backgammon.ParseIDs(f[0]); err == nil {
			_, err = fmt.Sscan(f[1]+" "+f[2], &p.noDouble, &p.take)
		}
		if err != nil {
			t.Fatalf("%s: %v", lines.Text(), err)
		}
		list = append(list, p)
	}
	return list
}

func networksOf() *networks.Estimator {
	tables, _ := bearoff.In("")
	return networks.NewEstimator(networks.Default(), tables)
}

// looking is an estimator that looks ahead.
type looking struct{ ahead.Search }

func (l *looking) Evaluate(b *backgammon.Board, p game.Player) backgammon.Chances {
	return l.Search.Evaluate(b, p, l.Plies)
}

// tally is how often decisions are the same, and what others lose.
type tally struct {
	same, count int
	lost        []float64
}

func (c *tally) add(same bool, lost float64) {
	c.count++
	if same {
		c.same++
		lost = 0 // or less than nothing, where a value is 1 to four digits
	}
	c.lost = append(c.lost, lost)
}

func (c *tally) String() string {
	share := stats.Wilson(c.same, c.count)
	lost, _ := stats.MeanInterval(c.lost, 0.95)
	return fmt.Sprintf("the same in %d of %d, %.1f %% (%.1f to %.1f); loses %.4f (%.4f to %.4f)",
		c.same, c.count, 100*float64(c.same)/float64(c.count), 100*share.Low, 100*share.High, lost.Estimate, lost.Low, lost.High)
}

// TestCubeOfGNU compares decisions about the cube, to double and to take, with those
// of GNU Backgammon, in positions where neither is beyond doubt, and counts what
// others lose by its judgement.
func TestCubeOfGNU(t *testing.T) {
	if *remake {
		remakeProblems(t)
	}
	list := readProblems(t)
	if len(list) < 1000 {
		t.Fatalf("%d positions are compared", len(list))
	}
	for plies, least := range []struct{ same, lost float64 }{{0.82, 0.008}, {0.82, 0.006}} {
		expert := newExpert(&looking{ahead.Search{Estimator: networksOf(), Plies: plies}})
		var doubles, takes [2]tally // for money, in matches
		for _, p := range list {
			d, _, _ := expert.Cube(&p.table.Board, p.table.Match.Roller, p.stakes())
			kind := min(p.table.Match.Length, 1)
			value := p.noDouble
			if d.Action.Doubles() {
				value = min(p.take, 1)
			}
			doubles[kind].add(d.Action.Doubles() == (p.best() > p.noDouble), p.best()-value)
			takes[kind].add(d.Take == (p.take <= 1), math.Abs(p.take-1))
		}
		for kind, where := range []string{"for money", "in matches"} {
			t.Logf("%d plies, %s, doubles: %v", plies, where, &doubles[kind])
			t.Logf("%d plies, %s, takes:   %v", plies, where, &takes[kind])
			for _, c := range []tally{doubles[kind], takes[kind]} {
				lost, _ := stats.MeanInterval(c.lost, 0.95)
				if float64(c.same) < least.same*float64(c.count) || lost.Estimate > least.lost {
					t.Errorf("%d plies, %s: %v", plies, where, &c)
				}
			}
		}
	}
}

// TestGNUStillSaysSo asks GNU Backgammon again about some of the positions, where it
// is installed. Rarely it answers otherwise on another processor, by the last bit of a
// function of the C library that decides which moves it looks further at.
func TestGNUStillSaysSo(t *testing.T) {
	list := readProblems(t)
	var some []problem
	for i := 0; i < len(list); i += 50 {
		some = append(some, list[i])
	}
	answers := append([]problem(nil), some...)
	askGNU(t, answers, 2)
	others := 0
	for i, a := range answers {
		off := max(math.Abs(a.noDouble-some[i].noDouble), math.Abs(a.take-some[i].take))
		if off > 2e-4 {
			others++
			t.Logf("%s: %.4f and %.4f, not %.4f and %.4f", a.table.IDs(), a.noDouble, a.take, some[i].noDouble, some[i].take)
		}
		if off > 0.02 {
			t.Errorf("%s: off by %.4f", a.table.IDs(), off)
		}
	}
	if others > len(some)/10 {
		t.Errorf("%d of %d answers are others", others, len(some))
	}
}

// script tells GNU Backgammon, player 1 of which is about to roll, what to evaluate.
const script = `
import gnubg
gnubg.command("set jacoby off")
context = gnubg.evalcontext()
out = open("answers", "w")
for line in open("questions"):
    position, plies, cube, owner, length, own, other = line.split()
    context["plies"] = int(plies)
    info = gnubg.cubeinfo(int(cube), int(owner), 1, int(length), (int(other), int(own)), 0, 0)
    answer = gnubg.cfevaluate(gnubg.positionfromid(position), info, context)
    out.write("%.4f %.4f %.4f\n" % (answer[1], answer[2], answer[3]))
out.close()
`

// askGNU sets what GNU Backgammon says with so many plies.
func askGNU(t *testing.T, list []problem, plies int) {
	t.Helper()
	program, err := exec.LookPath("gnubg")
	if err != nil {
		if program, err = exec.LookPath("/usr/games/gnubg"); err != nil {
			t.Skip("gnubg is not installed")
		}
	}
	folder := t.TempDir()
	var questions strings.Builder
	for _, p := range list {
		m := &p.table.Match
		owner := -1
		if m.Owner != game.Nobody {
			owner = 1 // only such may double
		}
		fmt.Fprintln(&questions, p.table.Board.PositionID(m.Roller), plies, 1<<m.CubeLog, owner, m.Length, m.Score[m.Roller], m.Score[m.Roller^1])
	}
	for name, content := range map[string]string{"script.py": script, "questions": questions.String()} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	command := exec.CommandContext(context.Background(), program, "-t", "-q", "-r", "-p", "script.py")
	command.Dir, command.Env = folder, append(os.Environ(), "HOME="+folder)
	if said, err := command.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, said)
	}
	answers, err := os.Open(filepath.Join(folder, "answers"))
	if err != nil {
		t.Fatal(err)
	}
	defer answers.Close()
	in := bufio.NewReader(answers)
	for i := range list {
		var drop float64
		if _, err := fmt.Fscan(in, &list[i].noDouble, &list[i].take, &drop); err != nil || drop != 1 {
			t.Fatalf("answer %d: a drop is worth %g, %v", i, drop, err)
		}
	}
}

// remakeProblems writes the file anew: half of it for money, half in matches, of
// positions in games of the networks where to double is not far better or worse than
// not to, and to take neither.
func remakeProblems(t *testing.T) {
	const count, near = 1000, 0.25
	r, e, model := rand.New(rand.NewPCG(20, 4)), networksOf(), cube.NewModel(cube.Live)
	var list []problem
	for len(list) < count {
		p := problem{table: backgammon.Table{Board: someBoard(r, e), Match: someStakes(r, len(list)%2 == 1)}}
		s := p.stakes()
		if p.table.Board.Winner() != game.Nobody || !s.MayDouble() {
			continue
		}
		d := model.Decide(e.Evaluate(&p.table.Board, p.table.Match.Roller), s)
		if math.Abs(min(d.DoubleTake.Equity, 1)-d.NoDouble.Equity) <= near && math.Abs(d.DoubleTake.Equity-1) <= 3*near {
			list = append(list, p)
		}
	}
	askGNU(t, list, 2)
	var out bytes.Buffer
	fmt.Fprintln(&out, "# What GNU Backgammon 1.07, 2 plies, says that not to double and a double that is taken are worth.")
	fmt.Fprintln(&out, "# position ID:match ID,no double,double take")
	for _, p := range list {
		fmt.Fprintf(&out, "%s,%.4f,%.4f\n", p.table.IDs(), p.noDouble, p.take)
	}
	if err := os.WriteFile(problems, out.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
}

// someBoard is one from a game of the networks against themselves.
func someBoard(r *rand.Rand, e backgammon.Estimator) backgammon.Board {
	search := ahead.Search{Estimator: e}
	b := backgammon.Start
	for turn := range 2 * (2 + r.IntN(35)) {
		dice := backgammon.Dice{uint8(1 + r.IntN(6)), uint8(1 + r.IntN(6))}
		if dice[0] < dice[1] {
			dice[0], dice[1] = dice[1], dice[0]
		}
		turns, _ := search.Rank(context.Background(), &b, game.Player(turn%2), dice)
		if b = turns[0].After; b.Winner() != game.Nobody {
			break
		}
	}
	return b
}

// someStakes are those of white, for money or in a match to up to 9 points, with the
// cube in the middle or its own.
func someStakes(r *rand.Rand, inMatch bool) backgammon.Match {
	m := backgammon.Match{Owner: game.Nobody, Stage: backgammon.Playing}
	if inMatch {
		m.Length = 2 + r.IntN(8)
		m.Score = [2]int{r.IntN(m.Length), r.IntN(m.Length)}
	}
	if r.IntN(3) == 0 {
		m.Owner, m.CubeLog = 0, 1+r.IntN(2)
	}
	return m
}
