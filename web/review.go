package web

import (
	"context"
	"net/http"
	"runtime"
	"slices"
	"sync"

	"github.com/danielgtaylor/huma/v2"

	"gambito/agent"
	"gambito/api"
	"gambito/board"
	"gambito/game"
	"gambito/gamefile"
	"gambito/progress"
	"gambito/review"
)

// ReviewGame is the game that is reviewed, which is known before what it was worth.
type ReviewGame struct {
	Saved   api.SavedGame  `json:"saved" doc:"The game as it is kept."`
	Name    string         `json:"name" doc:"What people call the game."`
	Start   string         `json:"start,omitempty" doc:"Where it started, if not at the game's own start."`
	Players []string       `json:"players" doc:"What the players are called, by seat: by name, level, agent or role."`
	Roles   []string       `json:"roles" doc:"What the players are called in the game, by seat, as the review calls them."`
	Called  []string       `json:"called" doc:"The same in the language of the request."`
	Plies   []ReviewPly    `json:"plies" doc:"All moves, what chance decided included. Joined by spaces they are a line of moves."`
	Outcome string         `json:"outcome,omitempty" doc:"How it ended, in words; absent of a game that was broken off."`
	First   board.Position `json:"first" doc:"The position that it started from."`
}

// ReviewPly is a move of a game.
type ReviewPly struct {
	Text  string `json:"text" doc:"The move, as the game writes it."`
	Label string `json:"label" doc:"The same for people to read."`
	Seat  *int   `json:"seat,omitempty" doc:"Seat of who has made it; absent of chance and where all move at once."`
}

// ReviewProgress is how far a review has come.
type ReviewProgress struct {
	Done  int `json:"done" doc:"Positions that were looked at."`
	Total int `json:"total" doc:"Positions of the game."`
}

// reviewQuery asks for a review.
type reviewQuery struct {
	Spoken
	ID    string `path:"id" maxLength:"60" doc:"Name of a game that is kept, such as othello-3, or last."`
	Agent string `query:"agent" maxLength:"500" doc:"Agent spec of who judges; else the best judge of the game."`
}

// TryRequest is a move that might have been made instead.
type TryRequest struct {
	Ply   int    `json:"ply" minimum:"0" maximum:"100000" doc:"Moves that were made before, what chance decided included."`
	Move  string `json:"move" minLength:"1" maxLength:"500" doc:"The move, as the game writes it."`
	Seat  int    `json:"seat,omitempty" minimum:"0" maximum:"126" doc:"Who makes it, where all move at once."`
	Agent string `json:"agent,omitempty" maxLength:"500" doc:"Agent spec of who judges; else the best judge of the game."`
}

func (s *Server) registerReview(a huma.API) {
	stream(s, a, huma.Operation{
		OperationID: "review", Method: http.MethodGet, Path: "/api/reviews/{id}",
		Summary: "What the moves of a game have cost",
	}, map[string]any{"game": ReviewGame{}, "progress": ReviewProgress{}, "review": api.Review{}},
		func(ctx context.Context, q *reviewQuery) (func(context.Context, *events) error, error) {
			w, err := s.newReview(ctx, q.ID, q.Agent)
			if err != nil {
				return nil, err
			}
			return w.run, nil
		})
	route(a, huma.Operation{
		OperationID: "review-try", Method: http.MethodPost, Path: "/api/reviews/{id}/try",
		Summary: "What another move would have cost",
	}, func(ctx context.Context, input *struct {
		Spoken
		ID   string `path:"id" maxLength:"60" doc:"Name of a game that is kept."`
		Body TryRequest
	}) (*answer[api.ReviewedMove], error) {
		w, err := s.newReview(ctx, input.ID, input.Body.Agent)
		if err != nil {
			return nil, err
		}
		verdict, err := w.try(ctx, input.Body)
		if err != nil {
			return nil, err
		}
		return answered(verdict), nil
	})
}

// reviewWork is a review that is asked for.
type reviewWork struct {
	server *Server
	client string
	saved  api.SavedGame
	game   gamefile.Game
	judge  agent.Spec
}

// newReview finds the game and who judges it.
func (s *Server) newReview(ctx context.Context, id, judge string) (*reviewWork, error) {
	e, g, err := s.keptGame(ctx, id)
	if err != nil {
		return nil, err
	}
	if game.OfSecrets(g.Game) {
		return nil, refuse(http.StatusConflict, "players of %s do not see everything: nobody can say what their positions are worth to both", g.Game.Info().ID)
	}
	if len(g.Moves) == 0 {
		return nil, refuse(http.StatusConflict, "no move was made, so there is nothing to review")
	}
	at := g.Start.Clone()
	for _, m := range g.Moves {
		if inCrowd(g.Game, at) {
			return nil, refuse(http.StatusConflict, "the players have too many moves at once to tell them apart")
		}
		at.Play(m)
	}
	w := &reviewWork{server: s, client: clientOf(ctx), saved: s.savedGame(ctx, e), game: g}
	if judge == "" {
		w.judge, err = review.DefaultJudge(s.options.Agents, g.Game)
	} else {
		w.judge, err = s.agent(judge, g.Game)
	}
	return w, err
}

// mostTogether is how many combinations of moves anything here looks through, where all
// move at once.
const mostTogether = 1 << 20

// inCrowd reports whether there are more in a position, as hostile rulesheets may have.
func inCrowd(g game.Game, at game.State) bool {
	if at.Turn() != game.Together {
		return false
	}
	ways := 1
	for p := range game.Player(g.Info().Players()) {
		ways = min(ways*len(game.MovesFor(at, p, nil)), mostTogether+1)
	}
	return ways > mostTogether
}

// reviewJobs is how many positions of a game are looked at at a time: games of others
// are to go on meanwhile.
var reviewJobs = max(1, runtime.NumCPU()/2)

// run tells the game, how far the review has come, and the review.
func (w *reviewWork) run(ctx context.Context, e *events) error {
	if err := e.send("game", w.describe(ctx)); err != nil {
		return err
	}
	r, err := w.review(ctx, func(step progress.Step) { _ = e.send("progress", ReviewProgress{step.Done, step.Total}) }) // who has left ends ctx
	if err != nil {
		return err
	}
	return e.send("review", api.NewReview(wordsOf(ctx), w.saved.ID, r))
}

// review reviews the game, unless it was lately.
func (w *reviewWork) review(ctx context.Context, tell progress.Func) (r *review.Review, err error) {
	key := reviewKey{w.saved.ID, w.game.Record.Game, w.game.Record.Position, w.game.Record.Moves, w.judge.String()}
	if r, ok := w.server.reviews.find(key); ok {
		return r, nil
	}
	err = w.server.pool.Do(ctx, w.client, reviewing, func(ctx context.Context) error {
		r, err = review.Run(ctx, w.toReview(), review.Settings{
			Agents: w.server.options.Agents, Judge: w.judge.String(), Seed: 1, Jobs: reviewJobs, Tell: tell,
		})
		return err
	})
	if err != nil {
		return nil, err
	}
	w.server.reviews.add(key, r)
	return r, nil
}

func (w *reviewWork) toReview() review.Game {
	g := &w.game
	return review.Game{Rules: g.Game, Start: g.Start, Moves: g.Moves, Names: g.Players(), Opening: g.Record.Opening, Record: g.Record}
}

// try judges a move that might have been made instead of that of the game.
func (w *reviewWork) try(ctx context.Context, r TryRequest) (api.ReviewedMove, error) {
	var none api.ReviewedMove
	g := &w.game
	if r.Ply >= len(g.Moves) {
		return none, refuse(http.StatusBadRequest, "ply %d: the game has %d moves", r.Ply, len(g.Moves))
	}
	at := g.Start.Clone()
	for _, m := range g.Moves[:r.Ply] {
		at.Play(m)
	}
	move, err := moveTried(g.Game, at, g.Moves[r.Ply], r)
	if err != nil {
		return none, err
	}
	alone := w.toReview()
	alone.Start, alone.Moves, alone.Opening = at, []game.Move{move}, 0
	var found *review.Review
	err = w.server.pool.Do(ctx, w.client, reviewing, func(ctx context.Context) error {
		found, err = review.Run(ctx, alone, review.Settings{Agents: w.server.options.Agents, Judge: w.judge.String(), Seed: 1, Jobs: 1})
		return err
	})
	if err != nil {
		return none, err
	}
	role := g.Game.Info().Roles[seatAt(at, r.Seat)]
	for _, m := range api.NewReview(wordsOf(ctx), w.saved.ID, found).Moves {
		if m.Ply == 0 && m.Player == role {
			m.Ply = r.Ply
			return m, nil
		}
	}
	return none, refuse(http.StatusConflict, "the judge tells nothing about this move")
}

// seatAt is who decides in a position.
func seatAt(s game.State, asked int) int {
	if turn := s.Turn(); turn >= 0 {
		return int(turn)
	}
	return asked
}

// moveTried is the move that a request means; where all move at once the others move as
// they did.
func moveTried(g game.Game, at game.State, played game.Move, r TryRequest) (game.Move, error) {
	seat, players := seatAt(at, r.Seat), g.Info().Players()
	switch turn := at.Turn(); {
	case turn == game.Over || turn == game.Chance:
		return 0, refuse(http.StatusBadRequest, "ply %d: no player decides there", r.Ply)
	case seat >= players:
		return 0, refuse(http.StatusBadRequest, "seat %d: the game has %d players", seat, players)
	case turn != game.Together:
		return g.ParseMove(at, r.Move)
	}
	all := review.Split(at.(game.Simultaneous), players, played)
	for _, m := range game.MovesFor(at, game.Player(seat), nil) {
		if game.FormatMoveFor(g, at, game.Player(seat), m) == r.Move {
			all[seat] = m
			return at.(game.Simultaneous).Join(all), nil
		}
	}
	return 0, refuse(http.StatusBadRequest, "%q is no legal move there", r.Move)
}

// describe tells what was played.
func (w *reviewWork) describe(ctx context.Context) ReviewGame {
	words, g := wordsOf(ctx), &w.game
	info := g.Game.Info()
	d := ReviewGame{
		Saved: w.saved, Name: words.Text(info.Name), Players: shownPlayers(words, w.game), Roles: info.Roles, Plies: make([]ReviewPly, 0, len(g.Moves)),
		First: board.NewPosition(words, g.Game, g.Start, nil, 0),
	}
	d.Start = d.First.Start
	for _, role := range info.Roles {
		d.Called = append(d.Called, words.Text(role))
	}
	at := g.Start.Clone()
	for _, m := range g.Moves {
		ply := ReviewPly{Text: g.Game.FormatMove(at, m), Label: words.Move(g.Game, at, m)}
		if turn := at.Turn(); turn >= 0 {
			seat := int(turn)
			ply.Seat = &seat
		}
		d.Plies = append(d.Plies, ply)
		at.Play(m)
	}
	if g.Record.Result != nil {
		d.Outcome = words.Result(g.Game, g.Record, func(p game.Player) string { return d.Players[p] })
	}
	return d
}

// reviewKey names a review: what was played and who judges.
type reviewKey struct{ id, game, position, moves, judge string }

// mostReviews is how many reviews are kept.
const mostReviews = 50

// reviewCache keeps the latest reviews, so that whoever comes back to one need not wait.
type reviewCache struct {
	mutex sync.Mutex
	kept  []cachedReview
}

type cachedReview struct {
	key    reviewKey
	review *review.Review
}

func (c *reviewCache) find(key reviewKey) (*review.Review, bool) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	i := slices.IndexFunc(c.kept, func(k cachedReview) bool { return k.key == key })
	if i < 0 {
		return nil, false
	}
	return c.kept[i].review, true
}

func (c *reviewCache) add(key reviewKey, r *review.Review) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if c.kept = append(c.kept, cachedReview{key, r}); len(c.kept) > mostReviews {
		c.kept = slices.Delete(c.kept, 0, 1)
	}
}
