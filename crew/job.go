package crew

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
)

// Job is work in numbered units that can be done anywhere. What comes of a unit
// depends on the job and the number alone, never on who does it or when, unless the
// job is Timed.
type Job struct {
	Kind  string // how it is done: the name of a Kind
	Name  string // what people call it, such as the name of a run
	Spec  []byte // all that the kind must know, as JSON
	Files []File // what the spec names: rules, networks, books

	// Whole is how many units there are with those that were done before, so that people
	// are told how far all of it is; 0 if nobody knows.
	Whole int

	Timed   bool // time limits somebody: two results of a unit may differ
	Outside bool // it starts programs of the machine that does it, or asks others elsewhere
}

// File is a content under the name by which a job's spec knows it.
type File struct {
	Name    string
	Content []byte
}

// Read returns the content of one of the job's files.
func (j Job) Read(name string) ([]byte, error) {
	i := slices.IndexFunc(j.Files, func(f File) bool { return f.Name == name })
	if i < 0 {
		return nil, fmt.Errorf("%s does not come with the job", name)
	}
	return j.Files[i].Content, nil
}

// Result is what came of a unit.
type Result struct {
	Data  []byte // the same bytes wherever it was done, unless the job is Timed
	Notes []byte // what no second time repeats, such as how long it took; may be nil
}

// Done is a unit that was done.
type Done struct {
	Result
	Unit   int
	Worker string // who did it
	Build  string // by which gambito
}

// Fleet does units of jobs on other machines.
type Fleet interface {
	// Do has units done and hands over what comes of them, in any order, each once,
	// from one goroutine at a time. What was handed over is done for good: if the same
	// job is asked for again, only the units that are left must be given. Do stops at
	// the first error: of ctx, of deliver, of a unit that cannot be done. Once it has
	// returned nobody works for it.
	Do(ctx context.Context, j Job, units iter.Seq[int], deliver func([]Done) error) error
}

// InDoubt are the workers whose results an error of Fleet.Do puts in doubt: they
// contradict others, and some of what they came to was handed over. None if it is
// another error. Who has asked takes back what came of them.
func InDoubt(err error) []string {
	var doubt interface {
		error
		InDoubt() []string
	}
	if errors.As(err, &doubt) {
		return doubt.InDoubt()
	}
	return nil
}

// Place is the machine where a job is done.
type Place struct {
	Jobs   int    // how many cores may work
	Folder string // where tables are kept that are made once; "" for nowhere
	Trust  bool   // jobs may start programs
	Memory int64  // bytes that jobs may ask for, 0 for no bound
	Build  string // which gambito this is
}

// Kind is a sort of jobs, by its name.
type Kind struct {
	Name string

	// Open makes ready for a job, whoever sent it: everything in it is checked, and an
	// error says what is wrong. It takes no long time, for it is called where nothing
	// will be done too: what is costly is made when the first unit is done.
	Open func(j Job, p Place) (Doer, error)
}

// Doer does the units of a job. It is for any number of goroutines.
type Doer interface {
	// Width is how many units should be done at a time to use the place well: its jobs,
	// or more where units wait for each other, as searches do that ask one network.
	Width() int

	// Do does a unit. An error, but for that of ctx, ends the job: the unit can be done
	// nowhere.
	Do(ctx context.Context, unit int) (Result, error)

	// Check reports whether a result can be that of a unit, as far as that is seen
	// without doing it. Results come from elsewhere: it trusts nobody, and is quick.
	Check(unit int, r Result) error

	// Close frees what it holds. Nothing is done any more then.
	Close() error
}

// Open finds the kind of a job and makes ready for it.
func Open(kinds []Kind, j Job, p Place) (Doer, error) {
	i := slices.IndexFunc(kinds, func(k Kind) bool { return k.Name == j.Kind })
	if i < 0 {
		return nil, fmt.Errorf("this gambito knows no work of the kind %q", j.Kind)
	}
	if j.Outside && !p.Trust {
		return nil, fmt.Errorf("%s needs a program of this machine, which it may start only with --trust", j.Name)
	}
	return kinds[i].Open(j, p)
}
