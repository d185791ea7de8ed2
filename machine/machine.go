// Package machine tells what the computer has that gambito runs on.
package machine

import (
	"bytes"
	"os"
	"strconv"
)

// Memory is how many bytes this process can have at most: the memory of the machine, or
// what the system grants the process if that is less. It is 0 if nobody knows.
func Memory() uint64 {
	least := uint64(0)
	for _, n := range []uint64{physical(), granted("/sys/fs/cgroup/memory.max"), granted("/sys/fs/cgroup/memory/memory.limit_in_bytes"), addresses()} {
		if n > 0 && (least == 0 || n < least) {
			least = n
		}
	}
	return least
}

// tableShare is the part of the memory that tables may take: the rest of gambito, and others,
// need some too.
const tableShare = 0.75

// Tables is how many bytes the tables of all agents at work may take together, 0 if nobody
// knows.
func Tables() uint64 { return uint64(float64(Memory()) * tableShare) }

// granted is what a file says that a group of processes may have, 0 if it does not.
func granted(file string) uint64 {
	text, err := os.ReadFile(file)
	if err != nil {
		return 0
	}
	n, err := strconv.ParseUint(string(bytes.TrimSpace(text)), 10, 63)
	if err != nil { // such as "max"
		return 0
	}
	return n
}
