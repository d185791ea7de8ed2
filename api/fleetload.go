package api

// FleetLoad is what a fleet costs, measured on processes of this machine. Of what was not
// measured there is nothing.
type FleetLoad struct {
	Cores   int           `json:"cores" doc:"Cores of the machine, which broker, workers and coordinator shared."`
	Waiting *FleetWaiting `json:"waiting,omitempty" doc:"How busy many workers are whose units take time and nothing else."`
	Small   *FleetSpeed   `json:"small,omitempty" doc:"Games of a millisecond, by two workers of one job each and by this process with two jobs."`
	Pair    *FleetSpeed   `json:"pair,omitempty" doc:"Two workers of one job each, and one."`
	Stored  *FleetStored  `json:"stored,omitempty" doc:"How fast games that come back are stored."`
	Missed  []string      `json:"missed" doc:"The goals that were missed, a sentence each."`
}

// FleetWaiting is how busy workers were whose units only wait.
type FleetWaiting struct {
	Workers int        `json:"workers" doc:"How many, each a process with one job."`
	Each    float64    `json:"each" doc:"Seconds that a unit waits."`
	Units   int        `json:"units" doc:"Units for each worker, a turn."`
	Turns   int        `json:"turns" doc:"How often it was measured."`
	Seconds float64    `json:"seconds" doc:"How long a turn took, in the mean, from the first unit handed out to the last one back."`
	Busy    SpeedRatio `json:"busy" doc:"Share of their time in which workers had a unit to do."`
}

// FleetSpeed is how fast games are played by a fleet, beside something else.
type FleetSpeed struct {
	Game      string      `json:"game" doc:"Game that was played."`
	Agent     string      `json:"agent" doc:"Agent that played against itself."`
	Turns     int         `json:"turns" doc:"How often both were measured."`
	Seconds   float64     `json:"seconds" doc:"How long the fleet took each time, in the mean."`
	Each      float64     `json:"each" doc:"Seconds of core time that a game takes where it is compared with; 0 where the system does not tell."`
	Reference float64     `json:"reference" doc:"Games a second of what it is compared with."`
	Fleet     float64     `json:"fleet" doc:"Games a second of the fleet."`
	Speed     SpeedRatio  `json:"speed" doc:"The latter as a multiple of the former."`
	Effort    *SpeedRatio `json:"effort,omitempty" doc:"The same of games a second of core time, of all processes together, which other work on the machine changes less; absent where the system does not tell."`
}

// FleetStored is how fast a coordinator stores games that workers play.
type FleetStored struct {
	Workers int         `json:"workers" doc:"How many, each a process with one job."`
	Turns   int         `json:"turns" doc:"How often it was measured."`
	Games   int         `json:"games" doc:"How many were stored."`
	Seconds float64     `json:"seconds" doc:"How long that took."`
	Speed   SpeedRatio  `json:"speed" doc:"Games a second, with all that the fleet does on the same cores."`
	Effort  *SpeedRatio `json:"effort,omitempty" doc:"Games a second of core time of the coordinator alone; absent where the system does not tell."`
}
