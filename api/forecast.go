package api

// FleetForecast is how a fleet of some size would work, by simulation. Shares are of
// all the time of all its cores.
type FleetForecast struct {
	Workers     int       `json:"workers" doc:"How many there are."`
	Jobs        int       `json:"jobs" doc:"Cores that each of them lends."`
	Units       int       `json:"units" doc:"Games, or other units, that were to be done."`
	Seconds     float64   `json:"seconds" doc:"Until all were done."`
	Ideal       float64   `json:"ideal" doc:"Seconds that it would take if no core ever waited, failed or did anything twice."`
	Speed       float64   `json:"speed" doc:"Units done a second, in the mean."`
	Time        FleetTime `json:"time" doc:"What the time of the cores went into."`
	Pieces      int       `json:"pieces" doc:"Pieces that were given out."`
	Piece       float64   `json:"piece" doc:"Seconds of one core that a piece took, in the mean."`
	Messages    float64   `json:"messages" doc:"Messages a second at the broker, in the mean."`
	Work        float64   `json:"work" doc:"Share of the time in which the broker's stream of pieces was busy."`
	Results     float64   `json:"results" doc:"Share of the time in which the broker's stream of answers was busy."`
	Coordinator float64   `json:"coordinator" doc:"Share of the time in which the coordinator was busy."`
	Waited      int       `json:"waited" doc:"How many answers were under way to the coordinator at most."`
	Deaths      int       `json:"deaths" doc:"How often a worker died."`
	Pauses      int       `json:"pauses" doc:"How often a worker was paused."`
	Aside       int       `json:"aside" doc:"Units that were given up, because each worker that tried them died."`
	Logic       float64   `json:"logic" doc:"Microseconds that an answer costs the coordinator's own logic: measured, not simulated, and so different each time."`
}

// FleetTime is what the time of a fleet goes into, as shares that sum to 1.
type FleetTime struct {
	Useful   float64 `json:"useful" doc:"Results that count."`
	Twice    float64 `json:"twice" doc:"Units that somebody else did as well, so that nobody waits for the slowest, or because a broker or a worker was lost."`
	Compared float64 `json:"compared" doc:"Units that were done again to compare workers."`
	Lost     float64 `json:"lost" doc:"Work that died with its worker."`
	Away     float64 `json:"away" doc:"Cores whose worker was dead or paused."`
	Idle     float64 `json:"idle" doc:"Cores that waited."`
}
