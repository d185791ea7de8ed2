package match

import (
	"fmt"
	"slices"
	"strings"

	"gambito/game"
	"gambito/games/backgammon"
)

// cubeWords are how the moves of the cube are written, in their order.
var cubeWords = []string{"roll", "double", "take", "drop", "resign", "resign-gammon", "resign-backgammon"}

// FormatMove implements game.Game: roll, double, take, drop and resign, and all
// else as in a game without cube. The first roll of a match has white's die first.
func (g *Game) FormatMove(s game.State, m game.Move) string {
	switch {
	case m >= Roll && m <= ResignBackgammon:
		return cubeWords[m-Roll]
	case backgammon.IsRoll(m):
		return backgammon.RollDice(m).String()
	}
	return g.plain.FormatMove(s.(*State).Chequers(), m)
}

// ParseMove implements game.Game.
func (g *Game) ParseMove(s game.State, text string) (game.Move, error) {
	st := s.(*State)
	word := strings.ToLower(strings.TrimSpace(text))
	if i := slices.Index(cubeWords, word); Roll+game.Move(i) >= Resign && st.Resigner() >= 0 {
		if !st.OfMatch() {
			return 0, fmt.Errorf("%q: games are given up so only in matches", text)
		}
		return Roll + game.Move(i), nil
	}
	switch st.stage {
	case borneOff, dropped, resigned:
		return 0, fmt.Errorf("%q: the game is over", text)
	case choosing, offered:
		moves := st.Moves(nil)
		for _, m := range moves {
			if word == cubeWords[m-Roll] {
				return m, nil
			}
		}
		return 0, fmt.Errorf("%q: %s may %s or %s", text, roles[st.Turn()], cubeWords[moves[0]-Roll], cubeWords[moves[1]-Roll])
	case opening:
		return st.parseOpening(text)
	case rolling:
		return g.plain.ParseMove(backgammon.NewState(st.board, st.side, backgammon.Dice{}), text)
	}
	return g.plain.ParseMove(st.Chequers(), text)
}

// Step implements game.Stepwise.
func (g *Game) Step(s game.State, parts []string) (game.Partial, error) {
	st := s.(*State)
	if st.stage != moving {
		m, err := g.ParseMove(s, strings.Join(parts, " "))
		return game.Partial{State: s, Done: err == nil, Move: m}, err
	}
	p, err := g.plain.Step(st.Chequers(), parts)
	if err != nil {
		return p, err
	}
	after := st.Clone().(*State)
	after.board = *p.State.(*backgammon.State).Board()
	p.State = after
	return p, nil
}

func (s *State) parseOpening(text string) (game.Move, error) {
	digits := strings.TrimSuffix(text, ":")
	dice, err := backgammon.ParseDice(digits)
	switch {
	case err != nil:
		return 0, err
	case dice[0] == dice[1]:
		return 0, fmt.Errorf("%q: the first roll of a game is no double", text)
	case s.rules.Length > 0 && digits[0]-'0' != dice[0]:
		dice[0], dice[1] = dice[1], dice[0]
	}
	return backgammon.RollMove(dice), nil
}

// JoinMoves implements game.MoveLister: a colon follows every roll, as in
// "31: 8/5 6/5 double take 43: 24/20 13/10".
func (g *Game) JoinMoves(texts []string) string { return g.plain.JoinMoves(texts) }

// SplitMoves implements game.MoveLister. The words of the cube are moves of
// their own.
func (g *Game) SplitMoves(line string) []string {
	var texts, turn []string
	flush := func() {
		texts = append(texts, g.plain.SplitMoves(strings.Join(turn, " "))...)
		turn = turn[:0]
	}
	for _, word := range strings.Fields(line) {
		if isCubeWord(word) {
			flush()
			texts = append(texts, word)
			continue
		}
		turn = append(turn, word)
	}
	flush()
	return texts
}

// Stake implements game.Staked: what the cube shows. A match is won or lost,
// whatever the cubes of its games.
func (g *Game) Stake(position, line string) float64 {
	if g.rules.Length > 0 {
		return 1
	}
	stake := 1
	if position != "" {
		if s, err := g.ParsePosition(position); err == nil {
			stake = s.(*State).Cube()
		}
	}
	return float64(stake << strings.Count(line, cubeWords[Take-Roll]))
}

func isCubeWord(word string) bool {
	for _, known := range cubeWords {
		if strings.EqualFold(word, known) {
			return true
		}
	}
	return false
}
