package bench

import (
	"fmt"
	"os"
	"strconv"
	"strings"
)

// CoreTime is how much time of cores a process has taken so far, in seconds; 0 if the
// system does not tell.
func CoreTime(pid int) float64 {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	_, rest, found := strings.Cut(string(text), ") ") // behind the name, which may hold anything
	fields := strings.Fields(rest)
	if err != nil || !found || len(fields) < 13 {
		return 0
	}
	user, _ := strconv.ParseFloat(fields[11], 64)
	system, _ := strconv.ParseFloat(fields[12], 64)
	return (user + system) / 100 // the unit of all systems that have this file
}
