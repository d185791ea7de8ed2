package play

import (
	"context"
	"fmt"
	"math"

	"gambito/agent"
	"gambito/arena"
	"gambito/game"
)

// Terms are those on which a player may give up. They are a copy: the game may go on
// while they are agreed to on another goroutine.
type Terms struct {
	// Most is how many times the stake can be lost as the position stands; 0 where
	// a game is lost and that is all.
	Most int

	question Question
	hint     agent.Spec
	price    int
	person   bool // the opponent is one
}

// Terms are those of a player in the present position.
func (g *Game) Terms(p game.Player) Terms {
	t := Terms{question: g.Question(p), hint: g.Hint}
	if conceder, ok := g.State().(game.Conceder); ok {
		t.Most, _ = conceder.Concession(p)
		t.person, t.price = g.IsPerson(p^1), g.table.Price(int(p))
	}
	return t
}

// Disagreement is the error of an opponent who wants a game to be given up for more.
type Disagreement struct {
	Seat  game.Player // the opponent's
	Role  string
	Least int // times the stake that it agrees to
}

// Error implements error.
func (d Disagreement) Error() string {
	return fmt.Sprintf("%s does not agree to less than %d", d.Role, d.Least)
}

// Agree is for how many times the stake the game is given up if a player offers so
// many or, with 0, the least that the opponent agrees to. It may take a search. The
// result is 0 where there is nothing to agree about.
func (t Terms) Agree(ctx context.Context, times int) (int, error) {
	switch {
	case t.Most == 0 && times == 0:
		return 0, nil
	case times < 0 || times > max(t.Most, 1):
		return 0, wrong("no more than %d can be lost here", max(t.Most, 1))
	case t.Most == 0:
		return 0, nil
	}
	least := t.least(ctx)
	if times > 0 && times < least {
		opponent := t.question.Seat ^ 1
		return 0, Disagreement{opponent, t.question.Rules.Info().Roles[opponent], least}
	}
	if times == 0 {
		return least, nil
	}
	return times, nil
}

// contented is by how much less than it may expect an opponent lets a game be given up
// for.
const contented = 0.05

// least is for how many times the stake the opponent lets a player give up. A person
// takes what it is offered, an agent what it may expect on average, as the one who
// gives hints sees it: who stands about even is glad of a single game, though a gammon
// could come.
func (t Terms) least(ctx context.Context) int {
	if t.person {
		return 1
	}
	found, err := t.question.Ask(ctx, t.hint)
	if err != nil || len(found.Value.Chances) == 0 {
		return t.price
	}
	hope := 0.0
	for _, c := range found.Value.Chances {
		hope -= c.Score * c.Probability
	}
	return max(1, min(t.Most, int(math.Ceil(hope-contented))))
}

// Resign has a player give up the game, or that of a match which is being played: for
// so many times the stake, or as many as the position allows if that is 0.
func (g *Game) Resign(ctx context.Context, loser game.Player, times int) error {
	return g.Forfeit(ctx, arena.Fault{Seat: int(loser), Reason: arena.Resignation, Times: times})
}
