package gametest

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"gambito/game"
)

func checkInfo(g game.Game, _ Facts) error {
	info := g.Info()
	if info.ID == "" || info.Name == "" || len(info.Roles) == 0 || info.MaxMoves < 1 || info.MaxPlies < 1 {
		return fmt.Errorf("incomplete: %+v", info)
	}
	return nil
}

func checkPerft(g game.Game, f Facts) error {
	if len(f.Perft) < 3 {
		return fmt.Errorf("%d perft numbers are given; give those of depth 0, 1, 2 at least", len(f.Perft))
	}
	for depth, want := range f.Perft {
		got, err := game.Perft(context.Background(), g.New(), depth, 2, nil)
		if err != nil || got != want {
			return fmt.Errorf("perft %d is %d, %v, not %d", depth, got, err, want)
		}
	}
	return nil
}

func checkMoves(g game.Game, _ Facts) error {
	return eachPosition(g, newRand(1), randomGames(g), func(s game.State) error {
		moves := s.Moves(nil)
		if err := movesLawful(g, s, moves); err != nil {
			return err
		}
		// Moves appends: what the buffer holds stays.
		kept := s.Moves([]game.Move{77})
		if kept[0] != 77 || !slices.Equal(kept[1:], moves) {
			return fmt.Errorf("position %q: Moves does not append", g.FormatPosition(s))
		}
		return nil
	})
}

func checkUndo(g game.Game, _ Facts) error {
	if _, ok := g.New().(game.Undoer); !ok {
		return nil
	}
	r := newRand(2)
	for range randomGames(g) {
		s := g.New().(game.Undoer)
		var played []game.Move
		shots := []snapshot{look(g, s)}
		for {
			moves := s.Moves(nil)
			if len(moves) == 0 {
				break
			}
			// Every move can be tried and taken back before one is kept.
			for _, m := range moves {
				s.Play(m)
				s.Undo(m)
				if now := look(g, s); now != shots[len(shots)-1] {
					return fmt.Errorf("move %d and its undo change\n%+v to\n%+v", m, shots[len(shots)-1], now)
				}
			}
			m, _ := game.RandomMove(s, r, moves)
			s.Play(m)
			played, shots = append(played, m), append(shots, look(g, s))
		}
		for i := len(played) - 1; i >= 0; i-- {
			s.Undo(played[i])
			if now := look(g, s); now != shots[i] {
				return fmt.Errorf("undoing ply %d leads to\n%+v, not\n%+v", i+1, now, shots[i])
			}
		}
	}
	return sameByUndo(g)
}

// sameByUndo counts trees by Play and Undo and by copies. What a state hides,
// and an Undo may leave wrong, shows in the moves that follow. The positions
// were played to, parsed or copied into.
func sameByUndo(g game.Game) error {
	r := newRand(17)
	for i := range 2 * randomGames(g) {
		from := somewhere(g, r, 1)
		s := from
		switch i % 3 {
		case 1:
			s = g.New()
			s.CopyFrom(from)
		case 2:
			var err error
			if s, err = g.ParsePosition(g.FormatPosition(from)); err != nil {
				return err
			}
		}
		for depth := 2; depth <= 8; depth++ {
			want, err := game.Perft(context.Background(), from, depth, 1, nil)
			if err != nil || want > 5000 {
				break
			}
			if got := undoPerft(s.(game.Undoer), depth); got != want {
				return fmt.Errorf("position %q: perft %d by Play and Undo is %d, by copies %d", g.FormatPosition(from), depth, got, want)
			}
		}
	}
	return nil
}

func undoPerft(s game.Undoer, depth int) uint64 {
	moves := s.Moves(nil)
	if depth == 0 || len(moves) == 0 {
		return 1
	}
	var sum uint64
	for _, m := range moves {
		s.Play(m)
		sum += undoPerft(s, depth-1)
		s.Undo(m)
	}
	return sum
}

func checkCopies(g game.Game, _ Facts) error {
	other := g.New()
	return eachPosition(g, newRand(3), randomGames(g), func(s game.State) error {
		was := look(g, s)
		clone := s.Clone()
		other.CopyFrom(s)
		if look(g, clone) != was || look(g, other) != was {
			return fmt.Errorf("position %q: a copy differs", was.text)
		}
		for _, m := range s.Moves(nil) {
			clone.Play(m)
			other.Play(m)
			if look(g, clone) != look(g, other) {
				return fmt.Errorf("position %q: copies differ after move %d", was.text, m)
			}
			if look(g, s) != was {
				return fmt.Errorf("position %q: playing %d on a copy changes the original", was.text, m)
			}
			clone = s.Clone()
			other.CopyFrom(s)
		}
		return nil
	})
}

// checkHash compares texts and hashes over the tree near the start, where
// different paths meet, and over random games.
func checkHash(g game.Game, f Facts) error {
	hashes, texts := map[string]uint64{}, map[uint64]string{}
	met := 0
	note := func(s game.State) error {
		text, hash := g.FormatPosition(s), s.Hash()
		if known, ok := hashes[text]; ok {
			met++
			if known != hash {
				return fmt.Errorf("position %q has hash %x by one path and %x by another", text, known, hash)
			}
			return nil
		}
		if twin, ok := texts[hash]; ok {
			return fmt.Errorf("positions %q and %q have the same hash", text, twin)
		}
		hashes[text], texts[hash] = hash, text
		return nil
	}
	const most = 20_000
	frontier := []game.State{g.New()}
	for len(frontier) > 0 && len(hashes) < most {
		s := frontier[0]
		frontier = frontier[1:]
		for _, m := range s.Moves(nil) {
			child := s.Clone()
			child.Play(m)
			known := len(hashes)
			if err := note(child); err != nil {
				return err
			}
			if len(hashes) > known {
				frontier = append(frontier, child)
			}
		}
	}
	if met == 0 && !f.NoTranspositions {
		return fmt.Errorf("no position near the start is reached by two paths")
	}
	return eachPosition(g, newRand(4), 10*randomGames(g), note)
}

func checkEnds(g game.Game, _ Facts) error {
	r := newRand(5)
	buf := make([]game.Move, 0, g.Info().MaxMoves)
	for range 10 * randomGames(g) {
		s := g.New()
		if plies := game.RandomPlayout(s, r, buf); plies > g.Info().MaxPlies {
			return fmt.Errorf("a game took %d plies, more than the %d of MaxPlies", plies, g.Info().MaxPlies)
		}
		sum, most := 0.0, max(g.Info().MaxScore, 1)
		for p := range g.Info().Players() {
			score := s.Score(game.Player(p))
			if sum += score; score > most {
				return fmt.Errorf("position %q: player %d has won %g, more than %g", g.FormatPosition(s), p, score, most)
			}
			if score < -most && g.Info().GeneralSum {
				return fmt.Errorf("position %q: player %d has won %g, less than %g", g.FormatPosition(s), p, score, -most)
			}
		}
		if sum != 0 && !g.Info().GeneralSum {
			return fmt.Errorf("position %q: the scores sum to %g", g.FormatPosition(s), sum)
		}
	}
	return nil
}

// manyTexts is how many texts are enough to try where they are not legal.
const manyTexts = 1000

// checkMoveText also collects texts of legal moves and demands that they are
// refused where the move is not legal.
func checkMoveText(g game.Game, _ Facts) error {
	known := map[string]bool{}
	return eachPosition(g, newRand(6), randomGames(g), func(s game.State) error {
		legal := map[string]bool{}
		moves := s.Moves(nil)
		for _, m := range moves {
			if err := moveRoundTrip(g, s, m); err != nil {
				return err
			}
			text := g.FormatMove(s, m)
			if legal[text] {
				return fmt.Errorf("position %q: two moves are written %q", g.FormatPosition(s), text)
			}
			if legal[text] = true; len(known) < manyTexts {
				known[text] = true
			}
		}
		for text := range known {
			if m, err := g.ParseMove(s, text); err == nil && !contains(moves, m) {
				return fmt.Errorf("position %q: illegal move %q is read as %d", g.FormatPosition(s), text, m)
			}
		}
		return nil
	})
}

func checkLines(g game.Game, _ Facts) error {
	r := newRand(7)
	for range randomGames(g) {
		s := g.New()
		var played []game.Move
		for m, ok := game.RandomMove(s, r, nil); ok; m, ok = game.RandomMove(s, r, nil) {
			s.Play(m)
			played = append(played, m)
		}
		line := game.FormatLine(g, g.New(), played)
		back := g.New()
		moves, err := game.ParseLine(g, back, line)
		if err != nil || !slices.Equal(moves, played) || look(g, back) != look(g, s) {
			return fmt.Errorf("line %q is read as %v, %v, not %v", line, moves, err, played)
		}
	}
	return nil
}

// checkSteps makes moves whole and part by part.
func checkSteps(g game.Game, _ Facts) error {
	stepwise, ok := g.(game.Stepwise)
	if !ok {
		return nil
	}
	r := newRand(21)
	return eachPosition(g, r, 1, func(s game.State) error {
		if s.Turn() < 0 {
			return nil
		}
		moves, was := s.Moves(nil), g.FormatPosition(s)
		for _, m := range moves {
			if p, err := stepwise.Step(s, []string{g.FormatMove(s, m)}); err != nil || !p.Done || p.Move != m {
				return fmt.Errorf("position %q: %q, made in one part, is %+v, %v", was, g.FormatMove(s, m), p, err)
			}
		}
		var parts []string
		text := g.FormatMove(s, moves[0])
		for {
			first, _, _ := strings.Cut(text, " ")
			p, err := stepwise.Step(s, append(parts, first))
			switch {
			case err != nil:
				return fmt.Errorf("position %q: %q cannot follow %q: %w", was, first, parts, err)
			case p.Done && !contains(moves, p.Move):
				return fmt.Errorf("position %q: the parts %q are move %d, which is not legal", was, append(parts, first), p.Move)
			case p.Done:
				if g.FormatPosition(s) != was {
					return fmt.Errorf("making parts changes position %q", was)
				}
				return nil
			case len(p.Next) == 0:
				return fmt.Errorf("position %q: nothing can follow %q", was, append(parts, first))
			}
			parts, text = append(parts, first), p.Next[r.IntN(len(p.Next))]
		}
	})
}

func checkPositionText(g game.Game, _ Facts) error {
	return eachPosition(g, newRand(8), randomGames(g), func(s game.State) error { return positionRoundTrip(g, s) })
}

func checkJunk(g game.Game, f Facts) error {
	refused := func(what, text string, err error) error {
		switch {
		case err == nil:
			return fmt.Errorf("%q is read as a %s", text, what)
		case strings.ContainsAny(err.Error(), "\n\r"):
			return fmt.Errorf("%q: the error %q is not one line", text, err)
		}
		return nil
	}
	start := g.New()
	for _, text := range append(slices.Clone(commonJunk), f.BadMoves...) {
		_, err := g.ParseMove(start, text)
		if err := refused("move", text, err); err != nil {
			return err
		}
	}
	texts := append(slices.Clone(commonJunk), f.BadPositions...)
	good := g.FormatPosition(start)
	texts = append(texts, good[1:], good[:len(good)/2], good+"X", good+" "+good, strings.Repeat(good, 100))
	for _, text := range texts {
		_, err := g.ParsePosition(text)
		if err := refused("position", text, err); err != nil {
			return err
		}
	}
	return nil
}

// checkConcurrent uses one Game from several goroutines; the race detector
// sees what is wrong.
func checkConcurrent(g game.Game, _ Facts) error {
	var wg sync.WaitGroup
	errs := make([]error, 4)
	for i := range errs {
		wg.Go(func() {
			errs[i] = eachPosition(g, newRand(uint64(i)), 5, func(s game.State) error {
				for _, m := range s.Moves(nil) {
					if err := moveRoundTrip(g, s, m); err != nil {
						return err
					}
				}
				return positionRoundTrip(g, s)
			})
		})
	}
	wg.Wait()
	return errors.Join(errs...)
}
