package agents

import (
	"fmt"

	"gambito/machine"
	"gambito/spec"
)

// tableShare is the part of the machine's memory that a table may take: the rest of
// gambito, and others, need some too.
const tableShare = 0.75

// tableSize is the option table, in MB, which an agent takes at once when it is made.
func tableSize(v spec.Values) (int, error) {
	size := v.Int("table")
	if most := int(float64(machine.Memory()) * tableShare / (1 << 20)); most > 0 && size > most {
		return 0, fmt.Errorf("table=%d: of this machine's memory a table can have at most %d MB", size, most)
	}
	return size, nil
}
