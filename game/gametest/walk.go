package gametest

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gambito/game"
)

func newRand(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 0x67616d62)) }

func contains(moves []game.Move, m game.Move) bool { return slices.Contains(moves, m) }

// randomGames is how many random games most checks look at: fewer where they
// are long and wide.
func randomGames(g game.Game) int {
	work := 100_000
	if raceDetector {
		work /= 4
	}
	return min(max(work/(g.Info().MaxPlies*g.Info().MaxMoves), 8), 60)
}

// eachPosition calls visit on every position of some random games, the final
// ones included.
func eachPosition(g game.Game, r *rand.Rand, games int, visit func(s game.State) error) error {
	for range games {
		s := g.New()
		for {
			if err := visit(s); err != nil {
				return err
			}
			m, ok := game.RandomMove(s, r, nil)
			if !ok {
				break
			}
			s.Play(m)
		}
	}
	return nil
}

// walk plays so many random moves, or until the game is over.
func walk(s game.State, r *rand.Rand, plies int) {
	for range plies {
		m, ok := game.RandomMove(s, r, nil)
		if !ok {
			return
		}
		s.Play(m)
	}
}

// somewhere returns the position after some plies of a random game: any number
// up to the given part of the length of another one. Info.MaxPlies says nothing
// of how long games usually are.
func somewhere(g game.Game, r *rand.Rand, part float64) game.State {
	length := game.RandomPlayout(g.New(), r, nil)
	s := g.New()
	walk(s, r, r.IntN(int(part*float64(length))+1))
	return s
}

// snapshot is all that can be seen of a position.
type snapshot struct {
	text   string
	turn   game.Player
	hash   uint64
	moves  string
	scores string
}

func look(g game.Game, s game.State) snapshot {
	moves := s.Moves(nil)
	shot := snapshot{text: g.FormatPosition(s), turn: s.Turn(), hash: s.Hash(), moves: fmt.Sprint(moves)}
	if shot.turn == game.Over {
		for p := range g.Info().Players() {
			shot.scores += fmt.Sprint(s.Score(game.Player(p)), " ")
		}
	}
	return shot
}

// movesLawful checks the laws of State.Moves on one position.
func movesLawful(g game.Game, s game.State, moves []game.Move) error {
	text := g.FormatPosition(s)
	if (len(moves) == 0) != (s.Turn() == game.Over) {
		return fmt.Errorf("position %q: %d legal moves but turn is %d", text, len(moves), s.Turn())
	}
	switch turn := s.Turn(); {
	case turn == game.Over, turn == game.Together:
	case turn == game.Chance:
		if err := chanceLawful(g, s, moves); err != nil {
			return err
		}
	case turn < 0 || int(turn) >= g.Info().Players():
		return fmt.Errorf("position %q: turn is %d, not one of %d players", text, turn, g.Info().Players())
	}
	if most := g.Info().MaxMoves; len(moves) > most {
		return fmt.Errorf("position %q: %d legal moves, more than the %d of MaxMoves", text, len(moves), most)
	}
	for i := 1; i < len(moves); i++ {
		if moves[i-1] >= moves[i] {
			return fmt.Errorf("position %q: moves %v are not strictly ascending", text, moves)
		}
	}
	return nil
}

// chanceLawful checks the laws of Stochastic on a position in which chance
// decides.
func chanceLawful(g game.Game, s game.State, moves []game.Move) error {
	text := g.FormatPosition(s)
	chance, ok := s.(game.Stochastic)
	if !ok {
		return fmt.Errorf("position %q: chance decides, but the game does not say how", text)
	}
	sum := 0.0
	for _, m := range moves {
		p := chance.Probability(m)
		if !(p > 0) {
			return fmt.Errorf("position %q: move %d has the probability %g", text, m, p)
		}
		sum += p
	}
	if math.Abs(sum-1) > 1e-12 {
		return fmt.Errorf("position %q: the probabilities sum to %.15g", text, sum)
	}
	return nil
}

func moveRoundTrip(g game.Game, s game.State, m game.Move) error {
	text := g.FormatMove(s, m)
	back, err := g.ParseMove(s, text)
	if err != nil {
		return fmt.Errorf("position %q: legal move %q does not parse: %w", g.FormatPosition(s), text, err)
	}
	if back != m {
		return fmt.Errorf("position %q: move %d is written %q, which is read as %d", g.FormatPosition(s), m, text, back)
	}
	return nil
}

func positionRoundTrip(g game.Game, s game.State) error {
	text := g.FormatPosition(s)
	if strings.ContainsAny(text, "\n\r") {
		return fmt.Errorf("position %q is not one line", text)
	}
	back, err := g.ParsePosition(text)
	if err != nil {
		return fmt.Errorf("position %q, made by FormatPosition, does not parse: %w", text, err)
	}
	if was, is := look(g, s), look(g, back); was != is {
		return fmt.Errorf("position %q changes when written and read:\nwas %+v\nis  %+v", text, was, is)
	}
	return nil
}

func requireOneLine(t *testing.T, err error) {
	t.Helper()
	if text := err.Error(); text == "" || strings.ContainsAny(text, "\n\r") {
		t.Fatalf("the error %q is not one line", text)
	}
}
