package web

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"time"

	"gambito/agents"
	"gambito/api"
	"gambito/arena"
	"gambito/board"
	"gambito/game"
	"gambito/gamefile"
	"gambito/words"
)

// shown is what is told of a game: a copy, which can be read while agents think.
type shown struct {
	state  game.State
	moves  []game.Move
	turns  []game.Player // whose the moves were
	record arena.Record
	over   bool
	left   []time.Duration // on the clocks; nil without
	most   int             // times the stake that a person may lose; 0 where a game is lost and that is all
	said   []choice        // what players said last who moved at once
}

// look notes what is told of the game. The mutex is held, and nobody thinks.
func (l *liveGame) look() {
	g, s := l.play, &l.shown
	same := 0
	for same < len(s.turns) && same < len(g.Moves) && s.moves[same] == g.Moves[same] {
		same++
	}
	if same == len(s.turns) && s.state != nil { // moves were added
		at := s.state.Clone()
		for _, m := range g.Moves[same:] {
			s.turns = append(s.turns, at.Turn())
			at.Play(m)
		}
	} else {
		s.turns = s.turns[:0]
		at := g.Start.Clone()
		for _, m := range g.Moves {
			s.turns = append(s.turns, at.Turn())
			at.Play(m)
		}
		s.said = nil
	}
	s.state, s.moves, s.over, s.record = g.State().Clone(), slices.Clone(g.Moves), g.Over(), g.Record()
	copy(s.record.Agents, l.players)
	s.left, s.most = nil, 0
	for p := range game.Player(len(l.players)) {
		if left, ok := g.Left(p); ok {
			s.left = append(s.left, left)
		}
	}
	if c, ok := s.state.(game.Conceder); ok && s.state.Turn() >= 0 {
		s.most, _ = c.Concession(s.state.Turn())
	}
}

// same is what a player says who goes on as before, or the first move there is.
func (s *shown) same(g game.Game, p game.Player) choice {
	legal := game.MovesFor(s.state, p, nil)
	if s.said != nil {
		if m, err := game.ParseMoveFor(g, s.state, p, s.said[p].text); err == nil && slices.Contains(legal, m) {
			return choice{set: true, move: m, text: s.said[p].text}
		}
	}
	return choice{set: true, move: legal[0], text: game.FormatMoveFor(g, s.state, p, legal[0])}
}

// viewKey is in which language a game is told, and to whom.
type viewKey struct {
	language words.Language
	eyes     eyes
}

// view is what is told of a game in one language.
type view struct {
	version int64
	game    api.PlayedGame
	frame   []byte // the event, once somebody wants it
	moves   []game.Move
	when    time.Time
}

// publish tells everybody that something has changed, and has the game kept.
func (l *liveGame) publish() {
	l.tell()
	l.server.played.keepSoon(l)
}

// tell wakes whoever listens.
func (l *liveGame) tell() {
	l.version = l.server.played.next()
	close(l.changed)
	l.changed = make(chan struct{})
}

// clockAge is how old the time may be that is told to be left on a running clock.
const clockAge = 100 * time.Millisecond

// view is that of a language and some eyes. The mutex is held. What it holds is not changed
// later.
func (l *liveGame) view(w words.Words, e eyes) *view {
	key := viewKey{w.Language(), e}
	v := l.views[key]
	running := l.shown.left != nil && !l.shown.over
	if v != nil && v.version == l.version && !(running && time.Since(v.when) > clockAge) {
		return v
	}
	next := &view{version: l.version, moves: l.shown.moves, when: time.Now()}
	var known []api.PlayedMove
	if v != nil && !l.secret() {
		n := 0
		for n < min(len(v.moves), len(next.moves)) && v.moves[n] == next.moves[n] {
			n++
		}
		known = v.game.History[:n:n]
	}
	next.game = l.describe(w, e, known)
	if v != nil && e != everything && unchanged(v.game, next.game) {
		next.game.Version = v.game.Version // nothing has happened that these eyes may notice
	}
	l.views[key] = next
	return next
}

// eventOf is the event that tells a game, its version, and what is closed when there may be
// another. It is encoded once for all who listen.
func (l *liveGame) eventOf(w words.Words, as string) (frame []byte, version int64, changed <-chan struct{}, err error) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	switch {
	case l.deleted:
		return nil, 0, nil, noGame(l.id)
	case l.gone:
		return nil, 0, nil, errGone
	}
	e, err := l.eyesOf(as)
	if err != nil {
		return nil, 0, nil, err
	}
	v := l.view(w, e)
	if v.frame == nil {
		text, err := json.Marshal(v.game)
		if err != nil {
			panic(err) // plain values
		}
		v.frame = slices.Concat([]byte("event: game\ndata: "), text, []byte("\n\n"))
	}
	return v.frame, v.game.Version, l.changed, nil
}

// describe tells the game in a language to some eyes; of its history so much is known already.
func (l *liveGame) describe(w words.Words, e eyes, history []api.PlayedMove) api.PlayedGame {
	g, s := l.play, &l.shown
	first := game.Player(0)
	for p := range game.Player(len(l.players)) {
		if l.person(p) && !l.choices[p].set {
			first = p
			break
		}
	}
	p := api.PlayedGame{
		ID: l.id, Version: l.version, Position: l.positionFor(w, e, first), Secret: l.secret(), Covered: e.covered,
		Over: s.over, Reason: s.record.Reason, Result: s.record.Result,
		Clock: s.record.Clock, Pace: int(l.pace.Milliseconds()), Paused: l.paused, Seed: s.record.Seed, Notice: w.Text(l.notice),
	}
	if p.Secret {
		p.History = l.storyFor(w, e)
	} else {
		p.History = l.history(w, history)
	}
	if e.seat != game.Nobody {
		viewer := int(e.seat)
		p.Viewer = &viewer
	}
	if l.hides() {
		p.Seed = 0
	}
	for seat := range game.Player(len(l.players)) {
		p.Seats = append(p.Seats, l.seat(w, seat))
	}
	if s.over {
		name := func(p game.Player) string { return w.Text(g.Rules.Info().Roles[p]) }
		p.Ending = strings.TrimSpace(w.Reason(s.record, name) + " " + w.Result(g.Rules, s.record, name))
		p.Position.Legal, p.Position.Parts = []board.Move{}, nil
	}
	p.Can = l.can()
	return p
}

// person reports whether a person plays for p, also in a game at which nobody sits.
func (l *liveGame) person(p game.Player) bool { return l.players[p] == gamefile.Person }

func (l *liveGame) seat(w words.Words, p game.Player) api.PlayedSeat {
	s := &l.shown
	toMove := !s.over && game.ToMove(s.state, p)
	seat := api.PlayedSeat{
		Role: w.Text(l.play.Rules.Info().Roles[p]), Person: l.person(p), Spec: l.players[p],
		Thinking: l.thinking != nil && slices.Contains(l.thinking.seats, p),
	}
	if int(p) < len(s.record.Names) {
		seat.Name = s.record.Names[p]
	}
	if n, err := strconv.Atoi(strings.TrimPrefix(l.players[p], agents.LevelID+":")); err == nil && strings.HasPrefix(l.players[p], agents.LevelID) {
		seat.Level = n
	}
	if s.left != nil {
		left := s.left[p]
		if seat.Running = toMove && !l.choices[p].set && (seat.Person && !l.unbegun() || seat.Thinking); seat.Running {
			left = max(0, left-time.Since(l.since))
		}
		seconds := left.Seconds()
		seat.Left = &seconds
	}
	if toMove && s.state.Turn() == game.Together {
		if seat.Chosen = l.choices[p].set; seat.Person {
			seat.Legal = board.MovesOf(w, l.play.Rules, s.state, p)
		}
	}
	return seat
}

// can is what can be done beside moving.
func (l *liveGame) can() api.PlayedCan {
	g, s := l.play, &l.shown
	turn := s.state.Turn()
	people := slices.Contains(l.players, gamefile.Person)
	mine := !s.over && (turn >= 0 && l.person(turn) || turn == game.Together && people)
	c := api.PlayedCan{
		Undo: l.canUndo(), Hint: mine, Now: l.thinking != nil, Pause: !s.over && (!people || l.pace > 0 || l.notice != ""), Rematch: true, Files: []string{},
	}
	if mine {
		c.Dice, c.Arrange = l.canSetDice(), l.canArrange()
	}
	_, counted := s.state.(game.Conceder)
	switch {
	case s.over || !people || counted && !mine:
	case counted:
		for n := range s.most {
			c.Resign = append(c.Resign, n+1)
		}
	default:
		c.Resign = []int{1}
	}
	if l.secret() {
		c.Undo, c.Dice = false, false
	}
	if l.hides() {
		return c
	}
	for _, ending := range l.server.played.endings(g.Rules) {
		c.Files = append(c.Files, strings.TrimPrefix(ending, "."))
	}
	return c
}

// canUndo reports whether a person has a move to take back, or a game that was not
// ended by its rules can go on.
func (l *liveGame) canUndo() bool {
	s := &l.shown
	if s.over && s.state.Turn() != game.Over && slices.Contains(l.players, gamefile.Person) {
		return true
	}
	return slices.ContainsFunc(s.turns, func(turn game.Player) bool {
		return turn >= 0 && l.person(turn) || turn == game.Together && slices.Contains(l.players, gamefile.Person)
	})
}

// canSetDice reports whether dice were rolled for the move to come, or can be now.
func (l *liveGame) canSetDice() bool {
	s := &l.shown
	if thrower, ok := s.state.(game.Thrower); ok {
		if _, may := thrower.Throw(); may {
			return true
		}
	}
	return len(s.turns) > 0 && s.turns[len(s.turns)-1] == game.Chance
}

// history tells the moves, of which so many are told already.
func (l *liveGame) history(w words.Words, known []api.PlayedMove) []api.PlayedMove {
	g, s := l.play.Rules, &l.shown
	if known == nil {
		known = []api.PlayedMove{}
	}
	if len(known) == len(s.moves) {
		return known
	}
	at := l.play.Start.Clone()
	for _, m := range s.moves[:len(known)] {
		at.Play(m)
	}
	for _, m := range s.moves[len(known):] {
		move := api.PlayedMove{Text: g.FormatMove(at, m), Label: w.Move(g, at, m)}
		switch turn := s.turns[len(known)]; turn {
		case game.Chance:
			move.Seat = -1
		case game.Together:
			move.Seat = -2
		default:
			move.Seat = int(turn)
		}
		at.Play(m)
		known = append(known, move)
	}
	return known
}
