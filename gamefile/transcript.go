package gamefile

import (
	"bytes"
	"errors"
	"fmt"
	"regexp"
	"strings"

	"gambito/arena"
	"gambito/game"
	"gambito/games/othello"
)

// othelloID is the game that Othello's formats are of.
const othelloID = "othello"

// transcriptStart is how a line of a transcript begins.
var transcriptStart = regexp.MustCompile(`^(?:\d+[.):]?\s*)?[a-hA-H][1-8](?:[^A-Za-z]|[a-hA-H][1-8]|[pP][aAsS])?`)

// isTranscript reports whether the first line of a content that is no remark begins
// with a cell.
func isTranscript(content []byte) bool {
	for line := range bytes.Lines(content) {
		if text := strings.TrimSpace(string(line)); !isRemark(text) {
			return transcriptStart.MatchString(text)
		}
	}
	return false
}

func isRemark(line string) bool { return line == "" || line[0] == '#' }

// parseTranscripts reads games of Othello, one a line. A transcript that does not
// stop at the end of the game is wrong; one that stops before is a game not finished.
func parseTranscripts(r *reader) error {
	number := 0
	for line := range bytes.Lines(r.content) {
		number++
		text := strings.TrimSpace(string(line))
		if isRemark(text) {
			continue
		}
		if err := r.addLine(text, number); err != nil {
			return at(number, err)
		}
	}
	return nil
}

// addLine adds a game of Othello that is told by its moves alone.
func (r *reader) addLine(text string, line int) error {
	if len(text) > maxLine {
		return fmt.Errorf("it has %d bytes; at most %d are read", len(text), maxLine)
	}
	g := othello.New()
	s := g.New()
	moves, err := game.ParseLine(g, s, text)
	if err != nil {
		return err
	}
	if len(moves) == 0 {
		return errors.New("there is no move in it, such as f5")
	}
	record := emptyRecord(g)
	record.Moves = game.FormatLine(g, g.New(), moves)
	finish(&record, s, nil)
	return r.add(record, line)
}

// formatTranscripts writes the moves of games of Othello, passes left out.
func formatTranscripts(games []Game) ([]byte, error) {
	var text bytes.Buffer
	for i := range games {
		g := &games[i]
		if err := ofOthello(g, "transcripts"); err != nil {
			return nil, err
		}
		if g.Record.Position != "" {
			return nil, errors.New("transcripts tell no position to start from: .ggf and .json do")
		}
		for _, m := range g.Moves {
			if m != othello.Pass {
				text.WriteString(g.Game.FormatMove(nil, m))
			}
		}
		text.WriteByte('\n')
	}
	return text.Bytes(), nil
}

// ofOthello refuses games of others.
func ofOthello(g *Game, what string) error {
	if g.Record.Game != othelloID {
		return fmt.Errorf("%s are for games of othello, not of %s: .json takes every game", what, g.Record.Game)
	}
	return nil
}

// resigned is the fault of a player who gave up.
func resigned(seat game.Player) *arena.Fault {
	return &arena.Fault{Seat: int(seat), Reason: arena.Resignation}
}
