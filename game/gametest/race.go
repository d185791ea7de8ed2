//go:build race

package gametest

// raceDetector says that everything runs many times slower.
const raceDetector = true
