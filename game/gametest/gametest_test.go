package gametest

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gambito/game"
	"gambito/games/einstein"
	"gambito/games/tictactoe"
	"gambito/games/tron"
)

// The suite is tested by breaking a sound game in one way at a time: the check
// named must notice.

var facts = Facts{Perft: []uint64{1, 9, 72, 504}}

func sound() game.Game {
	g, err := tictactoe.New(3, 3)
	if err != nil {
		panic(err)
	}
	return g
}

// broken is a game with a fault in its rules or in its states.
type broken struct {
	game.Symmetric
	info           func(game.Info) game.Info
	parseMove      func(game.State, string) (game.Move, error)
	parsePosition  func(string) (game.State, error)
	formatPosition func(game.State) string
	transformMove  func(game.Move, int) game.Move
	fault          fault
}

// fault replaces methods of a state where it is not nil.
type fault struct {
	turn    func(s *brokenState) game.Player
	moves   func(s *brokenState, buf []game.Move) []game.Move
	play    func(s *brokenState, m game.Move)
	undo    func(s *brokenState, m game.Move)
	playout func(s *brokenState, r *rand.Rand)
	score   func(s *brokenState, p game.Player) float64
	hash    func(s *brokenState) uint64
	copy    func(s, src *brokenState)
	draw    func(s *brokenState) game.Board
	wins    func(s *brokenState, buf []game.Move) []game.Move
}

type inner interface {
	game.Undoer
	game.Playouter
	game.Drawer
	game.WinFinder
}

type brokenState struct {
	inner
	g      *broken
	played int
	path   uint64 // a number that the order of moves changes
}

func (g *broken) wrap(s game.State) *brokenState { return &brokenState{inner: s.(inner), g: g} }

func bare(s game.State) game.State { return s.(*brokenState).inner }

func (g *broken) Info() game.Info {
	if g.info != nil {
		return g.info(g.Symmetric.Info())
	}
	return g.Symmetric.Info()
}
func (g *broken) New() game.State { return g.wrap(g.Symmetric.New()) }
func (g *broken) ParseMove(s game.State, text string) (game.Move, error) {
	if g.parseMove != nil {
		return g.parseMove(s, text)
	}
	return g.Symmetric.ParseMove(bare(s), text)
}
func (g *broken) FormatMove(s game.State, m game.Move) string {
	return g.Symmetric.FormatMove(bare(s), m)
}
func (g *broken) ParsePosition(text string) (game.State, error) {
	if g.parsePosition != nil {
		return g.parsePosition(text)
	}
	s, err := g.Symmetric.ParsePosition(text)
	if err != nil {
		return nil, err
	}
	return g.wrap(s), nil
}
func (g *broken) FormatPosition(s game.State) string {
	if g.formatPosition != nil {
		return g.formatPosition(s)
	}
	return g.Symmetric.FormatPosition(bare(s))
}
func (g *broken) Transform(dst, src game.State, k int) {
	g.Symmetric.Transform(bare(dst), bare(src), k)
}
func (g *broken) TransformMove(m game.Move, k int) game.Move {
	if g.transformMove != nil {
		return g.transformMove(m, k)
	}
	return g.Symmetric.TransformMove(m, k)
}

func (s *brokenState) Turn() game.Player {
	if f := s.g.fault.turn; f != nil {
		return f(s)
	}
	return s.inner.Turn()
}
func (s *brokenState) Moves(buf []game.Move) []game.Move {
	if f := s.g.fault.moves; f != nil {
		return f(s, buf)
	}
	return s.inner.Moves(buf)
}
func (s *brokenState) Play(m game.Move) {
	s.played++
	s.path = 31*s.path + uint64(m)
	if f := s.g.fault.play; f != nil {
		f(s, m)
		return
	}
	s.inner.Play(m)
}
func (s *brokenState) Undo(m game.Move) {
	if f := s.g.fault.undo; f != nil {
		f(s, m)
		return
	}
	s.inner.Undo(m)
}
func (s *brokenState) Playout(r *rand.Rand) {
	if f := s.g.fault.playout; f != nil {
		f(s, r)
		return
	}
	s.inner.Playout(r)
}
func (s *brokenState) Score(p game.Player) float64 {
	if f := s.g.fault.score; f != nil {
		return f(s, p)
	}
	return s.inner.Score(p)
}
func (s *brokenState) Hash() uint64 {
	if f := s.g.fault.hash; f != nil {
		return f(s)
	}
	return s.inner.Hash()
}
func (s *brokenState) CopyFrom(src game.State) {
	if f := s.g.fault.copy; f != nil {
		f(s, src.(*brokenState))
		return
	}
	s.played, s.path = src.(*brokenState).played, src.(*brokenState).path
	s.inner.CopyFrom(bare(src))
}
func (s *brokenState) Clone() game.State {
	return &brokenState{inner: s.inner.Clone().(inner), g: s.g, played: s.played, path: s.path}
}
func (s *brokenState) WinningMoves(buf []game.Move) []game.Move {
	if f := s.g.fault.wins; f != nil {
		return f(s, buf)
	}
	return s.inner.WinningMoves(buf)
}
func (s *brokenState) Draw() game.Board {
	if f := s.g.fault.draw; f != nil {
		return f(s)
	}
	return s.inner.Draw()
}

func run(name string, g game.Game, f Facts) error {
	i := slices.IndexFunc(checks, func(c check) bool { return c.name == name })
	return checks[i].of(g, f)
}

func TestSoundGamePasses(t *testing.T) {
	Run(t, sound(), facts)
	t.Run("wrapped", func(t *testing.T) { Run(t, &broken{Symmetric: sound().(game.Symmetric)}, facts) })
}

func TestBrokenGamesFail(t *testing.T) {
	const moves = "moves are ascending, unique, and none iff over"
	const ends = "games end, scores sum to zero"
	sink := [][]byte{}
	for _, c := range []struct {
		check, what string
		game        broken
	}{
		{"info", "no name", broken{info: func(i game.Info) game.Info { i.Name = ""; return i }}},
		{"perft", "a move is missing", broken{fault: fault{moves: func(s *brokenState, buf []game.Move) []game.Move {
			all := s.inner.Moves(buf)
			return all[:max(len(all)-1, min(len(all), 1))]
		}}}},
		{moves, "descending", broken{fault: fault{moves: func(s *brokenState, buf []game.Move) []game.Move {
			all := s.inner.Moves(buf)
			slices.Reverse(all)
			return all
		}}}},
		{moves, "a repeat", broken{fault: fault{moves: func(s *brokenState, buf []game.Move) []game.Move {
			all := s.inner.Moves(buf)
			return append(all, all[max(len(all)-1, 0):]...)
		}}}},
		{moves, "never over", broken{fault: fault{turn: func(s *brokenState) game.Player { return game.Player(s.played % 2) }}}},
		{moves, "overwrites the buffer", broken{fault: fault{moves: func(s *brokenState, buf []game.Move) []game.Move { return s.inner.Moves(buf[:0]) }}}},
		{moves, "more than MaxMoves", broken{info: func(i game.Info) game.Info { i.MaxMoves = 8; return i }}},
		{"undo", "does nothing", broken{fault: fault{undo: func(*brokenState, game.Move) {}}}},
		{"copies", "CopyFrom forgets", broken{fault: fault{copy: func(*brokenState, *brokenState) {}}}},
		{"copies", "CopyFrom shares", broken{fault: fault{copy: func(s, src *brokenState) { s.inner = src.inner }}}},
		{"hash", "constant", broken{fault: fault{hash: func(*brokenState) uint64 { return 1 }}}},
		{"hash", "depends on the path", broken{fault: fault{hash: func(s *brokenState) uint64 { return s.inner.Hash() + s.path }}}},
		{ends, "longer than stated", broken{info: func(i game.Info) game.Info { i.MaxPlies = 6; return i }}},
		{ends, "both win", broken{fault: fault{score: func(*brokenState, game.Player) float64 { return 1 }}}},
		{ends, "more than MaxScore", broken{fault: fault{score: func(s *brokenState, p game.Player) float64 { return 2 * s.inner.Score(p) }}}},
		{"move text", "reads another move", broken{parseMove: func(game.State, string) (game.Move, error) { return 0, nil }}},
		{"move text", "refuses its own", broken{parseMove: func(game.State, string) (game.Move, error) { return 0, errors.New("no") }}},
		{"lines of moves", "reads another move", broken{parseMove: func(s game.State, _ string) (game.Move, error) { return s.Moves(nil)[0], nil }}},
		{"position text", "refuses its own", broken{parsePosition: func(string) (game.State, error) { return nil, errors.New("no") }}},
		{"position text", "two lines", broken{formatPosition: func(s game.State) string { return sound().FormatPosition(bare(s)) + "\n" }}},
		{"junk is refused", "any text is a move", broken{parseMove: func(game.State, string) (game.Move, error) { return 0, nil }}},
		{"fast playout", "prefers low cells", broken{fault: fault{playout: func(s *brokenState, r *rand.Rand) {
			for moves := s.inner.Moves(nil); len(moves) > 0; moves = s.inner.Moves(nil) {
				s.inner.Play(moves[min(r.IntN(len(moves)), r.IntN(10))])
			}
		}}}},
		{"fast playout", "stops early", broken{fault: fault{playout: func(*brokenState, *rand.Rand) {}}}},
		{"no allocation", "in Play", broken{fault: fault{play: func(s *brokenState, m game.Move) {
			sink = append(sink, make([]byte, 100))
			s.inner.Play(m)
		}}}},
		{"no allocation", "in Playout", broken{fault: fault{playout: func(s *brokenState, r *rand.Rand) {
			sink = append(sink, make([]byte, 100))
			s.inner.Playout(r)
		}}}},
		{"symmetries", "moves stay", broken{transformMove: func(m game.Move, _ int) game.Move { return m }}},
		{"winning moves", "sees none", broken{fault: fault{wins: func(_ *brokenState, buf []game.Move) []game.Move { return buf }}}},
		{"winning moves", "sees too many", broken{fault: fault{wins: func(s *brokenState, buf []game.Move) []game.Move { return s.inner.Moves(buf) }}}},
		{"simultaneous moves", "does not say how", broken{fault: fault{turn: func(s *brokenState) game.Player {
			if s.inner.Turn() == game.Over {
				return game.Over
			}
			return game.Together
		}}}},
		{"drawing", "a cell too few", broken{fault: fault{draw: func(s *brokenState) game.Board {
			b := s.inner.Draw()
			b.Cells = b.Cells[1:]
			return b
		}}}},
		{"drawing", "nothing on it", broken{fault: fault{draw: func(s *brokenState) game.Board {
			b := s.inner.Draw()
			clear(b.Cells)
			return b
		}}}},
		{"concurrent use", "refuses its own", broken{parsePosition: func(string) (game.State, error) { return nil, errors.New("no") }}},
	} {
		c.game.Symmetric = sound().(game.Symmetric)
		if err := run(c.check, &c.game, facts); err == nil {
			t.Errorf("a game whose fault is %q passes the check %q", c.what, c.check)
		}
	}
}

func TestFactsMustBeGiven(t *testing.T) {
	if run("perft", sound(), Facts{}) == nil {
		t.Error("the suite passes without perft numbers")
	}
	if run("junk is refused", sound(), Facts{BadMoves: []string{"a1"}}) == nil {
		t.Error("a1 is refused in the start position")
	}
}

// brokenTron is Tron with a fault in its simultaneous moves.
type brokenTron struct {
	game.SimultaneousGame
	movesOf func(game.Simultaneous) []game.Move
}

type brokenTronState struct {
	game.Simultaneous
	g *brokenTron
}

func (g *brokenTron) New() game.State {
	return brokenTronState{g.SimultaneousGame.New().(game.Simultaneous), g}
}
func (g *brokenTron) FormatPosition(s game.State) string {
	return g.SimultaneousGame.FormatPosition(s.(brokenTronState).Simultaneous)
}
func (s brokenTronState) MovesOf(game.Player, []game.Move) []game.Move {
	return s.g.movesOf(s.Simultaneous)
}

func TestBrokenSimultaneousGamesFail(t *testing.T) {
	g, err := tron.New(10)
	if err != nil {
		t.Fatal(err)
	}
	for name, movesOf := range map[string]func(game.Simultaneous) []game.Move{
		"no moves":       func(game.Simultaneous) []game.Move { return nil },
		"a move missing": func(s game.Simultaneous) []game.Move { return s.MovesOf(0, nil)[1:] },
		"a move twice":   func(s game.Simultaneous) []game.Move { return append(s.MovesOf(0, nil), 3) },
	} {
		if err := run("simultaneous moves", &brokenTron{g, movesOf}, Facts{}); err == nil {
			t.Errorf("a game with %s passes", name)
		}
	}
	if err := run("simultaneous moves", g, Facts{}); err != nil {
		t.Error(err)
	}
}

// brokenDice is EinStein würfelt nicht! with a fault in its chance.
type brokenDice struct {
	game.Game
	probability func(m game.Move) float64
	playout     func(s game.State, r *rand.Rand)
}

type brokenDiceState struct {
	game.State
	g *brokenDice
}

func (g *brokenDice) New() game.State { return &brokenDiceState{g.Game.New(), g} }
func (g *brokenDice) FormatMove(s game.State, m game.Move) string {
	return g.Game.FormatMove(s.(*brokenDiceState).State, m)
}
func (g *brokenDice) FormatPosition(s game.State) string {
	return g.Game.FormatPosition(s.(*brokenDiceState).State)
}
func (g *brokenDice) ParsePosition(text string) (game.State, error) {
	s, err := g.Game.ParsePosition(text)
	return &brokenDiceState{s, g}, err
}
func (s *brokenDiceState) CopyFrom(src game.State) { s.State.CopyFrom(src.(*brokenDiceState).State) }
func (s *brokenDiceState) Clone() game.State       { return &brokenDiceState{s.State.Clone(), s.g} }
func (s *brokenDiceState) Probability(m game.Move) float64 {
	if s.g.probability != nil {
		return s.g.probability(m)
	}
	return s.State.(game.Stochastic).Probability(m)
}
func (s *brokenDiceState) Playout(r *rand.Rand) {
	if s.g.playout != nil {
		s.g.playout(s.State, r)
		return
	}
	s.State.(game.Playouter).Playout(r)
}

// silentDice hides the probabilities.
type silentDice struct{ game.Game }

func (g silentDice) New() game.State { return struct{ game.State }{g.Game.New()} }
func (g silentDice) FormatPosition(s game.State) string {
	return g.Game.FormatPosition(s.(struct{ game.State }).State)
}

func TestBrokenChanceFails(t *testing.T) {
	g, err := einstein.New(einstein.Setup)
	if err != nil {
		t.Fatal(err)
	}
	for name, probability := range map[string]func(game.Move) float64{
		"too much":      func(game.Move) float64 { return 0.17 },
		"a little less": func(game.Move) float64 { return 1.0/6 - 1e-11 },
		"a certain 1":   func(m game.Move) float64 { return map[game.Move]float64{1: 1}[m] },
		"negative at 6": func(m game.Move) float64 {
			return map[game.Move]float64{1: 0.5, 2: 0.5, 3: 0.5, 4: 0.5, 5: 0.5, 6: -1.5}[m]
		},
		"no number at 6": func(m game.Move) float64 { return 1.0 / 6 * math.Sqrt(5.5-float64(m)) / math.Sqrt(5.5-float64(m)) },
		"never a 1":      func(m game.Move) float64 { return min(float64(m)-1, 1) / 5 },
	} {
		for _, check := range []string{"chance", "moves are ascending, unique, and none iff over"} {
			if err := run(check, &brokenDice{Game: g, probability: probability}, Facts{}); err == nil {
				t.Errorf("a die with %s passes the check %q", name, check)
			}
		}
	}
	if err := run("chance", silentDice{g}, Facts{}); err == nil {
		t.Error("a game of chance without probabilities passes")
	}
	never := &broken{Symmetric: sound().(game.Symmetric)}
	if err := run("chance", neverDice{never}, Facts{}); err == nil {
		t.Error("a game with probabilities but without chance passes")
	}
	loaded := func(s game.State, r *rand.Rand) {
		for s.Turn() != game.Over {
			moves := s.Moves(nil)
			if s.Turn() == game.Chance {
				moves = moves[:5]
			}
			s.Play(moves[r.IntN(len(moves))])
		}
	}
	if err := run("fast playout", &brokenDice{Game: g, playout: loaded}, Facts{}); err == nil {
		t.Error("a playout with a loaded die passes")
	}
	for _, check := range []string{"chance", "fast playout"} {
		if err := run(check, &brokenDice{Game: g}, Facts{}); err != nil {
			t.Error(err)
		}
	}
	// Where the rules themselves load the die, a playout with a fair one fails.
	heavy := func(m game.Move) float64 {
		return map[game.Move]float64{1: 0.02, 2: 0.02, 3: 0.02, 4: 0.02, 5: 0.02, 6: 0.9}[m]
	}
	if err := run("chance", &brokenDice{Game: g, probability: heavy}, Facts{}); err != nil {
		t.Error(err)
	}
	if err := run("fast playout", &brokenDice{Game: g, probability: heavy}, Facts{}); err == nil {
		t.Error("a playout with a fair die passes where it should be loaded")
	}
}

// neverDice is a game whose states have probabilities that are never asked for.
type neverDice struct{ *broken }

type neverDiceState struct{ game.State }

func (neverDiceState) Probability(game.Move) float64 { return 1 }

func (g neverDice) New() game.State { return neverDiceState{g.broken.New()} }
func (g neverDice) FormatPosition(s game.State) string {
	return g.broken.FormatPosition(s.(neverDiceState).State)
}

// badGroups is a sound game with groups that break the law.
type badGroups struct {
	game.Symmetric
	group func(s game.State, m game.Move) int
}

func (g badGroups) Group(s game.State, m game.Move) int { return g.group(s, m) }

func TestGroupsAreChecked(t *testing.T) {
	calls := 0
	for name, group := range map[string]func(game.State, game.Move) int{
		"one for all":        func(game.State, game.Move) int { return 7 },
		"beyond 255":         func(_ game.State, m game.Move) int { return 250 + int(m) },
		"another every time": func(game.State, game.Move) int { calls++; return calls % 5 },
		"blind to symmetry":  func(_ game.State, m game.Move) int { return int(m) },
		"changes positions":  func(s game.State, m game.Move) int { s.Play(m); return int(m) % 2 },
	} {
		if err := checkGroups(badGroups{sound().(game.Symmetric), group}, facts); err == nil {
			t.Errorf("groups %s: no complaint", name)
		}
	}
}

// badEncoding is a sound game that shows itself to networks in a way that breaks
// the law.
type badEncoding struct {
	game.Symmetric
	size   func(game.Encoding) game.Encoding
	encode func(s game.State, planes []float32)
	place  func(s game.State, m game.Move) int
}

func (g badEncoding) Encoding() game.Encoding { return g.size(g.Symmetric.(game.Encoded).Encoding()) }
func (g badEncoding) Encode(s game.State, planes []float32) {
	g.encode(s, planes)
}
func (g badEncoding) MoveIndex(s game.State, m game.Move) int { return g.place(s, m) }

func TestEncodingIsChecked(t *testing.T) {
	calls := 0
	sound := sound().(game.Symmetric)
	encode := sound.(game.Encoded).Encode
	for name, spoil := range map[string]func(*badEncoding){
		"nothing":    func(*badEncoding) {},
		"no planes":  func(g *badEncoding) { g.size = func(game.Encoding) game.Encoding { return game.Encoding{} } },
		"part of it": func(g *badEncoding) { g.encode = func(s game.State, p []float32) { p[0] = 1 } },
		"all alike":  func(g *badEncoding) { g.encode = func(s game.State, p []float32) { clear(p) } },
		"another time another": func(g *badEncoding) {
			g.encode = func(s game.State, p []float32) { encode(s, p); calls++; p[0] = float32(calls) }
		},
		"one image only": func(g *badEncoding) { g.encode = func(s game.State, p []float32) { encode(s, p); p[0] *= 2 } },
		"a changed position": func(g *badEncoding) {
			g.encode = func(s game.State, p []float32) { encode(s, p); s.Play(s.Moves(nil)[0]) }
		},
		"one place for all":     func(g *badEncoding) { g.place = func(game.State, game.Move) int { return 0 } },
		"places beyond the end": func(g *badEncoding) { g.place = func(_ game.State, m game.Move) int { return int(m) + 1 } },
		"garbage on the heap":   func(g *badEncoding) { g.encode = func(s game.State, p []float32) { encode(s.Clone(), p) } },
	} {
		g := badEncoding{sound, func(e game.Encoding) game.Encoding { return e }, encode, func(_ game.State, m game.Move) int { return int(m) }}
		spoil(&g)
		if err := checkEncoding(g, facts); (err == nil) != (name == "nothing") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// inSteps is a sound game whose moves are made in steps, by a function.
type inSteps struct {
	game.Game
	step func(g game.Game, s game.State, parts []string) (game.Partial, error)
}

func (g inSteps) Step(s game.State, parts []string) (game.Partial, error) {
	return g.step(g.Game, s, parts)
}

// inOne makes every move in one step.
func inOne(g game.Game, s game.State, parts []string) (game.Partial, error) {
	m, err := g.ParseMove(s, parts[0])
	return game.Partial{State: s, Done: err == nil, Move: m}, err
}

func TestBrokenSteps(t *testing.T) {
	if err := run("moves in parts", inSteps{sound(), inOne}, facts); err != nil {
		t.Error(err)
	}
	for what, step := range map[string]func(game.Game, game.State, []string) (game.Partial, error){
		"another move": func(g game.Game, s game.State, parts []string) (game.Partial, error) {
			return game.Partial{State: s, Done: true, Move: s.Moves(nil)[0]}, nil
		},
		"whole moves refused": func(game.Game, game.State, []string) (game.Partial, error) {
			return game.Partial{}, errors.New("no")
		},
		"it never ends": func(g game.Game, s game.State, parts []string) (game.Partial, error) {
			return game.Partial{State: s}, nil
		},
		"the position changes": func(g game.Game, s game.State, parts []string) (game.Partial, error) {
			p, err := inOne(g, s, parts)
			s.Play(p.Move)
			return p, err
		},
	} {
		if err := run("moves in parts", inSteps{sound(), step}, facts); err == nil {
			t.Errorf("%s: it passes", what)
		}
	}
}
