//go:build race

package td

const raceDetector = true
