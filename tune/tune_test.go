package tune

import (
	"bytes"
	"context"
	"math"
	"math/rand/v2"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"gambito/agent"
	"gambito/agents"
	"gambito/crew"
	"gambito/crew/crewtest"
	"gambito/duel"
	"gambito/files"
	"gambito/game"
	"gambito/games"
)

const small = `name: small
game: tictactoe
agent: "mcts:sims=8"
options:
  final: [robust, mean]
  alpha: {min: 0.1, max: 4, scale: logarithmic}
  amaf: [off, grave]
  amaf-ref: {max: 60, where: amaf=grave}
against: ["mcts:sims=8", random]
openings: random:1
pairs: 4
games: 160
method: "random:batch=6"
race: halving
finals: {candidates: 3, pairs: 8}
confirm: {pairs: 20}
`

func parse(t testing.TB, text string) *Study {
	t.Helper()
	s, err := Parse([]byte(text), "", agents.New(agent.NewEnvironment("")), games.Parse)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func run(t *testing.T, s *Study) *Result {
	t.Helper()
	r, err := s.Run(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestRun: the same comes out for any number of jobs, on a fleet, and of a tuning that
// was stopped again and again.
func TestRun(t *testing.T) {
	s := parse(t, small)
	s.Jobs = 1
	want := run(t, s)
	if want.Confirmed.Pairs.Count() != 20 || len(want.Finalists) != 3 || want.Games < 160 || len(want.Importance) != 4 {
		t.Errorf("%+v", want)
	}
	s = parse(t, small)
	s.Jobs = 3
	if got := run(t, s); !reflect.DeepEqual(got, want) {
		t.Errorf("three jobs come to something else: %+v, not %+v", got, want)
	}
	s = parse(t, small)
	s.Fleet = crewtest.Fleet{Workers: 2, Seed: 1, Kinds: []crew.Kind{duel.Kind(unpack)}}
	if got := run(t, s); !reflect.DeepEqual(got, want) {
		t.Error("a fleet comes to something else")
	}
	file := filepath.Join(t.TempDir(), "state.json")
	stops := 0
	for {
		s = parse(t, small)
		s.Jobs = 2
		if _, err := s.KeepIn(file); err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithCancel(context.Background())
		first := -1
		s.bench = stopping{matches{s}, func() {
			if first++; first == 5 {
				cancel()
			}
		}}
		got, err := s.Run(ctx)
		cancel()
		s.Leave()
		if err == nil {
			if !reflect.DeepEqual(got, want) {
				t.Error("what was stopped comes to something else")
			}
			break
		}
		if stops++; stops > 100 {
			t.Fatal(err)
		}
	}
	if stops < 3 {
		t.Errorf("it was stopped %d times", stops)
	}
	data, err := files.ReadSealed(file)
	if err != nil {
		t.Fatal(err)
	}
	for change, wrong := range map[string]string{
		`"seed":1`:      "other settings",
		`"format":"gam`: "format",
		`"units":["`:    "damaged",
	} {
		broken := bytes.Replace(data, []byte(change), []byte(change+"x"), 1)
		if change == `"seed":1` {
			broken = bytes.Replace(data, []byte(change), []byte(`"seed":2`), 1)
		}
		if err := parse(t, small).load(broken); err == nil || !strings.Contains(err.Error(), wrong) {
			t.Errorf("%s: %v", change, err)
		}
	}
}

// stopping tells of every unit that is done.
type stopping struct {
	matches
	tell func()
}

func (b stopping) play(ctx context.Context, seed uint64, wanted []trial, units []int, done func(int, string) error) error {
	return b.matches.play(ctx, seed, wanted, units, func(unit int, outcome string) error {
		b.tell()
		if err := ctx.Err(); err != nil {
			return err
		}
		return done(unit, outcome)
	})
}

// known is a bench whose games are won with a probability that depends on the spec.
type known struct{ of func(spec string) float64 }

func (b known) units(_ uint64, wanted []trial) (list []duel.Unit, err error) {
	for i, t := range wanted {
		list = append(list, duel.Unit{Duel: i, From: 2 * t.from, Games: 2 * (t.to - t.from)})
	}
	return list, nil
}

func (b known) play(_ context.Context, seed uint64, wanted []trial, units []int, done func(int, string) error) error {
	for _, u := range units {
		t := wanted[u]
		p := b.of(t.spec)
		outcome := ""
		for n := 2 * t.from; n < 2*t.to; n++ {
			r := rand.New(rand.NewPCG(seed^uint64(len(t.spec))<<32^digest(seed, wanted[u:u+1]), uint64(n)))
			if r.Float64() < p {
				outcome += "+"
			} else {
				outcome += "-"
			}
		}
		if err := done(u, outcome); err != nil {
			return err
		}
	}
	return nil
}

// TestConfirmation: the interval of the last match covers what the winner is truly worth
// 95 times of 100, while what the search saw of it promises more than there is.
func TestConfirmation(t *testing.T) {
	const runs = 120.0
	base := parse(t, strings.NewReplacer(`against: ["mcts:sims=8", random]`, `against: [random]`).Replace(small))
	covered, promised, worth := 0.0, 0.0, 0.0
	for seed := range int(runs) {
		s := &Study{Settings: base.Settings, Space: base.Space, agents: base.agents}
		s.Settings.Seed = uint64(seed + 1)
		value := func(text string) float64 { // from the option alpha alone
			_, v, err := s.agents.Read(text)
			if err != nil {
				t.Fatal(err)
			}
			return 0.55 - 0.05*v.Float("alpha")
		}
		s.bench = known{value}
		r := run(t, s)
		p := value(r.Winner)
		if c := r.Confirmed.Score; c.Low <= p && p <= c.High {
			covered++
		}
		seen := 0.0
		for _, trial := range r.Trials {
			seen = max(seen, trial.Points.Mean)
		}
		promised += seen / runs
		worth += p / runs
	}
	if covered < 0.90*runs || covered > 0.99*runs {
		t.Errorf("%v of %v intervals hold the truth", covered, runs)
	}
	if promised < worth+0.1 {
		t.Errorf("the best that was seen promised %.3f of %.3f", promised, worth)
	}
}

// TestSpace: points are the agents they should be, and places and values are inverse.
func TestSpace(t *testing.T) {
	s := parse(t, small).Space
	for _, c := range []struct {
		point []float64
		spec  string
	}{
		{[]float64{0, 0, 0, 0.5}, "mcts:sims=8,alpha=0.1,final=robust,amaf=off"},
		{[]float64{1, 1, 1, 1}, "mcts:sims=8,alpha=4,final=mean,amaf=grave,amaf-ref=60"},
		{[]float64{0.6, 0.5, 0.9, 0}, "mcts:sims=8,alpha=0.6325,final=mean,amaf=grave,amaf-ref=0"},
	} {
		if got := s.Spec(c.point); got != c.spec {
			t.Errorf("%v is %s, not %s", c.point, got, c.spec)
		}
		if snapped := s.Snap(c.point); s.Spec(snapped) != c.spec || !reflect.DeepEqual(s.Snap(snapped), snapped) {
			t.Errorf("%v snaps to %v, which is %s", c.point, snapped, s.Spec(snapped))
		}
	}
	if got := s.Spec(s.Start); got != "mcts:sims=8,alpha=1,final=robust,amaf=off" {
		t.Errorf("it starts as %s", got)
	}
}

// TestWholeRanges: an option with nothing is searched over all that it takes, on a
// logarithmic scale that would begin at 0 around its usual values.
func TestWholeRanges(t *testing.T) {
	with := func(option string) Option {
		t.Helper()
		return parse(t, strings.Replace(small, "final: [robust, mean]\n  alpha: {min: 0.1, max: 4, scale: logarithmic}", option, 1)).Space.Options[0]
	}
	for text, want := range map[string]Option{
		"alpha:":             {Min: 0.0005, Max: 250, Scale: "logarithmic"},
		"alpha: {max: 4}":    {Min: 0.0005, Max: 4, Scale: "logarithmic"},
		"alpha: {max: 0.01}": {Min: 0.0001, Max: 0.01, Scale: "logarithmic"},
		"alpha: {min: 0.1}":  {Min: 0.1, Max: 1e6, Scale: "logarithmic"},
		"widen:":             {Min: 1, Max: 1e6, Scale: "logarithmic"},
		"mast-epsilon:":      {Min: 0, Max: 1, Scale: "linear"},
	} {
		if o := with(text); math.Abs(o.Min-want.Min) > 1e-12 || o.Max != want.Max || o.Scale != want.Scale {
			t.Errorf("%s is from %v to %v, %s", text, o.Min, o.Max, o.Scale)
		}
	}
}

// TestSeveralConditions: of several conditions all must hold.
func TestSeveralConditions(t *testing.T) {
	for _, where := range []string{`"amaf=grave & playout=mast|mast-greedy"`, `[amaf=grave, playout=mast|mast-greedy]`} {
		s := parse(t, strings.Replace(strings.Replace(small, "where: amaf=grave", "where: "+where, 1), "final: [robust, mean]", "playout: [uniform, mast-greedy]", 1)).Space
		if got := s.Options[3].Where; got != "amaf=grave & playout=mast|mast-greedy" {
			t.Errorf("it is where %s", got)
		}
		for _, c := range []struct {
			point []float64
			holds bool
		}{{[]float64{0, 0.5, 0, 0.5}, false}, {[]float64{1, 0.5, 0, 0.5}, false}, {[]float64{0, 0.5, 1, 0.5}, false}, {[]float64{1, 0.5, 1, 0.5}, true}} {
			if text := s.Spec(c.point); strings.Contains(text, "amaf-ref") != c.holds {
				t.Errorf("%v is %s", c.point, text)
			}
		}
	}
}

// TestWholeConstants: a constant of a policy that is a whole number stays one on a
// logarithmic scale.
func TestWholeConstants(t *testing.T) {
	s := parse(t, strings.Replace(small, "final: [robust, mean]\n  alpha: {min: 0.1, max: 4, scale: logarithmic}", "policy: [ucb, etc]\n  m: {min: 1, max: 25, scale: logarithmic}", 1)).Space
	if got := s.Spec([]float64{1, 0.9, 0, 0}); got != "mcts:sims=8,policy=etc,m=18,amaf=off" {
		t.Errorf("it is %s", got)
	}
}

// TestBadFiles: what is wrong is told by its line and column.
func TestBadFiles(t *testing.T) {
	for _, c := range []struct{ old, new, wrong string }{
		{"final:", "finall:", `line 5, column 3: options: unknown key "finall" (did you mean "final"?)`},
		{"min: 0.1, max: 4", "min: 4, max: 4", "line 6, column "},
		{"min: 0.1, max: 4", "min: 4, max: 4", "the range from 4 to 4 is empty"},
		{"min: 0.1", "min: -3", "line 6, column 16: option alpha=-3: it must be a number"},
		{"min: 0.1", "min: 0", "a logarithmic scale begins above 0"},
		{"[robust, mean]", "[robust, best]", `line 5, column 19: option final=best: unknown value "best"`},
		{"[robust, mean]", "[robust]", "there must be two values"},
		{"[robust, mean]", "{min: 1}", "line 5, column 16: option final=1"},
		{"amaf=grave", "amaf=rave", `line 8, column 30: where: "amaf=rave" can never hold: amaf is one of off, grave`},
		{"amaf=grave", "policy=moss", `"policy=moss" can never hold: policy is ucb, and no option above changes it`},
		{"amaf=grave", "nothing=1", `mcts has no option "nothing"`},
		{"amaf=grave", "alpha=1", "alpha is a range here"},
		{"amaf=grave", "grave", "must be option=value"},
		{"mcts:sims=8\"\n", "mcts:sims=8,alpha=1\"\n", "line 6, column 3: option alpha: the agent mcts:sims=8,alpha=1 has a value for it already"},
		{"game: tictactoe", "game: tictacto", `line 2, column 7: unknown game "tictacto"`},
		{"random]", "nobody]", "line 9, column "},
		{"halving", "racing", `line 14, column 7: unknown race "racing"`},
		{"random:batch=6", "random:batch=x", "line 13, column 9: method"},
		{"pairs: 4\n", "pairs: 0\n", "line 11, column 8: pairs: it must be a whole number from 1"},
		{"random:1", "nothing", "line 10, column 11: openings"},
		{"amaf=grave", "amaf=grave & amaf=off", "amaf is there twice"},
		{"amaf=grave", "amaf=grave & policy=moss", `"policy=moss" can never hold`},
		{"amaf=grave", "{a: 1}", "it must be option=value, several with & between, or a list of them"},
		{"final: [robust, mean]", "policy: [ucb, exp3]", "line 7, column 3: policy=exp3 with amaf=grave cannot play"},
		{"final: [robust, mean]\n  alpha: {min: 0.1, max: 4, scale: logarithmic}", "policy: [etc, exp3]\n  m: [2, K, 20]", "line 7, column 3: policy=exp3 with amaf=grave cannot play"},
		{"final: [robust, mean]", "policy:", "line 7, column 3: policy="},
		{"final: [robust, mean]", "playout: [uniform, weighted]", "line 5, column 3: playout=weighted cannot play"},
		{"random]", "\"mcts:policy=exp3,amaf=grave\"]", "line 9, column "},
		{"name: small\n", "", `the key "name" is missing`},
		{"name: small", "name: a/b", "line 1, column 7: name"},
		{"{candidates: 3", "{candidate: 3", "line 15, column 10: finals: unknown key"},
	} {
		text := strings.Replace(small, c.old, c.new, 1)
		if text == small {
			t.Fatalf("%q is not there", c.old)
		}
		_, err := Parse([]byte(text), "", agents.New(agent.NewEnvironment("")), games.Parse)
		if err == nil || !strings.Contains(err.Error(), c.wrong) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%q: %v, not %q", c.new, err, c.wrong)
		}
	}
}

// FuzzParse: whatever a file says, it is read or refused in one line.
func FuzzParse(f *testing.F) {
	f.Add(small)
	f.Add("name: x\ngame: tictactoe\nagent: random\noptions: {}\n")
	registry := agents.New(agent.NewEnvironment(""))
	folder := f.TempDir()
	parse := func(id string) (game.Game, error) { return games.ParseSealed(id, nil) }
	f.Fuzz(func(t *testing.T, text string) {
		if s, err := Parse([]byte(text), folder, registry, parse); err == nil && s.Total() <= 0 {
			t.Error("nothing is to be played")
		} else if err != nil && strings.Contains(err.Error(), "\n") {
			t.Errorf("%q", err)
		}
	})
}
