// Package lab is a laboratory for multi-armed bandits: problems whose arms pay
// by known laws, experiments that measure the regret of policies on them, and
// the search for the best exploration constant of UCB.
//
// Everything follows from a seed. Policies are compared on common random
// numbers: problem i has the same arms for every policy, and the n-th pull of
// an arm pays the same whichever policy makes it. Results do not depend on the
// number of jobs.
package lab

import "math/bits"

// golden is the increment of SplitMix64: 2⁶⁴ divided by the golden ratio.
const golden = 0x9e3779b97f4a7c15

// mix is the finaliser of SplitMix64 (Steele, Lea and Flood, Fast Splittable
// Pseudorandom Number Generators, OOPSLA 2014). mix(base + n·golden) for n = 1,
// 2, … is that generator's sequence: a random number can be had by its place.
func mix(z uint64) uint64 {
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// hash makes one number of several, for seeds of independent streams.
func hash(numbers ...uint64) uint64 {
	h := uint64(0)
	for _, n := range numbers {
		h = mix(bits.RotateLeft64(h, 23) + golden ^ mix(n+golden))
	}
	return h
}

// unit maps random bits to a number in (0, 1), never an end of the interval.
func unit(random uint64) float64 { return (float64(random>>11) + 0.5) / (1 << 53) }
