package api

// Faults is what came of a drill on one machine.
type Faults struct {
	Seed     uint64         `json:"seed" doc:"What went wrong, and when, comes from it."`
	Kills    map[string]int `json:"kills" doc:"Processes that were killed at a random moment or asked to end, by work."`
	Ends     map[string]int `json:"ends" doc:"How often a work was done after that, or after its disk had been full, with the same result as in peace and no file left over."`
	Disks    map[string]int `json:"disks" doc:"Disks that became full, by work."`
	Full     int            `json:"full" doc:"Of these, how often a process had to say so and end."`
	Files    map[string]int `json:"files" doc:"Files that were damaged, by work and name; digits of names are N."`
	Damage   map[string]int `json:"damage" doc:"The same files by what happened to them."`
	Said     int            `json:"said" doc:"Damaged files of which a line said so."`
	Unharmed int            `json:"unharmed" doc:"Damaged files in spite of which the same came out."`
	Wrong    []string       `json:"wrong" doc:"What happened that must not: something lost or counted twice, a crash, a wrong answer without a word."`
	Seconds  float64        `json:"seconds" doc:"How long it took."`
	Folder   string         `json:"folder,omitempty" doc:"Where what is left of it can be looked at, if it was kept."`
}
