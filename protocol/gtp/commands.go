package gtp

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"gambito/agent"
	"gambito/game"
	"gambito/games"
)

// command is one that the server knows: it has a reply, or is live and writes until
// the next line comes.
type command struct {
	name string
	do   func(c *conversation, args []string) (string, error)
	live func(c *conversation, command Command)
}

// commands are all there are, in the order in which they are listed.
func commands() []command {
	says := func(text string) func(*conversation, []string) (string, error) {
		return func(*conversation, []string) (string, error) { return text, nil }
	}
	return []command{
		{name: "protocol_version", do: says("2")},
		{name: "name", do: says("gambito")},
		{name: "version", do: func(c *conversation, _ []string) (string, error) { return c.version, nil }},
		{name: "known_command", do: known},
		{name: "list_commands", do: list},
		{name: "quit", do: func(c *conversation, _ []string) (string, error) { c.quit = true; return "", nil }},
		{name: "boardsize", do: boardsize},
		{name: "clear_board", do: func(c *conversation, _ []string) (string, error) { return "", c.begin(c.Game.New()) }},
		{name: "komi", do: komi},
		{name: "play", do: play},
		{name: "genmove", do: genmove},
		{name: "reg_genmove", do: regGenmove},
		{name: "undo", do: undo},
		{name: "showboard", do: func(c *conversation, _ []string) (string, error) {
			return "\n" + c.notation.board(c.State()), nil
		}},
		{name: "final_score", do: finalScore},
		{name: "time_settings", do: func(c *conversation, args []string) (string, error) { return "", c.clock.set(args) }},
		{name: "time_left", do: timeLeftOf},
		{name: "set_game", do: setGame},
		{name: "list_games", do: listGames},
		{name: "lz-analyze", live: func(c *conversation, command Command) { c.analyze(command, leela) }},
		{name: "kata-analyze", live: func(c *conversation, command Command) { c.analyze(command, kata) }},
		{name: "gambito-moves", do: legalMoves},
		{name: "gambito-position", do: position},
		{name: "gambito-agent", do: func(c *conversation, _ []string) (string, error) {
			r, err := c.Agent.For(c.Game)
			return r.String(), err
		}},
	}
}

func known(_ *conversation, args []string) (string, error) {
	if len(args) != 1 {
		return "", errSyntax
	}
	for _, k := range commands() {
		if k.name == args[0] {
			return "true", nil
		}
	}
	return "false", nil
}

func list(*conversation, []string) (string, error) {
	var names []string
	for _, k := range commands() {
		names = append(names, k.name)
	}
	return strings.Join(names, "\n"), nil
}

// boardsize takes one number, or columns and rows where they differ.
func boardsize(c *conversation, args []string) (string, error) {
	var sides []int
	for _, arg := range args {
		side, err := strconv.Atoi(arg)
		if err != nil {
			return "", errSyntax
		}
		sides = append(sides, side)
	}
	switch len(sides) {
	case 1:
		sides = append(sides, sides[0])
	case 2:
	default:
		return "", errSyntax
	}
	g, err := c.resize(sides[0], sides[1])
	if err == nil {
		err = c.change(g)
	}
	if err != nil {
		return "", errors.New("unacceptable size")
	}
	return "", nil
}

// komi is taken and means nothing: no game here counts points for moving second.
func komi(_ *conversation, args []string) (string, error) {
	if len(args) != 1 {
		return "", errSyntax
	}
	if x, err := strconv.ParseFloat(args[0], 64); err != nil || math.IsNaN(x) {
		return "", errSyntax
	}
	return "", nil
}

func play(c *conversation, args []string) (string, error) {
	if len(args) < 2 {
		return "", errSyntax
	}
	p, err := c.notation.colour(args[0])
	if err != nil {
		return "", err
	}
	text, plies := strings.Join(args[1:], " "), len(c.Moves())
	if turn := c.State().Turn(); bare(text) == "PASS" && (turn == game.Over || turn != p && c.implicit[plies-1]) {
		return "", nil // nobody has a move any more, or it was taken to be made
	}
	if err := c.turn(p); err != nil {
		return "", errIllegal
	}
	m, err := c.notation.parse(c.State(), text)
	if err != nil {
		return "", err
	}
	return "", c.Play(c.ctx, m)
}

func genmove(c *conversation, args []string) (string, error) {
	text, m, made, err := choose(c, args)
	if made {
		err = c.Play(c.ctx, m)
	}
	return text, err
}

func regGenmove(c *conversation, args []string) (string, error) {
	text, _, _, err := choose(c, args)
	return text, err
}

// choose is the answer of those who ask for a move. None is to be made if the agent
// gives up, or when the game is over and nobody can but pass.
func choose(c *conversation, args []string) (text string, m game.Move, made bool, err error) {
	if len(args) != 1 {
		return "", 0, false, errSyntax
	}
	p, err := c.notation.colour(args[0])
	if err == nil {
		m, err = c.think(p)
	}
	switch {
	case errors.Is(err, agent.ErrResigned):
		return "resign", 0, false, nil
	case errors.Is(err, errOver):
		return "pass", 0, false, nil
	case err != nil:
		return "", 0, false, err
	}
	text, err = c.notation.format(c.State(), m)
	return text, m, err == nil, err
}

// undo takes back a move, and passes before it that nobody has told.
func undo(c *conversation, _ []string) (string, error) {
	n := len(c.Moves()) - 1
	for n >= 0 && c.implicit[n] {
		n-- // none came after it
	}
	if n < 0 {
		return "", errors.New("cannot undo")
	}
	for n > 0 && c.implicit[n-1] {
		n--
	}
	for ply := range c.implicit {
		if ply >= n {
			delete(c.implicit, ply)
		}
	}
	return "", c.TakeBack(c.ctx, n)
}

// finalScore tells discs at Othello, elsewhere what the game counts.
func finalScore(c *conversation, _ []string) (string, error) {
	s := c.State()
	if s.Turn() != game.Over {
		return "", errors.New("cannot score")
	}
	margin := s.Score(c.notation.black)
	if measured, ok := c.Game.(game.Measured); ok && measured.Unit() == game.Discs {
		margin = measured.Count(s, c.notation.black)
	}
	switch {
	case margin > 0:
		return fmt.Sprintf("B+%g", margin), nil
	case margin < 0:
		return fmt.Sprintf("W+%g", -margin), nil
	}
	return "0", nil
}

func timeLeftOf(c *conversation, args []string) (string, error) {
	if len(args) != 3 {
		return "", errSyntax
	}
	p, err := c.notation.colour(args[0])
	if err != nil {
		return "", err
	}
	return "", c.clock.tell(p, args[1:])
}

func setGame(c *conversation, args []string) (string, error) {
	g, err := find(strings.Join(args, " "))
	if err == nil && g.Info().ID == c.Game.Info().ID {
		return "", c.begin(g.New())
	}
	if err == nil {
		err = c.change(g)
	}
	if err != nil {
		return "", fmt.Errorf("unsupported game: %w", err)
	}
	return "", nil
}

// listGames names the games that can be set.
func listGames(c *conversation, _ []string) (string, error) {
	var names []string
	for _, entry := range games.Catalogue.Entries {
		g, err := games.Parse(entry.ID)
		if err == nil {
			_, err = newNotation(g)
		}
		if err == nil {
			_, err = c.Agent.For(g)
		}
		if err == nil {
			names = append(names, entry.Name)
		}
	}
	return strings.Join(names, "\n"), nil
}

func legalMoves(c *conversation, _ []string) (string, error) {
	s := c.State()
	var texts []string
	for _, m := range s.Moves(nil) {
		text, err := c.notation.format(s, m)
		if err != nil {
			return "", err
		}
		texts = append(texts, text)
	}
	return strings.Join(texts, " "), nil
}

// position tells the position as the game writes it, or begins anew at another.
func position(c *conversation, args []string) (string, error) {
	if len(args) == 0 {
		return c.Game.FormatPosition(c.State()), nil
	}
	start, err := c.Game.ParsePosition(strings.Join(args, " "))
	if err != nil {
		return "", err
	}
	return "", c.begin(start)
}
