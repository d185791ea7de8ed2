package terminal

import (
	"context"
	"strings"

	"gambito/game"
)

// viewer is through whose eyes the game is shown.
func (s *Session) viewer() game.Player {
	if s.Eyes != nil && s.Secret() && !s.Over() {
		return *s.Eyes
	}
	return s.Viewer()
}

// show draws a position as who looks may see it, the pieces played since before marked.
func (s *Session) show(state, before game.State) {
	viewer := s.viewer()
	state = game.Look(state, viewer)
	if before != nil {
		before = game.Look(before, viewer)
	}
	s.asker.show(state, before)
}

// tellStory tells who looks what it has noticed since it was told last.
func (s *Session) tellStory() {
	viewer := s.viewer()
	if s.Over() && s.People() == 1 { // the drawing shows the rest
		viewer = s.lastPerson()
	}
	if s.People() > 1 && !s.Over() && viewer != s.last {
		return // it is told when the screen is handed over
	}
	story, told := s.Story(viewer), &s.told[len(s.Seats)]
	if viewer >= 0 {
		told = &s.told[viewer]
	}
	for _, e := range story[min(*told, len(story)):] {
		s.tellEvent(e)
	}
	*told = len(story)
}

// tellEvent tells of one move.
func (s *Session) tellEvent(e game.Event) {
	text := s.Screen.Words.Text(e.Text)
	switch {
	case e.Player == game.Chance && e.Text == game.Unseen:
	case e.Player == game.Chance:
		s.Screen.say("chance: %s", text)
	case e.Text == game.Unseen:
		s.Screen.say("%s has moved", s.name(e.Player))
	default:
		s.Screen.say("%s plays %s", s.name(e.Player), text)
	}
}

// storySoFar lists what was noticed of the moves.
func (s *Session) storySoFar() {
	var list []string
	for _, e := range s.Story(s.viewer()) {
		text := s.Screen.Words.Text(e.Text)
		if e.Player >= 0 {
			text = s.Screen.Words.Text(s.Rules.Info().Roles[e.Player]) + ": " + text
		}
		list = append(list, text)
	}
	s.Screen.Print(strings.Join(list, ", "))
}

// handOver has the screen given to the person of a seat where several people may not see
// the same: it is cleared, and nothing is shown before that person says so.
func (s *Session) handOver(ctx context.Context, p game.Player) error {
	if !s.Secret() || s.Eyes != nil {
		return nil
	}
	if s.People() > 1 && s.last != p {
		if s.Screen.Terminal() {
			s.Screen.printf("\x1b[2J\x1b[3J\x1b[H")
		}
		if s.shown = nil; s.In.Terminal {
			s.Screen.say("The screen is for %s alone: press Enter when nobody else looks.", s.name(p))
			if _, err := s.In.line(ctx, question{screen: s.Screen, prompt: func() string { return "> " }}); err != nil {
				return err
			}
		}
	}
	s.last = p
	s.tellStory()
	return nil
}
