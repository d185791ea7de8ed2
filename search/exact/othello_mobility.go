package exact

// othelloLegal returns the cells where own may place a disc. Along each of the
// four lines own's discs are filled over opp's, both ways, by steps of one and
// then two cells. Written out it takes two thirds of the time of othello.Legal,
// which the test compares it with.
func othelloLegal(own, opp uint64) uint64 {
	side := opp & 0x7e7e7e7e7e7e7e7e // lines other than columns may not run over an edge

	right, left := side&(own<<1), side&(own>>1)
	right |= side & (right << 1)
	left |= side & (left >> 1)
	pairs := side & (side << 1)
	right |= pairs & (right << 2)
	right |= pairs & (right << 2)
	pairs >>= 1
	left |= pairs & (left >> 2)
	left |= pairs & (left >> 2)
	legal := right<<1 | left>>1

	up, down := opp&(own<<8), opp&(own>>8)
	up |= opp & (up << 8)
	down |= opp & (down >> 8)
	pairs = opp & (opp << 8)
	up |= pairs & (up << 16)
	up |= pairs & (up << 16)
	pairs >>= 8
	down |= pairs & (down >> 16)
	down |= pairs & (down >> 16)
	legal |= up<<8 | down>>8

	up, down = side&(own<<7), side&(own>>7)
	up |= side & (up << 7)
	down |= side & (down >> 7)
	pairs = side & (side << 7)
	up |= pairs & (up << 14)
	up |= pairs & (up << 14)
	pairs >>= 7
	down |= pairs & (down >> 14)
	down |= pairs & (down >> 14)
	legal |= up<<7 | down>>7

	up, down = side&(own<<9), side&(own>>9)
	up |= side & (up << 9)
	down |= side & (down >> 9)
	pairs = side & (side << 9)
	up |= pairs & (up << 18)
	up |= pairs & (up << 18)
	pairs >>= 9
	down |= pairs & (down >> 18)
	down |= pairs & (down >> 18)
	legal |= up<<9 | down>>9

	return legal &^ (own | opp)
}
