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
