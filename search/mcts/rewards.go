package mcts

// Rewards are what a game's result is worth to a player inside the search.
type Rewards struct{ Win, Draw, Loss float64 }

// The rewards that are in use.
var (
	Half   = Rewards{1, 0.5, 0}  // the usual ones
	AsLoss = Rewards{1, 0, 0}    // a draw is as bad as a loss
	Zero   = Rewards{1, 0, -1}   // a zero-sum game's own
	Mixed  = Rewards{1, 0.5, -1} // of UCB1 for Connect 4
)

// of returns the reward of a score: those of win, draw and loss for 1, 0 and
// −1, and in proportion between and beyond.
func (r Rewards) of(score float64) float64 {
	if score >= 0 {
		return r.Draw + score*(r.Win-r.Draw)
	}
	return r.Draw + score*(r.Draw-r.Loss)
}

// unit is rewards that are worth the same one beside the other and lie between 0 and
// 1, for scores up to most: what policies need whose formulas say so. Those that
// lie there already stay what they are.
func (r Rewards) unit(most float64) Rewards {
	low, high := r.of(-most), r.of(most)
	if low >= 0 && high <= 1 {
		return r
	}
	return Rewards{(r.Win - low) / (high - low), (r.Draw - low) / (high - low), (r.Loss - low) / (high - low)}
}

// score is the score that a mean reward stands for if no game is drawn.
func (r Rewards) score(reward float64) float64 {
	return 2*(reward-r.Loss)/(r.Win-r.Loss) - 1
}
