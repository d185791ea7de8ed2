package network

import (
	"errors"
	"fmt"
	"os"
	"time"

	"gambito/learn/training"
	"gambito/models"
	"gambito/nn"
	"gambito/ntuple"
)

// Source is where a network is.
type Source string

// The sources, in the order in which names are looked for.
const (
	Shipped Source = "gambito"  // comes with it
	Dropped Source = "models"   // in the folder models of the data folder
	Trained Source = "training" // of a training in the data folder
)

// Entry is a network that can be named.
type Entry struct {
	Name       string         `json:"name" doc:"By what an agent's option model names it."`
	Source     Source         `json:"source" enum:"gambito,models,training" doc:"Where it is: gambito (it comes with it), models or training (folders of the data folder)."`
	Game       string         `json:"game" doc:"Game spec."`
	Kind       Kind           `json:"kind" enum:"policy and value,value,chances,patterns" doc:"What it says of a position: policy and value, value, chances (backgammon), or the worths of patterns."`
	Agent      string         `json:"agent" doc:"Agent spec of a player by it."`
	Parameters int            `json:"parameters" doc:"Numbers that were learned."`
	Bytes      int            `json:"bytes" doc:"Size of its file."`
	Steps      int            `json:"steps" doc:"Steps of the optimizer; 0 if nobody counted."`
	Positions  int            `json:"positions" doc:"Positions learned from, repetitions included; 0 if nobody counted."`
	Learned    string         `json:"learned,omitempty" doc:"How far its training has come, if that is not told by steps."`
	Method     string         `json:"method,omitempty" doc:"How it learns, if it is of a training."`
	Rounds     int            `json:"rounds,omitempty" doc:"Rounds, stages or measurements of its training so far."`
	Busy       bool           `json:"busy,omitempty" doc:"Whether it is learning now."`
	Changed    *time.Time     `json:"changed,omitempty" doc:"When its file was written; absent of those that come with gambito."`
	History    []nn.Milestone `json:"history,omitempty" doc:"How training went, oldest first."`
	Problem    string         `json:"problem,omitempty" doc:"Why it cannot be used; nothing else is known then."`
}

// List tells of all networks that can be named: those that come with gambito and those
// of a data folder. A file that is no network is told too, with its problem.
func List(data string) ([]Entry, error) {
	list := []Entry{}
	for _, name := range Names() {
		content, _ := shipped(name)
		list = append(list, entry(name, Shipped, content))
	}
	shelf := models.In(data)
	dropped, err := shelf.Models()
	trained, err2 := shelf.Trainings()
	if err := errors.Join(err, err2); err != nil {
		return nil, err
	}
	known := map[string]bool{}
	for _, name := range Names() {
		known[name] = true
	}
	for i, name := range append(dropped, trained...) {
		file, ok := shelf.File(name)
		if !ok || known[name] { // nothing is learned yet, or others have the name
			continue
		}
		known[name] = true
		e := fileEntry(name, file)
		if e.Source = Dropped; i >= len(dropped) {
			e.ofTraining(shelf.Training(name))
		}
		list = append(list, e)
	}
	return list, nil
}

// fileEntry tells of a network in a file.
func fileEntry(name, file string) Entry {
	content, err := read(file, name)
	if err != nil {
		return Entry{Name: name, Problem: err.Error()}
	}
	e := entry(name, Dropped, content)
	if info, err := os.Stat(file); err == nil {
		changed := info.ModTime().UTC()
		e.Changed = &changed
	}
	return e
}

// ofTraining tells of the training in a folder, too.
func (e *Entry) ofTraining(folder string) {
	e.Source = Trained
	if v, err := training.Look(folder); err == nil {
		e.Method, e.Rounds, e.Busy = v.Method.Name, len(v.History), v.Busy
	}
}

// milestones are those of patterns as networks tell theirs: the error is that of values.
func milestones(history []ntuple.Milestone) (all []nn.Milestone) {
	for _, m := range history {
		all = append(all, nn.Milestone{Step: m.Games, Positions: m.Positions, Loss: nn.Loss{Value: m.Error}, Note: m.Note})
	}
	return all
}

// shownSims is what the agents of entries search.
const shownSims = 400

// entry tells of a network.
func entry(name string, from Source, content []byte) Entry {
	e := Entry{Name: name, Source: from, Bytes: len(content)}
	n, err := Decode(content)
	if err != nil {
		e.Problem = err.Error()
		return e
	}
	e.Game, e.Kind, e.Agent, e.Parameters = n.Game, n.Kind, n.Agent(name, shownSims), n.Parameters()
	e.Learned = n.learned(content)
	switch {
	case n.Model != nil:
		e.Steps, e.Positions, e.History = n.Model.Steps, n.Model.Positions, n.Model.History
	case n.Patterns != nil:
		e.History = milestones(n.Patterns.History)
		if last := len(n.Patterns.History) - 1; last >= 0 {
			e.Positions, e.Learned = n.Patterns.History[last].Positions, fmt.Sprintf("%d games", n.Patterns.History[last].Games)
		}
	}
	return e
}
