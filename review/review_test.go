package review_test

import (
	"context"
	"math"
	"reflect"
	"strings"
	"testing"

	"gambito/agent"
	"gambito/agents"
	"gambito/game"
	"gambito/gamefile"
	"gambito/games"
	"gambito/progress"
	"gambito/review"
	"gambito/search/exact"
	"gambito/words"
)

var registry = agents.New(agent.NewEnvironment(""))

// gameOf is a game of a spec from a position, "" for the start, with these moves.
func gameOf(t *testing.T, spec, position, line string) review.Game {
	t.Helper()
	rules, err := games.Parse(spec)
	if err != nil {
		t.Fatal(err)
	}
	start := rules.New()
	if position != "" {
		if start, err = rules.ParsePosition(position); err != nil {
			t.Fatal(err)
		}
	}
	moves, err := game.ParseLine(rules, start.Clone(), line)
	if err != nil {
		t.Fatal(err)
	}
	return review.Game{Rules: rules, Start: start, Moves: moves}
}

func run(t *testing.T, g review.Game, s review.Settings) *review.Review {
	t.Helper()
	s.Agents = registry
	r, err := review.Run(t.Context(), g, s)
	if err != nil {
		t.Fatal(err)
	}
	if r.Positions != r.Total || r.Total != len(g.Moves)+1 {
		t.Errorf("%d of %d positions are judged", r.Positions, r.Total)
	}
	return r
}

// plant plays on from a position as a solver says, but for the first ply at which a
// move loses as much as is wanted, as the solver counts: there the worst move is made.
// It returns the game, where that is and what the move loses.
func plant(t *testing.T, spec, position, line string, wanted int) (g review.Game, at, loss int) {
	t.Helper()
	g = gameOf(t, spec, position, line)
	solver, err := exact.New(g.Rules)
	if err != nil {
		t.Fatal(err)
	}
	s := g.Start.Clone()
	for _, m := range g.Moves {
		s.Play(m)
	}
	g.Start, g.Moves = s.Clone(), nil
	for ply := 0; s.Turn() != game.Over; ply++ {
		score, best, err := solver.SolveBest(t.Context(), s)
		if err != nil {
			t.Fatal(err)
		}
		if worst, m := worstMove(t, solver, s, score); loss == 0 && worst >= wanted {
			at, loss, best = ply, worst, m
		}
		s.Play(best)
		g.Moves = append(g.Moves, best)
	}
	return g, at, loss
}

// worstMove is the move that loses the most of a score.
func worstMove(t *testing.T, solver exact.Solver, s game.State, score int) (loss int, worst game.Move) {
	t.Helper()
	for _, m := range s.Moves(nil) {
		after := s.Clone()
		after.Play(m)
		if after.Turn() == game.Over {
			continue
		}
		value, err := solver.Solve(t.Context(), after)
		if err != nil {
			t.Fatal(err)
		}
		if after.Turn() != s.Turn() {
			value = -value
		}
		if score-value > loss {
			loss, worst = score-value, m
		}
	}
	return loss, worst
}

// TestPlantedBlunders: of games that are solved the one bad move is found, with what
// it costs, and nothing else.
func TestPlantedBlunders(t *testing.T) {
	for _, c := range []struct {
		spec, position, line string
		wanted               int
		unit                 game.Unit
	}{
		{"connect4", "", "444443", 5, game.Stones},
		{"tictactoe", "", "b2", 1, ""},
		{"othello", "OOOOOOOOOOOXXXXXOOXXOXXXOXOXOXXXOOXXOXXXOOOOXXXX--OOXX---XX---O- X", "", 8, game.Discs},
		{"breakthrough:4x4", "", "", 1, ""},
		{"gdl:tictactoe", "", "(mark 2 2)", 1, ""},
	} {
		g, at, lost := plant(t, c.spec, c.position, c.line, c.wanted)
		if lost == 0 {
			t.Errorf("%s: no move loses anything", c.spec)
			continue
		}
		r := run(t, g, review.Settings{Jobs: 2})
		for _, v := range r.Verdicts {
			switch {
			case v.Ply != at && v.Judged() && v.Class != review.Best:
				t.Errorf("%s: move %d is %s and loses %+v", c.spec, v.Ply, v.Class, v.Loss)
			case v.Ply != at:
				continue
			case c.unit != "" && (v.Loss.Unit != c.unit || v.Loss.Count != float64(lost)):
				t.Errorf("%s: it loses %+v, not %d", c.spec, v.Loss, lost)
			case v.Class != review.Blunder || !v.Before.Proven || !v.After.Proven || len(v.Line) == 0 || v.Line[0] != v.Best || v.Best == v.Move:
				t.Errorf("%s: the blunder is %+v", c.spec, v)
			}
		}
		bad := g.Start.Turn() ^ game.Player(at&1)
		if side := r.Sides[bad^1]; side.Accuracy != 100 || side.Counts[review.Best] != side.Decisions {
			t.Errorf("%s: who made no mistake is told %+v", c.spec, side)
		}
		if side := r.Sides[bad]; side.Accuracy >= 100 || side.Counts[review.Blunder] != 1 {
			t.Errorf("%s: who blundered is told %+v", c.spec, side)
		}
	}
}

// find is the verdict on a player's move.
func find(t *testing.T, r *review.Review, ply int, p game.Player) review.Verdict {
	t.Helper()
	for _, v := range r.Verdicts {
		if v.Ply == ply && v.Player == p {
			return v
		}
	}
	t.Fatalf("there is no verdict on move %d of %d", ply, p)
	return review.Verdict{}
}

// TestEstimatedBlunders finds moves that throw a game away where nothing is solved:
// by search, where players move at once, of three players, of a puzzle, with dice.
func TestEstimatedBlunders(t *testing.T) {
	for _, c := range []struct {
		spec, position, line, judge string
		ply                         int
		player                      game.Player
		best                        string // "" for any other
	}{
		{"breakthrough", "", "b2-b3 e5-e4 b3-b4 e4-e3 a2-a3 e3-d2 a3-a4", "alphabeta:depth=4", 6, 0, ""},
		{"breakthrough", "", "b2-b3 e5-e4 b3-b4 e4-e3 a2-a3 e3-d2 a3-a4", "alphazero:sims=200", 6, 0, ""},
		{"tron:8x8", "", "up,up down,up", "mcts:sims=2000", 1, 0, ""},
		{"gdl:three-in-line", "", "(take 3 3) (take 1 1) (take 5 5) (take 3 2) (take 5 1) (take 1 5) (take 1 3)", "ggp:sims=2000", 6, 0, ""},
		{"gdl:lights-out", "", "(press 4 4) (press 4 1) (press 2 2) (press 1 2) (press 2 3)", "ggp:sims=2000", 4, 0, "(press 2 1)"},
	} {
		g := gameOf(t, c.spec, c.position, c.line)
		v := find(t, run(t, g, review.Settings{Judge: c.judge, Jobs: 2}), c.ply, c.player)
		if v.Class != review.Blunder && v.Class != review.Mistake || v.Best == v.Move || c.best != "" && v.BestText != c.best {
			t.Errorf("%s by %s: the bad move is judged %+v", c.spec, c.judge, v)
		}
	}
}

const money = ` 3 point match

 Game 1
 white : 0                        black : 0
  1) 31: 8/5 6/5                 66: 24/18 24/18 13/7 13/7
  2)  Doubles => 2                Drops
      Wins 1 point

 Game 2
 white : 1                        black : 0
  1)                             31: 8/5 6/5
  2) 21: 13/11 6/5
`

// TestBackgammon finds the double that is none, the drop that is none, and tells luck.
func TestBackgammon(t *testing.T) {
	list, err := gamefile.Parse("match.mat", []byte(money))
	if err != nil || len(list) != 1 {
		t.Fatal(len(list), err)
	}
	g := review.Game{Rules: list[0].Game, Start: list[0].Start, Moves: list[0].Moves, Names: list[0].Players()}
	r := run(t, g, review.Settings{Judge: "td", Jobs: 2})
	double, drop := -1, -1
	for i, v := range r.Verdicts {
		switch v.Played {
		case "double":
			double = i
		case "drop":
			drop = i
		}
	}
	if v := r.Verdicts[double]; v.Class != review.Blunder || v.BestText != "roll" || v.Kind != "double" || v.Player != 0 {
		t.Errorf("the double is judged %+v", v)
	}
	if v := r.Verdicts[drop]; v.Class != review.Blunder || v.BestText != "take" || v.Kind != "answer" || v.Player != 1 {
		t.Errorf("the drop is judged %+v", v)
	}
	luck := [2]float64{}
	for _, roll := range r.Rolls {
		luck[roll.Player] += roll.Luck
		if v := roll.Luck; math.Abs(v) > 3 || roll.Ply > 3 && roll.Ply < 6 {
			t.Errorf("the roll is told %+v", roll)
		}
	}
	if len(r.Rolls) != 4 || r.Rolls[1].Player != 1 || r.Rolls[1].Luck < 0.2 {
		t.Errorf("the rolls are %+v: 66 is a lucky one", r.Rolls)
	}
	for p, side := range r.Sides {
		e := side.Errors
		if e == nil || e.Luck != luck[p] || e.All.Decisions != e.Chequer.Decisions+e.Cube.Decisions || e.Rating != review.Awful ||
			math.Abs(e.All.Lost-e.Chequer.Lost-e.Cube.Lost) > 1e-9 || e.Cube.Lost < 0.2 {
			t.Errorf("the errors of %d are %+v", p, e)
		}
	}
}

// TestRatings are those of GNU Backgammon.
func TestRatings(t *testing.T) {
	for lost, want := range map[float64]review.Rating{
		0: review.Supernatural, 0.0021: review.WorldClass, 0.005: review.Expert, 0.0119: review.Advanced,
		0.0179: review.Intermediate, 0.025: review.Casual, 0.034: review.Beginner, 0.035: review.Awful,
	} {
		if got := review.RatingOf(review.ErrorRate{Decisions: 100, Lost: 100 * lost}); got != want {
			t.Errorf("%g a decision is %s, not %s", lost, got, want)
		}
	}
	if got := review.RatingOf(review.ErrorRate{}); got != "" {
		t.Errorf("nothing is %s", got)
	}
}

// TestJobs: the review does not depend on how many positions are looked at at a time.
func TestJobs(t *testing.T) {
	for spec, judge := range map[string]string{"connect4": "mcts:sims=60", "einstein": "mcts:sims=60", "tictactoe": "alphabeta:depth=3", "tron:6x6": "mcts:sims=80"} {
		rules, err := games.Parse(spec)
		if err != nil {
			t.Fatal(err)
		}
		g := review.Game{Rules: rules, Start: rules.New()}
		for s := rules.New(); s.Turn() != game.Over && len(g.Moves) < 12; {
			moves := s.Moves(nil)
			m := moves[len(g.Moves)*7%len(moves)]
			s.Play(m)
			g.Moves = append(g.Moves, m)
		}
		one := run(t, g, review.Settings{Judge: judge, Jobs: 1, Seed: 3})
		three := run(t, g, review.Settings{Judge: judge, Jobs: 3, Seed: 3})
		if one.Of, three.Of = (review.Game{}), (review.Game{}); !reflect.DeepEqual(one, three) {
			t.Errorf("%s: three judges find something else than one", spec)
		}
	}
}

// TestChance compares moves behind which dice fall, by an agent that tells of its own
// move only.
func TestChance(t *testing.T) {
	g := gameOf(t, "einstein", "", "")
	s := g.Start.Clone()
	for len(g.Moves) < 6 && s.Turn() != game.Over {
		m := s.Moves(nil)[0]
		s.Play(m)
		g.Moves = append(g.Moves, m)
	}
	r := run(t, g, review.Settings{Judge: "expectiminimax:depth=2"})
	for _, v := range r.Verdicts {
		if !v.Forced && !v.Judged() {
			t.Errorf("move %d is not judged", v.Ply)
		}
	}
}

// TestBrokenOff: a game is reviewed as far as it goes; given moves and forced ones
// count nowhere.
func TestBrokenOff(t *testing.T) {
	g := gameOf(t, "connect4", "", "4444435")
	g.Opening = 6
	r := run(t, g, review.Settings{})
	if v := find(t, r, 6, 0); v.Class != review.Blunder || v.Given {
		t.Errorf("the last move is judged %+v", v)
	}
	if v := find(t, r, 5, 1); !v.Given || v.Judged() {
		t.Errorf("a given move is judged %+v", v)
	}
	if r.Sides[0].Decisions != 1 || r.Sides[1].Decisions != 0 {
		t.Errorf("the sides are %+v", r.Sides)
	}
	if course := r.Course[0]; len(r.Course) != 1 || len(course) != 8 || course[6].Score != 1 || course[7].Score != -1 {
		t.Errorf("the course is %+v", r.Course)
	}
}

// TestStopped: what was judged before it was stopped is told.
func TestStopped(t *testing.T) {
	g := gameOf(t, "connect4", "", "4444435266")
	ctx, cancel := context.WithCancel(t.Context())
	r, err := review.Run(ctx, g, review.Settings{Agents: registry, Judge: "mcts:sims=50", Jobs: 1, Tell: func(s progress.Step) {
		if s.Done == 5 {
			cancel()
		}
	}})
	if err == nil || r == nil || r.Positions < 5 || r.Positions >= r.Total || len(r.Verdicts) != r.Positions {
		t.Errorf("%+v, %v", r, err)
	}
}

func TestRefuses(t *testing.T) {
	g := gameOf(t, "connect4", "", "44")
	for judge, want := range map[string]string{
		"random": "agent random: it does not tell what positions are worth",
		"nobody": `unknown agent "nobody"`,
	} {
		if _, err := review.Run(t.Context(), g, review.Settings{Agents: registry, Judge: judge}); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: %v, not %s", judge, err, want)
		}
	}
	g.Moves = nil
	if _, err := review.Run(t.Context(), g, review.Settings{Agents: registry}); err == nil {
		t.Error("a game without moves is reviewed")
	}
	b := gameOf(t, "backgammon", "", "31 8/5,6/5")
	if _, err := review.Run(t.Context(), b, review.Settings{Agents: registry, Judge: "random"}); err == nil {
		t.Error("an agent that tells no chances judges backgammon")
	}
}

// TestEndOfMoney: the end of a game for money is worth points at the value of the cube,
// as the positions before it are.
func TestEndOfMoney(t *testing.T) {
	g := gameOf(t, "backgammon:cube=on", "", "31 8/5,6/5 double take 21 13/11,6/5 double drop")
	course := run(t, g, review.Settings{Judge: "td"}).Course[0]
	if end := course[len(course)-1]; end.Score != 1 {
		t.Errorf("the end is worth %+v, not 1: the cube shows 2", end)
	}
}

// TestAgainstGNU judges a match beside what GNU Backgammon 1.07 says of it.
func TestAgainstGNU(t *testing.T) {
	list, err := gamefile.Read("../games/backgammon/mat/testdata/gnubg.mat")
	if err != nil {
		t.Fatal(err)
	}
	g := review.Game{Rules: list[0].Game, Start: list[0].Start, Moves: list[0].Moves}
	r := run(t, g, review.Settings{Jobs: 2})
	for p, want := range []struct {
		turns      int
		rate, luck float64
	}{{14, 9.0, -2.480}, {24, 1.5, 0.424}} {
		e := r.Sides[p].Errors
		if e.Chequer.Decisions != want.turns || math.Abs(e.Chequer.PerDecision()-want.rate) > 4 || math.Abs(e.Luck-want.luck) > 0.3 || e.Cube.Lost != 0 {
			t.Errorf("player %d: %+v, by GNU Backgammon %+v", p, e, want)
		}
	}
}

// TestParts: the games of a match are told apart, and the course is not drawn from one
// to the next.
func TestParts(t *testing.T) {
	first := "42: 8/4 6/4 roll 51: 8/3 6/5 roll 52: 8/3 4/2 double drop"
	r := run(t, gameOf(t, "backgammon:match=5", "", first+" 54: 24/20 13/8 double drop 63: 24/18 13/10"), review.Settings{Judge: "td"})
	want := []review.Part{{Ply: 0, Number: 1}, {Ply: 10, Number: 2, Score: [2]int{0, 1}}, {Ply: 14, Number: 3, Score: [2]int{0, 2}}}
	if parts := r.Parts(); !reflect.DeepEqual(parts, want) {
		t.Errorf("the games are %+v", parts)
	}
	plot := r.Plot()
	if !reflect.DeepEqual(plot.Breaks, []int{10, 14}) || !math.IsNaN(plot.Lines[0][10]) || math.IsNaN(plot.Lines[0][2]) {
		t.Errorf("the course is %+v", plot)
	}
	if parts := run(t, gameOf(t, "backgammon:match=5", "", first), review.Settings{Judge: "td"}).Parts(); parts != nil {
		t.Errorf("one game has parts: %+v", parts)
	}
}

// TestOnlyTime: a win that takes longer and a loss that comes sooner cost nothing, and
// are told as what they are.
func TestOnlyTime(t *testing.T) {
	r := run(t, gameOf(t, "connect4", "", "444443526636"), review.Settings{})
	for ply, want := range map[int]string{5: "best", 9: "blunder", 10: "good (later)", 11: "good (sooner)"} {
		if v := &r.Verdicts[ply]; v.Word(words.Words{}) != want {
			t.Errorf("move %d is %s, not %s: %+v", ply+1, v.Word(words.Words{}), want, v)
		}
	}
	if r.Note(words.Words{}) == "" {
		t.Error("nobody is told that lost positions cost nothing")
	}
	if note := run(t, gameOf(t, "tictactoe", "", "b2 a1"), review.Settings{}).Note(words.Words{}); note != "" {
		t.Errorf("nobody has lost: %s", note)
	}
}

// TestLeastLoss: a move that is not the best has a loss, however small.
func TestLeastLoss(t *testing.T) {
	value := func(score float64) agent.Value {
		return agent.Value{Known: true, Score: score, Unit: game.Discs, Count: 64}
	}
	for share, want := range map[float64]string{0: "", 0.001: "< 0,1 %", 0.26: "0,3 %"} {
		v := review.Verdict{Class: review.Good, Before: value(1), After: value(1 - share/50), Loss: review.Loss{Share: share, Unit: game.Discs}}
		if got := v.LossText(words.For(words.Spanish)); got != want {
			t.Errorf("a loss of %g %% is %q, not %q", share, got, want)
		}
	}
}
