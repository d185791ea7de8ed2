package api

import (
	"gambito/arena"
	"gambito/build"
	"gambito/store"
)

// Run is a stored run in a list.
type Run struct {
	Name    string   `json:"name" doc:"Name of the run, which is its experiment's."`
	Games   int      `json:"games" doc:"Games that are stored."`
	Planned int      `json:"planned" doc:"Games that the experiment has at most."`
	State   RunState `json:"state" doc:"Whether games are left."`
	Created string   `json:"created" format:"date-time" doc:"When the run was begun, in UTC."`
}

// RunState says whether games of a run are left.
type RunState string

// The states.
const (
	Finished   RunState = "finished"
	Unfinished RunState = "unfinished"
)

// NewRun is a run as the store knows it.
func NewRun(i store.Info) Run {
	state := Unfinished
	if i.Finished != nil {
		state = Finished
	}
	return Run{i.Settings.Name, i.Games, i.Settings.Plan().Total(), state, i.Created.Format("2006-01-02T15:04:05Z")}
}

// RunDetails is all there is to know of a stored run but its games.
type RunDetails struct {
	Run
	Settings arena.Settings `json:"settings" doc:"The experiment."`
	Build    build.Info     `json:"build" doc:"Which gambito began the run, and where."`
	Source   string         `json:"source" doc:"The experiment file."`
	Machines []RunMachine   `json:"machines,omitempty" doc:"Who played its games, if a fleet did."`
}

// RunMachine is a machine that played games of a run.
type RunMachine struct {
	Name  string `json:"name" doc:"Name of the worker; empty for games that no fleet has played."`
	Games int    `json:"games" doc:"Games that it played."`
}

// NewRunMachines are those of tallies.
func NewRunMachines(tallies []arena.MachineTally) (list []RunMachine) {
	for _, t := range tallies {
		list = append(list, RunMachine{t.Machine, t.Games()})
	}
	return list
}

// Estimate is what an experiment would play and about how long that takes.
type Estimate struct {
	Name    string           `json:"name" doc:"Name of the experiment."`
	Games   int              `json:"games" doc:"Games that it has at most."`
	Stored  int              `json:"stored" doc:"Games of it that are stored already."`
	Jobs    int              `json:"jobs" doc:"Cores that would be used."`
	Seconds float64          `json:"seconds" doc:"Time that the games that are left would take, in seconds."`
	AtLeast bool             `json:"at_least" doc:"Whether it takes longer: some game did not end within the probe."`
	ByGame  []arena.Estimate `json:"by_game" doc:"The same for each game of the experiment."`
}

// NewEstimate is what a probe of a run says if so many cores play.
func NewEstimate(run *arena.Run, jobs int, probed []arena.Estimate) Estimate {
	e := Estimate{Name: run.Experiment.Name, Games: run.Total(), Stored: run.Played(), Jobs: jobs, ByGame: probed}
	for _, p := range probed {
		e.Seconds += float64(p.Left) * p.Seconds / float64(jobs)
		e.AtLeast = e.AtLeast || p.AtLeast
	}
	return e
}
