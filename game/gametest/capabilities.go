package gametest

import (
	"errors"
	"fmt"
	"math"
	"runtime"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"gambito/game"
)

// checkPlayout compares the fast playout with the slow one: the joint
// frequencies of result and final position (by a few bits of its hash), from
// the start and from some later positions, by a χ² test of homogeneity. The
// seeds are fixed, so it either always passes or never.
func checkPlayout(g game.Game, _ Facts) error {
	if _, ok := g.New().(game.Playouter); !ok {
		return nil
	}
	positions := []game.State{g.New()}
	r := newRand(9)
	for range 3 {
		positions = append(positions, somewhere(g, r, 0.5))
	}
	for _, from := range positions {
		if err := samePlayouts(g, from); err != nil {
			return err
		}
	}
	return nil
}

func samePlayouts(g game.Game, from game.State) error {
	playouts, looks := 20_000, 500
	if raceDetector {
		playouts = 5000
	}
	text := g.FormatPosition(from)
	fast, slow := from.Clone().(game.Playouter), from.Clone()
	buf := make([]game.Move, 0, g.Info().MaxMoves)
	r := newRand(10)
	type outcome struct {
		score  float64
		detail uint64
	}
	counts := map[outcome]*[2]float64{}
	note := func(s game.State, which int) {
		o := outcome{s.Score(0), s.Hash() % 16}
		if counts[o] == nil {
			counts[o] = new([2]float64)
		}
		counts[o][which]++
	}
	for i := range playouts {
		slow.CopyFrom(from)
		game.RandomPlayout(slow, r, buf)
		note(slow, 0)
		fast.CopyFrom(from)
		fast.Playout(r)
		if fast.Turn() != game.Over {
			return fmt.Errorf("position %q: a playout ends before the game is over", text)
		}
		if i < looks {
			if err := positionRoundTrip(g, fast); err != nil {
				return fmt.Errorf("a playout from %q leads to an impossible position: %w", text, err)
			}
		}
		note(fast, 1)
	}
	chi2, cells := 0.0, 0
	for _, n := range counts {
		chi2 += (n[0] - n[1]) * (n[0] - n[1]) / (n[0] + n[1])
		cells++
	}
	if cells > 1 {
		// Wilson and Hilferty: the cube root of χ²/k is close to normal.
		k := float64(cells - 1)
		z := (math.Cbrt(chi2/k) - (1 - 2/(9*k))) / math.Sqrt(2/(9*k))
		if z > 4.5 {
			return fmt.Errorf("position %q: fast and slow playouts differ, χ² = %.1f with %d degrees of freedom", text, chi2, cells-1)
		}
	}
	return nil
}

func checkAllocations(g game.Game, _ Facts) error {
	start, s := g.New(), g.New()
	buf := make([]game.Move, 0, g.Info().MaxMoves)
	r := newRand(11)
	type work struct {
		what string
		do   func()
	}
	all := []work{
		{"a game by Moves and Play", func() { s.CopyFrom(start); game.RandomPlayout(s, r, buf) }},
		{"CopyFrom, Hash and Turn", func() { s.CopyFrom(start); _ = s.Hash(); _ = s.Turn() }},
	}
	if fast, ok := s.(game.Playouter); ok {
		all = append(all, work{"a playout", func() { fast.CopyFrom(start); fast.Playout(r) }})
	}
	if undoer, ok := s.(game.Undoer); ok {
		all = append(all, work{"playing and undoing", func() {
			undoer.CopyFrom(start)
			for _, m := range undoer.Moves(buf[:0]) {
				undoer.Play(m)
				undoer.Undo(m)
			}
		}})
	}
	if finder, ok := s.(game.WinFinder); ok {
		all = append(all, work{"finding winning moves", func() { finder.CopyFrom(start); finder.WinningMoves(buf[:0]) }})
	}
	for _, w := range all {
		for range 300 { // warm up what a state keeps between games
			w.do()
		}
		if n := allocations(3000, w.do); n > 0.01 {
			return fmt.Errorf("%s allocates %.3g times", w.what, n)
		}
	}
	return nil
}

// allocations is the mean number of one run. Unlike testing.AllocsPerRun it
// does not round, so that what grows slowly is seen too.
func allocations(runs int, do func()) float64 {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for range runs {
		do()
	}
	runtime.ReadMemStats(&after)
	return float64(after.Mallocs-before.Mallocs) / float64(runs)
}

func checkSymmetries(g game.Game, _ Facts) error {
	sym, ok := g.(game.Symmetric)
	if !ok {
		return nil
	}
	if n := sym.Symmetries(); n < 2 {
		return fmt.Errorf("%d symmetries: a symmetric game has at least the identity and one more", n)
	}
	for k := range sym.Symmetries() {
		image, after := g.New(), g.New()
		moved := false
		err := eachPosition(g, newRand(12), randomGames(g)/4, func(s game.State) error {
			sym.Transform(image, s, k)
			if g.FormatPosition(image) != g.FormatPosition(s) {
				moved = true
			}
			moves := s.Moves(nil)
			if len(moves) == 0 {
				if image.Turn() != game.Over || image.Score(0) != s.Score(0) {
					return fmt.Errorf("symmetry %d changes how %q ended", k, g.FormatPosition(s))
				}
				return nil
			}
			var images []game.Move
			for _, m := range moves {
				images = append(images, sym.TransformMove(m, k))
			}
			slices.Sort(images)
			if image.Turn() != s.Turn() || !slices.Equal(images, image.Moves(nil)) {
				return fmt.Errorf("symmetry %d of %q: the moves' images %v are not the image's moves %v", k, g.FormatPosition(s), images, image.Moves(nil))
			}
			for _, m := range moves {
				next := s.Clone()
				next.Play(m)
				sym.Transform(after, next, k)
				there := image.Clone()
				there.Play(sym.TransformMove(m, k))
				if look(g, after) != look(g, there) {
					return fmt.Errorf("symmetry %d of %q: move %d does not commute with it", k, g.FormatPosition(s), m)
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
		if moved == (k == 0) {
			return fmt.Errorf("symmetry %d: it changes a position: %v; only 0 is the identity", k, moved)
		}
	}
	return nil
}

// checkWinningMoves compares with trying every move. Where no player chooses
// alone there is none.
func checkWinningMoves(g game.Game, f Facts) error {
	if _, ok := g.New().(game.WinFinder); !ok {
		return nil
	}
	found := 0
	err := eachPosition(g, newRand(15), randomGames(g), func(s game.State) error {
		player := s.Turn()
		var wins []game.Move
		for _, m := range s.Moves(nil) {
			next := s.Clone()
			next.Play(m)
			if player >= 0 && next.Turn() == game.Over && next.Score(player) > 0 {
				wins = append(wins, m)
			}
		}
		found += len(wins)
		if got := s.(game.WinFinder).WinningMoves(nil); !slices.Equal(got, wins) {
			return fmt.Errorf("position %q: the winning moves are said to be %v, but are %v", g.FormatPosition(s), got, wins)
		}
		return nil
	})
	if err == nil && (found == 0) != f.NoWinningMoves {
		return fmt.Errorf("%d winning moves were met", found)
	}
	return err
}

// checkSimultaneous checks that joint moves are what the players' own moves
// combine to, and that a player's moves can be written and read.
func checkSimultaneous(g game.Game, _ Facts) error {
	return eachPosition(g, newRand(16), randomGames(g), func(s game.State) error {
		if s.Turn() != game.Together {
			return nil
		}
		text := g.FormatPosition(s)
		sim, ok := s.(game.Simultaneous)
		names, okNames := g.(game.SimultaneousGame)
		if !ok || !okNames {
			return fmt.Errorf("position %q: all players move together, but the game does not say how", text)
		}
		joint := [][]game.Move{nil}
		for p := range game.Player(g.Info().Players()) {
			moves := sim.MovesOf(p, nil)
			if len(moves) == 0 || !slices.IsSorted(moves) || len(slices.Compact(slices.Clone(moves))) != len(moves) {
				return fmt.Errorf("position %q: the moves of player %d are %v", text, p, moves)
			}
			for _, m := range moves {
				written := names.FormatMoveOf(s, p, m)
				if back, err := names.ParseMoveOf(s, p, written); err != nil || back != m {
					return fmt.Errorf("position %q: move %d of player %d is written %q, which is read as %d, %v", text, m, p, written, back, err)
				}
			}
			var longer [][]game.Move
			for _, head := range joint {
				for _, m := range moves {
					longer = append(longer, append(slices.Clone(head), m))
				}
			}
			joint = longer
		}
		var joined []game.Move
		for _, moves := range joint {
			joined = append(joined, sim.Join(moves))
		}
		slices.Sort(joined)
		if !slices.Equal(joined, s.Moves(nil)) {
			return fmt.Errorf("position %q: the players' moves join to %v, but the moves are %v", text, joined, s.Moves(nil))
		}
		return nil
	})
}

// checkChance checks that chance has outcomes of positive probability that sum
// to one, and that a game says by its type that chance has a part in it.
func checkChance(g game.Game, _ Facts) error {
	met := false
	err := eachPosition(g, newRand(19), randomGames(g), func(s game.State) error {
		if s.Turn() != game.Chance {
			return nil
		}
		met = true
		return chanceLawful(g, s, s.Moves(nil))
	})
	if err == nil && !met && game.OfChance(g) {
		return fmt.Errorf("it has probabilities, but chance decides nowhere")
	}
	return err
}

// checkEvaluations checks that evaluations can be had by name, leave positions
// as they are, and see no difference between a position and its images.
func checkEvaluations(g game.Game, _ Facts) error {
	e, ok := g.(game.Evaluated)
	if !ok {
		return nil
	}
	if _, err := e.Evaluation("no such evaluation"); err == nil {
		return fmt.Errorf("any name is an evaluation")
	}
	names := []string{""}
	for _, info := range e.Evaluations() {
		if info.Name == "" || info.Help == "" {
			return fmt.Errorf("an evaluation has the name %q and the help %q", info.Name, info.Help)
		}
		names = append(names, info.Name)
	}
	if err := checkWeights(g, names); err != nil {
		return err
	}
	sym, symmetric := g.(game.Symmetric)
	for _, name := range names {
		evaluate, err := e.Evaluation(name)
		if err != nil {
			return fmt.Errorf("evaluation %q: %w", name, err)
		}
		varies := false
		image := g.New()
		err = eachPosition(g, newRand(18), randomGames(g)/2+1, func(s game.State) error {
			was := look(g, s)
			v := evaluate(s)
			varies = varies || v != 0
			if look(g, s) != was {
				return fmt.Errorf("evaluation %q changes position %q", name, was.text)
			}
			for k := 1; symmetric && k < sym.Symmetries(); k++ {
				if sym.Transform(image, s, k); evaluate(image) != v {
					return fmt.Errorf("position %q: evaluation %q gives %d, and %d for its image %d", was.text, name, v, evaluate(image), k)
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
		if !varies {
			return fmt.Errorf("evaluation %q is 0 everywhere", name)
		}
	}
	return nil
}

// checkWeights checks that evaluations take weights as they say, and are themselves with
// the default ones.
func checkWeights(g game.Game, names []string) error {
	w, ok := g.(game.Weighted)
	if !ok {
		return nil
	}
	if w.Weights("no such evaluation") != nil {
		return fmt.Errorf("any name has weights")
	}
	for _, name := range names {
		list := w.Weights(name)
		if list == nil {
			continue
		}
		low, high := make([]int, len(list)), make([]int, len(list))
		for i, weight := range list {
			if weight.Name == "" || weight.Low > weight.Default || weight.Default > weight.High || weight.Low == weight.High {
				return fmt.Errorf("evaluation %q, weight %d: %+v", name, i+1, weight)
			}
			low[i], high[i] = weight.Low, weight.High
		}
		for _, numbers := range [][]int{low, high} {
			if _, err := w.Evaluation(game.WithWeights(name, numbers)); err != nil {
				return err
			}
		}
		high[0]++
		for _, numbers := range [][]int{high, low[:len(low)-1]} {
			text := game.WithWeights(name, numbers)
			if _, err := w.Evaluation(text); err == nil {
				return fmt.Errorf("there is an evaluation %q", text)
			}
		}
		plain, err := game.EvaluationDigest(w, name)
		if err != nil {
			return err
		}
		same, err := game.EvaluationDigest(w, game.WithWeights(name, game.Defaults(list)))
		if err != nil || same != plain {
			return fmt.Errorf("evaluation %q is another with its own weights, %v", name, err)
		}
		varied := make([]int, len(list)) // not all of them matter on every board
		for i, weight := range list {
			varied[i] = []int{weight.Low, weight.High}[i%2]
		}
		if other, err := game.EvaluationDigest(w, game.WithWeights(name, varied)); err != nil || other == plain {
			return fmt.Errorf("evaluation %q does not care for its weights, %v", name, err)
		}
	}
	return nil
}

func checkDrawing(g game.Game, f Facts) error {
	if _, ok := g.New().(game.TextDrawer); ok {
		return checkTextDrawing(g, f)
	}
	if _, ok := g.New().(game.Drawer); !ok {
		return nil
	}
	seen := map[string]string{}
	return eachPosition(g, newRand(13), randomGames(g)/4, func(s game.State) error {
		text, b := g.FormatPosition(s), s.(game.Drawer).Draw()
		switch {
		case len(b.Cells) != b.Columns*b.Rows:
			return fmt.Errorf("position %q: %d cells on a board of %d × %d", text, len(b.Cells), b.Columns, b.Rows)
		case b.ColumnLabels != nil && len(b.ColumnLabels) != b.Columns, b.RowLabels != nil && len(b.RowLabels) != b.Rows:
			return fmt.Errorf("position %q: the labels do not fit a board of %d × %d", text, b.Columns, b.Rows)
		case len(b.Pieces) != g.Info().Players():
			return fmt.Errorf("position %q: %d colours of pieces for %d players", text, len(b.Pieces), g.Info().Players())
		}
		drawn := fmt.Sprint(s.Turn(), b.Caption)
		for _, c := range b.Cells {
			if (c.Symbol == 0) != (c.Glyph == 0) || c.Symbol > '~' {
				return fmt.Errorf("position %q: a piece has the symbol %q and the glyph %q", text, c.Symbol, c.Glyph)
			}
			if c.Symbol != 0 && c.Owner != game.Nobody && (c.Owner < 0 || int(c.Owner) >= g.Info().Players()) {
				return fmt.Errorf("position %q: a piece belongs to player %d", text, c.Owner)
			}
			if c.Symbol != 0 && c.Owner != game.Nobody {
				if m, ok := game.MarkOf(g, c.Owner); ok && (m.Ink != b.Pieces[c.Owner] || m.Surface != b.Surface ||
					m.Symbol != 0 && (m.Symbol != unicode.ToUpper(c.Symbol) || m.Glyph != c.Glyph)) {
					return fmt.Errorf("position %q: a piece of player %d is %c, %c, and its mark %+v", text, c.Owner, c.Symbol, c.Glyph, m)
				}
			}
			if c.Target && s.Turn() == game.Over {
				return fmt.Errorf("position %q: the game is over and a cell is a target", text)
			}
			drawn += fmt.Sprintf("%c%d ", c.Symbol, c.Owner)
		}
		if twin, ok := seen[drawn]; ok && twin != text && !game.OfSecrets(g) { // whose positions are also how they came about
			return fmt.Errorf("positions %q and %q are drawn alike", twin, text)
		}
		seen[drawn] = text
		return nil
	})
}

// checkTextDrawing checks that lines are ASCII, as wide with colours as without,
// and different for different positions.
func checkTextDrawing(g game.Game, _ Facts) error {
	seen := map[string]string{}
	return eachPosition(g, newRand(13), randomGames(g)/4, func(s game.State) error {
		text, drawn := g.FormatPosition(s), ""
		for _, line := range s.(game.TextDrawer).DrawText() {
			for _, span := range line {
				if span.Fancy != "" && utf8.RuneCountInString(span.Fancy) != len(span.Plain) {
					return fmt.Errorf("position %q: %q and %q are not equally wide", text, span.Plain, span.Fancy)
				}
				drawn += span.Plain
			}
			drawn += "\n"
		}
		if strings.ContainsFunc(drawn, func(r rune) bool { return r > '~' || r < ' ' && r != '\n' }) {
			return fmt.Errorf("position %q is not drawn in ASCII:\n%s", text, drawn)
		}
		if twin, ok := seen[drawn]; ok && twin != text {
			return fmt.Errorf("positions %q and %q are drawn alike", twin, text)
		}
		seen[drawn] = text
		return nil
	})
}

// checkGroups checks that groups of moves are numbers from 0 to 255, tell some
// moves apart, are the same whenever asked, and for images of moves too.
func checkGroups(g game.Game, _ Facts) error {
	grouped, ok := g.(game.Grouped)
	if !ok {
		return nil
	}
	sym, symmetric := g.(game.Symmetric)
	image := g.New()
	apart := false
	err := eachPosition(g, newRand(19), randomGames(g)/2+1, func(s game.State) error {
		was := look(g, s)
		first := -1
		for _, m := range s.Moves(nil) {
			group := grouped.Group(s, m)
			if group < 0 || group > 255 || group != grouped.Group(s.Clone(), m) {
				return fmt.Errorf("position %q, move %d: its group is %d, or another", was.text, m, group)
			}
			if first < 0 {
				first = group
			}
			apart = apart || group != first
			for k := 1; symmetric && k < sym.Symmetries(); k++ {
				sym.Transform(image, s, k)
				if of := grouped.Group(image, sym.TransformMove(m, k)); of != group {
					return fmt.Errorf("position %q, move %d: its group is %d, and %d for its image %d", was.text, m, group, of, k)
				}
			}
		}
		if look(g, s) != was {
			return fmt.Errorf("asking for groups changes position %q", was.text)
		}
		return nil
	})
	if err == nil && !apart {
		err = errors.New("all moves of a position are always one group")
	}
	return err
}
