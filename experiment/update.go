package experiment

import (
	"reflect"
	"slices"
	"strings"
)

// Update writes the file into a text that says something else: only the lines of keys
// whose values are others are written anew, and all the rest stays as it is, comments and
// layout included. Where that cannot be done, because the text is no such file or a value
// is of use in several places, it is Write.
func (f File) Update(text []byte) []byte {
	was := readSource(text)
	blocks, ok := was.blocks(string(text))
	if !ok {
		return f.Write()
	}
	updated := []byte(updated(string(text), blocks, was.entries(), f.entries()))
	if now, want := readSource(updated), readSource(f.Write()); !reflect.DeepEqual(now.File, want.File) || len(now.wrong) > max(len(was.wrong), len(want.wrong)) {
		return f.Write()
	}
	return updated
}

// block is where the lines of a key are: from its own to that before the end, from 0.
type block struct {
	key        string
	begin, end int
}

// blocks finds the lines of all keys, in their order.
func (s *source) blocks(text string) (list []block, ok bool) {
	if s.top.Line() == 0 {
		return nil, false
	}
	entries, err := s.top.Pairs()
	if err != nil {
		return nil, false
	}
	lines := strings.SplitAfter(text, "\n")
	for i, e := range entries {
		b := block{e.Name, e.Key.Line() - 1, len(lines)}
		if i+1 < len(entries) {
			b.end = entries[i+1].Key.Line() - 1
		}
		if e.Key.Column() != 1 || b.begin >= b.end {
			return nil, false // braces, or indented
		}
		for b.end > b.begin+1 && between(lines[b.end-1]) {
			b.end--
		}
		list = append(list, b)
	}
	return list, len(list) > 0
}

// between reports whether a line stands between keys and belongs to neither: what is
// commented there is about the next.
func between(line string) bool {
	return strings.TrimSpace(line) == "" || strings.HasPrefix(line, "#")
}

// updated puts the entries that have changed in the places of those that were, and new
// ones behind those that go before them.
func updated(text string, blocks []block, was, is []entry) string {
	lines := strings.SplitAfter(text, "\n")
	if last := len(lines) - 1; lines[last] != "" {
		lines[last] += "\n"
	}
	place := func(key string) int { return slices.IndexFunc(blocks, func(b block) bool { return b.key == key }) }
	after := map[int]string{} // what is new behind a block
	front, before := "", -1
	for i, e := range is {
		at := place(e.key)
		switch {
		case at >= 0 && e.text != was[i].text:
			b := blocks[at]
			old := strings.Join(lines[b.begin:b.end], "")
			for k := b.begin; k < b.end; k++ {
				lines[k] = ""
			}
			lines[b.begin] = withComment(e.text, old)
		case at < 0 && !e.usual && before < 0:
			front += e.text
		case at < 0 && !e.usual:
			after[before] += e.text
		}
		if at >= 0 {
			before = at
		}
	}
	for at, text := range after {
		lines[blocks[at].end-1] += text
	}
	if front != "" {
		lines[blocks[0].begin] = front + lines[blocks[0].begin]
	}
	return strings.Join(lines, "")
}

// withComment is an entry of one line with the comment of the line that was in its place.
func withComment(text, old string) string {
	if text == "" || strings.Count(text, "\n") > 1 || strings.Count(old, "\n") > 1 {
		return text
	}
	quote := byte(0)
	for i := 0; i < len(old); i++ {
		switch c := old[i]; {
		case quote != 0:
			if c == '\\' && quote == '"' {
				i++
			} else if c == quote {
				quote = 0
			}
		case c == '"' || c == '\'':
			quote = c
		case c == '#' && i > 0 && (old[i-1] == ' ' || old[i-1] == '\t'):
			line := strings.TrimSuffix(text, "\n")
			gap := max(i-len(line), 1) // the comment stays where it was, if it can
			return line + strings.Repeat(" ", gap) + strings.TrimRight(old[i:], "\r\n") + "\n"
		}
	}
	return text
}
