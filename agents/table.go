package agents

import (
	"fmt"

	"gambito/machine"
	"gambito/spec"
)

// tableSize is the option table, in MB, which an agent takes at once when it is made. That
// those of several agents and jobs fit together is seen to by package arena.
func tableSize(v spec.Values) (int, error) {
	size := v.Int("table")
	if most := int(machine.Tables() >> 20); most > 0 && size > most {
		return 0, fmt.Errorf("table=%d: of this machine's memory a table can have at most %d MB", size, most)
	}
	return size, nil
}
