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
	news := story[min(*told, len(story)):]
	if s.goesOn(news) {
		return
	}
	for len(news) > 0 {
		n := 1
		for n < len(news) && together(news[0], news[n]) {
			n++
		}
		s.tellEvents(news[:n])
		news = news[n:]
	}
	*told = len(story)
}

// goesOn reports whether more will be noticed of the kind that was noticed last, to be
// told at once: cards that chance deals, or moves of another that nobody sees.
func (s *Session) goesOn(news []game.Event) bool {
	if len(news) == 0 || s.Over() {
		return false
	}
	last := news[len(news)-1]
	return last.Player == s.State().Turn() && (last.Player == game.Chance || last.Text == game.Unseen)
}

// together reports whether two events, one after the other, are told as one.
func together(a, b game.Event) bool {
	return a.Player == b.Player && (a.Player == game.Chance || (a.Text == game.Unseen) == (b.Text == game.Unseen))
}

// tellEvents tells of moves that belong together.
func (s *Session) tellEvents(events []game.Event) {
	var seen []string
	for _, e := range events {
		if e.Text != game.Unseen && e.Text != idleMove {
			seen = append(seen, s.Screen.Words.Text(e.Text))
		}
	}
	who, text := events[0].Player, strings.Join(seen, ", ")
	switch {
	case who == game.Chance && seen != nil:
		s.Screen.say("chance: %s", text)
	case who == game.Chance || seen == nil && events[0].Text == idleMove:
	case seen == nil && len(events) > 1:
		s.Screen.say("%s has made %d moves", s.name(who), len(events))
	case seen == nil:
		s.Screen.say("%s has moved", s.name(who))
	default:
		s.Screen.say("%s plays %s", s.name(who), text)
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
