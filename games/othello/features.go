package othello

import "math/bits"

// The features of a position that the evaluation classic weighs. All but the
// last two are differences: how much more the side to move has than the other.
const (
	mobility          = iota // moves
	cornerMobility           // moves onto a corner
	potentialMobility        // empty cells beside the other's discs
	frontierDiscs            // discs beside empty cells
	cornerDiscs              // discs on corners
	xDiscs                   // discs diagonally beside an empty corner
	cDiscs                   // discs beside an empty corner on the edge
	edgeDiscs                // discs on the edge but not in a corner
	stableDiscs              // discs held for good from a corner
	allDiscs                 // discs
	parity                   // 1 if the side to move fills the last cell should nobody pass, else −1
	tempo                    // 1: what the right to move is worth
	FeatureCount
)

// FeatureNames are the names of the features as weights.go writes them.
var FeatureNames = [FeatureCount]string{
	"mobility", "cornerMobility", "potentialMobility", "frontierDiscs",
	"cornerDiscs", "xDiscs", "cDiscs", "edgeDiscs", "stableDiscs", "allDiscs",
	"parity", "tempo",
}

// Phases is the number of phases of the game, each with weights of its own.
const Phases = 4

// Phase returns the phase of a position: every 15 discs placed end one.
func Phase(own, opp uint64) int {
	return min((bits.OnesCount64(own|opp)-4)/15, Phases-1)
}

// Features returns the features of a position. They are the same for all
// images of a position under the symmetries of the board.
func Features(own, opp uint64) [FeatureCount]int {
	empty := ^(own | opp)
	ownMoves, oppMoves := Legal(own, opp), Legal(opp, own)
	border, free := around(empty), empty&corners
	x, c := diagonal(free), orthogonal(free)
	return [FeatureCount]int{
		mobility:          difference(ownMoves, oppMoves),
		cornerMobility:    difference(ownMoves&corners, oppMoves&corners),
		potentialMobility: difference(around(opp)&empty, around(own)&empty),
		frontierDiscs:     difference(own&border, opp&border),
		cornerDiscs:       difference(own&corners, opp&corners),
		xDiscs:            difference(own&x, opp&x),
		cDiscs:            difference(own&c, opp&c),
		edgeDiscs:         difference(own&edges&^corners, opp&edges&^corners),
		stableDiscs:       difference(held(own), held(opp)),
		allDiscs:          difference(own, opp),
		parity:            bits.OnesCount64(empty)&1*2 - 1,
		tempo:             1,
	}
}

// difference is how many more cells a has than b.
func difference(a, b uint64) int { return bits.OnesCount64(a) - bits.OnesCount64(b) }

// The cells that decide most in Othello: corners can never be turned over, and
// a disc next to an empty corner may give it away.
const (
	corners = 1 | 1<<7 | 1<<56 | 1<<63
	edges   = 0xff818181818181ff
	columnA = 0x0101010101010101
	columnH = columnA << 7
	row1    = 0xff
	row8    = row1 << 56
)

// held returns discs that can never turn over because on every line through
// them one neighbour is such a disc or the end of the board. That finds those
// that spread from own's corners, not those that only full lines protect.
func held(own uint64) uint64 {
	const (
		sides    = columnA | columnH
		ends     = row1 | row8
		diagonal = sides | ends
	)
	stable := own & corners
	for more := stable; more != 0; stable |= more {
		more = own &^ stable &
			(sides | stable<<1 | stable>>1) &
			(ends | stable<<8 | stable>>8) &
			(diagonal | stable<<9 | stable>>9) &
			(diagonal | stable<<7 | stable>>7)
	}
	return stable
}

// around returns some cells and those beside them, diagonally too.
func around(b uint64) uint64 {
	row := b | b&^columnH<<1 | b&^columnA>>1
	return row | row<<8 | row>>8
}

// diagonal returns the cells diagonally beside some.
func diagonal(b uint64) uint64 {
	sides := b&^columnH<<1 | b&^columnA>>1
	return sides<<8 | sides>>8
}

// orthogonal returns the cells beside some in their row or column.
func orthogonal(b uint64) uint64 {
	return b&^columnH<<1 | b&^columnA>>1 | b<<8 | b>>8
}
