//go:build race

package web

// raceDetector makes all work some ten times slower, searches most of all.
const raceDetector = true
