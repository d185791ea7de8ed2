package api

// LabLoad is what it costs a run to be watched, and how long one waits for a large store.
// Of what was not measured there is nothing.
type LabLoad struct {
	Cores   int          `json:"cores" doc:"How many cores the processes used at most."`
	Watched []WatchedRun `json:"watched" doc:"Runs that were measured with a page that watches them and without."`
	Stored  *StoredRun   `json:"stored,omitempty" doc:"A store with many games."`
	Missed  []string     `json:"missed" doc:"The goals that were missed, a sentence each."`
}

// WatchedRun is a run of random games that was measured many times in turn: while nobody
// watched it, and while a client listened to all that its page listens to.
type WatchedRun struct {
	Where   string      `json:"where" doc:"Who plays the run: the server that is asked, or another process."`
	Turns   int         `json:"turns" doc:"How often both were measured."`
	Seconds float64     `json:"seconds" doc:"How long each time."`
	Alone   RunSpeed    `json:"alone" doc:"While nobody watched, in the mean."`
	Watched RunSpeed    `json:"watched" doc:"While somebody did, in the mean."`
	Speed   SpeedRatio  `json:"speed" doc:"Games a second while it was watched, as a share of those while it was not."`
	Effort  *SpeedRatio `json:"effort,omitempty" doc:"The same of games a second of core time, which other work on the machine changes less; absent where the system does not tell."`
	Events  float64     `json:"events" doc:"Events a second that the client got."`
	Bytes   float64     `json:"bytes" doc:"Bytes a second that the client got."`
}

// RunSpeed is how fast a run went.
type RunSpeed struct {
	Games  float64 `json:"games" doc:"Games a second."`
	Effort float64 `json:"effort" doc:"Games a second of core time, of the process that plays and the server together; 0 where the system does not tell."`
}

// SpeedRatio is a ratio that was measured many times.
type SpeedRatio struct {
	Ratio float64 `json:"ratio" doc:"The geometric mean."`
	Low   float64 `json:"low" doc:"Lower end of its 95 % interval."`
	High  float64 `json:"high" doc:"Upper end."`
}

// StoredRun is how long a client waits for what it asks of a run with many games, from a
// server that has just begun.
type StoredRun struct {
	Games     int       `json:"games" doc:"How many are stored."`
	Bytes     int64     `json:"bytes" doc:"Size of the database."`
	Making    float64   `json:"making" doc:"Seconds that it took to play and store them."`
	Start     float64   `json:"start" doc:"Seconds from the start of the server until it has answered."`
	Open      float64   `json:"open" doc:"Seconds until the first list of runs, for which the store is opened."`
	List      Delays    `json:"list" doc:"Lists of runs after that."`
	Standings Delays    `json:"standings" doc:"What a run says so far: its standings, tables and figures."`
	Pages     Delays    `json:"pages" doc:"Pages of its games: any of them, and those that a filter leaves."`
	Slowest   string    `json:"slowest" doc:"The page that took longest."`
	Server    ServerUse `json:"server" doc:"What the server took for all of it."`
}
