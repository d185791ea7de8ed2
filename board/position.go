package board

import (
	"slices"

	"gambito/agent"
	"gambito/game"
	"gambito/words"
)

// Position is a position as a page shows it: the board, and what can be done.
type Position struct {
	Game     string    `json:"game" doc:"Game spec."`
	Name     string    `json:"name" doc:"What people call the game."`
	Start    string    `json:"start,omitempty" doc:"Where the moves start from, if not at the game's own start."`
	Moves    string    `json:"moves" doc:"The moves made so far, as the game writes them in a row."`
	Position string    `json:"position" doc:"The position, as the game writes it."`
	Ply      int       `json:"ply" doc:"How many moves were made, what chance decided included."`
	Turn     Turn      `json:"turn" enum:"player,together,chance,over" doc:"Whose turn it is: that of one player, of all at once, of chance, or nobody's because the game is over."`
	Seat     int       `json:"seat" doc:"Seat of the player whose moves are listed."`
	Roles    []string  `json:"roles" doc:"What the players are called, by seat."`
	Board    Board     `json:"board" doc:"What is drawn."`
	Legal    []Move    `json:"legal" doc:"The legal moves of that player; empty where they are made in parts, and of chance."`
	Parts    []Move    `json:"parts,omitempty" doc:"Where moves are made in parts: those that may come first."`
	Last     []int     `json:"last,omitempty" doc:"The cells that the last move touched, or else those that it has changed."`
	LastMove string    `json:"last_move,omitempty" doc:"The last move, for people to read."`
	News     string    `json:"news,omitempty" doc:"What the last move has brought, in words, where the board does not show it."`
	Scores   []float64 `json:"scores,omitempty" doc:"What the players have won, by seat, if the game is over by its rules."`
	Ending   string    `json:"ending,omitempty" doc:"The same in a sentence."`
}

// Turn is whose turn it is.
type Turn string

// The turns.
const (
	OfPlayer Turn = "player"
	Together Turn = "together"
	OfChance Turn = "chance"
	Over     Turn = "over"
)

// NewPosition describes the position after moves from a start. Where all move at once
// the moves are those of a seat.
func NewPosition(w words.Words, g game.Game, start game.State, moves []game.Move, seat game.Player) Position {
	info, s := g.Info(), start.Clone()
	before := s.Clone()
	for i, m := range moves {
		if i == len(moves)-1 {
			before.CopyFrom(s)
		}
		s.Play(m)
	}
	p := Position{
		Game: info.ID, Name: w.Text(info.Name), Moves: game.FormatLine(g, start, moves), Position: g.FormatPosition(s),
		Ply: len(moves), Turn: OfPlayer, Seat: int(seat), Board: Of(w, g, s), Legal: []Move{},
	}
	if from := g.FormatPosition(start); from != g.FormatPosition(g.New()) {
		p.Start = from
	}
	for _, role := range info.Roles {
		p.Roles = append(p.Roles, w.Text(role))
	}
	if len(moves) > 0 {
		m := moves[len(moves)-1]
		p.Last, p.LastMove = lastTouched(w, g, before, s, m), w.Move(g, before, m)
		if narrated, ok := g.(game.Narrated); ok {
			p.News = w.Text(narrated.Tell(before, s))
		}
	}
	if p.Board.Kind != Seas {
		p.Board.trace(start, moves)
	}
	p.setTurn(w, g, s)
	return p
}

// setTurn says whose turn it is, and what can be done.
func (p *Position) setTurn(w words.Words, g game.Game, s game.State) {
	switch turn := s.Turn(); turn {
	case game.Over:
		p.Turn = Over
		for seat, role := range g.Info().Roles {
			p.Scores = append(p.Scores, s.Score(game.Player(seat)))
			if seat == 0 {
				p.Ending = words.Sentence(w.Value(role, agent.Ended(g, s, 0)))
			}
		}
	case game.Chance:
		p.Turn = OfChance
	default:
		if turn == game.Together {
			p.Turn = Together
		} else {
			p.Seat = int(turn)
		}
		p.Parts, _, _, _, _ = Parts(g, s, nil) // where there are none the moves are whole
		if len(p.Parts) == 0 {
			p.Legal = MovesOf(w, g, s, game.Player(p.Seat))
		}
	}
}

// trace finds whose piece has stood where something is left that nobody owns.
func (b *Board) trace(start game.State, moves []game.Move) {
	left := func(c Cell) bool { return c.Glyph != "" && c.Owner == nil }
	if !slices.ContainsFunc(b.Cells, left) {
		return
	}
	at := start.Clone()
	for _, m := range moves {
		if drawn, ok := cellsOf(at); ok && len(drawn.Cells) == len(b.Cells) {
			for i, c := range drawn.Cells {
				if c.Symbol != 0 && c.Owner >= 0 && left(b.Cells[i]) {
					b.Cells[i].Trail = seat(c.Owner)
				}
			}
		}
		at.Play(m)
	}
}
