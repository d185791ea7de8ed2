package mcts

import (
	"errors"
	"fmt"
	"math"

	"gambito/game"
)

// Playout says how a game is played out from where the tree ends.
type Playout struct {
	// MAST draws moves by how well they did before, see mast.
	MAST        MAST
	Temperature float64 // of MASTGibbs
	Epsilon     float64 // of MASTGreedy
	Select      bool    // MAST also draws which moves of the tree are tried first

	Weighted bool         // moves are of the probabilities that the game gives them
	Weights  *MoveWeights // or of those that these weights give them, unless they are nil

	Decisive Decisive
}

// Decisive says whether playouts, and the tree where it grows, see moves that
// decide the game at once. A state that does not see them has all its moves tried (Teytaud and Teytaud, On the Huge Benefit of Decisive
// Moves in Monte-Carlo Tree Search Algorithms, 2010).
type Decisive int

// The kinds: moves that win at once are made; with DecisiveAnti, moves that
// let the opponent win at once are avoided too.
const (
	DecisiveOff Decisive = iota
	DecisiveOn
	DecisiveAnti
)

func (p *Params) checkPlayout(of traits) error {
	if p.Playout.Decisive != DecisiveOff && of.together {
		return fmt.Errorf("decisive moves need players who move in turn, which those of %s do not", of.id)
	}
	if p.Playout.Select && p.Playout.MAST == MASTOff {
		return errors.New("to try moves in the order of MAST playouts need MAST too")
	}
	switch {
	case p.Playout.Weighted && !of.weighted:
		return fmt.Errorf("%s has no weights for the moves of playouts: say weights=…, as gambito balance finds them", of.id)
	case p.Playout.Weights != nil && (p.Playout.Weighted || p.Playout.MAST != MASTOff || of.together):
		return errors.New("weights of moves go with neither MAST nor players who move at once")
	case p.Playout.Weighted && (p.Playout.MAST != MASTOff || p.Playout.Decisive != DecisiveOff || p.AMAF.Kind != AMAFOff || p.Cutoff > 0 || p.KeepBestLine):
		return errors.New("weighted playouts are the game's own: they go with neither decisive moves nor AMAF, a cutoff or the best line")
	}
	return nil
}

// evaluate fills in the scores of the position in state, and the rewards: by
// the rules if the game is over, by a playout if not.
func (w *worker) evaluate() {
	w.ended = w.state.Turn() == game.Over
	how := PlayedOut
	if w.ended {
		how = Ended
	}
	if w.exact { // the walk ended at a proven position, whose scores it left
		w.exact, how = false, WasProven
	} else {
		estimated, estimate := false, 0.0
		turn := game.Over
		if w.p.Evaluator != nil {
			w.playOut(w.of(w.search.seat).Cutoff)
			if turn = evaluatedFor(w.state); turn >= 0 {
				w.requests = append(w.requests[:0], Position{State: w.state})
				w.p.Evaluator.Evaluate(w.requests)
				estimated, estimate, how = true, w.requests[0].Value, Evaluated
			}
		}
		w.settleScores(estimated, estimate, turn)
	}
	w.reward()
	if w.p.Trace != nil {
		w.tellJudgement(how)
	}
}

// evaluatedFor is whose expected score an evaluation of s is: that of the player
// to move or, where chance decides, of player 0; Over if there is none.
func evaluatedFor(s game.State) game.Player {
	turn := s.Turn()
	if turn == game.Chance {
		return 0
	}
	return max(turn, game.Over)
}

// reward turns the scores into rewards.
func (w *worker) reward() {
	for p, score := range w.scores {
		w.rewards[p] = w.p.Rewards.of(score)
	}
	if !w.p.AgainstDraws {
		return
	}
	others := w.p.Rewards
	others.Draw = others.Win
	for p, score := range w.scores {
		if game.Player(p) != w.search.seat {
			w.rewards[p] = others.of(score)
		}
	}
}

// settleScores finishes the game and mixes its scores with the estimate, if
// there is one, of the player turn.
func (w *worker) settleScores(estimated bool, estimate float64, turn game.Player) {
	if !estimated || w.of(w.search.seat).Mix < 1 {
		w.playOut(math.MaxInt)
		w.scores[0] = w.state.Score(0)
		if w.duel {
			w.scores[1] = -w.scores[0]
		} else {
			for p := 1; p < len(w.scores); p++ {
				w.scores[p] = w.state.Score(game.Player(p))
			}
		}
	}
	if estimated {
		share := w.of(w.search.seat).Mix
		if share == 1 {
			clear(w.scores)
		}
		for p := range w.scores {
			value := estimate
			if game.Player(p) != turn {
				value = -estimate / float64(len(w.scores)-1)
			}
			w.scores[p] = (1-share)*w.scores[p] + share*value
		}
	}
}

// playOut plays at most so many plies, or to the end of the game.
func (w *worker) playOut(plies int) {
	if plies == math.MaxInt {
		switch {
		case w.p.Playout.Weighted:
			w.weighted.WeightedPlayout(w.r)
			return
		case w.plain:
			w.fast.Playout(w.r)
			return
		}
	}
	for ; plies > 0; plies-- {
		turn := w.state.Turn()
		if turn == game.Over {
			return
		}
		if turn < 0 {
			if turn == game.Together && w.mast.on {
				w.playTogether()
				continue
			}
			m, _ := game.RandomMove(w.state, w.r, w.moves)
			if w.p.Trace != nil {
				w.playedOut = append(w.playedOut, m)
			}
			w.state.Play(m)
			continue
		}
		w.moves = w.state.Moves(w.moves[:0])
		if w.p.Playout.Decisive != DecisiveOff {
			w.moves = w.decisiveMoves(w.moves)
		}
		m := w.moves[0]
		switch {
		case len(w.moves) == 1:
		case w.p.Playout.Weights != nil:
			m = w.moves[w.p.Playout.Weights.Draw(w.moves, w.r)]
		case w.mast.on:
			m = w.moves[w.drawMAST(w.moves, turn, w.r)]
		default:
			m = w.moves[w.r.IntN(len(w.moves))]
		}
		if w.recording {
			w.sequence = append(w.sequence, played{m, turn})
		}
		if w.p.Trace != nil {
			w.playedOut = append(w.playedOut, m)
		}
		w.state.Play(m)
	}
}

// decisiveMoves keeps of the legal moves those that win at once, if there are
// any; else, with DecisiveAnti, those after which the opponent does not, if
// there are any.
func (w *worker) decisiveMoves(moves []game.Move) []game.Move {
	if w.wins != nil {
		w.threats = w.wins.WinningMoves(w.threats[:0])
	} else {
		w.threats = w.tryToWin(w.state, moves, w.threats[:0], false)
	}
	if len(w.threats) > 0 {
		return append(moves[:0], w.threats...)
	}
	if w.p.Playout.Decisive != DecisiveAnti {
		return moves
	}
	kept := 0
	turn := w.state.Turn()
	for i, m := range moves {
		w.probe.CopyFrom(w.state)
		w.probe.Play(m)
		if next := w.probe.Turn(); next != turn && next >= 0 && w.winsAtOnce(w.probe) {
			continue
		}
		moves[kept], moves[i] = m, moves[kept]
		kept++
	}
	if kept == 0 {
		return moves
	}
	return moves[:kept]
}

// winsAtOnce reports whether the player to move in s has a move that wins at once.
func (w *worker) winsAtOnce(s game.State) bool {
	if finder, ok := s.(game.WinFinder); ok {
		w.threats = finder.WinningMoves(w.threats[:0])
	} else {
		w.replies = s.Moves(w.replies[:0])
		w.threats = w.tryToWin(s, w.replies, w.threats[:0], true)
	}
	return len(w.threats) > 0
}

// tryToWin appends the moves that end the game at once with a win for the player to
// move, found by trying them; the first of them alone if one is enough.
func (w *worker) tryToWin(s game.State, moves, wins []game.Move, one bool) []game.Move {
	turn := s.Turn()
	for _, m := range moves {
		w.trial.CopyFrom(s)
		w.trial.Play(m)
		if w.trial.Turn() == game.Over && w.trial.Score(turn) >= 1 {
			if wins = append(wins, m); one {
				break
			}
		}
	}
	return wins
}

// playTogether makes a joint move of a playout, each player's part drawn by MAST.
func (w *worker) playTogether() {
	for p := range w.chosen {
		w.moves = w.joint.MovesOf(game.Player(p), w.moves[:0])
		m := w.moves[w.drawMAST(w.moves, game.Player(p), w.r)]
		w.chosen[p] = m
		w.sequence = append(w.sequence, played{m, game.Player(p)})
	}
	m := w.joint.Join(w.chosen)
	if w.p.Trace != nil {
		w.playedOut = append(w.playedOut, m)
	}
	w.state.Play(m)
}
