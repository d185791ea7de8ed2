package api

// WebLoad is how a server of the workbench bears many at once: what a client on the same
// machine sees of it, and what its process takes. Of what was not measured there is nothing.
type WebLoad struct {
	Cores    int           `json:"cores" doc:"How many cores the server used at most; the client has to do with what they leave."`
	Players  *PlayersLoad  `json:"players,omitempty" doc:"People who play at once."`
	Analyses *AnalysesLoad `json:"analyses,omitempty" doc:"Live analyses at once."`
	Streams  *StreamsLoad  `json:"streams,omitempty" doc:"Open event streams at once."`
	Missed   []string      `json:"missed" doc:"The goals that were missed, a sentence each."`
}

// ServerUse is what the process of a server took while it was measured.
type ServerUse struct {
	Memory   int64   `json:"memory,omitempty" doc:"Resident memory at the most, in bytes; absent where the system does not tell."`
	CPU      float64 `json:"cpu" doc:"Time of cores that the process took from its start to its end, in seconds."`
	Lifetime float64 `json:"lifetime" doc:"Seconds from its start to its end."`
}

// Delays are times that something took, many times, in seconds.
type Delays struct {
	Count  int     `json:"count" doc:"How many there were."`
	Median float64 `json:"median" doc:"Half of them took less, in seconds."`
	P90    float64 `json:"p90" doc:"90 % of them took less, in seconds."`
	P99    float64 `json:"p99" doc:"99 % of them took less, in seconds."`
	Worst  float64 `json:"worst" doc:"The longest, in seconds."`
}

// PlayersLoad is how a server bears people who play against agents.
type PlayersLoad struct {
	Players int       `json:"players" doc:"How many play at once, each with a page that listens to its game."`
	Game    string    `json:"game" doc:"Game spec."`
	Against string    `json:"against" doc:"Agent spec of whom they play against."`
	Every   float64   `json:"every" doc:"Each of them moves every so many seconds."`
	Seconds float64   `json:"seconds" doc:"For how long they moved."`
	Games   int       `json:"games" doc:"Games that were begun: who has ended one begins another."`
	Begins  Delays    `json:"begins" doc:"Requests to begin a game, until the answer was there."`
	Moves   Delays    `json:"moves" doc:"Requests to move, until the answer was there."`
	Replies Delays    `json:"replies" doc:"Requests to move, until the event was there that tells the agent's move, or the end."`
	Late    int       `json:"late" doc:"Moves for which it was time before the agent had replied to the last."`
	Refused int       `json:"refused" doc:"Requests that failed."`
	Lost    int       `json:"lost" doc:"Moves that the server said it had taken and that are not in their game in the end, in memory or as it is kept."`
	Problem string    `json:"problem,omitempty" doc:"The first thing that went wrong."`
	Server  ServerUse `json:"server" doc:"What the server took for it."`
}

// AnalysesLoad is how a server bears live analyses.
type AnalysesLoad struct {
	Analyses int       `json:"analyses" doc:"How many there were at once."`
	Game     string    `json:"game" doc:"Game spec."`
	Agent    string    `json:"agent" doc:"Agent spec of who searched."`
	Seconds  float64   `json:"seconds" doc:"For how long updates were counted."`
	Slowest  float64   `json:"slowest" doc:"Updates a second of the analysis that got fewest."`
	Mean     float64   `json:"mean" doc:"Updates a second of an analysis, in the mean."`
	Gaps     Delays    `json:"gaps" doc:"Times between two updates of the same analysis."`
	Begins   Delays    `json:"begins" doc:"From the request to the first update."`
	Speed    float64   `json:"speed" doc:"Simulations a second of all together."`
	Refused  int       `json:"refused" doc:"Analyses that failed or ended too soon."`
	Problem  string    `json:"problem,omitempty" doc:"The first thing that went wrong."`
	Server   ServerUse `json:"server" doc:"What the server took for it."`
}

// StreamsLoad is how a server bears open event streams.
type StreamsLoad struct {
	Streams int       `json:"streams" doc:"How many were open at once, each on a game of its own against an agent, in which both have moved."`
	Game    string    `json:"game" doc:"Game spec."`
	Against string    `json:"against" doc:"Agent spec of whom the games are against."`
	Seconds float64   `json:"seconds" doc:"For how long all were open."`
	Refused int       `json:"refused" doc:"Streams and games that failed, and events that did not come."`
	Problem string    `json:"problem,omitempty" doc:"The first thing that went wrong."`
	Server  ServerUse `json:"server" doc:"What the server took for it."`
}
