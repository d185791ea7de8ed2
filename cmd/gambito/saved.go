package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"gambito/api"
	"gambito/arena"
	"gambito/game"
	"gambito/gamefile"
	"gambito/kept"
	"gambito/table"
	"gambito/words"
)

// savedCmd holds the verbs on games that are kept.
type savedCmd struct {
	List   savedListCmd   `cmd:"" default:"withargs" help:"List the games, the latest first."`
	Show   savedShowCmd   `cmd:"" help:"Show a game: its players, its moves and how it stands."`
	Export savedExportCmd `cmd:"" help:"Write a game to a file, as the ending of its name says."`
	Add    savedAddCmd    `cmd:"" help:"Keep the games of files."`
	Delete savedDeleteCmd `cmd:"" help:"Forget games."`
}

// Help is shown by --help.
func (savedCmd) Help() string {
	return `Every game that is played at the terminal is kept on its own, move by move, under a
short name such as othello-3; last is the one that was played last. Wherever a verb
takes a file of a game, it takes such a name too. docs/formats.md tells what files
can be written and read.

Examples:

  gambito saved
  gambito saved show last
  gambito play --load othello-3
  gambito saved export othello-3 mine.ggf
  gambito saved add tournament.ggf
  gambito saved delete othello-3`
}

// keptGames is where the games of this process are kept.
func (f dataFlag) keptGames() (kept.Folder, error) {
	folder, err := f.folder()
	if err != nil {
		return kept.Folder{}, failure{err}
	}
	return kept.In(folder), nil
}

// notKept tells a name of no game, which is bad input, from other failures.
func notKept(err error) error {
	if err == nil || errors.As(err, new(kept.ErrNone)) {
		return err
	}
	return failure{err}
}

type savedListCmd struct {
	langFlag
	dataFlag
	jsonFlag
	idleFlags
}

// Run lists the games.
func (c savedListCmd) Run(s *session) error {
	folder, err := c.keptGames()
	if err != nil {
		return err
	}
	w, _ := c.words() // it was read before
	entries, problems, err := folder.List()
	if err != nil {
		return failure{err}
	}
	for _, problem := range problems {
		fmt.Fprintf(os.Stderr, "gambito: %v\n", problem)
	}
	list := make([]api.SavedGame, 0, len(entries))
	for _, e := range entries {
		list = append(list, api.NewSavedGame(e))
	}
	switch {
	case c.JSON:
		return s.printJSON(list)
	case len(list) == 0:
		fmt.Fprintf(os.Stderr, "gambito: %s\n", w.Say("no games are kept in %s", folder.Path()))
		return nil
	}
	rows := [][]string{{w.Say("game"), w.Say("last move"), w.Say("moves"), w.Say("result"), w.Say("players")}}
	for i, g := range list {
		rows = append(rows, []string{g.ID, entries[i].Changed.Format("2006-01-02 15:04"), strconv.Itoa(g.Moves), outcome(w, g, entries[i].Record.Moves), strings.Join(g.Players, " – ")})
	}
	table.Style{Text: []int{1, 3, 4}}.Write(s.stdout, rows)
	return nil
}

// outcome says in a few words how a game ended.
func outcome(w words.Words, g api.SavedGame, line string) string {
	if g.Result == nil {
		return w.Say("goes on")
	}
	why := reasonWord(w, g.Reason)
	if last := strings.LastIndexByte(line, ' '); strings.HasPrefix(line[last+1:], "resign") { // which ends a match by its rules
		why = reasonWord(w, arena.Resignation)
	}
	text := w.Say("draw")
	if best := slices.Max(g.Result); best > 0 {
		winner := slices.Index(g.Result, best)
		name := g.Players[winner]
		if others := slices.Delete(slices.Clone(g.Players), winner, winner+1); slices.Contains(others, name) && winner < len(ordinals) {
			name = w.Text(ordinals[winner])
		}
		text = w.Say("%s wins", name)
	}
	if why != "" {
		text += " " + why
	}
	return text
}

// reasonWord says of an end what the rules did not bring about; "" of others.
func reasonWord(w words.Words, r arena.Reason) string {
	switch r {
	case arena.Resignation:
		return w.Say("by resignation")
	case arena.IllegalMove:
		return w.Say("by a wrong move")
	case arena.AgentError:
		return w.Say("by a failure")
	case arena.TooLong:
		return w.Say("after too many moves")
	case arena.OutOfTime:
		return w.Say("on time")
	}
	return ""
}

// savedFlags choose a game.
type savedFlags struct {
	ID string `arg:"" name:"game" complete:"saved" help:"Name of the game, such as othello-3, or last."`
	dataFlag
	idleFlags
}

type savedShowCmd struct {
	savedFlags
	langFlag
	jsonFlag
}

// Run shows one game.
func (c savedShowCmd) Run(s *session) error {
	folder, err := c.keptGames()
	if err != nil {
		return err
	}
	e, err := folder.Entry(c.ID)
	if err != nil {
		return notKept(err)
	}
	shown := api.NewSavedGame(e)
	if c.JSON {
		return s.printJSON(api.SavedGameDetails{SavedGame: shown, Record: e.Record})
	}
	list, err := folder.Find(e.ID)
	if err != nil {
		return err
	}
	g := &list[0]
	w, _ := c.words() // it was read before
	s.stdout.Words = w
	fmt.Fprintf(s.stdout, "%s: %s, %s; %s\n%s\n\n", e.ID, shown.Game, strings.Join(shown.Players, " – "), e.Changed.Format(time.DateTime), outcome(w, shown, e.Record.Moves))
	before, state := game.State(nil), g.Start.Clone()
	var made []string
	for _, m := range g.Moves {
		made = append(made, w.Move(g.Game, state, m))
		before = state.Clone()
		state.Play(m)
	}
	if eyes := personIn(e.Record); shown.Result == nil && eyes != game.Nobody && game.OfSecrets(g.Game) {
		// It goes on: what the person does not see stays hidden.
		made = nil
		for _, event := range game.Story(g.Game, g.Start, g.Moves, eyes) {
			made = append(made, w.Text(event.Text))
		}
		state, before = game.Look(state, eyes), game.Look(before, eyes)
	}
	s.stdout.Position(g.Game, state, before)
	fmt.Fprintf(s.stdout, "\n%s\n", joined(g.Game, made))
	if shown.Result == nil {
		fmt.Fprintf(s.stdout, "\n%s\n", w.Say("to go on: %s", "gambito play --load "+e.ID))
	}
	return nil
}

// personIn is the seat that a person has, Nobody if none does.
func personIn(r arena.Record) game.Player {
	if seat := slices.Index(r.Agents, gamefile.Person); seat >= 0 {
		return game.Player(seat)
	}
	return game.Nobody
}

// joined is a line of moves as the game writes it.
func joined(g game.Game, texts []string) string {
	if lister, ok := g.(game.MoveLister); ok {
		return lister.JoinMoves(texts)
	}
	return strings.Join(texts, " ")
}

type savedExportCmd struct {
	savedFlags
	File string `arg:"" type:"output" help:"New file; its ending says how to write it: .json, .mat (backgammon), .ggf or .txt (Othello)."`
}

// Run writes a game to a file.
func (c savedExportCmd) Run(s *session) error {
	folder, err := c.keptGames()
	if err != nil {
		return err
	}
	if _, err := os.Lstat(c.File); err == nil {
		return fmt.Errorf("%s exists; choose a new file", c.File)
	}
	e, err := folder.Entry(c.ID)
	if err != nil {
		return notKept(err)
	}
	list, err := folder.Find(e.ID)
	if err != nil {
		return err
	}
	if err := gamefile.Save(c.File, list); errors.As(err, new(*fs.PathError)) {
		return failure{err}
	} else if err != nil {
		return err
	}
	return nil
}

type savedAddCmd struct {
	Files []string `arg:"" name:"file" complete:"gamefile" help:"Files of games in any format that gambito reads; FILE#3 is the third game of one."`
	dataFlag
	jsonFlag
	idleFlags
}

// Run keeps the games of files, of all or of none.
func (c savedAddCmd) Run(s *session) error {
	folder, err := c.keptGames()
	if err != nil {
		return err
	}
	var all []gamefile.Game
	for _, name := range c.Files {
		list, err := folder.Find(name)
		if err != nil {
			return err
		}
		all = append(all, list...)
	}
	added := []api.SavedGame{}
	for i := range all {
		id, err := folder.Add(all[i].Game, all[i].Record)
		if err != nil {
			return failure{err}
		}
		if id == "" {
			fmt.Fprintf(os.Stderr, "gambito: a game without moves is not kept\n")
			continue
		}
		e, err := folder.Entry(id)
		if err != nil {
			return failure{err}
		}
		if added = append(added, api.NewSavedGame(e)); !c.JSON {
			fmt.Fprintln(s.stdout, id)
		}
	}
	if c.JSON {
		return s.printJSON(added)
	}
	return nil
}

type savedDeleteCmd struct {
	IDs []string `arg:"" name:"game" complete:"saved" help:"Names of games, such as othello-3."`
	Yes bool     `short:"y" help:"Do not ask."`
	dataFlag
	idleFlags
}

// Run deletes games. At a terminal it asks before.
func (c savedDeleteCmd) Run(s *session) error {
	folder, err := c.keptGames()
	if err != nil {
		return err
	}
	for i, id := range c.IDs {
		if id != kept.Last {
			continue
		}
		e, err := folder.Entry(id)
		if err != nil {
			return notKept(err)
		}
		c.IDs[i] = e.ID
	}
	if !c.Yes {
		if err := s.confirm(fmt.Sprintf("Delete %s?", strings.Join(c.IDs, ", "))); err != nil {
			return err
		}
	}
	for _, id := range c.IDs {
		if err := folder.Delete(id); err != nil {
			return notKept(err)
		}
		fmt.Fprintf(os.Stderr, "gambito: deleted %s\n", id)
	}
	return nil
}
