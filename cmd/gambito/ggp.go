package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"net"
	"os"
	"slices"
	"strings"
	"time"

	"gambito/files"
	"gambito/game"
	"gambito/gdl"
	"gambito/protocol/ggp"
)

// ggpCmd holds the verbs of the protocol of General Game Playing.
type ggpCmd struct {
	Player ggpPlayerCmd `cmd:"" help:"Wait for matches and play them with an agent."`
	Server ggpServerCmd `cmd:"" help:"Run a match between players."`
}

// events returns what writes a line on the standard error, with the time.
func events(quiet bool) func(format string, args ...any) {
	if quiet {
		return func(string, ...any) {}
	}
	lines := log.New(os.Stderr, "", log.Ltime)
	return func(format string, args ...any) { lines.Print(shortened(fmt.Sprintf(format, args...))) }
}

type ggpPlayerCmd struct {
	Agent        string        `default:"ggp" help:"Agent that plays (default: ${default})."`
	Addr         string        `default:"127.0.0.1:9147" placeholder:"HOST:PORT" help:"Where to listen (default: ${default}); port 0 for any that is free."`
	Name         string        `default:"gambito" help:"What to call the player (default: ${default})."`
	Margin       time.Duration `default:"500ms" help:"Answer so long before the clock runs out, but use half of it (default: ${default})."`
	Ponder       bool          `default:"true" negatable:"" help:"Think while others do (default: ${default})."`
	Allow        []string      `placeholder:"NAME,…" help:"Names by which servers call this machine, beside addresses and localhost, and pages that may send messages from a browser, such as https://example.org."`
	GroundMemory int64         `default:"${groundMemory}" placeholder:"MIB" help:"Compile rules in at most so many MiB (default: ${default})."`
	seedFlag
	quietFlag
	Jobs int `hidden:""`
}

// Help is shown by --help.
func (ggpPlayerCmd) Help() string {
	return `Answers the messages of a game server over HTTP, one match at a time, until it is
stopped. The start clock is used for compiling the rules and for thinking, and
the agent ggp keeps its tree from move to move. What happens is told on the
standard error.

Examples:

  gambito ggp player
  gambito ggp player --addr 127.0.0.1:9148 --agent mcts:policy=ucb-alpha2,reuse=on
  gambito ggp player --addr 0.0.0.0:9147 --margin 2s --allow player.example.org`
}

// Validate is called by the command-line parser.
func (c ggpPlayerCmd) Validate() error {
	switch {
	case c.Name == "" || strings.ContainsAny(c.Name, " \t\r\n();"):
		return fmt.Errorf("--name %q: it must be one word without parentheses", c.Name)
	case c.Margin < 0:
		return fmt.Errorf("--margin %s: it must not be negative", c.Margin)
	case c.GroundMemory < 0:
		return fmt.Errorf("--ground-memory must not be negative")
	}
	return nil
}

// Run listens.
func (c ggpPlayerCmd) Run(s *session) error {
	spec, err := s.agents.Parse(c.Agent)
	if err != nil {
		return err
	}
	if spec.OneGame() {
		return fmt.Errorf("--agent %s: it must be an agent that plays by itself", c.Agent)
	}
	host, _, err := net.SplitHostPort(c.Addr)
	if err != nil {
		return fmt.Errorf("--addr %q is not HOST:PORT", c.Addr)
	}
	in, err := net.Listen("tcp", c.Addr)
	if err != nil {
		return failure{fmt.Errorf("--addr %s: %w", c.Addr, err)}
	}
	player := &ggp.Player{
		Name: c.Name, Agent: spec, Margin: c.Margin, Ponder: c.Ponder, Seed: c.Seed, Log: events(c.Quiet),
		Limits: gdl.Limits{Steps: gdl.DefaultLimits.Steps, Memory: c.GroundMemory << 20},
	}
	defer player.Close()
	player.Log("%s listens at %s and plays with %s", c.Name, in.Addr(), spec)
	listener := ggp.Listener{Answer: player.Answer, Patience: 10 * time.Second, Allowed: append(c.Allow, host)}
	if err := listener.Serve(s.ctx, in); err != nil {
		return failure{err}
	}
	player.Log("stopped")
	return nil
}

type ggpServerCmd struct {
	sheetFlags
	Players    []string `required:"" sep:"," placeholder:"URL,URL" help:"Where the players listen, by role; random is played by the server."`
	Startclock int      `default:"30" placeholder:"SECONDS" help:"What players have before the first move (default: ${default})."`
	Playclock  int      `default:"15" placeholder:"SECONDS" help:"What players have for a move (default: ${default})."`
	Scramble   bool     `help:"Give all names of the rules other ones."`
	Record     string   `type:"output" placeholder:"FILE" help:"Write what happened to this file, as JSON."`
	seedFlag
	jsonFlag
	quietFlag
	Jobs int `hidden:""`
}

// Help is shown by --help.
func (ggpServerCmd) Help() string {
	return `Runs one match. A player that answers late, not at all or with an illegal move gets
a random move, and the record says so: TO, CE or IL. If nobody listens at the start
nothing is played; after a match in which a player has never answered anything the
exit code is 1. Matches and tournaments with
remote players beside others are played by the agent ggp:url=URL.

Examples:

  gambito ggp server breakthrough --players 127.0.0.1:9147,127.0.0.1:9148
  gambito ggp server my.kif --players http://a:9147,http://b:9147 --playclock 5 --scramble --record match.json`
}

// Validate is called by the command-line parser.
func (c ggpServerCmd) Validate() error {
	if c.Startclock < 1 || c.Playclock < 1 || c.Startclock > 86400 || c.Playclock > 86400 {
		return errors.New("--startclock and --playclock must be from 1 to 86400 seconds")
	}
	return c.sheetFlags.Validate()
}

// Run runs the match.
func (c ggpServerCmd) Run(s *session) error {
	g, err := c.open(s.ctx)
	if err != nil {
		return err
	}
	if n := g.Info().Players(); n != len(c.Players) {
		return fmt.Errorf("--players: the game has %d players (%s), and %d are given", n, strings.Join(g.Info().Roles, ", "), len(c.Players))
	}
	m := ggp.Match{
		ID: ggp.MatchID(g), Game: g, Scramble: c.Scramble, Seed: c.Seed, Log: events(c.Quiet),
		StartClock: time.Duration(c.Startclock) * time.Second, PlayClock: time.Duration(c.Playclock) * time.Second,
	}
	for _, text := range c.Players {
		a, err := ggp.ParseAddress(text)
		if err != nil {
			return err
		}
		if slices.ContainsFunc(m.Players, func(b ggp.Address) bool { return a.HostPort == b.HostPort }) {
			return fmt.Errorf("--players: %s is there twice, and a player plays one role at a time", text)
		}
		m.Players = append(m.Players, a)
	}
	record, err := m.Run(s.ctx)
	if err := c.save(record); err != nil {
		return err
	}
	switch {
	case errors.Is(err, context.Canceled):
		return failure{fmt.Errorf("the match was aborted after %d steps", len(record.Moves))}
	case errors.Is(err, ggp.ErrNobody):
		return failure{fmt.Errorf("nothing was played: nobody listens at %s", strings.Join(c.Players, " or "))}
	case err != nil:
		return failure{err}
	}
	if !c.JSON {
		c.show(s, g, record)
	} else if err := s.printJSON(record); err != nil {
		return err
	}
	if len(record.Silent) > 0 {
		return failure{fmt.Errorf("no answer ever came from %s: all its moves are random", strings.Join(record.Silent, ", "))}
	}
	return nil
}

// save writes the record, if it is wanted.
func (c ggpServerCmd) save(r ggp.Record) error {
	if c.Record == "" {
		return nil
	}
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", " ")
	if err := encoder.Encode(r); err != nil {
		return failure{err}
	}
	if err := files.ReplaceSealed(c.Record, b.Bytes()); err != nil {
		return failure{err}
	}
	return nil
}

func (c ggpServerCmd) show(s *session, g *gdl.Game, r ggp.Record) {
	fmt.Fprintf(s.stdout, "%s, match %s, %d steps, %.1f s\n\n", r.Game, r.MatchID, len(r.Moves), r.Seconds)
	fmt.Fprintf(s.stdout, "%-16s %-30s %5s %16s\n", "role", "player", "goal", "not its own moves")
	for p := range game.Player(len(c.Players)) {
		role := g.RoleOf(p)
		missed := 0
		for _, step := range r.Errors {
			if step[role] != "" {
				missed++
			}
		}
		fmt.Fprintf(s.stdout, "%-16s %-30s %5d %16d\n", r.Roles[role], r.Players[role], r.Goals[role], missed)
	}
}
