package terminal

import (
	"context"
	"errors"
	"io"
	"strconv"
	"strings"
	"time"

	"gambito/arena"
	"gambito/game"
	"gambito/gamefile"
)

// Replay shows a game that was played, move by move.
type Replay struct {
	Game   game.Game
	Record arena.Record
	Start  game.State
	Moves  []game.Move
	Eyes   game.Player   // through whose eyes it is shown
	At     int           // how many moves are made when it begins
	Pace   time.Duration // if not 0, it goes on by itself
	Screen *Screen
	In     *Input
}

// Run shows the game: a person steps through it, a script gets all of it.
func (r *Replay) Run(ctx context.Context) error {
	r.introduce()
	r.At = max(0, min(r.At, len(r.Moves)))
	for {
		r.draw()
		switch {
		case r.Pace == 0 && r.In.Terminal:
			if left, err := r.step(ctx); left || err != nil {
				return err
			}
			continue
		case r.At == len(r.Moves):
			return nil
		case r.Pace > 0:
			select {
			case <-time.After(r.Pace):
			case <-ctx.Done():
				return ctx.Err()
			}
		}
		r.At++
	}
}

// introduce tells who played.
func (r *Replay) introduce() {
	w := r.Screen.Words
	text := []string{stopped(w.Text(r.Game.Info().Name))}
	for p, name := range (&gamefile.Game{Record: r.Record}).Players() {
		text = append(text, w.Say("%s is %s.", r.Screen.playerInFull(r.Game, game.Player(p)), name))
	}
	r.Screen.Print(strings.Join(text, " "))
	if r.In.Terminal && r.Pace == 0 {
		r.Screen.say("Enter or → steps on, b or ← back; a number goes there, e to the end; q leaves.")
	}
}

// draw shows the position with the move that led to it.
func (r *Replay) draw() {
	w := r.Screen.Words
	var before game.State
	at := r.Start.Clone()
	made := ""
	for i, m := range r.Moves[:r.At] {
		if i == r.At-1 {
			before = at.Clone()
			made = w.Move(r.Game, at, m)
			if turn := at.Turn(); turn >= 0 {
				made = w.Say("%s plays %s", r.Screen.player(r.Game, turn), made)
			}
		}
		at.Play(m)
	}
	r.Screen.printf("\n")
	if secret := game.OfSecrets(r.Game); secret && r.Eyes != game.Nobody {
		made = r.lastSeen()
	}
	if before != nil {
		before = game.Look(before, r.Eyes)
	}
	r.Screen.Position(r.Game, game.Look(at, r.Eyes), before)
	if made == "" {
		r.Screen.say("before the first of %d plies", len(r.Moves))
	} else {
		r.Screen.say("ply %d of %d: %s", r.At, len(r.Moves), made)
	}
	if r.At == len(r.Moves) {
		name := func(p game.Player) string { return r.Screen.player(r.Game, p) }
		if reason := w.Reason(r.Record, name); reason != "" {
			r.Screen.Print(reason)
		}
		r.Screen.Print(w.Result(r.Game, r.Record, name))
	}
}

// lastSeen tells the last move as who looks has noticed it.
func (r *Replay) lastSeen() string {
	w := r.Screen.Words
	before := game.Story(r.Game, r.Start, r.Moves[:max(r.At-1, 0)], r.Eyes)
	now := game.Story(r.Game, r.Start, r.Moves[:r.At], r.Eyes)
	if len(now) == len(before) {
		return ""
	}
	e := now[len(now)-1]
	if e.Player < 0 {
		return w.Text(e.Text)
	}
	return w.Say("%s plays %s", r.Screen.player(r.Game, e.Player), w.Text(e.Text))
}

// step asks a person where to go.
func (r *Replay) step(ctx context.Context) (left bool, err error) {
	for {
		line, err := r.In.line(ctx, question{screen: r.Screen, prompt: func() string { return strconv.Itoa(r.At) + " > " }, steps: true})
		if errors.Is(err, io.EOF) || errors.Is(err, errInterrupted) {
			return true, nil
		}
		if err != nil {
			return false, err
		}
		to := r.At
		switch word := strings.ToLower(strings.TrimSpace(line)); word {
		case "", "n":
			to++
		case "b", "p", "-":
			to--
		case "e", "f", "$":
			to = len(r.Moves)
		case "q", "quit", "exit", strings.ToLower(r.Screen.Words.Say("quit")):
			return true, nil
		default:
			if to, err = strconv.Atoi(word); err != nil {
				to = -1
			}
		}
		if to >= 0 && to <= len(r.Moves) {
			r.At = to
			return false, nil
		}
		r.Screen.Print(r.Screen.Words.Count(len(r.Moves), "The game has %d ply. Enter or → steps on, b or ← back; a number goes there, e to the end; q leaves.", "The game has %d plies. Enter or → steps on, b or ← back; a number goes there, e to the end; q leaves."))
	}
}
