package fleet

import (
	"fmt"
	"strings"
)

// ErrContradiction says that two workers came to different results of one unit, and
// that results of the one who was wrong have been handed over: these are in doubt. That
// worker is banned; the same job asked for again, with the doubtful units among those
// that are left, goes on without it.
type ErrContradiction struct {
	Job     string // its name
	Unit    int
	Workers [2]string
	Wrong   []string // who of them contradicts this machine too
}

// Error implements error.
func (e ErrContradiction) Error() string {
	text := fmt.Sprintf("%s: workers contradict each other about unit %d: %s and %s", e.Job, e.Unit, e.Workers[0], e.Workers[1])
	if len(e.Wrong) > 0 {
		text += fmt.Sprintf("; by what this machine comes to, %s was wrong, and is banned", strings.Join(e.Wrong, " and "))
	}
	return text
}

// InDoubt are the workers whose results must not be believed.
func (e ErrContradiction) InDoubt() []string {
	if len(e.Wrong) > 0 {
		return e.Wrong
	}
	return e.Workers[:]
}

// ErrAside says that units were given up because every worker that was given one of
// them was gone before it had an answer. All others are done.
type ErrAside struct {
	Job   string // its name
	Units []int
}

// Error implements error.
func (e ErrAside) Error() string {
	const shown = 10
	var list []string
	for _, u := range e.Units[:min(shown, len(e.Units))] {
		list = append(list, fmt.Sprint(u))
	}
	if more := len(e.Units) - shown; more > 0 {
		list = append(list, fmt.Sprintf("and %d more", more))
	}
	what := "unit"
	if len(e.Units) > 1 {
		what = "units"
	}
	return fmt.Sprintf("%s: set aside, because workers that were given it did not come back: %s %s; everything else is done", e.Job, what, strings.Join(list, ", "))
}
