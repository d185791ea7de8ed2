package tuples

import (
	"math/rand/v2"

	"gambito/game"
	"gambito/ntuple"
)

// lesson is a position of a game and what was done in it.
type lesson struct {
	at    ntuple.Indices // as the player to move sees it
	stage int
	next  float32 // 1 if the same player is to move next, −1 if the other is; of the last position 1
	tried bool    // the move was tried at random
	best  float32 // what the best move was worth; of a move that was tried, where that is learned from
}

// selfGame is one game of a player against itself. Its memory is used again for the next.
type selfGame struct {
	lessons []lesson
	count   int
	result  float32 // to who was to move in the last position

	moves   []game.Move // all of the game
	opening int         // so many of them are no lessons
}

// add makes room for another lesson.
func (g *selfGame) add(s *ntuple.System) *lesson {
	if g.count == len(g.lessons) {
		g.lessons = append(g.lessons, lesson{at: s.NewIndices()})
	}
	g.count++
	return &g.lessons[g.count-1]
}

// oneOfBest is one of the best moves, each with the same chance.
func (p *player) oneOfBest(r *rand.Rand) int {
	chosen, equals := p.best, 1
	for i := p.best + 1; i < len(p.values); i++ {
		if p.values[i] == p.values[p.best] {
			if equals++; r.IntN(equals) == 0 {
				chosen = i
			}
		}
	}
	return chosen
}

// selfPlay plays the game of a number.
func (p *player) selfPlay(g *selfGame, s Settings, number int) {
	r := s.source(number)
	p.begin(g)
	if r.Float64() < s.Openings {
		for range 1 + r.IntN(s.Plies) {
			if p.state.Turn() == game.Over {
				return
			}
			p.moves = p.state.Moves(p.moves[:0])
			p.open(g, p.moves[r.IntN(len(p.moves))])
		}
	}
	explore := s.explore(number)
	for p.state.Turn() != game.Over {
		l := p.look(g)
		l.tried = r.Float64() < explore
		chosen := 0
		if !l.tried || s.Method == Q {
			p.judge()
			l.best = p.values[p.best]
			chosen = p.oneOfBest(r)
		}
		if l.tried {
			chosen = r.IntN(len(p.moves))
		}
		p.move(g, l, p.moves[chosen])
	}
}

// begin begins a game.
func (p *player) begin(g *selfGame) {
	g.count, g.opening, g.moves = 0, 0, g.moves[:0]
	p.state.CopyFrom(p.start)
}

// open makes a move from which nothing is learned.
func (p *player) open(g *selfGame, m game.Move) {
	g.moves = append(g.moves, m)
	g.opening++
	p.state.Play(m)
}

// look begins a lesson about the state, and finds its moves.
func (p *player) look(g *selfGame) *lesson {
	turn, l := p.state.Turn(), g.add(p.system)
	p.see()
	copy(l.at, p.seen[turn])
	l.stage = p.system.Stage(vacantIn(p.view[turn]))
	l.tried, l.best = false, 0
	return l
}

// move ends a lesson by a move.
func (p *player) move(g *selfGame, l *lesson, m game.Move) {
	turn := p.state.Turn()
	g.moves = append(g.moves, m)
	p.state.Play(m)
	switch p.state.Turn() {
	case game.Over:
		l.next, g.result = 1, float32(p.state.Score(turn))
	case turn:
		l.next = 1
	default:
		l.next = -1
	}
}
