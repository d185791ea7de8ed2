package web

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"gambito/api"
	"gambito/arena"
	"gambito/board"
	"gambito/game"
	"gambito/gamefile"
)

// seatInput is who is to play for a seat.
type seatInput struct {
	Person bool   `json:"person,omitempty" doc:"Whether a person does."`
	Spec   string `json:"spec,omitempty" maxLength:"500" doc:"Agent spec of who does otherwise, such as level:3 or mcts:sims=1000."`
}

// beginInput begins a game.
type beginInput struct {
	Spoken
	Body struct {
		Place
		Seats []seatInput `json:"seats" minItems:"1" maxItems:"8" doc:"Who plays, by seat."`
		Clock string      `json:"clock,omitempty" maxLength:"40" doc:"Time for all moves of each side and what each move adds, such as 5m+3s."`
		Pace  int         `json:"pace,omitempty" minimum:"0" maximum:"60000" doc:"Milliseconds a move: of agents among themselves, or of players who move all at once. 0 waits for whoever is to move."`
		Seed  *uint64     `json:"seed,omitempty" doc:"Seed of dice and agents; another every time if there is none."`
	}
}

// Named is the part of a request that names a game.
type Named struct {
	Spoken
	ID string `path:"id" maxLength:"60" doc:"Short name of the game, such as othello-3."`
	As string `query:"as" maxLength:"1" pattern:"^[0-7]?$" patternDescription:"a seat from 0 on" doc:"Of a game with secrets that several people play, or agents among themselves: seat through whose eyes it is told. Without it agents are seen by everybody, and of a game of several people nothing is told but whose turn it is."`
}

func (s *Server) registerGames(a huma.API) {
	tags := []string{"games"}
	route(a, huma.Operation{
		OperationID: "beginGame", Method: http.MethodPost, Path: "/api/games", Tags: tags, Summary: "Begin a game",
	}, s.beginGame)
	route(a, huma.Operation{
		OperationID: "games", Method: http.MethodGet, Path: "/api/games", Tags: tags, Summary: "Games that are kept, the one changed last first",
	}, s.listGames)
	route(a, huma.Operation{
		OperationID: "game", Method: http.MethodGet, Path: "/api/games/{id}", Tags: tags, Summary: "A game; one that is kept goes on",
	}, func(ctx context.Context, in *Named) (*answer[api.PlayedGame], error) {
		return s.withGame(ctx, in, func(*liveGame) error { return nil })
	})
	route(a, huma.Operation{
		OperationID: "gameAt", Method: http.MethodGet, Path: "/api/games/{id}/at/{ply}", Tags: tags, Summary: "A position of a game",
	}, s.gameAt)
	stream(s, a, huma.Operation{
		OperationID: "gameEvents", Method: http.MethodGet, Path: "/api/games/{id}/events", Tags: tags,
		Summary: "A game, whole, whenever something about it changes",
	}, map[string]any{"game": api.PlayedGame{}}, s.gameEvents)
	route(a, huma.Operation{
		OperationID: "deleteGame", Method: http.MethodDelete, Path: "/api/games/{id}", Tags: tags, Summary: "Forget a game",
		DefaultStatus: http.StatusNoContent,
	}, s.deleteGame)
	route(a, huma.Operation{
		OperationID: "gameFile", Method: http.MethodGet, Path: "/api/games/{id}/file", Tags: tags, Summary: "A game as a file to keep elsewhere",
	}, s.gameFile)
	s.registerMoves(a, tags)
}

// withGame does something with a game that has it to itself, and answers with the game.
func (s *Server) withGame(ctx context.Context, in *Named, f func(*liveGame) error) (*answer[api.PlayedGame], error) {
	var told api.PlayedGame
	err := s.inGame(ctx, in.ID, func(l *liveGame) error {
		if _, err := l.eyesOf(in.As); err != nil {
			return err
		}
		if err := f(l); err != nil {
			return err
		}
		e, err := l.eyesOf(in.As) // nothing may be secret any more
		if err == nil {
			told = l.view(wordsOf(ctx), e).game
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	return answered(told), nil
}

// inGame does something with a game that has it to itself. One that is just being put
// away is opened again.
func (s *Server) inGame(ctx context.Context, id string, f func(*liveGame) error) error {
	for again := 0; ; again++ {
		l, err := s.played.open(ctx, id)
		if err != nil {
			return err
		}
		if err = l.within(func() error { return f(l) }); err != errGone || again == 20 {
			return err
		}
		time.Sleep(10 * time.Millisecond)
	}
}

// beginGame begins a game.
func (s *Server) beginGame(ctx context.Context, in *beginInput) (*answer[api.PlayedGame], error) {
	b := &in.Body
	at, err := s.find(ctx, b.Place)
	if err != nil {
		return nil, err
	}
	if game.OfSecrets(at.game) && b.Position+b.Moves != "" {
		return nil, refuse(http.StatusBadRequest, "a game with secrets begins at its start")
	}
	players, err := seatTexts(at.game, b.Seats)
	if err != nil {
		return nil, err
	}
	g := s.played.base(at.game)
	g.Start, g.Moves, g.Seed, g.Keeper = at.start, at.moves, newSeed(at.game), s.played.folder.Begin(at.game)
	if b.Seed != nil {
		g.Seed = *b.Seed
	}
	if g.Seats, err = s.played.seats(at.game, players); err != nil {
		return nil, err
	}
	if b.Clock != "" {
		if g.Clock, err = arena.ParseClock(b.Clock); err != nil {
			return nil, err
		}
	}
	pace, err := paceOf(at.game, b.Pace, players, g.Clock)
	if err != nil {
		return nil, err
	}
	l, err := s.played.begin(ctx, g, pace, players)
	if err != nil {
		return nil, err
	}
	return s.tell(ctx, l)
}

// tell answers with a game.
func (s *Server) tell(ctx context.Context, l *liveGame) (*answer[api.PlayedGame], error) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	e, err := l.eyesOf("")
	if err != nil {
		return nil, err
	}
	return answered(l.view(wordsOf(ctx), e).game), nil
}

// seatTexts are the specs of who is to play.
func seatTexts(g game.Game, seats []seatInput) (texts []string, err error) {
	if n := g.Info().Players(); len(seats) != n {
		return nil, fmt.Errorf("%s is a game for %d: seats must name %d, not %d", g.Info().ID, n, n, len(seats))
	}
	for i, seat := range seats {
		switch {
		case seat.Person && seat.Spec != "" && seat.Spec != gamefile.Person:
			return nil, fmt.Errorf("seat %d: it is a person's or an agent's, not both", i)
		case seat.Person || seat.Spec == gamefile.Person:
			texts = append(texts, gamefile.Person)
		case seat.Spec == "":
			return nil, fmt.Errorf("seat %d: who plays? A person, or an agent by its spec", i)
		default:
			texts = append(texts, seat.Spec)
		}
	}
	return texts, nil
}

// paceOf is the pace of a game that goes on by itself.
func paceOf(g game.Game, milliseconds int, players []string, clock arena.Clock) (time.Duration, error) {
	_, together := g.New().(game.Simultaneous)
	people := slices.Contains(players, gamefile.Person)
	pace := time.Duration(milliseconds) * time.Millisecond
	switch {
	case pace > 0 && people && !together:
		return 0, fmt.Errorf("pace: people are waited for in %s, in which one moves after the other", g.Info().ID)
	case pace > 0 && people && clock.Time > 0:
		return 0, fmt.Errorf("pace: a game at a pace has no clock")
	}
	return pace, nil
}

// listGames lists the games that are kept, those included that have just changed.
func (s *Server) listGames(ctx context.Context, _ *Spoken) (*answer[[]api.SavedGame], error) {
	s.played.settle(ctx)
	entries, _, err := s.played.folder.List()
	if err != nil {
		return nil, refuse(http.StatusConflict, "the games that are kept cannot be read")
	}
	list := []api.SavedGame{}
	for _, e := range entries {
		list = append(list, s.savedGame(ctx, e))
	}
	return answered(list), nil
}

type gameAtInput struct {
	Named
	Ply  int `path:"ply" minimum:"0" doc:"How many moves were made before, what chance decided included."`
	Seat int `query:"seat" minimum:"0" maximum:"7" doc:"Where all players move at once: whose moves are to be listed."`
}

// gameAt is a position of a game.
func (s *Server) gameAt(ctx context.Context, in *gameAtInput) (*answer[board.Position], error) {
	var rules game.Game
	var start game.State
	var moves []game.Move
	var by eyes
	if err := s.inGame(ctx, in.ID, func(l *liveGame) (err error) {
		rules, start, moves = l.play.Rules, l.play.Start.Clone(), l.shown.moves
		by, err = l.eyesOf(in.As)
		return err
	}); err != nil {
		return nil, err
	}
	if by.covered {
		return nil, errHidden
	}
	made := len(moves)
	if by.seat != game.Nobody {
		made = board.Noticed(start, moves, by.seat)
	}
	switch players := rules.Info().Players(); {
	case in.Ply > made:
		return nil, refuse(http.StatusNotFound, "the game has %d moves so far, not %d", made, in.Ply)
	case in.Seat >= players:
		return nil, fmt.Errorf("seat %d is not in the game, which is for %d: count from 0", in.Seat, players)
	}
	if by.seat != game.Nobody {
		return answered(board.Seen(wordsOf(ctx), rules, start, moves, by.seat, in.Ply)), nil
	}
	return answered(board.NewPosition(wordsOf(ctx), rules, start, moves[:in.Ply], game.Player(in.Seat))), nil
}

// gameEvents tells a game whenever it changes.
func (s *Server) gameEvents(ctx context.Context, in *Named) (func(context.Context, *events) error, error) {
	l, err := s.played.open(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	w, told := wordsOf(ctx), int64(0)
	if err := l.within(func() error { _, err := l.eyesOf(in.As); return err }); err != nil && err != errGone {
		return nil, err
	}
	return func(ctx context.Context, e *events) error {
		l.enter()
		defer l.leave()
		for {
			frame, version, changed, err := l.eventOf(w, in.As)
			switch {
			case err == errGone: // who listens comes again by itself
				return nil
			case err != nil:
				return err
			}
			if version != told { // what nobody may notice is not told
				if err := e.sendFrame(frame); err != nil {
					return err
				}
			}
			told = version
			select {
			case <-changed:
			case <-ctx.Done():
				return nil
			}
		}
	}, nil
}

// sendFrame sends an event that is encoded already.
func (e *events) sendFrame(frame []byte) error {
	e.mutex.Lock()
	defer e.mutex.Unlock()
	e.beat.Reset(beatTime)
	return e.write(frame)
}

// enter notes that somebody looks at the game. One that waited for that goes on.
func (l *liveGame) enter() {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	if l.watchers++; l.watchers == 1 && !l.gone && !l.frozen && !l.shown.over && l.play.People() == 0 && !l.paused {
		l.goOn()
	}
}

// leave notes that somebody looks no more.
func (l *liveGame) leave() {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	l.watchers--
	l.heard = time.Now()
}

// deleteGame forgets a game.
func (s *Server) deleteGame(ctx context.Context, in *Named) (*struct{}, error) {
	release, err := s.played.claim(ctx, in.ID) // who is about to open it has done so
	if err != nil {
		return nil, err
	}
	defer release()
	l := s.played.inMemory(in.ID)
	if l != nil {
		l.mutex.Lock()
		l.deleted = true
		l.mutex.Unlock()
		s.played.putAway(l)
		l.keeping.Lock() // nobody writes it any more
		defer l.keeping.Unlock()
	}
	if err := s.played.folder.Delete(in.ID); err != nil && (l == nil || s.played.folder.Path() != "") {
		return nil, refuse(http.StatusNotFound, "there is no game %q", in.ID)
	}
	return &struct{}{}, nil
}

type gameFileInput struct {
	Named
	Format string `query:"format" default:"json" maxLength:"10" doc:"Ending of the file: json for all games, mat for backgammon, ggf and txt for Othello."`
}

type fileAnswer struct {
	ContentType        string `header:"Content-Type"`
	ContentDisposition string `header:"Content-Disposition"`
	Body               []byte
}

// gameFile is a game as a file.
func (s *Server) gameFile(ctx context.Context, in *gameFileInput) (*fileAnswer, error) {
	var rules game.Game
	var record arena.Record
	if err := s.inGame(ctx, in.ID, func(l *liveGame) error {
		if rules, record = l.play.Rules, l.shown.record; l.hides() {
			return errHidden
		}
		return nil
	}); err != nil {
		return nil, err
	}
	endings := s.played.endings(rules)
	if !slices.Contains(endings, "."+in.Format) {
		return nil, fmt.Errorf("format %q: a game of %s is written as %s", in.Format, rules.Info().ID, wordsOf(ctx).List(endings))
	}
	f, err := gamefile.From(rules, record)
	if err != nil {
		return nil, err
	}
	name := in.ID + "." + in.Format
	content, err := gamefile.Format(name, []gamefile.Game{f})
	if err != nil {
		return nil, err
	}
	kind := "text/plain; charset=utf-8"
	if in.Format == "json" {
		kind = "application/json"
	}
	return &fileAnswer{kind, `attachment; filename="` + name + `"`, content}, nil
}
