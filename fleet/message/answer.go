package message

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"strings"
	"unicode/utf8"
)

// An answer is written as
//
//	byte     1, the version of the form
//	byte     what is in it: bits of the flags below
//	texts    job, worker, build, version
//	uvarint  piece, delivery
//	8 bytes  seconds, as IEEE 754 writes them, the last byte first
//	uvarint  number of results, and of each: unit, data, notes
//	[uvarint, text]  the unit that failed, and why
//	[text]   why it is refused
//
// where text, data and notes are a uvarint, their length, and that many bytes.
const answerForm = 1

const (
	flagLast = 1 << iota
	flagSplit
	flagAside
	flagFailed
	flagRefused
	flagsAll = 1<<iota - 1
)

// AppendAnswer appends an answer to b. Texts that are too long are cut.
func AppendAnswer(b []byte, a *Answer) []byte {
	var flags byte
	for _, f := range []struct {
		holds bool
		bit   byte
	}{{a.Last, flagLast}, {a.Split, flagSplit}, {a.Aside, flagAside}, {a.Failed != nil, flagFailed}, {a.Refused != "", flagRefused}} {
		if f.holds {
			flags |= f.bit
		}
	}
	b = append(b, answerForm, flags)
	for _, text := range []string{a.Job, a.Worker, a.Build, a.Version} {
		b = appendText(b, text)
	}
	b = binary.AppendUvarint(b, a.Piece)
	b = binary.AppendUvarint(b, uint64(max(a.Delivery, 0)))
	b = binary.LittleEndian.AppendUint64(b, math.Float64bits(a.Seconds))
	b = binary.AppendUvarint(b, uint64(len(a.Done)))
	for i := range a.Done {
		u := &a.Done[i]
		b = binary.AppendUvarint(b, uint64(u.Number))
		b = append(binary.AppendUvarint(b, uint64(len(u.Data))), u.Data...)
		b = append(binary.AppendUvarint(b, uint64(len(u.Notes))), u.Notes...)
	}
	if a.Failed != nil {
		b = binary.AppendUvarint(b, uint64(a.Failed.Unit))
		b = appendText(b, a.Failed.Why)
	}
	if a.Refused != "" {
		b = appendText(b, a.Refused)
	}
	return b
}

func appendText(b []byte, text string) []byte {
	if text = strings.ToValidUTF8(text, "?"); len(text) > maxText {
		text = text[:maxText]
		for !utf8.ValidString(text) { // a cut letter
			text = text[:len(text)-1]
		}
	}
	return append(binary.AppendUvarint(b, uint64(len(text))), text...)
}

// ParseAnswer reads an answer. Its results share the memory of b.
func ParseAnswer(b []byte) (Answer, error) {
	var a Answer
	if len(b) > MaxMessage {
		return a, fmt.Errorf("an answer of %d bytes; at most %d are read", len(b), MaxMessage)
	}
	if len(b) < 2 || b[0] != answerForm || b[1]&^flagsAll != 0 {
		return a, errors.New("an answer that another gambito wrote")
	}
	flags := b[1]
	r := reader{rest: b[2:]}
	a.Last, a.Split, a.Aside = flags&flagLast != 0, flags&flagSplit != 0, flags&flagAside != 0
	a.Job, a.Worker, a.Build, a.Version = r.text(), r.text(), r.text(), r.text()
	a.Piece = r.number(math.MaxUint64)
	a.Delivery = int(r.number(math.MaxInt32))
	a.Seconds = r.seconds()
	a.Done = r.units()
	if flags&flagFailed != 0 {
		a.Failed = &Failure{Unit: int(r.number(MaxUnit)), Why: r.text()}
	}
	if flags&flagRefused != 0 {
		if a.Refused = r.text(); a.Refused == "" {
			r.broken = true
		}
	}
	switch {
	case r.broken:
		return Answer{}, errors.New("an answer that is broken")
	case len(r.rest) > 0:
		return Answer{}, errors.New("an answer with something behind it")
	case !ValidID(a.Job):
		return Answer{}, fmt.Errorf("an answer to %.40q, which cannot be a job", a.Job)
	case !ValidName(a.Worker):
		return Answer{}, fmt.Errorf("an answer of %.80q, which cannot be a worker", a.Worker)
	}
	return a, nil
}

// reader takes the parts of an answer from its front. Once it is broken everything is
// zero.
type reader struct {
	rest   []byte
	broken bool
}

// number takes a number written in as few bytes as it needs.
func (r *reader) number(most uint64) uint64 {
	n, size := binary.Uvarint(r.rest)
	if r.broken || size <= 0 || n > most || size > 1 && r.rest[size-1] == 0 {
		r.broken = true
		return 0
	}
	r.rest = r.rest[size:]
	return n
}

func (r *reader) bytes(most int) []byte {
	n := int(r.number(uint64(most)))
	if n > len(r.rest) {
		r.broken = true
	}
	if r.broken || n == 0 {
		return nil
	}
	b := r.rest[:n:n]
	r.rest = r.rest[n:]
	return b
}

func (r *reader) text() string {
	b := r.bytes(maxText)
	if !utf8.Valid(b) {
		r.broken = true
	}
	return string(b)
}

func (r *reader) seconds() float64 {
	if r.broken || len(r.rest) < 8 {
		r.broken = true
		return 0
	}
	x := math.Float64frombits(binary.LittleEndian.Uint64(r.rest))
	r.rest = r.rest[8:]
	if !amount(x) || math.Signbit(x) {
		r.broken = true
		return 0
	}
	return x
}

func (r *reader) units() []Unit {
	n := int(r.number(MaxUnits))
	if n > len(r.rest)/3 { // a unit has three bytes at least
		r.broken = true
	}
	if r.broken || n == 0 {
		return nil
	}
	units := make([]Unit, n)
	for i := range units {
		units[i] = Unit{int(r.number(MaxUnit)), r.bytes(MaxMessage), r.bytes(MaxMessage)}
	}
	return units
}

// Parts cuts an answer into such that each can be sent: of MaxPart bytes or less,
// unless a single result is larger. The seconds are shared by the number of results;
// all else but these is in the last part. An error names a result that no message can
// hold.
func Parts(a *Answer) ([]Answer, error) {
	part := Answer{Job: a.Job, Piece: a.Piece, Worker: a.Worker, Build: a.Build, Version: a.Version, Delivery: a.Delivery}
	empty := len(AppendAnswer(nil, &part)) + 4*maxText // room for what the last part says
	var parts []Answer
	from, size := 0, empty
	cut := func(to int) {
		part.Done = a.Done[from:to]
		part.Seconds = a.Seconds * float64(to-from) / float64(max(len(a.Done), 1))
		parts = append(parts, part)
		from, size = to, empty
	}
	for i, u := range a.Done {
		n := len(u.Data) + len(u.Notes) + 3*binary.MaxVarintLen64
		if n+empty > MaxMessage {
			return nil, TooLarge{u.Number, len(u.Data) + len(u.Notes)}
		}
		if i > from && size+n > MaxPart {
			cut(i)
		}
		size += n
	}
	cut(len(a.Done))
	last := &parts[len(parts)-1]
	last.Last, last.Split, last.Aside, last.Failed, last.Refused = a.Last, a.Split, a.Aside, a.Failed, a.Refused
	if len(parts) == 1 {
		last.Seconds = a.Seconds
	}
	return parts, nil
}

// TooLarge is a result that no message can hold.
type TooLarge struct{ Unit, Size int }

func (t TooLarge) Error() string {
	return fmt.Sprintf("the result has %d bytes; a message holds %d", t.Size, MaxMessage)
}
