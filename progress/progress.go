// Package progress is how long work tells how far it has come. What it tells is
// plain data: a terminal, a page and a coordinator of many machines show the same.
package progress

// Step is how far a piece of work has come.
type Step struct {
	What  string `json:"what"` // that is counted, in the plural: "games"
	Done  int    `json:"done"`
	Total int    `json:"total"` // 0 if nobody knows
}

// Func is told how far work has come, never twice at a time. A nil Func is told
// nothing.
type Func func(Step)

// Tell tells f a step.
func (f Func) Tell(what string, done, total int) {
	if f != nil {
		f(Step{what, done, total})
	}
}

// Count tells f at once that nothing is done yet, so that whoever is told can
// start a clock, and returns what tells it how much is.
func (f Func) Count(what string, total int) func(done int) {
	f.Tell(what, 0, total)
	return func(done int) { f.Tell(what, done, total) }
}

// Part is what a part of the work tells how far it has come: to f it is work of
// total units, of which some were done before.
func (f Func) Part(what string, before, total int) Func {
	if f == nil {
		return nil
	}
	return func(s Step) { f.Tell(what, before+s.Done, total) }
}
