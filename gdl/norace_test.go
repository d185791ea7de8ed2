//go:build !race

package gdl

const raceDetector = false
