package ggp

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"gambito/game"
	"gambito/gdl"
)

// Match is what a game server runs: one game between players somewhere.
type Match struct {
	ID         string // a word
	Game       *gdl.Game
	Players    []Address // by role, random left out
	StartClock time.Duration
	PlayClock  time.Duration
	Scramble   bool
	Seed       uint64 // of random's moves, of those in place of illegal or late ones, and of names

	// Log is told what happens, a line each.
	Log func(format string, args ...any)
}

// Record is what happened in a match. Lists over roles are in the order of the
// sheet.
type Record struct {
	MatchID    string     `json:"matchId"`
	Game       string     `json:"game"`
	Roles      []string   `json:"roles"`
	Players    []string   `json:"players"`   // by role, "random" for the server's own
	StartTime  int64      `json:"startTime"` // in milliseconds since 1970
	StartClock int        `json:"startClock"`
	PlayClock  int        `json:"playClock"`
	Scrambled  bool       `json:"scrambled"`
	Seed       uint64     `json:"seed"`
	Moves      [][]string `json:"moves"`            // by step and role
	States     [][]string `json:"states"`           // facts, the start first
	Errors     [][]string `json:"errors"`           // by step and role: "" or what made the move one of the server's: IL, TO or CE
	Silent     []string   `json:"silent,omitempty"` // roles whose players have never answered anything
	Goals      []int      `json:"goalValues"`
	Completed  bool       `json:"isCompleted"`
	Aborted    bool       `json:"isAborted"`
	Seconds    float64    `json:"seconds"`
}

// What made the server choose a move itself.
const (
	illegal    = "IL" // followed by the move
	timedOut   = "TO"
	connection = "CE" // followed by the error
)

// ErrNobody is the error of a match in which no player could be reached.
var ErrNobody = errors.New("no player can be reached")

// Run plays the match to its end. Players who fail cannot stop it, unless none of
// them is there at its start: then nothing is played, and the error is ErrNobody.
// If ctx ends the match is aborted, and the error is that of ctx.
func (m *Match) Run(ctx context.Context) (Record, error) {
	g := m.Game
	table := &table{Match: m, answered: make([]bool, len(m.Players)), r: rand.New(rand.NewPCG(m.Seed, 0x6d617463))}
	if m.Scramble {
		table.scrambler = NewScrambler(m.Seed)
	}
	record := Record{
		MatchID: m.ID, Game: g.Info().ID, Roles: g.Roles(), StartTime: time.Now().UnixMilli(),
		StartClock: seconds(m.StartClock), PlayClock: seconds(m.PlayClock), Scrambled: m.Scramble, Seed: m.Seed,
		Moves: [][]string{}, Errors: [][]string{},
	}
	for role := range g.Roles() {
		name := "random"
		if p := g.Player(role); p >= 0 {
			name = m.Players[p].String()
		}
		record.Players = append(record.Players, name)
	}
	err := table.play(ctx, &record)
	for p, answered := range table.answered {
		if !answered {
			record.Silent = append(record.Silent, g.Info().Roles[p])
		}
	}
	record.Seconds = float64(time.Now().UnixMilli()-record.StartTime) / 1000
	return record, err
}

// table is a match under way.
type table struct {
	*Match
	r         *rand.Rand
	scrambler *Scrambler
	answered  []bool // by player: whether it has answered anything, be it wrong
}

// ask sends a message to a player.
func (t *table) ask(ctx context.Context, p game.Player, m Message, patience time.Duration) (string, error) {
	answer, err := t.Players[p].Ask(ctx, m, patience)
	if err == nil || errors.As(err, new(refused)) {
		t.answered[p] = true
	}
	return answer, err
}

// start tells all players of the match, and reports whether any of them is there.
func (t *table) start(ctx context.Context) bool {
	rules := t.scrambled(expressions([]string{t.Game.Rules()}))
	var reached atomic.Bool
	t.each(func(p game.Player) {
		role := t.word(t.Game.Info().Roles[p])
		answer, err := t.ask(ctx, p, Message{Kind: Start, Match: t.ID, Role: role, Rules: rules, StartClock: t.StartClock, PlayClock: t.PlayClock}, t.StartClock)
		if !errors.As(err, new(notReached)) {
			reached.Store(true)
		}
		switch {
		case err != nil && ctx.Err() == nil:
			t.Log("%s does not answer START: %v", t.name(p), err)
		case err == nil && !strings.EqualFold(answer, Ready):
			t.Log("%s answers START with %.60q", t.name(p), answer)
		}
	})
	return reached.Load()
}

func (t *table) play(ctx context.Context, record *Record) error {
	s := t.Game.New()
	record.States = append(record.States, t.Game.Facts(s))
	if !t.start(ctx) && len(t.Players) > 0 && ctx.Err() == nil {
		record.Aborted = true
		return ErrNobody
	}
	var last []gdl.Expression
	for s.Turn() != game.Over {
		moves, faults := t.step(ctx, s, last)
		if ctx.Err() != nil {
			t.abort()
			record.Aborted = true
			return ctx.Err()
		}
		last = expressions(moves)
		if err := t.Game.PlayJoint(s, last); err != nil {
			return err // never: all are legal
		}
		record.Moves, record.Errors = append(record.Moves, moves), append(record.Errors, faults)
		record.States = append(record.States, t.Game.Facts(s))
		t.Log("step %d: %s", len(record.Moves), strings.Join(moves, " "))
	}
	record.Goals, record.Completed = t.Game.Goals(s), true
	last = t.scrambled(last)
	t.each(func(p game.Player) {
		if _, err := t.ask(ctx, p, Message{Kind: Stop, Match: t.ID, Moves: last}, t.PlayClock); err != nil && ctx.Err() == nil {
			t.Log("%s does not answer STOP: %v", t.name(p), err)
		}
	})
	return nil
}

// step asks all players for their moves and draws those of random.
func (t *table) step(ctx context.Context, s game.State, last []gdl.Expression) (moves, faults []string) {
	g := t.Game
	moves, faults = make([]string, len(g.Roles())), make([]string, len(g.Roles()))
	legal := make([][]string, len(moves))
	for role := range moves { // those that stand in are chosen before anybody answers
		legal[role] = g.MovesOfRole(s, role)
		moves[role] = legal[role][t.r.IntN(len(legal[role]))]
	}
	message := Message{Kind: Play, Match: t.ID, Moves: t.scrambled(last)}
	t.each(func(p game.Player) {
		role := g.RoleOf(p)
		answer, err := t.ask(ctx, p, message, t.PlayClock+playGrace)
		switch {
		case ctx.Err() != nil:
			return
		case late(err):
			faults[role] = timedOut
		case err != nil:
			faults[role] = connection + " " + err.Error()
		default:
			move := t.restored(answer)
			if slices.Contains(legal[role], move) {
				moves[role] = move
			} else {
				faults[role] = fmt.Sprintf("%s %.200s", illegal, move)
			}
		}
		if faults[role] != "" {
			t.Log("%s: %s; a random move is made for it: %s", t.name(p), faults[role], moves[role])
		}
	})
	return moves, faults
}

// abort tells all players that the match is over before its end.
func (t *table) abort() {
	t.each(func(p game.Player) {
		t.Players[p].Ask(context.Background(), Message{Kind: Abort, Match: t.ID}, shortTime)
	})
}

// each deals with all players at once.
func (t *table) each(do func(p game.Player)) {
	var all sync.WaitGroup
	for p := range game.Player(len(t.Players)) {
		all.Go(func() { do(p) })
	}
	all.Wait()
}

func (t *table) name(p game.Player) string {
	return fmt.Sprintf("%s (%s)", t.Game.Info().Roles[p], t.Players[p])
}

func (t *table) scrambled(all []gdl.Expression) []gdl.Expression {
	if t.scrambler == nil || all == nil {
		return all
	}
	scrambled := make([]gdl.Expression, len(all))
	for i, e := range all {
		scrambled[i] = t.scrambler.Scramble(e)
	}
	return scrambled
}

func (t *table) word(word string) string {
	if t.scrambler == nil {
		return word
	}
	return t.scrambler.word(word)
}

// restored is a player's move as the sheet writes it, or what it said if that is
// none.
func (t *table) restored(answer string) string {
	all, err := gdl.Read([]byte(answer))
	if err != nil || len(all) != 1 {
		return strings.ToValidUTF8(answer, "?")
	}
	if t.scrambler != nil {
		return t.scrambler.Restore(all[0]).String()
	}
	return all[0].String()
}
