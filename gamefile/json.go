package gamefile

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"gambito/arena"
	"gambito/files"
)

// isJSON reports whether a content begins as records do.
func isJSON(content []byte) bool { return bytes.HasPrefix(bytes.TrimSpace(content), []byte("{")) }

// parseJSON reads records one after another, on a line each or over several.
func parseJSON(r *reader) error {
	decoder := json.NewDecoder(bytes.NewReader(r.content))
	for {
		line := r.lineOf(int(decoder.InputOffset()))
		var text json.RawMessage
		err := decoder.Decode(&text)
		if err == nil {
			text, err = files.Unseal(text)
		}
		if errors.Is(err, files.ErrDamaged) {
			return at(line, err)
		}
		var record arena.Record
		if err == nil {
			err = json.Unmarshal(text, &record)
		}
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return at(line, fmt.Errorf("it is not a game record: %s", jsonError(err)))
		case record.Game == "":
			return at(line, errors.New(`it is not a game record: it does not say of which "game"`))
		}
		if err := r.add(record, line); err != nil {
			return at(line, err)
		}
	}
}

// lineOf is the number of the line in which the first thing stands from an offset on.
func (r *reader) lineOf(offset int) int {
	rest := r.content[offset:]
	offset += len(rest) - len(bytes.TrimLeft(rest, " \t\r\n"))
	if offset < r.counted {
		r.line, r.counted = 0, 0
	}
	r.line += bytes.Count(r.content[r.counted:offset], []byte("\n"))
	r.counted = offset
	return r.line + 1
}

// jsonError says in one line what is wrong with JSON.
func jsonError(err error) string {
	if errors.Is(err, io.ErrUnexpectedEOF) {
		return "it ends too early"
	}
	var kind *json.UnmarshalTypeError
	if errors.As(err, &kind) {
		return fmt.Sprintf("%s cannot be a %s", kind.Field, strings.ReplaceAll(kind.Value, "array", "list"))
	}
	return strings.TrimPrefix(err.Error(), "json: ")
}

// formatJSON writes one record so that people can read it, several one a line.
func formatJSON(games []Game) ([]byte, error) {
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	if len(games) == 1 {
		encoder.SetIndent("", "  ")
	}
	var all []byte
	for _, g := range games {
		text.Reset()
		if err := encoder.Encode(g.Record); err != nil {
			return nil, err
		}
		all = append(all, files.Seal(text.Bytes())...)
	}
	return all, nil
}
