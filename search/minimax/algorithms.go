package minimax

// Algorithm searches from the root of s to a depth. Result's Depth, Nodes and
// Time are filled in by Run.
type Algorithm func(s *Search, depth int) Result

// Algorithms are all of them by name, in the order in which they were found.
var Algorithms = []struct {
	Name      string
	About     string
	Search    Algorithm
	UsesTable bool
}{
	{"minimax", "Minimax: looks at every position down to its depth.", Minimax, false},
	{"negamax", "Negamax: minimax written once for both players.", Negamax, false},
	{"alphabeta", "Alpha-beta: minimax that cuts off what cannot matter.", AlphaBeta, true},
	{"scout", "Scout: finds the value of the first move and tests the others against it.", Scout, true},
	{"pvs", "Principal variation search: alpha-beta that tests with a null window first.", PVS, true},
	{"negascout", "NegaScout: Reinefeld's form of principal variation search.", NegaScout, true},
	{"mtdf", "MTD(f): null-window searches that close in on the value.", MTDF, true},
	{"bns", "Best Node Search: finds the best move without its value.", BNS, true},
	{"bstar", "B*: best-first search with an optimistic and a pessimistic bound.", BStar, false},
}
