package backgammon

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"gambito/game"
)

const pass = "pass"

// path is the way of a man: where it starts, where it stops to hit, where it
// ends.
type path struct {
	points [5]int
	count  int
}

func (p *path) add(point int) {
	p.points[p.count] = point
	p.count++
}

func (p *path) from() int { return p.points[0] }
func (p *path) to() int   { return p.points[p.count-1] }

// paths takes a turn apart. The parts of a double that follow each other are
// one man's way. It stops only where it hits.
func (b *Board) paths(p game.Player, m game.Move) (found [4]path, count int) {
	dice := turnDice(m)
	large, small := int(dice[0]), int(dice[1])
	from := sources(m)
	add := func(points ...int) {
		for _, k := range points {
			found[count].add(max(k, Off))
		}
		count++
	}
	switch first, second := from[0], from[1]; {
	case large == small:
		return b.pathsOfDouble(p, from, large)
	case second == goesOn:
		add(first, first-large-small)
	case first != 0 && second != 0 && second == first-large: // a hit between, else it would be one way
		add(first, second, second-small)
	case first != 0 && second != 0 && first == second-small:
		add(second, first, first-large)
	default:
		if first != 0 {
			add(first, first-large)
		}
		if second != 0 {
			add(second, second-small)
		}
		slices.SortFunc(found[:count], comparePaths)
	}
	return found, count
}

func (b *Board) pathsOfDouble(p game.Player, from [4]int, die int) (found [4]path, count int) {
	for i := range from {
		k := from[i] // 0 if it went into the way of another part
		if k == 0 {
			continue
		}
		way := &found[count]
		count++
		way.add(k)
		for k > 0 {
			k = max(k-die, Off)
			next := slices.Index(from[i+1:], k)
			if k == Off || next < 0 {
				way.add(k)
				break
			}
			from[i+1+next] = 0
			if b[p^1][Bar-k] == 1 {
				way.add(k)
			}
		}
	}
	slices.SortFunc(found[:count], comparePaths)
	return found, count
}

// comparePaths puts men that come from farther first, then those that go less
// far.
func comparePaths(a, b path) int {
	return cmp.Or(b.from()-a.from(), b.to()-a.to(), slices.Compare(b.points[:], a.points[:]))
}

// FormatMove implements game.Game: a roll as its digits, a turn as the ways of
// its men, such as "8/5 6/5", "bar/20*", "24/20*/16", "13/7(2)", "6/off", or
// "pass". A star marks a hit.
func (g *Game) FormatMove(s game.State, m game.Move) string {
	if IsRoll(m) {
		return RollDice(m).String()
	}
	st := s.(*State)
	found, count := st.board.paths(st.side, m)
	if count == 0 {
		return pass
	}
	text := make([]byte, 0, 32)
	hit := [26]bool{}
	for i := 0; i < count; {
		way := found[i]
		times := 0
		for ; i < count && found[i] == way; i++ {
			times++
		}
		if len(text) > 0 {
			text = append(text, ' ')
		}
		for j, k := range way.points[:way.count] {
			if j > 0 {
				text = append(text, '/')
			}
			text = appendPoint(text, k)
			if j > 0 && k > 0 && st.board[st.side^1][Bar-k] == 1 && !hit[k] {
				text, hit[k] = append(text, '*'), true
			}
		}
		if times > 1 {
			text = append(text, '(', '0'+byte(times), ')')
		}
	}
	return string(text)
}

func appendPoint(text []byte, k int) []byte {
	switch k {
	case Off:
		return append(text, "off"...)
	case Bar:
		return append(text, "bar"...)
	}
	return strconv.AppendInt(text, int64(k), 10)
}

// ParseMove implements game.Game. A turn may be written in any order, in single
// parts or in one ("24/23 23/20", "24/23/20", "24/20"), with commas or hyphens,
// with 25 and 0 for bar and off, and with or without stars.
func (g *Game) ParseMove(s game.State, text string) (game.Move, error) {
	st := s.(*State)
	switch st.Turn() {
	case game.Over:
		return 0, fmt.Errorf("%q: the game is over", text)
	case game.Chance:
		d, err := ParseDice(strings.TrimSuffix(text, ":"))
		if err != nil {
			return 0, err
		}
		if st.opening && d[0] == d[1] {
			return 0, fmt.Errorf("%q: the first roll of a game is no double", text)
		}
		return RollMove(d), nil
	}
	ways, err := parsePaths(text)
	if err != nil {
		return 0, fmt.Errorf("%q: %w", text, err)
	}
	m, err := st.match(ways)
	if err != nil {
		return 0, fmt.Errorf("%q: %w", text, err)
	}
	return m, nil
}

var errMove = errors.New("it is no move, such as 8/5 6/5, bar/20, 13/7(2), 6/off or pass")

// What is said to words of the cube where a turn is to be made.
var (
	errRolled = errors.New("the dice have been rolled; make a move such as 8/5 6/5")
	errCube   = errors.New("there is no cube to decide about now: players of backgammon:cube=on and backgammon:match=N double before they roll")
)

// parsePaths reads the ways of men. A pass is none.
func parsePaths(text string) (ways []path, err error) {
	lower := strings.ToLower(strings.TrimSpace(text))
	switch lower {
	case pass:
		return nil, nil
	case "roll":
		return nil, errRolled
	case "double", "take", "drop":
		return nil, errCube
	}
	parts := strings.FieldsFunc(lower, func(r rune) bool { return r == ' ' || r == ',' })
	if len(parts) == 0 {
		return nil, errMove
	}
	for _, part := range parts {
		times := 1
		if body, ok := strings.CutSuffix(part, ")"); ok {
			i := strings.IndexByte(body, '(')
			if i < 0 || len(body) != i+2 || body[i+1] < '1' || body[i+1] > '4' {
				return nil, errMove
			}
			part, times = body[:i], int(body[i+1]-'0')
		}
		way, err := parsePath(part)
		if err != nil {
			return nil, err
		}
		if len(ways)+times > 4 {
			return nil, errors.New("a turn has four parts at most")
		}
		for range times {
			ways = append(ways, way)
		}
	}
	return ways, nil
}

func parsePath(text string) (way path, err error) {
	points := strings.FieldsFunc(text, func(r rune) bool { return r == '/' || r == '-' })
	if len(points) < 2 || len(points) > len(way.points) {
		return way, errMove
	}
	for i, word := range points {
		k, err := parsePoint(strings.TrimSuffix(word, "*"))
		switch {
		case err != nil:
			return way, err
		case i > 0 && k >= way.to():
			return way, errors.New("men go from higher points to lower ones")
		}
		way.add(k)
	}
	return way, nil
}

func parsePoint(word string) (int, error) {
	switch word {
	case "bar", "b":
		return Bar, nil
	case "off", "o":
		return Off, nil
	}
	k, err := strconv.Atoi(word)
	if err != nil || k < Off || k > Bar || len(word) > 2 {
		return 0, errMove
	}
	return k, nil
}

// match finds the legal turn that leads where men on these ways do. If they
// lead nowhere legal, the men hit on the way may have been left out.
func (s *State) match(ways []path) (game.Move, error) {
	want, other, err := s.after(ways)
	if err != nil {
		return 0, err
	}
	var near []game.Move
	for _, m := range s.Moves(nil) {
		after := s.board
		if after.Play(s.side, m); after[s.side] != want {
			continue
		}
		if after[s.side^1] == other {
			return m, nil
		}
		near = append(near, m)
	}
	switch len(near) {
	case 0:
		return 0, fmt.Errorf("it is not legal with %s", s.dice)
	case 1:
		return near[0], nil
	}
	g := New()
	return 0, fmt.Errorf("it could be %s or %s", g.FormatMove(s, near[0]), g.FormatMove(s, near[1]))
}

// after is where the men of both sides are once some have gone these ways.
func (s *State) after(ways []path) (own, other [26]uint8, err error) {
	men := [26]int8{}
	for k, n := range s.board[s.side] {
		men[k] = int8(n)
	}
	other = s.board[s.side^1]
	for i := range ways {
		men[ways[i].from()]--
		men[ways[i].to()]++
		for _, k := range ways[i].points[1:ways[i].count] {
			if k > 0 && other[Bar-k] == 1 {
				other[Bar-k] = 0
				other[Bar]++
			}
		}
	}
	for k, n := range men {
		if n < 0 {
			return own, other, fmt.Errorf("%s has not enough men on %s", roles[s.side], appendPoint(nil, k))
		}
		own[k] = uint8(n)
	}
	return own, other, nil
}

// JoinMoves implements game.MoveLister: a colon follows every roll, as in
// "31: 8/5 6/5 43: 24/20 13/10".
func (g *Game) JoinMoves(texts []string) string {
	var line strings.Builder
	for i, text := range texts {
		if i > 0 {
			line.WriteByte(' ')
		}
		line.WriteString(text)
		if IsRollText(text) {
			line.WriteByte(':')
		}
	}
	return line.String()
}

// SplitMoves implements game.MoveLister. Two digits are a roll, with a colon or
// without; whatever stands between rolls is one move.
func (g *Game) SplitMoves(line string) []string {
	var texts []string
	inMove := false
	for _, word := range strings.Fields(line) {
		roll := strings.TrimSuffix(word, ":")
		switch {
		case IsRollText(roll):
			texts, inMove = append(texts, roll), false
		case inMove:
			texts[len(texts)-1] += " " + word
		default:
			texts, inMove = append(texts, word), true
		}
	}
	return texts
}

// IsRollText reports whether a text is two dice, such as 31.
func IsRollText(text string) bool {
	return len(text) == 2 && text[0] >= '1' && text[0] <= '6' && text[1] >= '1' && text[1] <= '6'
}
