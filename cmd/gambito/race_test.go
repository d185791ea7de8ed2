//go:build race

package main

// raceDetector makes processes with a database some twenty times slower. What
// runs at the same time in them is tested with it in arena and store.
const raceDetector = true
