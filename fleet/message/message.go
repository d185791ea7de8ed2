// Package message is what the machines of a fleet tell each other, as plain values,
// and how these are written and read. What is read comes from elsewhere: everything is
// bounded and checked.
package message

import "time"

// Header tells workers of a job. It stands in the fleet as long as the job wants
// anything to be done.
type Header struct {
	ID      string `json:"id"`      // of the job, letters and digits
	Kind    string `json:"kind"`    // how it is done
	Name    string `json:"name"`    // what people call it
	Build   string `json:"build"`   // which gambito must do it, a fingerprint
	Version string `json:"version"` // the same for people
	Timed   bool   `json:"timed,omitempty"`
	Outside bool   `json:"outside,omitempty"` // only workers that trust it may do it
	Any     bool   `json:"any,omitempty"`     // other builds may do it too, if they want to
	Durable bool   `json:"durable,omitempty"` // results that nobody takes are kept for who asks for it again
	Spec    string `json:"spec"`              // digest of its spec
	Files   []File `json:"files,omitempty"`   // what comes with it

	Coordinator string    `json:"coordinator"` // the machine that wants it
	Begun       time.Time `json:"begun"`
}

// File is a content that jobs need, found by its digest.
type File struct {
	Name   string `json:"name"`
	Digest string `json:"digest"` // SHA-256, hexadecimal
	Size   int64  `json:"size"`
}

// Piece is some units of a job that one worker does.
type Piece struct {
	Job    string `json:"job"`
	Number uint64 `json:"number"` // of the piece within its job, never used twice
	Units  []Span `json:"units"`  // in ascending order

	// Deliveries is how often it is tried if it is a single unit: a worker that is
	// given it more often than that does not try but answers Aside. 0 is 4.
	Deliveries int `json:"deliveries,omitempty"`

	// Not is a worker that has done these units and is to be compared with others: it
	// returns the piece (Split with Delivery 0) for somebody else.
	Not string `json:"not,omitempty"`
}

// Span is some units that follow each other.
type Span struct {
	First int `json:"first"`
	Count int `json:"count"`
}

// Answer is what a worker tells of a piece. One with many results comes in several
// messages, of which one is Last.
type Answer struct {
	Job      string
	Piece    uint64
	Worker   string // its name
	Build    string // its gambito's fingerprint
	Version  string // the same for people
	Delivery int    // how often the piece had been given out then
	Last     bool

	Done    []Unit   // results
	Seconds float64  // of cores, that these took
	Failed  *Failure // a unit that cannot be done
	Refused string   // why this worker does nothing of it; others may
	Split   bool     // it was given out before and came to nothing: to be given in single units
	Aside   bool     // it was given out too often: it is not tried again
}

// Unit is a unit that was done.
type Unit struct {
	Number int
	Data   []byte
	Notes  []byte
}

// Failure is why a unit cannot be done.
type Failure struct {
	Unit int
	Why  string
}

// Worker is a machine of the fleet, as it tells of itself every few seconds.
type Worker struct {
	Name    string    `json:"name"`
	Self    string    `json:"self,omitempty"` // tells it from others of its name, also when it begins again
	Host    string    `json:"host"`
	Build   string    `json:"build"`
	Version string    `json:"version"`
	Machine string    `json:"machine"` // operating system and processor
	Cores   int       `json:"cores"`
	Jobs    int       `json:"jobs"`
	Trust   bool      `json:"trust,omitempty"`
	Doing   []string  `json:"doing,omitempty"` // names of jobs
	Busy    float64   `json:"busy"`            // share of its jobs that work, since it told last
	Units   int       `json:"units"`           // done since it joined
	Seconds float64   `json:"seconds"`         // of cores that these took
	Speed   float64   `json:"speed"`           // units a second, lately
	Joined  time.Time `json:"joined"`
	Seen    time.Time `json:"seen"`
	Leaving bool      `json:"leaving,omitempty"`
	Waits   string    `json:"waits,omitempty"` // why it does nothing, if that is no want of work
}

// Progress is how far a job is, as its coordinator tells now and then.
type Progress struct {
	ID      string    `json:"id"`
	Name    string    `json:"name"`
	Done    int       `json:"done"`
	Total   int       `json:"total"`  // 0 if it is not known
	Pieces  int       `json:"pieces"` // out
	Each    float64   `json:"each"`   // seconds of a core that a unit takes
	Speed   float64   `json:"speed"`  // units a second, lately
	Left    float64   `json:"left"`   // seconds until it is done, 0 if nobody knows
	Twice   int       `json:"twice"`  // units that were done twice
	Aside   int       `json:"aside"`  // units that were given up
	Seen    time.Time `json:"seen"`
	Refused []string  `json:"refused,omitempty"` // what workers said who did nothing of it
}
