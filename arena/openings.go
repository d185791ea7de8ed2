package arena

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"

	"gambito/files"
	"gambito/game"
)

// Openings are the moves with which games start before agents choose.
// The zero value is none.
type Openings struct {
	text  string        // as given
	plies int           // random moves
	lines [][]game.Move // or lines to take in turn
}

// String is the text that was read.
func (o Openings) String() string {
	if o.text == "" {
		return "none"
	}
	return o.text
}

// Named returns the openings with another text, such as the name of their file
// without its folder.
func (o Openings) Named(text string) Openings {
	o.text = text
	return o
}

// Lines are those of a file as they are written, if there are any.
func (o Openings) Lines(g game.Game) (list []string) {
	for _, line := range o.lines {
		list = append(list, game.FormatLine(g, g.New(), line))
	}
	return list
}

// digest is a hash of the lines, if there are any.
func (o Openings) digest() string {
	if o.lines == nil {
		return ""
	}
	sum := sha256.Sum256(fmt.Append(nil, o.lines))
	return hex.EncodeToString(sum[:])
}

// ParseOpenings reads "none", "random:PLIES" or the name of a file with one
// line of moves a line.
func ParseOpenings(g game.Game, text string) (Openings, error) {
	if text == "none" {
		return Openings{}, nil
	}
	if number, ok := strings.CutPrefix(text, "random:"); ok {
		plies, err := strconv.Atoi(number)
		if err != nil || plies < 1 || plies >= g.Info().MaxPlies {
			return Openings{}, fmt.Errorf("openings %q: PLIES in random:PLIES must be a whole number from 1 to %d", text, g.Info().MaxPlies-1)
		}
		return Openings{text: text, plies: plies}, nil
	}
	content, err := files.Read(text)
	if err != nil {
		return Openings{}, fmt.Errorf("openings %q: neither none nor random:PLIES nor a file that can be read: %w", text, err)
	}
	return parseOpeningLines(g, text, string(content))
}

// CarriedOpenings are those of a text somewhere else, with the lines of its file, if it is
// one.
func CarriedOpenings(g game.Game, text string, lines []string) (Openings, error) {
	if len(lines) > 0 {
		return parseOpeningLines(g, text, strings.Join(lines, "\n"))
	}
	if text != "none" && !strings.HasPrefix(text, "random:") {
		return Openings{}, fmt.Errorf("the lines of the openings %q did not come along", text)
	}
	return ParseOpenings(g, text)
}

func parseOpeningLines(g game.Game, name, content string) (Openings, error) {
	o := Openings{text: name}
	number := 0
	for line := range strings.Lines(content) {
		number++
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		s := g.New()
		moves, err := game.ParseLine(g, s, line)
		if err == nil && s.Turn() == game.Over {
			err = fmt.Errorf("the game is over after it")
		}
		if err != nil {
			return Openings{}, fmt.Errorf("openings %s: line %d: %w", name, number, err)
		}
		o.lines = append(o.lines, moves)
	}
	if o.lines == nil {
		return Openings{}, fmt.Errorf("openings %s: there is no line of moves in it", name)
	}
	return o, nil
}

// openingTries is how often a random opening is drawn again because the game
// ended within it.
const openingTries = 1000

// draw returns the opening of a pair. Random ones come from seed, listed ones
// in their order.
func (o Openings) draw(g game.Game, pair int, seed uint64) ([]game.Move, error) {
	switch {
	case o.lines != nil:
		return o.lines[pair%len(o.lines)], nil
	case o.plies == 0:
		return nil, nil
	}
	r := rand.New(rand.NewPCG(seed, 0))
	start, s := g.New(), g.New()
	opening := make([]game.Move, 0, o.plies)
	buf := make([]game.Move, 0, g.Info().MaxMoves)
	for range openingTries {
		s.CopyFrom(start)
		opening = opening[:0]
		for range o.plies {
			m, ok := game.RandomMove(s, r, buf)
			if !ok {
				break
			}
			s.Play(m)
			opening = append(opening, m)
		}
		if s.Turn() != game.Over {
			return opening, nil
		}
	}
	return nil, fmt.Errorf("openings random:%d: %d random openings of %s all ended the game", o.plies, openingTries, g.Info().ID)
}
