package gamefile

import (
	"bytes"
	"errors"
	"fmt"
	"math/bits"
	"regexp"
	"strconv"
	"strings"

	"gambito/arena"
	"gambito/game"
	"gambito/games/othello"
)

// GGF, the Generic Game Format, is what the server GGS keeps games in and what the
// protocol NBoard passes on:
//
//	(;GM[Othello]PC[GGS/os]DT[2003.12.31_22:59:47.MST]PB[ann]PW[bob]RE[+12.000]
//	TI[05:00//02:00]TY[8]BO[8 -------- … ---O*--- ---*O--- … *]B[F5/1.20/0.5]W[D6];)
//
// Of a move the value that its player put on it and the seconds it took may follow.
// A board has * for black, O for white and, behind it, who is to move.

var (
	ggfStart  = regexp.MustCompile(`^[\s\d]*\(;`)
	ggfResult = regexp.MustCompile(`^([+-]?\d{1,3}(?:\.\d{1,6})?)(?::([rts]))?$`)
	ggfType   = regexp.MustCompile(`^s?(?:0|8)?(?:r\d*|[bkwp])*$`) // some boards write 0
)

func isGGF(content []byte) bool { return ggfStart.Match(content) }

// parseGGF reads games that stand one after another, with numbers between them as
// archives have.
func parseGGF(r *reader) error {
	offset := 0
	for {
		rest := r.content[offset:]
		found := ggfStart.FindIndex(rest)
		if found == nil {
			if len(bytes.Trim(rest, " \t\r\n0123456789\x00")) > 0 {
				return at(r.lineOf(offset), fmt.Errorf("%q stands where a game should begin, with (;", firstOf(rest)))
			}
			return nil
		}
		begin := offset + found[1]
		g := ggfGame{reader: r, state: othello.New().New(), record: emptyRecord(othello.New())}
		line := r.lineOf(begin)
		end, err := g.properties(begin)
		if err == nil {
			if err = g.close(); err == nil {
				err = r.add(g.record, line)
			}
			if err != nil {
				err = at(r.lineOf(begin), err)
			}
		}
		if err != nil {
			return err
		}
		offset = end
	}
}

// firstOf is the beginning of a text that does not fit.
func firstOf(text []byte) string {
	const most = 20
	word := oneLine(string(text[:min(len(text), most)]))
	return strings.TrimSpace(word)
}

// ggfGame is a game in the making.
type ggfGame struct {
	reader  *reader
	record  arena.Record
	state   game.State
	moves   []game.Move
	seconds [2]float64
	result  string
	komi    bool // the result is not that of the discs alone
	named   bool
}

// properties reads those of a game from an offset on, to where it ends.
func (g *ggfGame) properties(offset int) (end int, err error) {
	content := g.reader.content
	for {
		rest := content[offset:]
		trimmed := bytes.TrimLeft(rest, " \t\r\n")
		offset += len(rest) - len(trimmed)
		if bytes.HasPrefix(trimmed, []byte(";)")) {
			return offset + 2, nil
		}
		open := bytes.IndexByte(trimmed, '[')
		if open <= 0 || open > 8 || !isName(trimmed[:open]) {
			if len(trimmed) == 0 {
				return 0, at(g.reader.lineOf(len(content)), errors.New("the game does not end with ;)"))
			}
			return 0, at(g.reader.lineOf(offset), fmt.Errorf("%q is neither a property, such as B[f5], nor the end of a game, ;)", firstOf(trimmed)))
		}
		length := bytes.IndexByte(trimmed, ']')
		if length < open {
			return 0, at(g.reader.lineOf(offset), fmt.Errorf("%s[ has no end, ]", trimmed[:open]))
		}
		if err := g.property(string(trimmed[:open]), oneLine(string(trimmed[open+1:length]))); err != nil {
			return 0, at(g.reader.lineOf(offset), err)
		}
		offset += length + 1
	}
}

func isName(text []byte) bool {
	for _, c := range text {
		if c < 'A' || c > 'Z' {
			return false
		}
	}
	return true
}

// property reads one. Those that tell nothing of a record are passed over.
func (g *ggfGame) property(name, value string) error {
	switch name {
	case "GM":
		if !strings.EqualFold(value, "othello") {
			return fmt.Errorf("it is a game of %q: GGF is read of Othello only", value)
		}
		g.named = true
	case "PB", "PW":
		if g.record.Names == nil {
			g.record.Names = []string{"black", "white"}
		}
		if value != "" {
			g.record.Names[strings.Index("BW", name[1:])] = value
		}
	case "DT":
		g.record.Date = value
	case "PC":
		g.record.Event = value
	case "RE":
		g.result = value
	case "KM":
		g.komi = strings.Trim(value, "+-0. ") != ""
	case "TY":
		if !ggfType.MatchString(value) {
			return fmt.Errorf("its type is %q: games on 8×8 by the usual rules are read, 8", value)
		}
	case "BO":
		return g.board(value)
	case "B", "W":
		return g.move(game.Player(strings.Index("BW", name)), value)
	}
	return nil
}

// board sets up the position to start from.
func (g *ggfGame) board(value string) error {
	size, cells, _ := strings.Cut(value, " ")
	if size != "8" {
		return fmt.Errorf("its board is of %q rows: those of 8 are read", size)
	}
	if len(g.moves) > 0 {
		return errors.New("the board stands behind moves")
	}
	cells = strings.Join(strings.Fields(strings.ToUpper(cells)), "")
	if len(cells) != 65 {
		return fmt.Errorf("its board has %d signs: it must be 64 cells of -*O and the side to move, * or O", len(cells))
	}
	cells = strings.ReplaceAll(cells, "*", "X")
	state, err := othello.New().ParsePosition(cells[:64] + " " + cells[64:])
	if err != nil {
		return fmt.Errorf("its board is none: it must be 64 cells of -*O and the side to move, * or O")
	}
	g.state = state
	if text := othello.New().FormatPosition(state); text != othello.New().FormatPosition(othello.New().New()) {
		g.record.Position = text
	}
	return nil
}

// move makes a move of a player. That the other must pass may be left out.
func (g *ggfGame) move(p game.Player, value string) error {
	rules := othello.New()
	text, rest, _ := strings.Cut(value, "/")
	number := len(g.moves) + 1
	if g.state.Turn() != game.Over && g.state.Turn() != p {
		if only := g.state.Moves(nil); only[0] != othello.Pass {
			return fmt.Errorf("move %d, %s: it is %s to move", number, text, rules.Info().Roles[g.state.Turn()])
		}
		g.play(othello.Pass)
		number++
	}
	texts := rules.SplitMoves(text)
	if len(texts) != 1 {
		return fmt.Errorf("move %d: %q is not one move, such as f5 or pass", number, text)
	}
	if texts[0] == "pass" && g.state.Turn() == game.Over {
		return nil // some write it behind the last move
	}
	moves, err := game.ParseLine(rules, g.state, texts[0])
	if err != nil {
		return fmt.Errorf("move %d: %s", number, strings.TrimPrefix(err.Error(), "move 1: "))
	}
	g.moves = append(g.moves, moves...)
	if i := strings.LastIndexByte(rest, '/'); i >= 0 {
		if seconds, err := strconv.ParseFloat(rest[i+1:], 64); err == nil && seconds > 0 && seconds < 1e9 {
			g.seconds[p] += seconds
		}
	}
	return nil
}

func (g *ggfGame) play(m game.Move) {
	g.state.Play(m)
	g.moves = append(g.moves, m)
}

// close writes the record once all properties are there.
func (g *ggfGame) close() error {
	rules := othello.New()
	if !g.named {
		return errors.New("it does not say of which game it is, as GM[Othello] does")
	}
	start := rules.New()
	if g.record.Position != "" {
		start, _ = rules.ParsePosition(g.record.Position) // it was read before
	}
	g.record.Moves = game.FormatLine(rules, start, g.moves)
	if g.seconds != [2]float64{} {
		g.record.Seconds = g.seconds[:]
	}
	score, fault, err := g.told()
	if err != nil {
		return err
	}
	finish(&g.record, g.state, fault)
	if black := g.record.Result; g.record.Reason == arena.ByTheRules && !g.komi && score*black[0] < 0 {
		return fmt.Errorf("its result is %s, but by its moves %s has more discs", g.result, rules.Info().Roles[int(1-black[0])/2])
	}
	return nil
}

// told is what the result says: black's score, and whose fault it was if the game
// did not end by the rules.
func (g *ggfGame) told() (score float64, fault *arena.Fault, err error) {
	if g.result == "" || strings.Trim(g.result, "?") == "" {
		return 0, nil, nil
	}
	found := ggfResult.FindStringSubmatch(g.result)
	if found == nil {
		return 0, nil, fmt.Errorf("its result is %q: it must be the discs that black has more, such as +12, -4:r or ?", g.result)
	}
	score, _ = strconv.ParseFloat(found[1], 64) // by the pattern it is a number
	if score == 0 || found[2] == "" || found[2] == "s" {
		return score, nil, nil
	}
	loser := game.Player(0)
	if score > 0 {
		loser = 1
	}
	fault = resigned(loser)
	if found[2] == "t" {
		fault.Reason = arena.OutOfTime
	}
	return score, fault, nil
}

// formatGGF writes games of Othello, one a line.
func formatGGF(games []Game) ([]byte, error) {
	var text bytes.Buffer
	for i := range games {
		if err := ofOthello(&games[i], "GGF files"); err != nil {
			return nil, err
		}
		writeGGF(&text, &games[i])
	}
	return text.Bytes(), nil
}

func writeGGF(text *bytes.Buffer, g *Game) {
	property := func(name, value string) {
		value = strings.NewReplacer("[", "(", "]", ")").Replace(oneLine(value))
		fmt.Fprintf(text, "%s[%s]", name, value)
	}
	text.WriteString("(;")
	property("GM", "Othello")
	if place := g.Record.Event; place != "" {
		property("PC", place)
	} else {
		property("PC", "gambito")
	}
	if g.Record.Date != "" {
		property("DT", g.Record.Date)
	}
	players := g.Players()
	property("PB", players[0])
	property("PW", players[1])
	property("RE", ggfScore(g))
	property("TY", "8")
	property("BO", ggfBoard(g))
	s := g.Start.Clone()
	for _, m := range g.Moves {
		property("BW"[s.Turn():s.Turn()+1], g.Game.FormatMove(s, m))
		s.Play(m)
	}
	text.WriteString(";)\n")
}

// ggfBoard is the position to start from, row by row.
func ggfBoard(g *Game) string {
	cells := strings.ReplaceAll(g.Game.FormatPosition(g.Start), "X", "*")
	var rows strings.Builder
	rows.WriteString("8")
	for i := 0; i < 64; i += 8 {
		rows.WriteString(" " + cells[i:i+8])
	}
	return rows.String() + cells[64:]
}

// ggfScore is the discs that black has more, or that somebody lost otherwise.
func ggfScore(g *Game) string {
	const all = 64
	switch r := &g.Record; {
	case r.Result == nil:
		return "?"
	case r.Reason == arena.ByTheRules:
		s := g.Start.Clone()
		for _, m := range g.Moves {
			s.Play(m)
		}
		black, white := othello.Discs(s) // for black is to move, as it were
		return fmt.Sprintf("%+d.000", bits.OnesCount64(black)-bits.OnesCount64(white))
	case r.Reason == arena.TooLong:
		return "0.000:s"
	case r.Reason == arena.OutOfTime:
		return fmt.Sprintf("%+.3f:t", r.Result[0]*all)
	default:
		return fmt.Sprintf("%+.3f:r", r.Result[0]*all)
	}
}
