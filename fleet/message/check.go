package message

import (
	"encoding/json"
	"fmt"
	"iter"
	"math"
	"strings"
)

// What a message may hold at most. Whoever sends more is not understood.
const (
	MaxMessage = 1<<20 - 4096              // bytes of a message; servers take 1 MB unless told otherwise
	MaxPart    = 512 << 10                 // bytes of a part of an answer, unless a single result is larger
	MaxUnits   = 1 << 16                   // units of a piece
	MaxUnit    = min(1<<53-1, math.MaxInt) // number of a unit
	MaxFiles   = 10_000                    // files of a job
	MaxFile    = 1 << 30                   // bytes of a file

	maxID   = 32
	maxName = 64
	maxText = 1000 // bytes of any other text
)

// Plain is what is written as JSON.
type Plain interface {
	Header | Piece | Worker | Progress
	check() error
}

// JSON writes a value, unless nobody would take it.
func JSON[T Plain](v T) ([]byte, error) {
	if err := v.check(); err != nil {
		return nil, err
	}
	b, err := json.Marshal(v)
	if err == nil && len(b) > MaxMessage {
		err = fmt.Errorf("a message of %d bytes; at most %d can be sent", len(b), MaxMessage)
	}
	return b, err
}

// Read reads what JSON wrote, or what somebody else made of it.
func Read[T Plain](b []byte) (v T, err error) {
	if len(b) > MaxMessage {
		return v, fmt.Errorf("a message of %d bytes; at most %d are read", len(b), MaxMessage)
	}
	if err := json.Unmarshal(b, &v); err != nil {
		var none T
		return none, err
	}
	return v, v.check()
}

// ValidID reports whether a text can be that of a job: it is part of subjects and the
// name of consumers.
func ValidID(id string) bool {
	return id != "" && len(id) <= maxID && strings.IndexFunc(id, func(r rune) bool { return !alphanumeric(r) }) < 0
}

// ValidName reports whether a text can be the name of a worker, which is a key.
func ValidName(name string) bool { return name != "" && Name(name) == name }

// Name makes the name of a worker of any text, such as that of a host: letters and
// digits, "-" and "_". It is "" if nothing of the text can be taken.
func Name(text string) string {
	name := strings.Map(func(r rune) rune {
		if alphanumeric(r) || r == '-' || r == '_' {
			return r
		}
		return '-'
	}, text)
	name = strings.Trim(name[:min(len(name), maxName)], "-")
	return name
}

func alphanumeric(r rune) bool {
	return '0' <= r && r <= '9' || 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z'
}

// ValidDigest reports whether a text can be the digest of a file.
func ValidDigest(d string) bool {
	return len(d) == 64 && strings.IndexFunc(d, func(r rune) bool {
		return !('0' <= r && r <= '9' || 'a' <= r && r <= 'f')
	}) < 0
}

func checkText(what, text string) error {
	if len(text) > maxText {
		return fmt.Errorf("%s has %d bytes; at most %d are taken", what, len(text), maxText)
	}
	return nil
}

func checkTexts(texts ...string) error {
	for _, text := range texts {
		if err := checkText("a text", text); err != nil {
			return err
		}
	}
	return nil
}

func (h Header) check() error {
	switch {
	case !ValidID(h.ID):
		return fmt.Errorf("%.40q cannot be a job", h.ID)
	case h.Kind == "":
		return fmt.Errorf("job %s is of no kind", h.ID)
	case !ValidDigest(h.Spec):
		return fmt.Errorf("job %s: %.80q is not the digest of a spec", h.ID, h.Spec)
	case len(h.Files) > MaxFiles:
		return fmt.Errorf("job %s has %d files; at most %d are taken", h.ID, len(h.Files), MaxFiles)
	}
	for _, f := range h.Files {
		switch {
		case !ValidDigest(f.Digest):
			return fmt.Errorf("job %s: %.80q is not the digest of a file", h.ID, f.Digest)
		case f.Size < 0 || f.Size > MaxFile:
			return fmt.Errorf("job %s: a file of %d bytes; at most %d are taken", h.ID, f.Size, MaxFile)
		}
		if err := checkText("the name of a file", f.Name); err != nil {
			return fmt.Errorf("job %s: %w", h.ID, err)
		}
	}
	return checkTexts(h.Kind, h.Name, h.Build, h.Version, h.Coordinator)
}

func (p Piece) check() error {
	if !ValidID(p.Job) {
		return fmt.Errorf("a piece of %.40q, which cannot be a job", p.Job)
	}
	if len(p.Units) == 0 {
		return fmt.Errorf("piece %d of job %s holds nothing", p.Number, p.Job)
	}
	least, total := 0, 0
	for _, s := range p.Units {
		if s.First < least || s.Count < 1 || s.Count > MaxUnits || s.First > MaxUnit-s.Count {
			return fmt.Errorf("piece %d of job %s: units %d, %d of them, cannot stand there", p.Number, p.Job, s.First, s.Count)
		}
		least = s.First + s.Count
		if total += s.Count; total > MaxUnits {
			return fmt.Errorf("piece %d of job %s holds more than %d units", p.Number, p.Job, MaxUnits)
		}
	}
	return nil
}

// Len is the number of units.
func (p Piece) Len() (n int) {
	for _, s := range p.Units {
		n += s.Count
	}
	return n
}

// All goes through the units.
func (p Piece) All() iter.Seq[int] {
	return func(yield func(int) bool) {
		for _, s := range p.Units {
			for i := range s.Count {
				if !yield(s.First + i) {
					return
				}
			}
		}
	}
}

func (w Worker) check() error {
	if !ValidName(w.Name) {
		return fmt.Errorf("%.80q cannot be the name of a worker", w.Name)
	}
	if w.Cores < 0 || w.Jobs < 0 || w.Units < 0 || !amount(w.Busy) || !amount(w.Seconds) || !amount(w.Speed) {
		return fmt.Errorf("worker %s tells numbers that cannot be", w.Name)
	}
	if len(w.Doing) > MaxFiles {
		return fmt.Errorf("worker %s does %d jobs", w.Name, len(w.Doing))
	}
	if err := checkTexts(w.Doing...); err != nil {
		return err
	}
	return checkTexts(w.Self, w.Host, w.Build, w.Version, w.Machine, w.Waits)
}

func (p Progress) check() error {
	if !ValidID(p.ID) {
		return fmt.Errorf("%.40q cannot be a job", p.ID)
	}
	if p.Done < 0 || p.Total < 0 || p.Pieces < 0 || p.Twice < 0 || p.Aside < 0 ||
		!amount(p.Each) || !amount(p.Speed) || !amount(p.Left) {
		return fmt.Errorf("job %s tells numbers that cannot be", p.ID)
	}
	if err := checkTexts(p.Refused...); err != nil {
		return err
	}
	return checkTexts(p.Name)
}

// amount reports whether a number can be one of things or seconds.
func amount(x float64) bool { return x >= 0 && x <= math.MaxFloat64 }
