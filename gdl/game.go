package gdl

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"sync"

	"gambito/game"
)

// maxPlies is where a game ends as it stands: rulesheets need not end, and
// nobody can tell from the rules.
const maxPlies = 4000

// Game is the game of a rulesheet. Its players are the roles but random, which
// is chance.
//
// Whether players move at once is found out by playing. If they do somewhere
// they do everywhere, so that searches which cannot cope see it at the start:
// who has no choice has one move. In other games it is the turn of the player
// who has a choice; should several have one after all, they choose one after
// the other. Where nobody has a choice the turn is that of the first player
// whose move is not the one it waits with, again found by playing.
//
// Goals become scores, from −1 for a goal of 0 to 1 for one of 100: (goal − 50) / 50.
// They need not sum to zero, but those of two players do whose goals always sum to
// 100, as far as can be told (see sharesSum). Should such goals sum to something
// else after all, where a game is cut off or a rule forgot something, a score is
// half of how far it is ahead of the other's.
type Game struct {
	info    game.Info
	rules   rules
	fast    *fast // or nil
	reason  error // why fast is nil
	seats   []int // role by player
	chance  int   // the role random, or −1
	roles   int
	names   []string // of the roles
	text    string   // the sheet in one line
	joint   bool     // players move at once somewhere
	veiled  bool     // players do not see everything
	radix   []uint64 // by player: what its move's number counts in a joint move; nil if that does not fit
	waiting []int32  // by role: the move made while others decide, or −1

	percepts [][]percept // by role, of a compiled sheet

	board func() *grid // that facts make, or nil
}

// Options are how a game is made.
type Options struct {
	ID     string // what games.Parse makes it of
	Name   string
	Limits Limits

	// Context, if any, ends compiling for those who cannot wait. If its time is over the
	// plain reasoner plays, and Fallback says so: what that decides is not the same
	// on every machine, so that whoever wants the same games sets no time. If it is
	// cancelled there is no game, and the error is context.Canceled.
	Context context.Context
}

func (o Options) context() context.Context {
	if o.Context == nil {
		return context.Background()
	}
	return o.Context
}

// Open makes the game of the rulesheet that ReadSheet finds.
func Open(name string, limits Limits) (*Game, error) { return OpenFrom(name, readFile, limits) }

// OpenFrom is Open where the caller says how files are read.
func OpenFrom(name string, read func(name string) ([]byte, error), limits Limits) (*Game, error) {
	text, title, err := findSheet(name, read)
	if err != nil {
		return nil, err
	}
	g, err := New(text, Options{ID: "gdl:" + name, Name: title, Limits: limits})
	if err != nil {
		if errors.As(err, new(Problem)) {
			return nil, fmt.Errorf("%s:%w", name, err)
		}
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return g, nil
}

// New makes the game of a rulesheet. The error is the sheet's first. If the
// sheet is too large to be compiled within the limits the plain reasoner plays
// it, and Fallback says so.
func New(text []byte, o Options) (*Game, error) {
	sheet, problems := Check(text)
	if sheet == nil {
		i := slices.IndexFunc(problems, func(p Problem) bool { return !p.Warning })
		return nil, problems[i]
	}
	g := &Game{chance: -1, roles: len(sheet.roles), text: sheet.text, veiled: sheet.secrets()}
	if g.veiled {
		sheet.keepPercepts()
	}
	g.info = game.Info{ID: o.ID, Name: o.Name, MaxPlies: maxPlies}
	for r, s := range sheet.roles {
		g.names = append(g.names, sheet.symbols.names[s])
		if s == symRandom {
			g.chance = r
			continue
		}
		g.seats = append(g.seats, r)
		g.info.Roles = append(g.info.Roles, sheet.symbols.names[s])
	}
	if len(g.seats) == 0 || len(g.seats) > math.MaxInt8 {
		return nil, fmt.Errorf("the sheet has %d players", len(g.seats))
	}
	if err := g.chooseRules(sheet, o); err != nil {
		return nil, err
	}
	g.board = sync.OnceValue(func() *grid {
		facts := g.rules.begin().factTexts
		if g.fast != nil {
			facts = func() []string { return g.fast.factTexts }
		}
		board := findGrid(facts(), g.names)
		if board != nil {
			board.hexagons = hexagons.Match(text)
		}
		return board
	})
	g.explore()
	if g.veiled {
		g.joint = false
		g.findPercepts()
	}
	g.info.GeneralSum = len(g.seats) != 2 || !g.sharesSum(sheet)
	if slow, ok := g.rules.(*plainRules); ok {
		slow.by.plan()
	}
	g.numbers()
	if g.New().Turn() == game.Over {
		return nil, fmt.Errorf("the game is over before it starts, or a role has no legal move")
	}
	return g, nil
}

// chooseRules compiles the sheet or has a slower reasoner play it.
func (g *Game) chooseRules(sheet *Sheet, o Options) (err error) {
	g.fast, g.reason = compileKept(o.context(), sheet, o.Limits)
	var by deriver
	switch {
	case errors.Is(g.reason, context.Canceled) || errors.As(g.reason, new(*paradox)):
		return g.reason
	case g.reason != nil:
		sheet.memory = o.Limits.Memory
		if by, err = newDeriver(sheet); err != nil {
			return err
		}
	default:
		by, g.reason = tablesInstead(g.fast, sheet)
	}
	if by == nil {
		g.rules = g.fast
		return nil
	}
	g.fast, g.rules = nil, &plainRules{by: by, roles: g.roles}
	return nil
}

// newDeriver returns the reasoner for a sheet that is not compiled.
func newDeriver(sheet *Sheet) (deriver, error) {
	t, err := newTabled(sheet)
	if err == nil {
		return t, nil
	}
	p, plainErr := newPlain(sheet)
	if plainErr != nil {
		return nil, err
	}
	return p, nil
}

// Fallback says why the plain reasoner plays the game, or nil if the fast one
// does.
func (g *Game) Fallback() error { return g.reason }

// explore plays random games to find out whether players move at once and with
// which move each waits for the others.
func (g *Game) explore() {
	games, plies := 40, 4000
	enough := func() bool { return false }
	if slow, ok := g.rules.(*plainRules); ok {
		games, plies = 3, 60
		enough = func() bool { return slow.by.worked() > maxWork }
	}
	r := rand.New(rand.NewPCG(1, 0x67646c))
	waits := make([]map[int32]int, g.roles)
	for i := range waits {
		waits[i] = map[int32]int{}
	}
	joint := make([]int32, g.roles)
	for range games {
		for b := g.rules.begin(); plies > 0 && !b.terminal() && !enough(); plies-- {
			choosers := 0
			for role := range joint {
				n := b.legalCount(role)
				if n == 0 {
					choosers = -1
					break
				}
				if joint[role] = b.legalMove(role, r.IntN(n)); n > 1 && role != g.chance {
					choosers++
				}
			}
			if choosers < 0 {
				break
			}
			g.joint = g.joint || choosers > 1
			for role, m := range joint {
				if choosers == 1 && b.legalCount(role) == 1 {
					waits[role][m]++
				}
			}
			b.play(joint)
		}
	}
	for _, seen := range waits {
		best := int32(-1)
		for m, n := range seen {
			if best < 0 || n > seen[best] || n == seen[best] && m < best {
				best = m
			}
		}
		g.waiting = append(g.waiting, best)
	}
}

// numbers finds how joint moves are numbered and how many moves there may be.
func (g *Game) numbers() {
	product, most := uint64(1), 1
	g.radix = make([]uint64, len(g.seats))
	for p := len(g.seats) - 1; p >= 0; p-- {
		n := g.rules.moveCount(g.seats[p])
		g.radix[p] = product
		if product *= uint64(n); product > math.MaxUint32 {
			product = math.MaxUint64 >> 32 // stays too large
		}
		most = max(most, n)
	}
	if g.chance >= 0 {
		most = max(most, g.rules.moveCount(g.chance))
	}
	const unknown = 1 << 16
	switch {
	case g.fast == nil:
		g.radix, most = nil, unknown
	case product >= math.MaxUint32:
		g.radix = nil
	}
	if g.joint {
		most = max(most, int(min(product, 1<<20)))
	}
	g.info.MaxMoves = most
}

// CutOff implements game.Endless.
func (g *Game) CutOff(s game.State) bool {
	st := coreOf(s)
	return st.plies >= maxPlies && !st.b.terminal()
}

// Info implements game.Game.
func (g *Game) Info() game.Info { return g.info }

// New implements game.Game.
func (g *Game) New() game.State { return g.wrap(g.rules.begin()) }

// wrap makes a state of a board, of the type that tells what the game is like.
func (g *Game) wrap(b board) game.State {
	s := state{g: g, b: b, joint: make([]int32, g.roles)}
	for r := range s.joint {
		s.joint[r] = -1
	}
	if g.veiled {
		s.veil = newVeil(len(g.seats))
	}
	switch {
	case g.veiled && g.chance >= 0:
		return &veiledChanceState{veiledState{s}}
	case g.veiled:
		return &veiledState{s}
	case g.joint && g.chance >= 0:
		return &jointChanceState{jointState{s}}
	case g.joint:
		return &jointState{s}
	case g.chance >= 0:
		return &chanceState{s}
	}
	return &s
}
