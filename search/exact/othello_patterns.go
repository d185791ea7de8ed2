package exact

import (
	"fmt"
	"sync"

	"gambito/games/othello"
	"gambito/models"
	"gambito/ntuple"
)

// The patterns serve only to sort moves, to guess the score and to prepare for the
// search: no result depends on them.

// othelloPatterns judge positions. They are immutable: all solvers share them.
type othelloPatterns struct {
	system *ntuple.System
	tables *ntuple.Tables // of the unit othelloDisc
	turner *ntuple.Turner
}

// othelloModel is the name of the model with the patterns.
const othelloModel = "othello-patterns"

// standardPatterns returns those of the model that comes with gambito. To read it takes
// as long as to solve a position with 18 empties, so they are read when they are first
// asked for.
var standardPatterns = sync.OnceValue(func() *othelloPatterns {
	p, err := readPatterns()
	if err != nil {
		panic(fmt.Sprintf("exact: the model %s that comes with gambito: %v", othelloModel, err))
	}
	return p
})

func readPatterns() (*othelloPatterns, error) {
	data, _ := models.Read(othelloModel)
	m, err := ntuple.Decode(data)
	if err != nil {
		return nil, err
	}
	if err := m.For(othello.New()); err != nil {
		return nil, err
	}
	if m.Meaning != ntuple.Discs {
		return nil, fmt.Errorf("it tells %s, not %s", m.Meaning, ntuple.Discs)
	}
	p := &othelloPatterns{system: m.Weights.System, tables: m.Weights.Tables(othelloDisc)}
	p.turner, err = ntuple.NewTurner(p.system)
	return p, err
}

// value is an estimate of the score of a position.
func (p *othelloPatterns) value(x ntuple.Indices, empties int) int {
	return p.tables.Sum(x, p.system.Stage(empties))
}

// read has patterns judge the position that is solved and all below it if it has enough
// empties for that to pay, and none judge them otherwise. What is searched thus depends
// on the position alone, not on what was solved before.
func (o *Othello) read(own, opp uint64, empties int) {
	if empties < o.patterned {
		o.patterns = nil
		return
	}
	o.patterns = standardPatterns()
	if o.indices[0] == nil {
		for i := range o.indices {
			o.indices[i] = o.patterns.system.NewIndices()
		}
		for i := range o.ahead {
			o.ahead[i] = o.patterns.system.NewIndices()
		}
	}
	o.patterns.turner.Read(o.indices[empties], own, opp)
}

// follow makes the indices those of the position after a move, if somebody will ask.
func (o *Othello) follow(m *othelloMove, opp uint64, empties int) {
	if o.patterns != nil && empties > othelloForeseen {
		o.patterns.turner.Play(o.indices[empties-1], o.indices[empties], int(m.cell), opp^m.own)
	}
}

// hand makes the indices those of the opponent, after a pass.
func (o *Othello) hand(empties int) {
	if o.patterns != nil && empties >= othelloForeseen {
		o.patterns.turner.Pass(o.indices[empties], o.indices[empties])
	}
}

// othelloForesight is the most plies that foresee looks ahead.
const othelloForesight = 6

// foresee is an alpha-beta search of some plies that patterns judge at its leaves, the
// moves with fewest replies first. The indices x are its own to change if there is no
// legal move.
func (o *Othello) foresee(own, opp, legal uint64, x ntuple.Indices, alpha, beta, depth, empties int) int {
	o.nodes++
	if depth == 0 {
		return o.patterns.value(x, empties)
	}
	if legal == 0 {
		if legal = othelloLegal(opp, own); legal == 0 {
			return othelloDisc * othelloFinal(own, opp)
		}
		o.patterns.turner.Pass(x, x)
		return -o.foresee(opp, own, legal, x, -beta, -alpha, depth, empties)
	}
	moves := o.foreseen[depth][:]
	moves = moves[:othelloMoves(moves, own, opp, legal, 0)]
	next, best := o.ahead[depth], -othelloInfinite
	for i := range moves {
		if depth > 1 {
			othelloPickBest(moves[i:])
		}
		m := &moves[i]
		o.patterns.turner.Play(next, x, int(m.cell), opp^m.own)
		score := -o.foresee(m.own, m.opp, m.legal, next, -beta, -max(alpha, best), depth-1, empties-1)
		if best = max(best, score); best >= beta {
			break
		}
	}
	return best
}
