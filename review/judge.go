package review

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"gambito/agent"
	"gambito/agents"
	"gambito/arena"
	"gambito/game"
	"gambito/games/connect4"
	"gambito/search/exact"
)

// Judges by default, where it is not the highest level of the game.
const (
	backgammonJudge = "td:plies=1"
	othelloJudge    = "pattern:depth=10,empties=20"

	// Games are solved outright if that takes about a second; rulesheets are played
	// more slowly.
	outrightJudge = "perfect:positions=200000"
	sheetJudge    = "perfect:positions=10000"

	// Connect 4 is solved with the book of its usual board, and on smaller ones
	// without; what is larger than the usual board must be limited in time.
	connect4Judge      = "perfect"
	connect4LargeJudge = "perfect:time=2s"
	connect4Cells      = 42
)

// JudgeHelp says in one line whom DefaultJudge returns.
const JudgeHelp = backgammonJudge + " in backgammon, pattern in Othello, perfect where games are solved, else level 10"

// DefaultJudge is the strongest judge that a game has, exact where it can be.
func DefaultJudge(r *agent.Registry, g game.Game) (agent.Spec, error) {
	if isBackgammon(g) {
		return r.Parse(backgammonJudge)
	}
	switch method, err := exact.MethodOf(g); {
	case err != nil:
	case method == exact.ByOthello:
		return r.Parse(othelloJudge)
	case method == exact.ByConnect4:
		if columns, rows, _ := g.(*connect4.Game).Size(); columns*rows > connect4Cells {
			return r.Parse(connect4LargeJudge)
		}
		return r.Parse(connect4Judge)
	default:
		text := outrightJudge
		if game.Digest(g) != "" {
			text = sheetJudge
		}
		judge, err := r.Parse(text)
		if err != nil {
			return judge, err
		}
		if _, err := judge.New(g); err == nil {
			return judge, nil
		}
	}
	ladder := agents.LadderOf(g)
	return r.Parse(ladder.Specs[len(ladder.Specs)-1])
}

// judge is an agent that looks at positions of a game. It belongs to one goroutine.
type judge struct {
	agent agent.Agent
	rules game.Game
	seed  uint64
}

// newJudge makes one of a spec, or says why it cannot judge.
func newJudge(spec agent.Spec, g game.Game, seed uint64) (*judge, error) {
	if spec.Interactive() {
		return nil, fmt.Errorf("agent %s: a judge must be an agent that thinks for itself", spec)
	}
	if game.OfSecrets(g) {
		return nil, fmt.Errorf("players of %s do not see everything: nobody can say what their positions are worth to both", g.Info().ID)
	}
	a, err := spec.New(g)
	if err != nil {
		return nil, err
	}
	if _, watches := a.(agent.Watcher); watches {
		return nil, fmt.Errorf("agent %s: it must see all moves of a game, and cannot judge single positions", spec)
	}
	return &judge{a, g, seed}, nil
}

// ask is what the agent finds for a player in a position behind so many moves. It
// depends on nothing else.
func (j *judge) ask(ctx context.Context, s game.State, seat game.Player, ply int) (agent.Analysis, error) {
	j.agent.NewGame(seat, arena.AgentSeed(j.seed, j.rules.Info().ID, 0, ply, int(seat)))
	found, err := agent.Analyze(ctx, j.agent, game.View(s, seat), agent.Question{Lines: 1})
	if err != nil {
		return found, err
	}
	found.Tree = nil // it may be large
	return found, nil
}

// errUntold says that there is no way to know what a position is worth to a player.
var errUntold = errors.New("nobody tells what the position is worth")

// most is how many outcomes of chance are looked at one by one.
const most = 36

// worth is what a move that led to a position is worth to a player: by the rules if the game is over, to
// whoever moves as the agent says, which tells the other's where one wins what the
// other loses, and on average where chance decides.
func (j *judge) worth(ctx context.Context, s game.State, p game.Player, ply int) (agent.Value, error) {
	switch turn := s.Turn(); {
	case turn == game.Over:
		v := agent.Ended(j.rules, s, p)
		v.Plies = 1
		return v, nil
	case turn == game.Chance:
		return j.mean(ctx, s, p, ply)
	case turn == game.Together:
		return agent.Value{}, errUntold
	case turn != p && !opposed(j.rules):
		return agent.Value{}, errUntold
	default:
		found, err := j.ask(ctx, s, turn, ply)
		return earlier(seenBy(found.Value, turn, p)), err
	}
}

// mean is what a position in which chance decides is worth to a player.
func (j *judge) mean(ctx context.Context, s game.State, p game.Player, ply int) (agent.Value, error) {
	outcomes := s.Moves(nil)
	if len(outcomes) > most {
		return agent.Value{}, errUntold
	}
	sum := agent.Value{Known: true, Proven: true}
	for i, m := range outcomes {
		after := s.Clone()
		after.Play(m)
		v, err := j.worth(ctx, after, p, ply+1)
		if err != nil || !v.Known {
			return agent.Value{}, cmp.Or(err, errUntold)
		}
		if i == 0 {
			sum.Unit = v.Unit
		}
		if v.Unit != sum.Unit {
			sum.Unit = ""
		}
		probability := s.(game.Stochastic).Probability(m)
		sum.Score += probability * v.Score
		sum.Count += probability * v.Count
		sum.Proven = sum.Proven && v.Proven
	}
	if sum.Unit == "" {
		sum.Count = 0
	}
	return sum, nil
}

// seenBy is a value to one player as another sees it.
func seenBy(v agent.Value, of, by game.Player) agent.Value {
	if of == by || !v.Known {
		return v
	}
	return v.Negated()
}

// opposed reports whether what one player wins the other of two loses.
func opposed(g game.Game) bool {
	info := g.Info()
	return info.Players() == 2 && !info.GeneralSum
}

// lossOf is how much less a move is worth than the best, which is worth no less.
func lossOf(g game.Game, best, played agent.Value) Loss {
	l := Loss{
		Share:  50 * (best.Score - played.Score) / max(1, g.Info().MaxScore),
		Proven: best.Proven && played.Proven,
	}
	if best.Unit == played.Unit && best.Unit != "" {
		l.Unit, l.Count = best.Unit, max(0, best.Count-played.Count)
	}
	return l
}
