//go:build race

package ggp

// raceDetector says that the race detector slows everything down some ten times.
const raceDetector = true
