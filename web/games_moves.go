package web

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"gambito/agent"
	"gambito/api"
	"gambito/arena"
	"gambito/game"
	"gambito/gamefile"
	"gambito/play"
)

type moveInput struct {
	Named
	Body struct {
		Move string `json:"move" minLength:"1" maxLength:"500" doc:"The move, as the game writes it."`
		Ply  int    `json:"ply" minimum:"0" doc:"How many moves were made before, so that nothing is done twice. If it is not the present number the answer is 412."`
		Seat *int   `json:"seat,omitempty" minimum:"0" maximum:"7" doc:"Who moves; the person who is to move if it is absent."`
	}
}

type resignInput struct {
	Named
	Body struct {
		Times int  `json:"times,omitempty" minimum:"0" maximum:"3" doc:"For how many times the stake; 0 for the least that the opponent agrees to."`
		Seat  *int `json:"seat,omitempty" minimum:"0" maximum:"7" doc:"Who gives up; the person who is to move, or the only one, if it is absent."`
	}
}

type rematchInput struct {
	Named
	Body struct {
		Swap bool `json:"swap,omitempty" doc:"Whether the sides are changed."`
	}
}

type diceInput struct {
	Named
	Body struct {
		Dice string `json:"dice" minLength:"1" maxLength:"40" doc:"What they are to show, such as 31."`
	}
}

type paceInput struct {
	Named
	Body struct {
		Paused *bool `json:"paused,omitempty" doc:"Whether the game is to stop, or else to go on; absent leaves it as it is."`
		Step   bool  `json:"step,omitempty" doc:"Whether agents among themselves are to make one move and stop."`
		Pace   *int  `json:"pace,omitempty" minimum:"0" maximum:"60000" doc:"Another pace, in milliseconds a move; absent leaves it as it is."`
	}
}

type seatsInput struct {
	Named
	Body struct {
		Seats []seatInput `json:"seats" minItems:"1" maxItems:"8" doc:"Who plays from now on, by seat."`
	}
}

type hintInput struct {
	Named
	Agent string `query:"agent" maxLength:"500" doc:"Agent spec of who is asked; the strongest judge of the game if there is none."`
}

func (s *Server) registerMoves(a huma.API, tags []string) {
	op := func(id, path, summary string) huma.Operation {
		return huma.Operation{OperationID: id, Method: http.MethodPost, Path: "/api/games/{id}/" + path, Tags: tags, Summary: summary}
	}
	route(a, op("move", "moves", "Make a move"), s.move)
	route(a, op("undo", "undo", "Take back moves until a person is to move again; of a game that had ended before it was opened another is made"), s.undo)
	route(a, op("resign", "resign", "Give up"), s.resign)
	route(a, op("rematch", "rematch", "Begin another game of the same players, which has another ID"), s.rematch)
	route(a, op("playNow", "now", "Have the agent that thinks play the best it has found"), s.playNow)
	route(a, op("setDice", "dice", "Set the dice of the move to come by hand"), s.setDice)
	route(a, op("arrange", "arrange", "Set up at random what is not set up yet, such as the ships of battleship"), s.arrange)
	route(a, op("setPace", "pace", "Stop, go on with or step through a game that goes on by itself, or change its pace"), s.setPace)
	route(a, op("changeSeats", "seats", "Have others go on with a game"), s.changeSeats)
	route(a, huma.Operation{
		OperationID: "hint", Method: http.MethodGet, Path: "/api/games/{id}/hint", Tags: tags, Summary: "What a strong player thinks of the position",
	}, s.hint)
}

// stale is the status of what is asked of a position that is no longer the present one,
// because somebody else was faster: nothing else has it.
const stale = http.StatusPreconditionFailed

// move makes a move of a person.
func (s *Server) move(ctx context.Context, in *moveInput) (*answer[api.PlayedGame], error) {
	return s.withGame(ctx, &in.Named, func(l *liveGame) error {
		b := &in.Body
		if b.Ply == l.last.ply && b.Move == l.last.text && (b.Seat == nil || *b.Seat == l.last.seat) && b.Ply < l.noticed(game.Player(l.last.seat)) {
			return nil // the same again, of a client that has not heard the answer
		}
		if !l.hides() && b.Ply != len(l.shown.moves) {
			return staleAt(len(l.shown.moves), b.Ply)
		}
		p, err := l.mover(b.Seat)
		if err != nil {
			return err
		}
		if made := l.noticed(p); b.Ply != made {
			return staleAt(made, b.Ply)
		}
		m, err := game.ParseMoveFor(l.play.Rules, l.shown.state, p, b.Move)
		if err == nil && !slices.Contains(game.MovesFor(l.shown.state, p, nil), m) {
			err = refuse(http.StatusBadRequest, "%q: a game is given up by resign", b.Move) // no other move is legal and not listed
		}
		if err != nil {
			return err
		}
		l.choose(p, choice{true, m, b.Move})
		return nil
	})
}

// staleAt refuses what was asked after fewer moves than were made.
func staleAt(made, asked int) error {
	return refuse(stale, "the game has gone on meanwhile: move %d is the next, not %d", made+1, asked+1)
}

// mover is the person who is to move.
func (l *liveGame) mover(seat *int) (game.Player, error) {
	turn := l.shown.state.Turn()
	switch {
	case l.shown.over:
		return 0, refuse(http.StatusConflict, "the game is over")
	case seat != nil && *seat >= len(l.players):
		return 0, refuse(http.StatusBadRequest, "seat %d is not in the game, which is for %d: count from 0", *seat, len(l.players))
	}
	for p := range game.Player(len(l.players)) {
		if !game.ToMove(l.shown.state, p) || !l.person(p) || seat != nil && *seat != int(p) {
			continue
		}
		if seat != nil || turn != game.Together || !l.choices[p].set {
			return p, nil
		}
	}
	if turn == game.Together && seat == nil && slices.Contains(l.players, gamefile.Person) {
		return game.Player(slices.Index(l.players, gamefile.Person)), nil // who thinks again
	}
	return 0, refuse(http.StatusConflict, "it is not the turn of that player")
}

// undo takes moves back.
func (s *Server) undo(ctx context.Context, in *Named) (*answer[api.PlayedGame], error) {
	var again *play.Game
	var players []string
	var pace time.Duration
	told, err := s.withGame(ctx, in, func(l *liveGame) error {
		if l.secret() {
			return errAsItIs
		}
		if !l.canUndo() {
			return refuse(http.StatusConflict, "there is no move of yours to take back")
		}
		if l.frozen {
			g, err := s.revive(l)
			again, players, pace = g, l.players, l.pace
			return err
		}
		l.stopThinking()
		l.charge()
		if err := l.play.Undo(); err != nil {
			l.advance()
			return err
		}
		return l.setUp()
	})
	if err != nil || again == nil {
		return told, err
	}
	l, err := s.played.begin(ctx, again, pace, players)
	if err != nil {
		return nil, err
	}
	return s.tell(ctx, l)
}

// revive is another game that begins as one that had ended when it was opened, without
// what is taken back: how a game ended stays known.
func (s *Server) revive(l *liveGame) (*play.Game, error) {
	f, err := gamefile.From(l.play.Rules, l.shown.record)
	if err != nil {
		return nil, err
	}
	seats, err := s.played.seats(l.play.Rules, l.players)
	if err != nil {
		return nil, err
	}
	g, err := s.played.base(l.play.Rules).Resumed(f, seats, true)
	if err == nil {
		err = g.SetUp(s.ctx)
	}
	if err == nil {
		err = g.Undo()
	}
	return g, err
}

// resign has a person give up.
func (s *Server) resign(ctx context.Context, in *resignInput) (*answer[api.PlayedGame], error) {
	var terms play.Terms
	var loser game.Player
	var version int64
	times := in.Body.Times
	told, err := s.withGame(ctx, &in.Named, func(l *liveGame) (err error) {
		if loser, err = l.loser(in.Body.Seat); err != nil {
			return err
		}
		if _, counted := l.shown.state.(game.Conceder); !counted {
			if times > 1 {
				return refuse(http.StatusBadRequest, "no more than %d can be lost here", 1)
			}
			l.stopThinking()
			return l.resign(s.ctx, loser, 0)
		}
		if l.play.Hint, err = s.played.judge(l.play.Rules); err == nil {
			terms, version = l.play.Terms(loser), l.version // it is a person's turn: nobody thinks
		}
		return err
	})
	if err != nil || version == 0 {
		return told, err
	}
	var agreed int
	var refusal error
	if err := s.search(ctx, clientOf(ctx), mostMemory, func(ctx context.Context) { agreed, refusal = terms.Agree(ctx, times) }); err != nil {
		return nil, err
	}
	if refusal != nil {
		return nil, inWords(ctx, refusal)
	}
	return s.withGame(ctx, &in.Named, func(l *liveGame) error {
		if l.version != version {
			return refuse(stale, "the game has gone on meanwhile")
		}
		return l.resign(s.ctx, loser, agreed)
	})
}

// inWords is the refusal of what a person asks for in a game.
func inWords(ctx context.Context, err error) error {
	w := wordsOf(ctx)
	var mistake play.Mistake
	var other play.Disagreement
	switch {
	case errors.As(err, &mistake):
		return refuse(http.StatusBadRequest, "%s", mistake.In(w))
	case errors.As(err, &other):
		return refuse(http.StatusConflict, "%s", w.Say("%s does not agree to less than %d", w.Text(other.Role), other.Least))
	}
	return err
}

// loser is the person who gives up. Where that is a matter of price, as at backgammon,
// it must be its turn.
func (l *liveGame) loser(seat *int) (game.Player, error) {
	if _, counted := l.shown.state.(game.Conceder); counted {
		return l.mover(seat)
	}
	turn := l.shown.state.Turn()
	switch {
	case l.shown.over:
		return 0, refuse(http.StatusConflict, "the game is over")
	case seat != nil && (*seat >= len(l.players) || l.players[*seat] != gamefile.Person):
		return 0, refuse(http.StatusBadRequest, "seat %d is no person's", *seat)
	case seat != nil:
		return game.Player(*seat), nil
	case turn >= 0 && l.person(turn):
		return turn, nil
	}
	if p := slices.Index(l.players, gamefile.Person); p >= 0 {
		return game.Player(p), nil
	}
	return 0, refuse(http.StatusConflict, "nobody here can give up: agents play among themselves")
}

// resign has a player give up. The mutex is held.
func (l *liveGame) resign(ctx context.Context, p game.Player, times int) error {
	l.charge()
	if err := l.play.Resign(ctx, p, times); err != nil {
		l.fail(err)
		return err
	}
	l.count()
	l.advance()
	return nil
}

// rematch begins another game.
func (s *Server) rematch(ctx context.Context, in *rematchInput) (*answer[api.PlayedGame], error) {
	var next *play.Game
	var pace time.Duration
	var players []string
	if _, err := s.withGame(ctx, &in.Named, func(l *liveGame) (err error) {
		pace = l.pace
		next, players, err = s.another(l, in.Body.Swap)
		return err
	}); err != nil {
		return nil, err
	}
	l, err := s.played.begin(ctx, next, pace, players)
	if err != nil {
		return nil, err
	}
	return s.tell(ctx, l)
}

// another is another game of the same players.
func (s *Server) another(l *liveGame, swap bool) (*play.Game, []string, error) {
	players := slices.Clone(l.players)
	if swap {
		players = append(players[1:], players[0])
	}
	specs, err := s.played.seats(l.play.Rules, players)
	if err != nil {
		return nil, nil, err
	}
	g := s.played.base(l.play.Rules)
	g.Seats, g.Start, g.Seed, g.Clock = specs, l.play.Start.Clone(), l.play.Seed+1, l.play.Clock
	if l.secret() { // what was dealt is known when a game is over
		g.Seed = newSeed(g.Rules)
	}
	g.Keeper = s.played.folder.Begin(g.Rules)
	return g, players, nil
}

// playNow has an agent play the best that it has found.
func (s *Server) playNow(ctx context.Context, in *Named) (*answer[api.PlayedGame], error) {
	return s.withGame(ctx, in, func(l *liveGame) error {
		if l.thinking == nil {
			return refuse(http.StatusConflict, "no agent is thinking")
		}
		l.thinking.now()
		return nil
	})
}

// setDice sets dice by hand.
func (s *Server) setDice(ctx context.Context, in *diceInput) (*answer[api.PlayedGame], error) {
	return s.withGame(ctx, &in.Named, func(l *liveGame) error {
		if _, err := l.mover(nil); err != nil {
			return err
		}
		if l.simultaneous() { // an agent may think
			return refuse(http.StatusConflict, "no dice were rolled for this move")
		}
		if err := l.play.SetDice(in.Body.Dice); err != nil {
			return inWords(ctx, err)
		}
		l.charge()
		return l.setUp()
	})
}

// setPace stops a game that goes on by itself, has it go on, or changes its pace.
func (s *Server) setPace(ctx context.Context, in *paceInput) (*answer[api.PlayedGame], error) {
	return s.withGame(ctx, &in.Named, func(l *liveGame) error {
		b := &in.Body
		if !l.can().Pause {
			return refuse(http.StatusConflict, "the game does not go on by itself: it waits for who is to move")
		}
		if b.Pace != nil {
			pace, err := paceOf(l.play.Rules, *b.Pace, l.players, arena.Clock{})
			if err != nil {
				return err
			}
			l.pace = pace
		}
		stopped := l.paused
		if b.Paused != nil {
			l.paused = *b.Paused
		}
		if b.Step {
			l.paused, l.stepped = true, l.play.People() == 0
		}
		if l.stepped || stopped && !l.paused {
			l.notice = ""
			l.goOn()
		} else {
			l.publish()
		}
		return nil
	})
}

// changeSeats has others go on with a game.
func (s *Server) changeSeats(ctx context.Context, in *seatsInput) (*answer[api.PlayedGame], error) {
	return s.withGame(ctx, &in.Named, func(l *liveGame) error {
		if l.frozen || l.shown.over {
			return refuse(http.StatusConflict, "the game is over")
		}
		players, err := seatTexts(l.play.Rules, in.Body.Seats)
		if err != nil {
			return err
		}
		seats, err := s.played.seats(l.play.Rules, players)
		if err != nil {
			return err
		}
		if _, err := paceOf(l.play.Rules, int(l.pace.Milliseconds()), players, l.play.Clock); err != nil {
			return err
		}
		if l.secret() && !samePeople(players, l.players) {
			return refuse(http.StatusConflict, "a game with secrets goes on with the people who began it")
		}
		record := l.shown.record
		record.Agents, record.Names = players, nil
		f, err := gamefile.From(l.play.Rules, record)
		if err != nil {
			return err
		}
		next, err := s.played.base(l.play.Rules).Resumed(f, seats, false)
		if err != nil {
			return err
		}
		l.stopThinking()
		l.play.Leave()
		next.Keeper = l.play.Keeper
		l.play, l.players = next, players
		return l.setUp()
	})
}

// samePeople reports whether the seats of people are the same.
func samePeople(a, b []string) bool {
	return slices.EqualFunc(a, b, func(one, other string) bool { return (one == gamefile.Person) == (other == gamefile.Person) })
}

// hintTime is how long one may think about a hint.
const hintTime = 30 * time.Second

// mayAsk refuses a hint about what a player sees to who has not said that it looks.
func (l *liveGame) mayAsk(as string, p game.Player) error {
	e, err := l.eyesOf(as)
	if err == nil && e != everything && e.seat != p {
		err = errHidden
	}
	return err
}

// hint asks a strong player.
func (s *Server) hint(ctx context.Context, in *hintInput) (*answer[api.Analysis], error) {
	var q play.Question
	var judge agent.Spec
	err := s.inGame(ctx, in.ID, func(l *liveGame) error {
		p, err := l.mover(nil)
		if err == nil {
			err = l.mayAsk(in.As, p)
		}
		if err != nil {
			return err
		}
		seed := arena.AgentSeed(l.play.Seed, l.play.Rules.Info().ID, 0, len(l.shown.moves), len(l.players))
		q = play.Question{Rules: l.play.Rules, State: game.View(l.shown.state.Clone(), p), Seat: p, Seed: hintSeed(l.shown.state, p, seed)}
		return nil
	})
	if err != nil {
		return nil, err
	}
	if in.Agent != "" {
		if judge, err = s.agent(in.Agent, q.Rules); err != nil {
			return nil, err
		}
	}
	var found agent.Analysis
	failed := s.search(ctx, clientOf(ctx), mostMemory, func(ctx context.Context) {
		ctx, cancel := context.WithTimeout(ctx, hintTime)
		defer cancel()
		if in.Agent == "" { // to find out who can judge may take a while
			judge, err = s.played.judge(q.Rules)
		}
		if err == nil {
			found, err = q.Ask(ctx, judge)
		}
	})
	if failed != nil || err != nil {
		return nil, errors.Join(failed, err)
	}
	told := api.NewAnalysis(wordsOf(ctx), q.Rules, q.State, q.Seat, judge.String(), found)
	if game.OfSecrets(q.Rules) {
		told.Position = "" // which only fits what the player sees
	}
	return answered(told), nil
}
