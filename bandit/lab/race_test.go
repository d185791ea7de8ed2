//go:build race

package lab

// raceDetector says that the race detector slows everything down some ten times.
const raceDetector = true
