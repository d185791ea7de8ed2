package terminal

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"gambito/agent"
	"gambito/files"
	"gambito/gamefile"
	"gambito/play"
)

// save writes the game so far. Only a file that this session has saved to or
// loaded from is replaced.
func (s *Session) save(name string) error {
	if gamefile.Writes(name, s.Rules) != nil {
		return s.reader().wrong("%s: the name of a file for this game must end with %s", name, s.Screen.Words.List(gamefile.Endings(s.Rules)))
	}
	if _, err := os.Lstat(name); name != s.file && err == nil {
		return fmt.Errorf("%s exists: choose another name", name)
	} else if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("cannot save: %w", err)
	}
	if err := s.write(name); err != nil {
		return fmt.Errorf("cannot save: %w", err)
	}
	s.file = name
	return nil
}

// write writes the game as the ending of the name says.
func (s *Session) write(name string) error {
	r := s.Record()
	if kind := gamefile.Of(name); kind != nil && kind.Name != "record" {
		g, err := gamefile.From(s.Rules, r)
		if err != nil {
			return err
		}
		return gamefile.Save(name, []gamefile.Game{g})
	}
	content, err := json.MarshalIndent(r, "", "  ")
	if err != nil {
		return err
	}
	return files.ReplaceSealed(name, append(content, '\n'))
}

// keep keeps the game as it stands, if people play it at a terminal. That it cannot
// be is told once.
func (s *Session) keep() {
	if s.Keeper == nil || !s.In.Terminal || s.People() == 0 {
		return
	}
	if err := s.Keep(); err != nil && !s.unkept {
		s.unkept = true
		s.Screen.say("This game cannot be kept: %v", err)
	}
}

// Load goes on with the game of a file, or with one that is kept, see Resume.
func (s *Session) Load(name string) error {
	g, keeper, err := s.Kept.FindOne(name)
	switch {
	case err != nil:
		return fmt.Errorf("cannot load: %w", err)
	case g.Record.Game != s.Rules.Info().ID:
		return fmt.Errorf("cannot load %s: it is a game of %q, not of %q", name, g.Record.Game, s.Rules.Info().ID)
	}
	specs, err := s.Agents.ParseAll(g.Record.Agents...)
	if err == nil {
		err = agent.CheckInside(specs...)
	}
	if err != nil {
		return fmt.Errorf("cannot load %s: %w", name, err)
	}
	file := name
	if keeper.ID() != "" { // it is kept, and not to be replaced by save
		file = ""
	}
	if err := s.Resume(g, file); err != nil {
		return err
	}
	s.Keeper = keeper
	return nil
}

// Resume goes on with a game of a file, which save may replace: its moves, players,
// clocks and seed. If it fails, nothing has changed.
func (s *Session) Resume(g gamefile.Game, name string) error {
	seats, err := s.Agents.ParseAll(g.Record.Agents...)
	var next *play.Game
	if err == nil {
		next, err = s.Resumed(g, seats, s.In.Terminal) // a script has moves to make
	}
	if err != nil {
		return fmt.Errorf("cannot load %s: %w", name, err)
	}
	s.Leave()
	s.Game, s.file = next, name
	s.listen()
	return nil
}
