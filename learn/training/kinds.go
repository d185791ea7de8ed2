package training

import (
	"gambito/crew"
	"gambito/learn/regress"
	"gambito/learn/td"
	"gambito/learn/tuples"
	"gambito/learn/value"
	"gambito/learn/zero"
)

// Kinds are the jobs that a fleet does for learning.
func Kinds() []crew.Kind {
	return []crew.Kind{zero.GamesKind, zero.MatchKind, value.GamesKind, td.GamesKind, td.DuelsKind, tuples.GamesKind, regress.GamesKind}
}
