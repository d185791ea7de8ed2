package api

// Drill is what came of a fire drill: work that a fleet did while things went wrong.
type Drill struct {
	Seed     uint64         `json:"seed" doc:"What went wrong, and when, comes from it."`
	Faults   int            `json:"faults" doc:"How many there were."`
	Kinds    map[string]int `json:"kinds" doc:"How many of each kind."`
	Restarts map[string]int `json:"restarts" doc:"How often a process was started again: of the workers, the coordinator, the broker."`
	Ends     map[string]int `json:"ends" doc:"With what words coordinators ended by themselves, and how often; the same command went on."`
	Works    []DrillWork    `json:"works" doc:"What was done meanwhile."`
	Seconds  float64        `json:"seconds" doc:"How long it took."`
	Same     bool           `json:"same" doc:"Whether everything came out as on one machine, and nothing happened that must not."`
	Wrong    string         `json:"wrong,omitempty" doc:"What happened that must not."`
	Folder   string         `json:"folder,omitempty" doc:"Where what is left of it can be looked at, if it was kept."`
}

// DrillWork is work that a fleet did while things went wrong.
type DrillWork struct {
	Work    string  `json:"work" doc:"A tournament or a training."`
	Faults  int     `json:"faults" doc:"How many happened meanwhile."`
	Starts  int     `json:"starts" doc:"How often its coordinator was started."`
	Games   int     `json:"games,omitempty" doc:"Games of a tournament, each stored once."`
	Twice   int     `json:"twice" doc:"Units of work, such as games, of which two answers came at least, one of which was dropped."`
	Aside   int     `json:"aside" doc:"Units that were given up as too often begun and never done, until the same command did them."`
	Seconds float64 `json:"seconds" doc:"How long the fleet took."`
	Alone   float64 `json:"alone" doc:"How long one process takes without a fleet."`
	Differs string  `json:"differs,omitempty" doc:"How what came out differs from that of one machine."`
}
