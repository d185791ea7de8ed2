package gametest

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"slices"

	"gambito/game"
)

// checkEncoding checks that planes are written in full and leave the position
// as it is, that moves have places of their own, that positions which look alike
// are alike, and that a game's symmetries move numbers about without changing
// them.
func checkEncoding(g game.Game, _ Facts) error {
	e, ok := g.(game.Encoded)
	if !ok {
		return nil
	}
	size := e.Encoding()
	if size.Inputs() < 1 || size.Moves < 1 {
		return fmt.Errorf("%+v encodes nothing", size)
	}
	sym, symmetric := g.(game.Symmetric)
	image := g.New()
	planes, again := make([]float32, size.Inputs()), make([]float32, size.Inputs())
	type answer struct {
		text   string
		places []int
	}
	seen := map[string]answer{}
	varies := false
	err := eachPosition(g, newRand(20), randomGames(g)/2+1, func(s game.State) error {
		if s.Turn() < 0 {
			return nil
		}
		was := look(g, s)
		for i := range planes {
			planes[i], again[i] = float32(math.NaN()), 77
		}
		e.Encode(s, planes)
		e.Encode(s, again)
		if !slices.Equal(planes, again) {
			return fmt.Errorf("position %q: not every number is written, or not always the same", was.text)
		}
		var places []int
		for _, m := range s.Moves(nil) {
			place := e.MoveIndex(s, m)
			if place < 0 || place >= size.Moves || slices.Contains(places, place) {
				return fmt.Errorf("position %q: move %d has the place %d of %d, or shares it", was.text, m, place, size.Moves)
			}
			places = append(places, place)
		}
		slices.Sort(places)
		if look(g, s) != was {
			return fmt.Errorf("encoding changes position %q", was.text)
		}
		var key []byte
		for _, x := range planes {
			key = binary.LittleEndian.AppendUint32(key, math.Float32bits(x))
		}
		if twin, ok := seen[string(key)]; ok && !slices.Equal(twin.places, places) {
			return fmt.Errorf("positions %q and %q look alike, but their moves have other places", twin.text, was.text)
		}
		seen[string(key)] = answer{was.text, places}
		varies = varies || len(seen) > 1
		slices.Sort(planes)
		for k := 1; symmetric && k < sym.Symmetries(); k++ {
			sym.Transform(image, s, k)
			e.Encode(image, again)
			if slices.Sort(again); !slices.Equal(planes, again) {
				return fmt.Errorf("position %q: its image %d shows other numbers", was.text, k)
			}
		}
		return nil
	})
	if err == nil && !varies {
		err = errors.New("all positions look alike")
	}
	if err == nil && allocations(100, func() { e.Encode(g.New(), planes) }) > allocations(100, func() { g.New() })+0.1 {
		err = errors.New("encoding allocates")
	}
	return err
}
