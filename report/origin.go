package report

import (
	"strconv"

	"gambito/store"
)

// Origin is what made a figure or a table, told in its file: who has the file can make
// it again.
type Origin struct {
	Command string `json:"command,omitempty"`
	Seed    string `json:"seed,omitempty"` // a text, for it may have 20 digits, which not every program can count with
	Build   string `json:"build,omitempty"`
}

// OriginOf is that of everything a run shows.
func OriginOf(info store.Info) Origin {
	return Origin{
		Command: "gambito tournament " + info.Settings.Name + ".yaml",
		Seed:    strconv.FormatUint(info.Settings.Seed, 10),
		Build:   info.Build.Version,
	}
}

// Lines are those of a comment; there are none where nothing is known.
func (o Origin) Lines() (lines []string) {
	for _, part := range [][2]string{{"command", o.Command}, {"seed", o.Seed}, {"build", o.Build}} {
		if part[1] != "" {
			lines = append(lines, part[0]+": "+part[1])
		}
	}
	return lines
}
