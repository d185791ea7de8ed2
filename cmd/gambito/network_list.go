package main

import (
	"fmt"
	"slices"
	"strconv"
	"time"

	"gambito/learn/network"
	"gambito/models"
	"gambito/table"
)

type networkListCmd struct {
	dataFlag
	jsonFlag
	idleFlags
}

// Help is shown by --help.
func (networkListCmd) Help() string {
	return `Lists the networks that agents can name: those that come with gambito, files
DATA/models/NAME.safetensors, and those of trainings in DATA/training/NAME. The
option model of alphazero, uct-net, policy and td takes the name; where several have
it, the one that comes with gambito goes first, then DATA/models.

Examples:

  gambito network list
  gambito network list --json --data mine
  gambito match connect4 alphazero:model=NAME mcts:sims=1000`
}

// Run lists the networks.
func (c networkListCmd) Run(s *session) error {
	folder, err := c.folder()
	if err != nil {
		return failure{err}
	}
	list, err := network.List(folder)
	if err != nil {
		return failure{err}
	}
	if c.JSON {
		return s.printJSON(list)
	}
	rows := [][]string{{"name", "game", "kind", "parameters", "bytes", "learned", "where", "changed"}}
	for _, e := range list {
		rows = append(rows, networkRow(e))
	}
	table.Style{Text: []int{1, 2, 5, 6, 7}}.Write(s.stdout, rows)
	return nil
}

// networkRow is the line of a network.
func networkRow(e network.Entry) []string {
	if e.Problem != "" {
		return []string{e.Name, "-", e.Problem, "", strconv.Itoa(e.Bytes), "", string(e.Source), ""}
	}
	learned := e.Learned
	if learned == "" {
		learned = fmt.Sprintf("%d positions", e.Positions)
	}
	if e.Rounds > 0 {
		learned += fmt.Sprintf(", %d rounds (%s)", e.Rounds, e.Method)
	}
	if e.Busy {
		learned += ", learning"
	}
	changed := ""
	if e.Changed != nil {
		changed = e.Changed.Local().Format(time.DateTime)
	}
	return []string{e.Name, e.Game, string(e.Kind), strconv.Itoa(e.Parameters), strconv.Itoa(e.Bytes), learned, string(e.Source), changed}
}

// networkNames are those of the networks that agents can name, for completion.
func (s *session) networkNames() []string {
	shelf := models.In(s.agents.Environment.Folder())
	dropped, _ := shelf.Models() // what cannot be read is not offered
	trained, _ := shelf.Trainings()
	return slices.Concat(network.Names(), dropped, trained)
}
