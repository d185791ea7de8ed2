package gdl

import (
	"slices"
	"strings"
	"testing"

	"gambito/game"
)

func TestJointMoves(t *testing.T) {
	g := gameOf(t, "testdata/dice.kif", DefaultLimits) // ann, bob and cat bid at once, then random tosses a coin
	if roles := g.Roles(); !slices.Equal(roles, []string{"ann", "bob", "random", "cat"}) || g.RoleOf(2) != 3 || g.Player(2) != game.Chance || g.Player(3) != 2 {
		t.Fatalf("the roles are %v", roles)
	}
	moves := func(text string) []Expression {
		all, err := Read([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		return all
	}
	s := g.New()
	start := g.FormatPosition(s)
	for _, text := range []string{"", "(bid 1) (bid 2) (coin heads)", "(bid 1) (bid 2) (bid 3) (coin heads)", "(bid 1) (bid 2) (coin heads) (bid 9)"} {
		if err := g.PlayJoint(s, moves(text)); err == nil || g.FormatPosition(s) != start {
			t.Errorf("%q: %v, and the position is %s", text, err, g.FormatPosition(s))
		}
	}
	m, err := g.ParseMove(s, "(bid 3) (bid 2) (bid 1)")
	if err != nil {
		t.Fatal(err)
	}
	if _, complete := g.Complete(s, m); complete {
		t.Error("a step is complete before the coin is tossed")
	}
	by := s.Clone()
	by.Play(m)
	if m, err = g.ParseMove(by, "coin heads"); err != nil {
		t.Fatal(err)
	}
	all, complete := g.Complete(by, m)
	if want := []string{"(bid 3)", "(bid 2)", "(coin heads)", "(bid 1)"}; !complete || !slices.Equal(all, want) {
		t.Fatalf("the step is %v, complete %v", all, complete)
	}
	by.Play(m)
	if err := g.PlayJoint(s, moves(strings.Join(all, " "))); err != nil || g.FormatPosition(s) != g.FormatPosition(by) {
		t.Errorf("%s against %s, %v", g.FormatPosition(s), g.FormatPosition(by), err)
	}
	if goals := g.Goals(s); !slices.Equal(goals, []int{50, 0, 0, 0}) {
		t.Errorf("the goals are %v", goals)
	}
	if g.Graded() {
		t.Error("goals of 0, 50 and 100 are said to be graded")
	}
	if again, problems := Check([]byte(g.Rules())); again == nil {
		t.Errorf("the rules in one line are no sheet: %v", problems)
	}
}

func TestRename(t *testing.T) {
	all, err := Read([]byte("(a (b ?c) () a)"))
	if err != nil {
		t.Fatal(err)
	}
	if got := all[0].Rename(strings.ToUpper).String(); got != "(A (B ?C) () A)" || all[0].String() != "(a (b ?c) () a)" {
		t.Errorf("%s becomes %s", all[0], got)
	}
}

func TestFindGrid(t *testing.T) {
	facts := func(form string) (list []string) {
		for _, x := range []string{"1", "2", "10"} {
			for _, y := range []string{"a", "b"} {
				for _, what := range []string{"b", "white man", "black man", "black king"} {
					list = append(list, "("+form+" "+x+" "+y+" "+what+")")
				}
			}
		}
		return append(list, "(control white)", "(step 3)", "(link (at 1 1) 2 3)", "over")
	}
	g := findGrid(facts("cell"), []string{"white", "black"})
	if g == nil || g.name != "cell" || !slices.Equal(g.columns, []string{"1", "2", "10"}) || !slices.Equal(g.rows, []string{"a", "b"}) {
		t.Fatalf("%+v", g)
	}
	if g.symbols["b"] != "." || g.symbols["white man"] != "M" || g.symbols["black man"] != "m" || g.symbols["black king"] != "k" {
		t.Errorf("the letters are %v", g.symbols)
	}
	for _, list := range [][]string{nil, {"(control white)", "over"}, {"(f 1 2 3)", "(f 4 5 6)", "(f 7 8 9)", "(f 10 11 12)"}} {
		if g := findGrid(list, nil); g != nil {
			t.Errorf("%v make a board: %+v", list, g)
		}
	}
}
