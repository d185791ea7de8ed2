package arena

import (
	"fmt"

	"gambito/agent"
	"gambito/machine"
)

// room refuses agents whose tables the machine has no memory for, when so many games are
// played at a time, each with agents of its own.
func room(jobs int, agents []agent.Resolved) error {
	each := int64(0)
	for _, a := range agents {
		each += a.Table()
	}
	if most := int64(machine.Tables()); most > 0 && each*int64(jobs) > most {
		return fmt.Errorf("the tables of the agents take %d MB, times %s, and of this machine's memory tables can have at most %d MB: choose smaller tables or fewer jobs",
			each>>20, count(jobs, "job"), most>>20)
	}
	return nil
}

// Room refuses what room does, in every game of the experiment.
func (e *Experiment) Room(jobs int) error {
	if err := e.resolve(); err != nil {
		return err
	}
	for _, agents := range e.resolved {
		if err := room(e.atOnce(jobs), agents); err != nil {
			return err
		}
	}
	return nil
}

// atOnce is how many games can be played at a time by so many jobs.
func (e *Experiment) atOnce(jobs int) int {
	for _, a := range e.Entrants {
		if a.Spec.OneGame() {
			return 1
		}
	}
	return max(jobs, 1)
}
