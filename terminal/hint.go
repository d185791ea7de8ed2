package terminal

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"gambito/agent"
	"gambito/game"
	"gambito/play"
	"gambito/words"
)

// longestLine is how many moves of a line a hint shows.
const longestLine = 8

// judge asks an agent, made anew for every question, what it thinks of the present
// position for p.
func (s *Session) judge(ctx context.Context, p game.Player, text string) (agent.Spec, agent.Analysis, error) {
	spec := s.Hint
	if text != "" {
		var err error
		if spec, err = s.Agents.Parse(text); err != nil {
			return spec, agent.Analysis{}, err
		}
	}
	until, done := s.thinking(ctx, spec.String(), true)
	found, err := s.Question(p).Ask(until, spec)
	stopped := ctx.Err() == nil && until.Err() != nil
	if done(); err != nil && stopped {
		err = s.reader().wrong("%s was stopped before it had found anything", spec)
	}
	return spec, found, err
}

// hint shows the best moves for p, what they are worth and what may follow.
func (s *Session) hint(ctx context.Context, p game.Player, text string) error {
	spec, found, err := s.judge(ctx, p, text)
	if err != nil {
		return err
	}
	present, say := s.State(), s.Screen.Words
	s.Screen.say("%s would play %s", spec, s.reader().text(present, p, found.Move))
	if found.Value.Known {
		s.Screen.Print("  " + words.Sentence(say.Value(s.Rules.Info().Roles[p], found.Value)))
	}
	if !s.In.Terminal && len(found.Lines) == 0 {
		return nil
	}
	lines := slices.DeleteFunc(found.Lines, func(l agent.Line) bool { return !l.Value.Known && l.Prior == 0 })
	lines = lines[:min(len(lines), play.BestMoves)]
	var moves, values []string
	wide, high := 0, 0
	for _, l := range lines {
		moves, values = append(moves, s.reader().text(present, p, l.Move)), append(values, say.Short(l.Value))
		wide, high = max(wide, len([]rune(moves[len(moves)-1]))), max(high, len([]rune(values[len(values)-1])))
	}
	if !slices.IsSortedFunc(lines, func(a, b agent.Line) int { return cmp.Compare(b.Value.Score, a.Value.Score) }) {
		s.Screen.say("  in the order it would choose them:") // a search by visits
	}
	for i, l := range lines {
		line := fmt.Sprintf("  %d. %-*s  %*s", i+1, wide, moves[i], high, values[i])
		if follow := s.follow(p, l.PV); follow != "" {
			line += "  " + follow
		}
		s.Screen.printf("%s\n", wrap(strings.TrimRight(line, " "), s.Screen.Width(), "       "))
	}
	return nil
}

// follow writes what is expected after the first move of a line.
func (s *Session) follow(p game.Player, line []game.Move) string {
	if len(line) < 2 || s.Secret() || s.State().Turn() != p {
		return ""
	}
	at := s.State().Clone()
	at.Play(line[0])
	rest := line[1:min(len(line), longestLine)]
	for i, m := range rest { // an agent may tell what is not so
		if !legal(at, rest[:i], m) {
			rest = rest[:i]
			break
		}
	}
	if len(rest) == 0 {
		return ""
	}
	return s.Screen.Words.Say("then %s", game.FormatLine(s.Rules, at, rest))
}

// legal reports whether a move may be made after others from a position.
func legal(from game.State, made []game.Move, m game.Move) bool {
	at := from.Clone()
	for _, earlier := range made {
		at.Play(earlier)
	}
	for _, other := range at.Moves(nil) {
		if other == m {
			return true
		}
	}
	return false
}

// value says what the position is worth, to p who is to move or was last.
func (s *Session) value(ctx context.Context, p game.Player, text string) error {
	role := s.Rules.Info().Roles[max(p, 0)]
	if s.State().Turn() == game.Over {
		s.Screen.Print(words.Sentence(s.Screen.Words.Value(role, agent.Ended(s.Rules, s.State(), max(p, 0)))))
		return nil
	}
	spec, found, err := s.judge(ctx, p, text)
	if err != nil {
		return err
	}
	if !found.Value.Known && len(found.Lines) > 0 {
		found.Value = found.Lines[0].Value
	}
	s.Screen.say("%s says: %s", spec, words.Sentence(s.Screen.Words.Value(role, found.Value)))
	return nil
}
