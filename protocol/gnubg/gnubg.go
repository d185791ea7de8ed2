// Package gnubg lets GNU Backgammon play: it asks a running one, over the socket
// that its command external opens, for the best move of a position. A question
// is a FIBS board on a line, the answer a move on a line.
package gnubg

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"net"
	"strings"
	"sync"
	"time"

	"gambito/agent"
	"gambito/game"
	"gambito/games/backgammon"
	"gambito/spec"
)

// Entry is the agent. GNU Backgammon serves one client at a time, so that all
// agents of this process share a connection to an address.
var Entry = agent.Entry{
	Schema: spec.Schema{
		ID: "gnubg", Name: "GNU Backgammon", About: "Backgammon by a running GNU Backgammon, which was told external HOST:PORT.",
		Options: []spec.Option{
			{Name: "addr", Type: spec.Text, Default: "127.0.0.1:4321", Help: "where it listens"},
			{Name: "timeout", Type: spec.Duration, Default: "30s", Help: "how long to wait for an answer"},
		},
	},
	Make: agent.Maker{Outside: func(spec.Values) bool { return true }, New: func(o agent.Order) (agent.Agent, error) {
		g, v := o.Game, o.Values
		b, ok := g.(*backgammon.Game)
		if !ok {
			return nil, fmt.Errorf("it plays backgammon, not %s", g.Info().ID)
		}
		addr := v.Text("addr")
		if _, _, err := net.SplitHostPort(addr); err != nil {
			return nil, fmt.Errorf("addr %q is not HOST:PORT", addr)
		}
		if v.Duration("timeout") <= 0 {
			return nil, fmt.Errorf("timeout %s: it must be above 0", v.Duration("timeout"))
		}
		return &player{game: b, server: serverAt(addr), timeout: v.Duration("timeout")}, nil
	}},
}

type player struct {
	game    *backgammon.Game
	server  *server
	timeout time.Duration
	moves   []game.Move
}

// NewGame implements agent.Agent.
func (p *player) NewGame(game.Player, uint64) {}

// Choose implements agent.Agent. A server that does not answer is no fault of
// the player's that would cost it the game: the match is broken off.
func (p *player) Choose(ctx context.Context, s game.State, _ agent.Limits) (game.Move, agent.Info, error) {
	if p.moves = s.Moves(p.moves[:0]); len(p.moves) == 1 {
		return p.moves[0], agent.Info{}, nil
	}
	answer, err := p.server.ask(ctx, question(s.(*backgammon.State)), p.timeout)
	if err != nil {
		return 0, agent.Info{}, fmt.Errorf("%w: gnubg at %s: %w", agent.ErrQuit, p.server.addr, err)
	}
	m, err := p.game.ParseMove(s, answer)
	if err != nil {
		return 0, agent.Info{}, fmt.Errorf("gnubg at %s answers %w", p.server.addr, err)
	}
	return m, agent.Info{}, nil
}

// question is the board as the player to move sees it, for money.
func question(s *backgammon.State) string {
	t := backgammon.Table{Names: [2]string{"gambito", "opponent"}, Board: *s.Board()}
	t.Match = backgammon.Match{Owner: game.Nobody, Dice: s.Dice()}
	if s.Side() == 1 {
		t.Board[0], t.Board[1] = t.Board[1], t.Board[0]
	}
	return t.FIBS()
}

// maxAnswer is how many bytes an answer may have: a turn has some thirty.
const maxAnswer = 4096

// server is one address and the connection to it, if there is one.
type server struct {
	addr string
	mu   sync.Mutex
	conn net.Conn
	in   *bufio.Reader
}

var servers sync.Map // of *server by address

func serverAt(addr string) *server {
	s, _ := servers.LoadOrStore(addr, &server{addr: addr})
	return s.(*server)
}

// ask sends a line and returns the one that comes back. After an error the next
// question goes over a new connection.
func (s *server) ask(ctx context.Context, line string, timeout time.Duration) (string, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	if s.conn == nil {
		var dialer net.Dialer
		conn, err := dialer.DialContext(ctx, "tcp", s.addr)
		if err != nil {
			return "", plain(err)
		}
		s.conn, s.in = conn, bufio.NewReaderSize(conn, maxAnswer)
	}
	conn := s.conn
	stop := context.AfterFunc(ctx, func() { conn.SetDeadline(time.Unix(1, 0)) })
	defer stop()
	_, err := conn.Write([]byte(line + "\n"))
	var answer []byte
	if err == nil {
		answer, err = s.in.ReadSlice('\n')
	}
	if err != nil {
		conn.Close()
		s.conn = nil
		if errors.Is(err, bufio.ErrBufferFull) {
			return "", fmt.Errorf("it answers with a line of more than %d bytes", maxAnswer)
		}
		if errors.Is(ctx.Err(), context.DeadlineExceeded) {
			return "", fmt.Errorf("no answer within %s", timeout)
		}
		return "", fmt.Errorf("the connection is lost: %w", plain(err))
	}
	return strings.TrimSpace(strings.Trim(string(answer), "\x00\r\n")), nil
}

// plain leaves out the addresses that network errors repeat.
func plain(err error) error {
	var op *net.OpError
	if errors.As(err, &op) {
		return op.Err
	}
	return err
}
