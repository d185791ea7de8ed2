package regress

import (
	"context"
	"math"
	"math/rand/v2"

	"gambito/crew"
	"gambito/game"
	"gambito/learn/replay"
	"gambito/ntuple"
	"gambito/progress"
	"gambito/search/exact"
	"gambito/search/probcut"
)

// player plays games against itself. It belongs to one goroutine.
type player struct {
	settings Settings
	game     game.Celled
	meaning  ntuple.Meaning
	most     float64
	search   *probcut.Search // nil without a model
	solver   exact.Solver    // nil where nothing is solved
	view     []uint8
	moves    []game.Move
}

// Memory of a player, which is cleared for every game.
const (
	searchTable = 1 << 20 // bytes
	solverTable = 2       // megabytes
	solverSmall = 1 << 22 // positions of games that are solved outright
)

// solver is that of a player, nil if nothing is solved.
func (s Settings) solver(g game.Celled) (exact.Solver, error) {
	if s.Solve == 0 {
		return nil, nil
	}
	return exact.For(g, exact.Options{Memory: solverTable, Positions: solverSmall, NoBook: true})
}

// player makes one that plays by a model, or at random if that is nil.
func (s Settings) player(g game.Celled, model *ntuple.Model) (*player, error) {
	p := &player{settings: s, game: g, meaning: s.meaning(g), most: s.most(g), view: make([]uint8, g.Cells().Count())}
	var err error
	if p.solver, err = s.solver(g); err != nil {
		return nil, err
	}
	if model != nil {
		judge, err := probcut.NewJudge(g, model)
		if err != nil {
			return nil, err
		}
		p.search = probcut.New(judge.Board(), probcut.Params{Bytes: searchTable})
	}
	return p, nil
}

// source is the randomness of a game.
func (s Settings) source(round, number int) *rand.Rand {
	return rand.New(rand.NewPCG(s.Seed, uint64(round)<<40|uint64(number)))
}

// vacant is how many cells are.
func (p *player) vacant(s game.State) int { return vacantIn(p.game, s, p.view) }

// vacantIn is how many cells of a position have no piece.
func vacantIn(g game.Celled, s game.State, view []uint8) (n int) {
	g.Look(s, 0, view)
	for _, shows := range view {
		if shows != game.Theirs && shows != game.Own {
			n++
		}
	}
	return n
}

// play plays the game of a number.
func (p *player) play(ctx context.Context, round, number int) (*replay.Game, error) {
	r, s := p.settings.source(round, number), p.game.New()
	p.forget()
	g := &replay.Game{Round: round, Number: number}
	for range p.settings.Fewest + r.IntN(p.settings.Plies-p.settings.Fewest+1) {
		if s.Turn() == game.Over {
			break
		}
		p.moves = s.Moves(p.moves[:0])
		p.make(g, s, p.moves[r.IntN(len(p.moves))], replay.Found{Skip: true})
	}
	for s.Turn() != game.Over {
		m, found, err := p.judge(ctx, s)
		if err != nil {
			return nil, err
		}
		explore := p.settings.Explore
		if found.Proven {
			explore = p.settings.ExploreEnd
		}
		if r.Float64() < explore || !found.Valued {
			p.moves = s.Moves(p.moves[:0])
			m, found.Skip = p.moves[r.IntN(len(p.moves))], found.Valued
		}
		p.make(g, s, m, found)
	}
	g.Score = s.Score(0)
	return g, nil
}

// forget makes the next game independent of those before.
func (p *player) forget() {
	if p.search != nil {
		p.search.Forget()
	}
	if p.solver != nil {
		p.solver.Reset()
	}
}

func (p *player) make(g *replay.Game, s game.State, m game.Move, found replay.Found) {
	g.Moves, g.Found = append(g.Moves, m), append(g.Found, found)
	s.Play(m)
}

// judge finds what a position is worth and a move that comes to it. Without a model
// nothing is known of it before it is solved.
func (p *player) judge(ctx context.Context, s game.State) (m game.Move, found replay.Found, err error) {
	if p.solver != nil && p.vacant(s) <= p.settings.Solve {
		return p.solve(ctx, s)
	}
	if p.search == nil {
		return 0, found, ctx.Err()
	}
	result, err := p.search.Run(ctx, s, probcut.Limits{Depth: p.settings.Depth}, 1, nil)
	if err == nil {
		err = ctx.Err()
	}
	if err != nil {
		return 0, found, err
	}
	best := result.Lines[0]
	found.Valued, found.Value = true, p.share(best.Value)
	return best.Move, found, nil
}

// solve is judge where the end is near.
func (p *player) solve(ctx context.Context, s game.State) (game.Move, replay.Found, error) {
	score, m, err := p.solver.SolveBest(ctx, s)
	found := replay.Found{Valued: true, Proven: true, Value: float64(score) / p.most}
	if p.meaning == ntuple.Score { // whose solvers tell more than who wins
		found.Value = float64(min(1, max(-1, score)))
	}
	return m, found, err
}

// share is a value of the search as part of the largest result.
func (p *player) share(value int) float64 {
	if p.meaning == ntuple.Discs {
		return max(-1, min(1, float64(value)/probcut.Disc/p.most))
	}
	return math.Tanh(float64(value) / probcut.Logit)
}

// batch is how many games are played before they are written.
const batch = 256

// play plays the games that a round still lacks, and returns how many it has.
func (r *Run) play(ctx context.Context, round int, tell progress.Func) (int, error) {
	before := r.before()
	source, total, err := r.source(round)
	if err != nil {
		return 0, err
	}
	for have := len(r.games) - before; have < total; have = len(r.games) - before {
		tell.Tell("games", have, total)
		games := make([]*replay.Game, min(batch, total-have))
		if err := source(ctx, have, games, func(n int) { tell.Tell("games", have+n, total) }); err != nil {
			return 0, err
		}
		if err := r.file.Add(games...); err != nil {
			return 0, err
		}
		for _, g := range games {
			g, err := replay.Parse(r.game, g.Append(nil)) // as the file tells it to those who go on
			if err != nil {
				return 0, err
			}
			if err := r.learn(g); err != nil {
				return 0, err
			}
		}
	}
	return total, nil
}

// source is where the games of a round come from: it fills in those from a number on.
// It tells how many there are.
func (r *Run) source(round int) (take func(ctx context.Context, first int, games []*replay.Game, tell func(int)) error, total int, err error) {
	if len(r.Rounds) == 0 && r.Settings.Stored != "" {
		return r.storedGames()
	}
	if r.Fleet != nil {
		return func(ctx context.Context, first int, games []*replay.Game, tell func(int)) error {
			return r.playAway(ctx, round, first, games, tell)
		}, r.Settings.games(round), nil
	}
	players, err := crew.Make(r.jobs, batch, func() (*player, error) { return r.Settings.player(r.game, r.model) })
	return func(ctx context.Context, first int, games []*replay.Game, tell func(int)) error {
		return crew.Do(ctx, len(games), players, func(ctx context.Context, p *player, i int) (err error) {
			games[i], err = p.play(ctx, round, first+i)
			return err
		}, tell)
	}, r.Settings.games(round), err
}
