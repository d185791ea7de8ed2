package review

import (
	"strconv"
	"strings"
	"time"

	"gambito/agent"
	"gambito/game"
	"gambito/words"
)

// Word is what players call a class.
func (c Class) Word(w words.Words) string {
	switch c {
	case Best:
		return w.Say("best")
	case Good:
		return w.Say("good")
	case Inaccuracy:
		return w.Say("inaccuracy")
	case Mistake:
		return w.Say("mistake")
	case Blunder:
		return w.Say("blunder")
	}
	return ""
}

// Word is how a move is called: by its class, or why it has none.
func (v *Verdict) Word(w words.Words) string {
	switch {
	case v.Given:
		return w.Say("given")
	case v.Forced:
		return w.Say("forced")
	case !v.Judged():
		return w.Say("not judged")
	case v.Later():
		return w.Say("good (later)")
	case v.Sooner():
		return w.Say("good (sooner)")
	}
	return v.Class.Word(w)
}

// Word is what GNU Backgammon calls an error rate.
func (r Rating) Word(w words.Words) string {
	switch r {
	case Supernatural:
		return w.Say("supernatural")
	case WorldClass:
		return w.Say("world class")
	case Expert:
		return w.Say("expert")
	case Advanced:
		return w.Say("advanced")
	case Intermediate:
		return w.Say("intermediate")
	case Casual:
		return w.Say("casual player")
	case Beginner:
		return w.Say("beginner")
	case Awful:
		return w.Say("awful")
	}
	return ""
}

// Player is a player's name and, if that is another, the role.
func (r *Review) Player(w words.Words, p game.Player) string {
	name, role := r.Of.Name(p), w.Text(r.Of.Rules.Info().Roles[p])
	if name == r.Of.Rules.Info().Roles[p] || name == "" {
		return role
	}
	return name + " (" + role + ")"
}

// Title says what is reviewed.
func (r *Review) Title(w words.Words) string {
	info := r.Of.Rules.Info()
	var players []string
	for p := range game.Player(info.Players()) {
		players = append(players, r.Player(w, p))
	}
	return w.Text(info.Name) + ": " + strings.Join(players, " – ")
}

// Outcome says how the game ended, and when it was played; empty if nobody knows.
func (r *Review) Outcome(w words.Words) string {
	record := r.Of.Record
	if record.Game == "" {
		return ""
	}
	name := func(p game.Player) string { return r.Player(w, p) }
	text := strings.TrimSpace(w.Reason(record, name) + " " + w.Result(r.Of.Rules, record, name))
	date := record.Date
	if t, err := time.Parse(time.RFC3339, date); err == nil {
		date = t.Format("2006-01-02 15:04")
	}
	if date != "" {
		text += " " + w.Say("Date: %s.", date)
	}
	return text
}

// First says who begins.
func (r *Review) First(w words.Words) string {
	switch turn := r.Of.Start.Turn(); turn {
	case game.Over:
		return ""
	case game.Chance:
		return w.Say("Chance decides first.")
	case game.Together:
		return w.Say("All move at once.")
	default:
		return words.Sentence(strings.TrimSuffix(w.Say("%s begins.", r.Player(w, turn)), "."))
	}
}

// Method says who judged, and by which thresholds, one sentence a line.
func (r *Review) Method(w words.Words) []string {
	t, percent := r.Thresholds, func(x float64) string { return trimmed(w, x) }
	lines := []string{w.Say("Judge: %s.", r.Judge)}
	switch {
	case isBackgammon(r.Of.Rules):
		lines = append(lines, w.Say("A loss of %s points of equity is an inaccuracy, %s a mistake, %s a blunder.", percent(t.Equity.Inaccuracy), percent(t.Equity.Mistake), percent(t.Equity.Blunder)))
	default:
		lines = append(lines, w.Say("A loss of %s %% of the points is an inaccuracy, %s %% a mistake, %s %% a blunder.", percent(t.Share.Inaccuracy), percent(t.Share.Mistake), percent(t.Share.Blunder)))
	}
	if m, ok := r.Of.Rules.(game.Measured); ok && m.Unit() == game.Discs {
		lines = append(lines, w.Say("Before the end is exact, discs are estimates, and only the points that may be expected count; from there on a loss of %s, %s or %s discs counts as well.", percent(t.Discs.Inaccuracy), percent(t.Discs.Mistake), percent(t.Discs.Blunder)))
	}
	if r.Positions < r.Total {
		lines = append(lines, w.Say("It was stopped: %d of %d positions are judged.", r.Positions, r.Total))
	}
	return lines
}

// Note says what the table of moves does not tell: that nothing was left to lose for a
// player. It is empty if that never was so.
func (r *Review) Note(w words.Words) string {
	for i := range r.Verdicts {
		v := &r.Verdicts[i]
		if b := v.Before; v.Judged() && b.Proven && b.Score < 0 && (b.Unit == "" || b.Unit == game.Stones) {
			return w.Say("A move in a lost position loses no points.")
		}
	}
	return ""
}

// trimmed is a number with no more digits than it needs.
func trimmed(w words.Words, x float64) string {
	_, fraction, _ := strings.Cut(strconv.FormatFloat(x, 'f', -1, 64), ".")
	return w.Decimal(x, len(fraction))
}

// LossText is what a move has cost, in the game's own unit; empty if nothing.
func (v *Verdict) LossText(w words.Words) string {
	if v.Loss.Share == 0 && v.Loss.Count == 0 {
		return ""
	}
	if text := w.Loss(v.Before, v.After); text != "" || v.Loss.Share == 0 {
		return text
	}
	const least = 0.1 // percent that are told
	if v.Loss.Share < least {
		return "< " + w.Say("%s %%", w.Decimal(least, 1))
	}
	return w.Say("%s %%", w.Decimal(v.Loss.Share, 1))
}

// Worth tells in a sentence what a move was worth to a player; empty if nobody knows.
func (r *Review) Worth(w words.Words, p game.Player, v agent.Value) string {
	if !v.Known {
		return ""
	}
	return words.Sentence(w.Value(r.Of.Rules.Info().Roles[p], v))
}

// MeanText is what a player lost on average a decision.
func (s *Side) MeanText(w words.Words) string {
	switch s.Lost.Unit {
	case game.Discs:
		return w.Say("%s discs", w.Decimal(s.Lost.Count, 1))
	case game.Points:
		return w.Say("%s points", w.Decimal(s.Lost.Count, 1))
	case game.Equity:
		return w.Decimal(s.Lost.Count, 3)
	}
	return w.Say("%s %%", w.Decimal(s.Lost.Share, 1))
}
