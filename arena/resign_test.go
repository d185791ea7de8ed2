package arena

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"gambito/agent"
	"gambito/agents"
	"gambito/game"
	"gambito/games/backgammon"
	"gambito/games/backgammon/match"
	"gambito/spec"
)

// TestResigningKeepsGammons: agents that give up lose about as many gammons as
// those that play on.
func TestResigningKeepsGammons(t *testing.T) {
	registry := agents.New(agent.NewEnvironment(""))
	gammons := func(resign Resign) (gammons, resigned int, points float64) {
		e := &Experiment{
			Name: "resign", Venues: []Venue{{Game: backgammon.New()}}, Schedule: RoundRobin, Rounds: 1, GamesPerPair: 1000,
			Draw: DrawHalf, Seed: 3, Stop: Stop{Rule: StopFixed}, Resign: resign,
		}
		for _, name := range []string{"a", "b"} {
			s, err := registry.Parse("td")
			if err != nil {
				t.Fatal(err)
			}
			e.Entrants = append(e.Entrants, Entrant{Name: name, Spec: s})
		}
		for _, r := range playRun(t, NewRun(e), 2) {
			won := math.Abs(r.Result[0])
			if points += won; won > 1 {
				gammons++
			}
			if r.Reason == Resignation {
				resigned++
				if r.Faults[0].Times != int(won) {
					t.Errorf("the record is %+v", r)
				}
			}
		}
		return gammons, resigned, points
	}
	all, none, allPoints := gammons(Resign{})
	some, resigned, somePoints := gammons(Resign{Value: 0.95, Moves: 3})
	if none != 0 || resigned < 300 {
		t.Errorf("%d of 1000 games are given up", resigned)
	}
	if all < 150 || math.Abs(float64(all-some)) > 40 { // they are the same games up to there
		t.Errorf("%d of 1000 games are gammons, and %d if %d are given up", all, some, resigned)
	}
	if math.Abs(allPoints-somePoints) > 40 {
		t.Errorf("1000 games count %g points, and %g if some are given up", allPoints, somePoints)
	}
}

// quits is an agent that plays the lowest move until it has made so many, and
// then gives up, or panics.
type quits struct {
	after int
	panic bool
	seat  game.Player
	made  int
}

func (q *quits) NewGame(seat game.Player, _ uint64) { q.seat = seat }

func (q *quits) Choose(_ context.Context, s game.State, _ agent.Limits) (game.Move, agent.Info, error) {
	if q.made++; q.made > q.after {
		if q.panic {
			s.Play(s.Moves(nil)[0])
			panic("boom")
		}
		return 0, agent.Info{}, agent.ErrResigned
	}
	return s.Moves(nil)[0], agent.Info{}, nil
}

func quitters(t *testing.T, panics bool) *agent.Registry {
	t.Helper()
	entry := func(id string, after int) agent.Entry {
		return agent.Entry{Schema: spec.Schema{ID: id}, Make: agent.Maker{Whole: true, New: func(agent.Order) (agent.Agent, error) {
			return &quits{after: after, panic: panics}, nil
		}}}
	}
	return agents.New(agent.NewEnvironment(""), entry("stays", 1<<30), entry("leaves", 3))
}

// TestForfeitCostsWhatStands: who gives up a single game loses what the position
// and the cube make of it, and in a match only the game.
func TestForfeitCostsWhatStands(t *testing.T) {
	for _, panics := range []bool{false, true} {
		for _, c := range []struct {
			rules *match.Rules
			want  float64
		}{{nil, 3}, {&match.Rules{Cube: true}, 3}, {&match.Rules{Length: 25, Crawford: true}, 1}} {
			var g game.Game = backgammon.New()
			if c.rules != nil {
				var err error
				if g, err = match.New(*c.rules); err != nil {
					t.Fatal(err)
				}
			}
			specs, err := quitters(t, panics).ParseAll("stays", "leaves")
			if err != nil {
				t.Fatal(err)
			}
			m := Match{Game: g, Agents: specs, Games: 2, Seed: 1, Jobs: 1}
			err = m.Run(t.Context(), func(r Record) error {
				seat := 0
				if r.Seats[0] == 0 {
					seat = 1
				}
				if r.Result[seat] != -c.want || r.Result[1-seat] != c.want {
					t.Errorf("%s: the record is %+v", g.Info().ID, r)
				}
				if r.Faults[0].Times != 3 {
					t.Errorf("%s: the fault is %+v", g.Info().ID, r.Faults[0])
				}
				if c.rules != nil && c.rules.Length > 0 && (r.Reason != ByTheRules || strings.Count(r.Moves, "resign") < 2) {
					t.Errorf("the match ended by %s after %s", r.Reason, r.Moves)
				}
				text, err := json.Marshal(r)
				if err != nil {
					return err
				}
				_, _, _, err = parseRecord(g, text)
				return err
			})
			if err != nil {
				t.Errorf("%s: %v", g.Info().ID, err)
			}
		}
	}
}

// TestPriceOfGivingUp: the other player's expectation decides, within what the
// position allows.
func TestPriceOfGivingUp(t *testing.T) {
	for _, c := range []struct {
		value  float64
		judged bool
		want   int
	}{{0, false, 3}, {0.07, true, 1}, {1.02, true, 1}, {1.3, true, 2}, {2.9, true, 3}, {9, true, 3}, {-1, true, 1}} {
		table := Table{Game: backgammon.New(), Agents: make([]agent.Agent, 2)}
		if err := table.Begin(t.Context(), backgammon.New().New(), nil); err != nil {
			t.Fatal(err)
		}
		table.clocks[1].value, table.clocks[1].judged = c.value, c.judged
		if got := table.Price(0); got != c.want {
			t.Errorf("the other expects %g, and giving up costs %d, not %d", c.value, got, c.want)
		}
	}
}

// TestResigningWithCube: a gammon that is certain costs what the cube makes of it,
// whatever it shows, and moves that were forced or of the cube do not count.
func TestResigningWithCube(t *testing.T) {
	g, err := match.New(match.Rules{Cube: true})
	if err != nil {
		t.Fatal(err)
	}
	specs, err := agents.New(agent.NewEnvironment("")).ParseAll("td", "td")
	if err != nil {
		t.Fatal(err)
	}
	for cube := range 3 {
		start, err := g.ParsePosition(fmt.Sprintf("XGID=--CC--Bhg-----------------:%d:0:1:21:0:0:0:0:10", cube))
		if err != nil {
			t.Fatal(err)
		}
		table := Table{Game: g, Resign: Resign{Value: 0.9, Moves: 1}, Dice: NewDice(1, "x", 0, 0, 0)}
		for seat, s := range specs {
			a, err := s.New(g)
			if err != nil {
				t.Fatal(err)
			}
			a.NewGame(game.Player(seat), 1)
			table.Agents = append(table.Agents, a)
		}
		if err := table.Begin(t.Context(), start, nil); err != nil {
			t.Fatal(err)
		}
		if err := table.Finish(t.Context()); err != nil {
			t.Fatal(err)
		}
		var r Record
		table.Record(&r, 0)
		if want := float64(int(2) << cube); math.Abs(r.Result[0]) != want {
			t.Errorf("with the cube at %d the record is %+v", 1<<cube, r)
		}
	}
	e := &Experiment{
		Name: "cube", Venues: []Venue{{Game: g}}, Entrants: []Entrant{{Name: "a", Spec: specs[0]}, {Name: "b", Spec: specs[1]}}, Schedule: RoundRobin, Rounds: 1, GamesPerPair: 100,
		Draw: DrawHalf, Seed: 1, Stop: Stop{Rule: StopFixed}, Resign: Resign{Value: 0.9, Moves: 2},
	}
	resigned := 0
	for _, r := range playRun(t, NewRun(e), 2) {
		if r.Reason == Resignation {
			resigned++
		}
	}
	if resigned == 0 {
		t.Error("nobody gives up with the cube")
	}
}

// TestForfeitOfMatchBeforeFirstRoll: a match counts one, however early it is lost.
func TestForfeitOfMatchBeforeFirstRoll(t *testing.T) {
	g, err := match.New(match.Rules{Length: 5, Crawford: true})
	if err != nil {
		t.Fatal(err)
	}
	unreadyEntry := agent.Entry{Schema: spec.Schema{ID: "unready"}, Make: agent.Maker{Whole: true, New: func(agent.Order) (agent.Agent, error) { return unready{}, nil }}}
	specs, err := agents.New(agent.NewEnvironment(""), unreadyEntry).ParseAll("unready", "random")
	if err != nil {
		t.Fatal(err)
	}
	records, _ := run(t, Match{Game: g, Agents: specs, Games: 2, Seed: 1, Jobs: 1})
	for _, r := range records {
		seat := slices.Index(r.Seats, 0)
		if r.Result[seat] != -1 || r.Result[1-seat] != 1 {
			t.Errorf("the record is %+v", r)
		}
	}
}

// TestFaultsOfAMatchThatEnds: games of a match that one has given up do not count
// when the other loses the match by a fault.
func TestFaultsOfAMatchThatEnds(t *testing.T) {
	g, err := match.New(match.Rules{Length: 25, Crawford: true})
	if err != nil {
		t.Fatal(err)
	}
	table := Table{Game: g, Agents: make([]agent.Agent, 2), Dice: NewDice(1, "x", 0, 0, 0)}
	if err := table.Begin(t.Context(), g.New(), nil); err != nil {
		t.Fatal(err)
	}
	forfeit := func(seat int) {
		t.Helper()
		if err := table.Forfeit(t.Context(), Fault{Seat: seat, Reason: Resignation}); err != nil {
			t.Fatal(err)
		}
	}
	if err := table.Play(t.Context(), table.Roll()); err != nil {
		t.Fatal(err)
	}
	first := int(table.State().Turn())
	forfeit(first) // the game
	if table.Over() || table.State().Turn() != game.Chance {
		t.Fatal("the match does not go on")
	}
	forfeit(1 - first) // everything: it is nobody's turn
	r := Record{Game: g.Info().ID, Agents: []string{"a", "b"}, Seats: []int{0, 1}}
	table.Record(&r, 0)
	if !r.Faults[0].Continued || r.Faults[1].Continued || r.Result[first] != 1 || r.Result[1-first] != -1 {
		t.Errorf("the record is %+v", r)
	}
	text, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	if _, _, _, err := parseRecord(g, text); err != nil {
		t.Error(err)
	}
}
