package gametest

import (
	"errors"
	"fmt"
	"slices"

	"gambito/game"
)

// checkCells checks that views are written in full, leave the position as it is and
// show numbers that there are; that what is one player's own is the other's opponent's;
// that positions which show the same to the player to move are alike; and that images of
// positions show what the images of cells say.
func checkCells(g game.Game, _ Facts) error {
	celled, ok := g.(game.Celled)
	if !ok {
		return nil
	}
	cells := celled.Cells()
	if err := cellsLawful(g, cells); err != nil {
		return err
	}
	sym, _ := g.(game.Symmetric)
	image := g.New()
	view, other, again := make([]uint8, cells.Count()), make([]uint8, cells.Count()), make([]uint8, cells.Count())
	seen := map[string]int{}
	err := eachPosition(g, newRand(21), randomGames(g)/2+1, func(s game.State) error {
		was := look(g, s)
		for p := range game.Player(2) {
			for i := range view {
				view[i], again[i] = 77, 78
			}
			celled.Look(s, p, view)
			celled.Look(s, p, again)
			celled.Look(s, p^1, other)
			if !slices.Equal(view, again) {
				return fmt.Errorf("position %q: not every cell is written, or not always the same", was.text)
			}
			if int(slices.Max(view)) >= cells.Values {
				return fmt.Errorf("position %q: a cell shows %d, and there are only %d numbers", was.text, slices.Max(view), cells.Values)
			}
			if !slices.Equal(swapped(view), counts(other)) {
				return fmt.Errorf("position %q: player %d sees %v, and the other %v", was.text, p, view, other)
			}
			for k := 1; k < len(cells.Images); k++ {
				sym.Transform(image, s, k)
				celled.Look(image, p, again)
				for c, to := range cells.Images[k] {
					if again[to] != view[c] {
						return fmt.Errorf("position %q: cell %d shows %d, and its image under symmetry %d shows %d", was.text, c, view[c], k, again[to])
					}
				}
			}
			if s.Turn() == p {
				moves, known := seen[string(view)]
				if known && moves != len(s.Moves(nil)) {
					return fmt.Errorf("position %q has other moves than another one that shows the same", was.text)
				}
				seen[string(view)] = len(s.Moves(nil))
			}
		}
		if look(g, s) != was {
			return fmt.Errorf("looking at cells changes position %q", was.text)
		}
		return nil
	})
	if err == nil && len(seen) < 2 {
		err = errors.New("all positions show the same")
	}
	if err == nil && allocations(100, func() { celled.Look(image, 0, view) }) > 0.1 {
		err = errors.New("looking at cells allocates")
	}
	return err
}

// cellsLawful checks how the cells of a game are said to lie.
func cellsLawful(g game.Game, cells game.Cells) error {
	symmetries := 1
	if sym, ok := g.(game.Symmetric); ok {
		symmetries = sym.Symmetries()
	}
	switch {
	case g.Info().Players() != 2:
		return fmt.Errorf("cells are seen by two players, and there are %d", g.Info().Players())
	case cells.Count() < 1 || cells.Count() > 255 || cells.Values < 3:
		return fmt.Errorf("%d × %d cells that show %d numbers are too few or too many", cells.Columns, cells.Rows, cells.Values)
	case len(cells.Images) != symmetries:
		return fmt.Errorf("cells have %d images, and the game has %d symmetries", len(cells.Images), symmetries)
	}
	for k, image := range cells.Images {
		sorted := slices.Sorted(slices.Values(image))
		for c := range sorted {
			if len(image) != cells.Count() || int(sorted[c]) != c || k == 0 && int(image[c]) != c {
				return fmt.Errorf("image %d of the cells is %v", k, image)
			}
		}
	}
	return nil
}

// counts is how many cells show each number.
func counts(view []uint8) []int {
	n := make([]int, 256)
	for _, shows := range view {
		n[shows]++
	}
	return n
}

// swapped is that with the pieces of the players exchanged.
func swapped(view []uint8) []int {
	n := counts(view)
	n[game.Own], n[game.Theirs] = n[game.Theirs], n[game.Own]
	return n
}
