package broker

import (
	"fmt"
	"regexp"
	"strings"
	"sync"
	"time"
	"unicode"
)

// quiet is how long nothing is told after something was: strangers may cause any number
// of errors.
const quiet = 5 * time.Second

// journal is where the server writes.
type journal struct {
	tell func(string)

	mutex  sync.Mutex
	deadly string
	broken bool
	told   time.Time
	hushed int
}

func (j *journal) fatal() string {
	j.mutex.Lock()
	defer j.mutex.Unlock()
	return j.deadly
}

// disabled is how the server says that it stores nothing any more, for good.
var disabled = regexp.MustCompile(`(?i)critical write error|will be disabled|disabling jetstream`)

// crowded is how the server says that it may keep no more.
var crowded = regexp.MustCompile(`(?i)resource limits exceeded`)

// stuck reports whether the server has said so.
func (j *journal) stuck() bool {
	j.mutex.Lock()
	defer j.mutex.Unlock()
	return j.broken
}

// forget is for a new server.
func (j *journal) forget() {
	j.mutex.Lock()
	defer j.mutex.Unlock()
	j.deadly, j.broken = "", false
}

// note takes note of a line, and tells it unless others were told a moment ago.
func (j *journal) note(loud bool, format string, v ...any) {
	text := line(format, v...)
	if crowded.MatchString(text) {
		text = "no room is left for work or results: --max-store gives it more"
	}
	j.mutex.Lock()
	defer j.mutex.Unlock()
	if disabled.MatchString(text) {
		j.broken, loud = true, true
	}
	switch {
	case !loud || j.tell == nil:
		return
	case time.Since(j.told) < quiet:
		j.hushed++
		return
	case j.hushed > 0:
		text += fmt.Sprintf(" (and %d such lines before)", j.hushed)
	}
	j.told, j.hushed = time.Now(), 0
	j.tell(text)
}

// line is one line without signs that a terminal would obey: strangers choose some of
// what is told.
func line(format string, v ...any) string {
	const most = 300
	text := strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return ' '
		}
		return r
	}, fmt.Sprintf(format, v...))
	if len(text) > most {
		text = strings.ToValidUTF8(text[:most], "") + " …"
	}
	return text
}

// Fatalf is what the server calls when it cannot go on.
func (j *journal) Fatalf(format string, v ...any) {
	j.mutex.Lock()
	j.deadly = line(format, v...)
	j.mutex.Unlock()
	j.note(true, format, v...)
}

// Errors are told; the rest is for those who look after servers.
func (j *journal) Errorf(format string, v ...any) { j.note(true, format, v...) }
func (j *journal) Warnf(format string, v ...any)  { j.note(false, format, v...) }
func (j *journal) Noticef(string, ...any)         {}
func (j *journal) Debugf(string, ...any)          {}
func (j *journal) Tracef(string, ...any)          {}
