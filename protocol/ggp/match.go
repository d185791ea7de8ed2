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

	"gambito/agent"
	"gambito/arena"
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
	host := &host{Match: m, table: arena.Table{Game: g, Agents: make([]agent.Agent, len(m.Players))}, answered: make([]bool, len(m.Players)), r: rand.New(rand.NewPCG(m.Seed, 0x6d617463))}
	if m.Scramble {
		host.scrambler = NewScrambler(m.Seed)
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
	err := host.play(ctx, &record)
	for p, answered := range host.answered {
		if !answered {
			record.Silent = append(record.Silent, g.Info().Roles[p])
		}
	}
	record.Seconds = float64(time.Now().UnixMilli()-record.StartTime) / 1000
	return record, err
}

// host runs a match.
type host struct {
	*Match
	table     arena.Table // at whose seats players elsewhere choose
	r         *rand.Rand
	scrambler *Scrambler
	answered  []bool // by player: whether it has answered anything, be it wrong
}

// ask sends a message to a player.
func (h *host) ask(ctx context.Context, p game.Player, m Message, patience time.Duration) (string, error) {
	answer, err := h.Players[p].Ask(ctx, m, patience)
	if err == nil || errors.As(err, new(refused)) {
		h.answered[p] = true
	}
	return answer, err
}

// tell logs a line, whatever players have answered.
func (h *host) tell(format string, args ...any) { h.Log("%s", oneLine(fmt.Sprintf(format, args...))) }

// start tells all players of the match, and reports whether any of them is there.
func (h *host) start(ctx context.Context) bool {
	rules := h.scrambled(expressions([]string{h.Game.Rules()}))
	var reached atomic.Bool
	h.each(func(p game.Player) {
		role := h.word(h.Game.Info().Roles[p])
		answer, err := h.ask(ctx, p, Message{Kind: Start, Match: h.ID, Role: role, Rules: rules, StartClock: h.StartClock, PlayClock: h.PlayClock}, h.StartClock)
		if !errors.As(err, new(notReached)) {
			reached.Store(true)
		}
		switch {
		case err != nil && ctx.Err() == nil:
			h.tell("%s does not answer START: %v", h.name(p), err)
		case err == nil && !strings.EqualFold(answer, Ready):
			h.tell("%s answers START with %.60q", h.name(p), answer)
		}
	})
	return reached.Load()
}

func (h *host) play(ctx context.Context, record *Record) error {
	if err := h.table.Begin(ctx, h.Game.New(), nil); err != nil {
		return err
	}
	record.States = append(record.States, h.Game.Facts(h.table.State()))
	if !h.start(ctx) && len(h.Players) > 0 && ctx.Err() == nil {
		record.Aborted = true
		return ErrNobody
	}
	var last []gdl.Expression
	for !h.table.Over() {
		moves, faults := h.step(ctx, last, len(record.Moves))
		if ctx.Err() != nil {
			h.abort()
			record.Aborted = true
			return ctx.Err()
		}
		last = expressions(moves)
		if err := h.makeMoves(ctx, last); err != nil {
			return err // never: all are legal
		}
		record.Moves, record.Errors = append(record.Moves, moves), append(record.Errors, faults)
		record.States = append(record.States, h.Game.Facts(h.table.State()))
		h.tell("step %d: %s", len(record.Moves), strings.Join(moves, " "))
	}
	record.Goals, record.Completed = h.Game.Goals(h.table.State()), true
	h.each(func(p game.Player) {
		if _, err := h.ask(ctx, p, h.news(Stop, p, last, len(record.Moves)), h.PlayClock); err != nil && ctx.Err() == nil {
			h.tell("%s does not answer STOP: %v", h.name(p), err)
		}
	})
	return nil
}

// news is what a player is told after so many steps: the last moves of all, or where players
// do not see everything its own and what it has seen, and nothing more.
func (h *host) news(kind Kind, p game.Player, last []gdl.Expression, steps int) Message {
	m := Message{Kind: kind, Match: h.ID}
	if !h.Game.Veiled() {
		m.Moves = h.scrambled(last)
		return m
	}
	m.Seen = &Seen{Turn: steps}
	if last != nil {
		role := h.Game.RoleOf(p)
		m.Seen.Move = h.scrambled(last[role : role+1])
		m.Seen.Percepts = h.scrambled(expressions(h.Game.Percepts(h.table.State(), role)))
	}
	return m
}

// step asks all players for their moves and draws those of random.
func (h *host) step(ctx context.Context, last []gdl.Expression, steps int) (moves, faults []string) {
	g, s := h.Game, h.table.State()
	moves, faults = make([]string, len(g.Roles())), make([]string, len(g.Roles()))
	legal := make([][]string, len(moves))
	for role := range moves { // those that stand in are chosen before anybody answers
		legal[role] = g.MovesOfRole(s, role)
		moves[role] = legal[role][h.r.IntN(len(legal[role]))]
	}
	messages := make([]Message, len(h.Players))
	for p := range messages {
		messages[p] = h.news(Play, game.Player(p), last, steps)
	}
	h.each(func(p game.Player) {
		role := g.RoleOf(p)
		answer, err := h.ask(ctx, p, messages[p], h.PlayClock+playGrace)
		switch {
		case ctx.Err() != nil:
			return
		case late(err):
			faults[role] = timedOut
		case err != nil:
			faults[role] = connection + " " + err.Error()
		default:
			move := h.restored(answer)
			if slices.Contains(legal[role], move) {
				moves[role] = move
			} else {
				faults[role] = fmt.Sprintf("%s %.200s", illegal, move)
			}
		}
		if faults[role] != "" {
			h.tell("%s: %s; a random move is made for it: %s", h.name(p), faults[role], moves[role])
		}
	})
	return moves, faults
}

// makeMoves makes one of every role.
func (h *host) makeMoves(ctx context.Context, moves []gdl.Expression) error {
	list, err := h.Game.Step(h.table.State(), moves)
	for _, m := range list {
		err = errors.Join(err, h.table.Play(ctx, m))
	}
	return err
}

// abort tells all players that the match is over before its end.
func (h *host) abort() {
	h.each(func(p game.Player) {
		h.Players[p].Ask(context.Background(), Message{Kind: Abort, Match: h.ID}, shortTime)
	})
}

// each deals with all players at once.
func (h *host) each(do func(p game.Player)) {
	var all sync.WaitGroup
	for p := range game.Player(len(h.Players)) {
		all.Go(func() { do(p) })
	}
	all.Wait()
}

func (h *host) name(p game.Player) string {
	return fmt.Sprintf("%s (%s)", h.Game.Info().Roles[p], h.Players[p])
}

func (h *host) scrambled(all []gdl.Expression) []gdl.Expression {
	if h.scrambler == nil || all == nil {
		return all
	}
	scrambled := make([]gdl.Expression, len(all))
	for i, e := range all {
		scrambled[i] = h.scrambler.Scramble(e)
	}
	return scrambled
}

func (h *host) word(word string) string {
	if h.scrambler == nil {
		return word
	}
	return h.scrambler.word(word)
}

// restored is a player's move as the sheet writes it, or what it said if that is
// none.
func (h *host) restored(answer string) string {
	all, err := gdl.Read([]byte(answer))
	if err != nil || len(all) != 1 {
		return strings.ToValidUTF8(answer, "?")
	}
	if h.scrambler != nil {
		return h.scrambler.Restore(all[0]).String()
	}
	return all[0].String()
}
