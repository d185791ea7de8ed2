//go:build !amd64

package exact

// othelloMoves is othelloMovesPlain.
func othelloMoves(moves []othelloMove, own, opp, legal, odd uint64) (count int) {
	return othelloMovesPlain(moves, own, opp, legal, odd)
}
