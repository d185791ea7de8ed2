package exact

import "golang.org/x/sys/cpu"

//go:generate go run ./asm -out othello_moves_amd64.s -stubs othello_moves_amd64.go -pkg exact

// othelloFast says that the processor has what the list of moves in assembly needs.
var othelloFast = cpu.X86.HasAVX2 && cpu.X86.HasBMI1 && cpu.X86.HasPOPCNT

// othelloRaysUp are the cells from each cell to the edge along the four lines, towards
// higher cells.
var othelloRaysUp [64][4]uint64

func init() {
	for cell := range othelloRaysUp {
		othelloRaysUp[cell] = [4]uint64{
			othelloWalk(cell, 1, 0), othelloWalk(cell, 0, 1), othelloWalk(cell, -1, 1), othelloWalk(cell, 1, 1),
		}
	}
}

// othelloMoves is othelloMovesPlain.
func othelloMoves(moves []othelloMove, own, opp, legal, odd uint64) (count int) {
	if !othelloFast || legal == 0 {
		return othelloMovesPlain(moves, own, opp, legal, odd)
	}
	return othelloMovesAVX2(&moves[0].own, &othelloRaysUp[0][0], own, opp, legal, odd)
}
