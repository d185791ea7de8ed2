package terminal

import (
	"strings"

	"gambito/game"
	"gambito/games"
)

// introduce tells a person who plays and what may be typed.
func (s *Session) introduce() {
	if s.Watched {
		s.introducePlayers()
	}
	if !s.In.Terminal || s.People() == 0 {
		return
	}
	s.introducePlayers()
	s.about()
	at := s.Start.Clone()
	for _, m := range s.Moves {
		at.Play(m)
	}
	if s.Lost() != nil {
		return // there is nothing to move before that is taken back
	}
	if len(s.Moves) > 0 {
		s.Screen.Print(s.Screen.Words.Count(len(s.Moves), "The game goes on after %d ply.", "The game goes on after %d plies."))
	}
	s.introduceMoves(at)
	if games.Rules(s.Rules) != nil {
		s.Screen.say("Type rules for how the game is played, help for what else you can do, quit to leave. Tab completes moves and words.")
	} else {
		s.Screen.say("Type help for what else you can do, quit to leave. Tab completes moves and words.")
	}
}

// introduceMoves tells how a person moves who is to move, or may be whatever chance
// decides.
func (s *Session) introduceMoves(at game.State) {
	positions := []game.State{at}
	if at.Turn() == game.Chance {
		positions = nil
		for _, m := range at.Moves(nil) {
			after := at.Clone()
			after.Play(m)
			positions = append(positions, after)
		}
	}
	for _, after := range positions {
		for p := range game.Player(len(s.Seats)) {
			if s.IsPerson(p) && game.ToMove(after, p) {
				s.Screen.Print(s.howToMove(after, p))
				return
			}
		}
	}
}

// stopped is a name as a sentence: one that has its own mark at the end needs no other.
func stopped(name string) string {
	if strings.HasSuffix(name, "!") {
		return name
	}
	return name + "."
}

// introducePlayers tells who has which side.
func (s *Session) introducePlayers() {
	w := s.Screen.Words
	text := []string{stopped(w.Text(s.Rules.Info().Name))}
	for p := range game.Player(len(s.Seats)) {
		player := s.Screen.playerInFull(s.Rules, p)
		switch {
		case !s.IsPerson(p):
			text = append(text, w.Say("%s is %s.", player, s.Seats[p]))
		case s.People() > 1:
			text = append(text, w.Say("%s is a person at this terminal.", player))
		default:
			text = append(text, w.Say("You are %s.", player))
		}
	}
	switch turn := s.Start.Turn(); {
	case turn == game.Together:
		text = append(text, w.Say("All move at once."))
	case turn >= 0 && len(s.Seats) > 1 && len(s.Moves) == 0:
		text = append(text, w.Say("%s begins.", w.Text(s.Rules.Info().Roles[turn])))
	}
	if c := s.Clock; c.Time > 0 {
		text = append(text, w.Say("The clock: %s for each side.", c))
	}
	s.Screen.Print(strings.Join(text, " "))
}
