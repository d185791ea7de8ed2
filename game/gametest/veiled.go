package gametest

import (
	"fmt"
	"slices"

	"gambito/game"
)

// checkVeiled checks what players see of games with secrets. Nothing leaks: two
// worlds that a player cannot tell apart have the same key and, where it is to move, the
// same legal moves. What is drawn fits: it is a position of the game in which it is the same
// player's turn, and it is the same world whatever the true one is. It is drawn alike for
// the player, and tells the same story. And something is hidden at all.
func checkVeiled(g game.Game, _ Facts) error {
	if _, ok := g.New().(game.Veiled); !ok {
		return nil
	}
	r := newRand(23)
	legal := map[string][]game.Move{} // by key of whose turn it is
	hidden := false
	err := eachPosition(g, newRand(24), 4*randomGames(g), func(s game.State) error {
		for p := range game.Player(g.Info().Players()) {
			key := string(s.(game.Veiled).Sees(p, nil))
			world := s.Clone().(game.Veiled)
			for range 3 {
				world.CopyFrom(s)
				world.Redeal(p, r)
				text := g.FormatPosition(world)
				hidden = hidden || text != g.FormatPosition(s)
				if seen := string(world.Sees(p, nil)); seen != key {
					return fmt.Errorf("position %q: player %d sees %q there, and %q in the world %q that was drawn for it", g.FormatPosition(s), p, key, seen, text)
				}
				if again, err := g.ParsePosition(text); err != nil || again.Turn() != s.Turn() || world.Turn() != s.Turn() {
					return fmt.Errorf("position %q: the world %q that was drawn for player %d does not fit: %v", g.FormatPosition(s), text, p, err)
				}
				if err := lookAlike(g, s, world, p); err != nil {
					return err
				}
				if s.Turn() == p && !slices.Equal(world.Moves(nil), s.Moves(nil)) {
					return fmt.Errorf("position %q: player %d has other moves in the world %q that it cannot tell apart", g.FormatPosition(s), p, text)
				}
			}
			if s.Turn() != p {
				continue
			}
			name := fmt.Sprint(p, key)
			if known, ok := legal[name]; ok && !slices.Equal(known, s.Moves(nil)) {
				return fmt.Errorf("position %q: player %d has seen %q elsewhere, with other moves", g.FormatPosition(s), p, key)
			}
			legal[name] = s.Moves(nil)
		}
		return nil
	})
	if err == nil && !hidden {
		return fmt.Errorf("no world that was drawn is another one: nothing is hidden")
	}
	return err
}

// lookAlike checks that nothing tells p two worlds apart that it has seen the same of.
func lookAlike(g game.Game, s, world game.State, p game.Player) error {
	one, other := game.View(s, p), game.View(world, p)
	if a, b := g.FormatPosition(one), g.FormatPosition(other); a != b {
		return fmt.Errorf("position %q: what is drawn for player %d is %q there, and %q in the world %q: something of what was there is left", g.FormatPosition(s), p, a, b, g.FormatPosition(world))
	}
	if c, ok := g.(game.Chronicled); ok {
		told := c.Chronicle(s, p)
		for _, w := range []game.State{world, one} {
			if !slices.Equal(told, c.Chronicle(w, p)) {
				return fmt.Errorf("position %q: player %d is told %v, and %v in the world %q", g.FormatPosition(s), p, told, c.Chronicle(w, p), g.FormatPosition(w))
			}
		}
	}
	if _, ok := s.(game.Viewed); !ok {
		return nil
	}
	seen := drawnAs(s, p)
	for _, w := range []game.State{world, one, other} {
		if drawn := drawnAs(w, p); drawn != seen {
			return fmt.Errorf("position %q: player %d is shown\n%s\nand in the world %q\n%s", g.FormatPosition(s), p, seen, g.FormatPosition(w), drawn)
		}
	}
	return nil
}

// drawnAs is the drawing of s for player p.
func drawnAs(s game.State, p game.Player) string {
	looked := s.Clone().(game.Viewed)
	looked.LookAs(p)
	switch d := looked.(type) {
	case game.TextDrawer:
		return fmt.Sprint(d.DrawText())
	case game.Drawer:
		return fmt.Sprint(d.Draw())
	}
	return ""
}
