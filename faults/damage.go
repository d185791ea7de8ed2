package faults

import (
	"bytes"
	"context"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// harm is a way in which a file comes back from a disk other than it was written. It gets
// a copy of the content, which is not empty.
type harm struct {
	name string
	do   func(r *rand.Rand, content []byte) []byte
}

// harms are all that is tried.
var harms = []harm{
	{"a bit has flipped", func(r *rand.Rand, b []byte) []byte { b[r.IntN(len(b))] ^= 1 << r.IntN(8); return b }},
	{"a byte is another", func(r *rand.Rand, b []byte) []byte { b[r.IntN(len(b))] += byte(1 + r.IntN(255)); return b }},
	{"several bits have flipped", func(r *rand.Rand, b []byte) []byte {
		for range 2 + r.IntN(8) {
			b[r.IntN(len(b))] ^= 1 << r.IntN(8)
		}
		return b
	}},
	{"a digit is another", func(r *rand.Rand, b []byte) []byte {
		for range 100 {
			if i := r.IntN(len(b)); b[i] >= '0' && b[i] <= '9' {
				b[i] = '0' + (b[i]-'0'+byte(1+r.IntN(9)))%10
				return b
			}
		}
		b[0] ^= 1
		return b
	}},
	{"a part is zero", func(r *rand.Rand, b []byte) []byte { clear(part(r, b)); return b }},
	{"a part is noise", func(r *rand.Rand, b []byte) []byte {
		for i, p := 0, part(r, b); i < len(p); i++ {
			p[i] = byte(r.Uint32())
		}
		return b
	}},
	{"the end is missing", func(r *rand.Rand, b []byte) []byte { return b[:r.IntN(len(b))] }},
	{"all is missing", func(_ *rand.Rand, b []byte) []byte { return b[:0] }},
	{"a part is missing", func(r *rand.Rand, b []byte) []byte {
		from := r.IntN(len(b))
		return slices.Delete(b, from, min(from+1+r.IntN(600), len(b)))
	}},
	{"a part is there twice", func(r *rand.Rand, b []byte) []byte {
		p := bytes.Clone(part(r, b))
		return slices.Insert(b, r.IntN(len(b)+1), p...)
	}},
	{"something follows", func(r *rand.Rand, b []byte) []byte {
		for range 1 + r.IntN(600) {
			b = append(b, byte(r.Uint32()))
		}
		return b
	}},
}

// part is a piece of a content, as large as a sector at the most.
func part(r *rand.Rand, b []byte) []byte {
	from := r.IntN(len(b))
	return b[from:min(from+1+r.IntN(512), len(b))]
}

// missing and exchanged are what else happens to files.
const (
	missing   = "the file is missing"
	exchanged = "another file is in its place"
)

// digits tell apart files of a kind.
var digits = regexp.MustCompile(`[0-9]+`)

// damage damages a file of a work, and has it read: by the same command, which goes on from
// there, if it was met on the way, or by those who read what came of it.
func (l *lab) damage(ctx context.Context, s *subject) error {
	place := l.r.IntN(len(s.states))
	if l.r.IntN(3) == 0 {
		place = len(s.states) - 1
	}
	state := maps.Clone(s.states[place])
	names := slices.DeleteFunc(slices.Sorted(maps.Keys(state)), func(name string) bool {
		return s.work.Files[name] != "" || len(state[name]) == 0 || strings.HasSuffix(name, "-reserve")
	})
	if len(names) == 0 {
		return nil
	}
	name := names[l.r.IntN(len(names))]
	what := l.harm(state, name, names)
	if bytes.Equal(state[name], s.states[place][name]) && what != missing {
		return nil // it has become what it was
	}
	folder := l.folder(s.work)
	if err := writeState(folder, state); err != nil {
		return err
	}
	kind := s.work.Name + "/" + digits.ReplaceAllString(name, "N")
	l.report.Files[kind]++
	l.report.Damage[what]++
	before := len(l.report.Wrong)
	over := place == len(s.states)-1 && (s.work.Done != "" || s.work.Over != "" || s.work.Still)
	if over || place == len(s.states)-1 && l.r.IntN(2) == 0 && len(s.work.Reads) > 0 {
		l.read(ctx, s, folder, kind+": "+what)
	} else {
		l.goOn(ctx, s, state, folder, name, kind+": "+what)
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if len(l.report.Wrong) == before {
		return os.RemoveAll(folder)
	}
	return nil
}

// harm does something to a file of a state, and says what.
func (l *lab) harm(state map[string][]byte, name string, names []string) string {
	switch l.r.IntN(12) {
	case 0:
		delete(state, name)
		return missing
	case 1:
		if other := names[l.r.IntN(len(names))]; other != name {
			state[name] = state[other]
			return exchanged
		}
	}
	h := harms[l.r.IntN(len(harms))]
	state[name] = h.do(l.r, bytes.Clone(state[name]))
	return h.name
}

// times are what differs between answers that are the same.
var times = regexp.MustCompile(`[0-9.]+ m?s\b`)

func withoutTimes(text string) string { return times.ReplaceAllString(text, "some time") }

// read has those read a folder who read what came of a work.
func (l *lab) read(ctx context.Context, s *subject, folder, what string) {
	said := false
	for i, args := range s.work.Reads {
		a, ok := l.ask(ctx, folder, args, what)
		switch {
		case !ok:
			return
		case a.Code != 0:
			said = true
		case withoutTimes(a.Stdout) != s.reads[i]:
			l.wrong("%s, in %s: %s answers otherwise without a word: %.300q", what, folder, strings.Join(args, " "), a.Stdout)
			return
		}
	}
	l.note(said)
}

// note counts how damage was met.
func (l *lab) note(said bool) {
	if said {
		l.report.Said++
	} else {
		l.report.Healed++
	}
}

// goOn lets a work go on in a folder in which a file is damaged.
func (l *lab) goOn(ctx context.Context, s *subject, state map[string][]byte, folder, name, what string) {
	a, ok := l.ask(ctx, folder, s.work.Args, what)
	if !ok {
		return
	}
	if a.Code != 0 {
		l.note(true)
		return
	}
	var got Result
	if s.work.Export == nil {
		var err error
		if got, err = s.work.Result(nil, folder); err != nil {
			l.wrong("%s, in %s: %v", what, folder, err)
			return
		}
	} else {
		a, ok := l.ask(ctx, folder, s.work.Export, what)
		if !ok {
			return
		}
		if a.Code != 0 {
			l.note(true)
			return
		}
		got.Content = []byte(a.Stdout)
	}
	if bytes.Equal(got.Content, s.result.Content) {
		l.note(false)
		return
	}
	// What is only written, and not any more, is as it was: then readers must notice.
	after, err := os.ReadFile(filepath.Join(folder, name))
	if slices.Contains(s.work.Models, name) && (err != nil && state[name] == nil || bytes.Equal(after, state[name])) {
		l.read(ctx, s, folder, what)
		return
	}
	l.wrong("%s, in %s: something else comes of it without a word", what, folder)
}

// ask has a command done in a folder. It is not ok if it fails otherwise than it may.
func (l *lab) ask(ctx context.Context, folder string, args []string, what string) (Answer, bool) {
	a, err := l.batch.do(ctx, Request{folder, args})
	switch {
	case ctx.Err() != nil:
		return a, false
	case err != nil:
		l.wrong("%s, in %s: gambito %s: %v", what, folder, strings.Join(args, " "), err)
		return a, false
	case a.Panic != "" || broke(a.Stderr) || a.Code < 0 || a.Code > 2:
		l.wrong("%s, in %s: gambito %s: exit code %d: %s %s", what, folder, strings.Join(args, " "), a.Code, a.Panic, a.Stderr)
		return a, false
	case a.Code != 0 && strings.TrimSpace(a.Stderr) == "":
		l.wrong("%s, in %s: gambito %s: exit code %d without a word", what, folder, strings.Join(args, " "), a.Code)
		return a, false
	}
	return a, true
}
