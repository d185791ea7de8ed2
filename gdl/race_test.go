//go:build race

package gdl

// raceDetector says that the race detector slows everything down some ten times.
const raceDetector = true
