package mcts

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"gambito/bandit"
	"gambito/game"
)

// visitsOf are what a search has seen of the root's moves.
func visitsOf(r Result) (list []string) {
	for _, m := range r.Moves {
		list = append(list, fmt.Sprintf("%d:%d:%.9f", m.Move, m.Visits, m.Value))
	}
	return list
}

// TestGRAVEWithoutReferenceIsRAVE: with a reference of 0 visits every position uses
// statistics of its own, which is what RAVE does.
func TestGRAVEWithoutReferenceIsRAVE(t *testing.T) {
	for _, id := range []string{"connect4", "breakthrough", "othello", "gdl:tictactoe"} {
		g := parse(t, id)
		for _, amaf := range []AMAF{{Beta: LeastError, Weight: 1e-3}, {Beta: HandSelected, Weight: 200}} {
			find := func(kind AMAFKind) []string {
				amaf.Kind = kind
				s := newSearch(t, g, Params{AMAF: amaf})
				s.NewGame(0, 5)
				return visitsOf(search(t, s, g.New(), 400))
			}
			if rave, grave := find(RAVE), find(GRAVE); !slices.Equal(rave, grave) {
				t.Errorf("%s, %+v: RAVE has seen\n%v, GRAVE\n%v", id, amaf, rave, grave)
			}
		}
	}
}

// policyForTest makes a policy of the catalogue with its defaults.
func policyForTest(t *testing.T, e *bandit.Entry) Params {
	made, err := e.Make(nil)
	if err != nil {
		t.Fatal(err)
	}
	p := Params{}
	p.Policy, _ = made.(bandit.Policy)
	p.Weighted, _ = made.(bandit.Weighted)
	return p
}

// TestBoundedPoliciesSeeRewardsOfTheUnit: a policy whose formula takes rewards to lie
// between 0 and 1 searches with ±1 as it does with 1 and 0, and no sum of rewards is
// outside even where more than a game can be won.
func TestBoundedPoliciesSeeRewardsOfTheUnit(t *testing.T) {
	for i := range bandit.Catalogue {
		e := &bandit.Catalogue[i]
		p := policyForTest(t, e)
		if !e.Bounded {
			continue
		}
		g := parse(t, "connect4")
		find := func(r Rewards) []string {
			p.Rewards = r
			s := newSearch(t, g, p)
			s.NewGame(0, 5)
			return visitsOf(search(t, s, g.New(), 300))
		}
		if half, zero := find(Half), find(Zero); !slices.Equal(half, zero) {
			t.Errorf("%s: with 1/½/0 it has seen\n%v, with +1/0/−1\n%v", e.Name, half, zero)
		}
		for id, rewards := range map[string]Rewards{"connect4": Mixed, "backgammon": Half} {
			g := parse(t, id)
			p.Rewards = rewards
			s := newSearch(t, g, p)
			at := randomly(g, rand.New(rand.NewPCG(1, 1)), 10)
			s.NewGame(at.Turn(), 5)
			search(t, s, at, 200)
			for e := range s.tree.edgeCount {
				if a := s.tree.arms[e]; a.Sum < -1e-9 || a.Sum > float64(a.N)+1e-9 {
					t.Fatalf("%s: %d games are worth %v", id, a.N, a.Sum)
				}
			}
		}
	}
}

// TestUrgencyGoesWithEveryPolicy: the less urgent moves are that were not tried, the
// fewer are.
func TestUrgencyGoesWithEveryPolicy(t *testing.T) {
	g := parse(t, "breakthrough:8x8")
	for i := range bandit.Catalogue {
		e := &bandit.Catalogue[i]
		if _, regrets := policyForTest(t, e).Weighted.(bandit.RegretMatching); regrets {
			p, urgency := policyForTest(t, e), 1.0
			p.FPU = &urgency
			if _, err := New(g, p); err == nil {
				t.Errorf("%s takes an urgency that means nothing to it", e.Name)
			}
			continue
		}
		tried := func(urgency float64) (count int) {
			p := policyForTest(t, e)
			p.FPU, p.Visits = &urgency, 1000
			s := newSearch(t, g, p)
			s.NewGame(0, 3)
			search(t, s, g.New(), 40)
			for _, a := range s.tree.edges(&s.tree.nodes[0]) {
				if a.N > 0 {
					count++
				}
			}
			return count
		}
		low, high := tried(0), tried(100)
		if low >= high {
			t.Errorf("%s: with an urgency of 0 %d moves were tried, with one of 100 %d", e.Name, low, high)
		}
		if _, indexed := policyForTest(t, e).Policy.(bandit.Indexed); indexed && high != 22 {
			t.Errorf("%s: of 22 urgent moves %d were tried", e.Name, high)
		}
	}
}

func TestGroupNames(t *testing.T) {
	for move, want := range map[string]string{
		"(mark 1 1)": "mark", "(move wp a 2 a 3)": "move", "noop": "noop", "b2-c3": "b2", "d3": "d", "4": "", "pass": "pass", "8/5 6/5": "8", "": "",
	} {
		if got := groupName(move); got != want {
			t.Errorf("%q belongs to %q, not %q", move, got, want)
		}
	}
}

// TestGroupsOfAnyGame: moves of a position without groups of its own have those of their names.
func TestGroupsOfAnyGame(t *testing.T) {
	for _, id := range []string{"knight-fight", "gdl:checkers", "tictactoe"} {
		g := parse(t, id)
		s := newSearch(t, g, Params{Groups: true})
		at := randomly(g, rand.New(rand.NewPCG(1, 2)), 2)
		s.NewGame(at.Turn(), 3)
		search(t, s, at, 300)
		root := &s.tree.nodes[0]
		for a := root.first; a < root.first+root.count; a++ {
			for b := root.first; b < a; b++ {
				same := groupName(g.FormatMove(at, s.tree.moves[a])) == groupName(g.FormatMove(at, s.tree.moves[b]))
				if same != (s.tree.groups[a] == s.tree.groups[b]) {
					t.Fatalf("%s: the groups of %s and %s", id, g.FormatMove(at, s.tree.moves[a]), g.FormatMove(at, s.tree.moves[b]))
				}
			}
		}
	}
}

// TestWinsAreFoundByTrying compares what trying finds with what games see, and has a
// rulesheet's winning move be the only one of its position.
func TestWinsAreFoundByTrying(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7))
	found := 0
	for _, id := range []string{"connect4", "tictactoe:5x5", "breakthrough", "atari-go", "einstein", "sheep-and-wolf"} {
		g := parse(t, id)
		w := newSearch(t, g, Params{Playout: Playout{Decisive: DecisiveAnti}}).workers[0]
		for range 200 {
			s := randomly(g, r, r.IntN(60))
			want := s.(game.WinFinder).WinningMoves(nil)
			got := w.tryToWin(s, s.Moves(nil), nil, false)
			if !slices.Equal(got, want) {
				t.Fatalf("%s, %s: trying finds %v, the game %v", id, g.FormatPosition(s), got, want)
			}
			found += len(want)
		}
	}
	if found == 0 {
		t.Error("nothing was found")
	}
	g := parse(t, "gdl:tictactoe")
	s := g.New()
	if _, err := game.ParseLine(g, s, "(mark 1 1) (mark 2 1) (mark 1 2) (mark 2 2)"); err != nil {
		t.Fatal(err)
	}
	for _, decisive := range []Decisive{DecisiveOn, DecisiveAnti} {
		at := s.Clone()
		search := newSearch(t, g, Params{Playout: Playout{Decisive: decisive}})
		if legal := searchedMoves(t, search, at); len(legal) != 1 || legal[0] != "(mark 1 3)" {
			t.Errorf("a win is beside %v", legal)
		}
		if m, err := g.ParseMove(at, "(mark 3 3)"); err != nil {
			t.Fatal(err)
		} else {
			at.Play(m) // not the win: now the other has one
		}
		if legal := searchedMoves(t, search, at); len(legal) != 1 || legal[0] != "(mark 2 3)" {
			t.Errorf("the other's win is beside %v", legal)
		}
	}
	// Nobody can win at once; after all but one move the other could.
	s = g.New()
	if _, err := game.ParseLine(g, s, "(mark 1 1) (mark 2 2) (mark 1 2)"); err != nil {
		t.Fatal(err)
	}
	anti := newSearch(t, g, Params{Playout: Playout{Decisive: DecisiveAnti}})
	if legal := searchedMoves(t, anti, s); len(legal) != 1 || legal[0] != "(mark 1 3)" {
		t.Errorf("of the moves that do not lose at once are left %v", legal)
	}
}

// searchedMoves are the moves that a search considers.
func searchedMoves(t *testing.T, s *Search, at game.State) (texts []string) {
	s.NewGame(at.Turn(), 1)
	for _, m := range search(t, s, at, 30).Moves {
		texts = append(texts, s.game.FormatMove(at, m.Move))
	}
	return texts
}

// TestMASTInSelection: of moves that were not tried the tree tries those that did well
// elsewhere first, where players move in turn as where they move at once.
func TestMASTInSelection(t *testing.T) {
	for _, id := range []string{"breakthrough", "gdl:tictactoe", "tron:6x6"} {
		g := parse(t, id)
		moves := game.MovesFor(g.New(), 0, nil)
		s := newSearch(t, g, Params{Visits: 100, Playout: Playout{MAST: MASTGreedy, Select: true}})
		for i, good := range moves {
			s.NewGame(0, uint64(i))
			for _, m := range moves {
				s.workers[0].mast.arms[0][slot(m)] = bandit.Arm{N: 1e6}
			}
			s.workers[0].mast.arms[0][slot(good)] = bandit.Arm{N: 1e6, Sum: 9e5}
			if r := search(t, s, g.New(), 1); r.Move != good {
				t.Errorf("%s: %d is tried first, not %d", id, r.Move, good)
			}
		}
	}
}

// TestAgainstDraws: where a draw is worth nothing to the player who searches and a win
// to the other, what one gets the other does not, and a drawn position is worth nothing
// whoever moves in it.
func TestAgainstDraws(t *testing.T) {
	g := parse(t, "tictactoe")
	s := newSearch(t, g, Params{Rewards: AsLoss, AgainstDraws: true})
	at := g.New()
	if _, err := game.ParseLine(g, at, "b2 a1 a2 c2 c1 a3 b1"); err != nil { // b3 and c3 are left: a draw
		t.Fatal(err)
	}
	s.NewGame(at.Turn(), 1)
	search(t, s, at, 100)
	for i := range s.tree.nodeCount {
		n := &s.tree.nodes[i]
		for _, a := range s.tree.edges(n) {
			want := 0.0
			if n.turn != at.Turn() {
				want = float64(a.N)
			}
			if a.Sum != want {
				t.Errorf("%d draws are worth %v to player %d", a.N, a.Sum, n.turn)
			}
		}
	}
}
