package words

import (
	"fmt"
	"math"
	"strings"
	"unicode"
	"unicode/utf8"

	"gambito/agent"
	"gambito/game"
)

// Value tells in a sentence what a position or a move is worth to a player, who is
// called by the role, in the words of the game.
func (w Words) Value(player string, v agent.Value) string {
	player = w.Text(player)
	switch {
	case !v.Known:
		return w.Say("nobody tells what it is worth")
	case v.Unit == game.Points:
		return w.points(v)
	case v.Unit == game.Equity:
		return w.equity(v)
	case v.Proven:
		return w.proven(player, v)
	case v.Unit == game.Discs:
		return w.discs(player, v)
	}
	return w.chance(player, v)
}

// proven tells what perfect play comes to.
func (w Words) proven(player string, v agent.Value) string {
	last := int(math.Abs(math.Round(v.Count)))
	won, drawn := v.Score > 0, v.Score == 0
	switch {
	case drawn:
		return w.Say("a draw, proven")
	case won && v.Unit == game.Discs:
		return w.Say("%s wins by %s, proven", player, w.Count(last, "%d disc", "%d discs"))
	case v.Unit == game.Discs:
		return w.Say("%s loses by %s, proven", player, w.Count(last, "%d disc", "%d discs"))
	}
	text := w.Say("%s loses", player)
	if won {
		text = w.Say("%s wins", player)
	}
	switch {
	case v.Unit != game.Stones:
	case won && last == 1:
		text = w.Say("%s wins with the very last stone", player)
	case won:
		text = w.Say("%s wins with the %s last stone", player, w.ordinal(last))
	case last == 1:
		text = w.Say("%s loses to the very last stone", player)
	default:
		text = w.Say("%s loses to the %s last stone", player, w.ordinal(last))
	}
	if v.Plies == 0 {
		return w.Say("%s, proven", text)
	}
	return w.Say("%s, %s", text, w.in(v.Plies))
}

// in is in how many moves of the winner the game is over.
func (w Words) in(plies int) string {
	if moves := (plies + 1) / 2; moves > 1 {
		return w.Say("in %d moves (%d plies)", moves, plies)
	}
	if plies == 1 {
		return w.Say("at once")
	}
	return w.Say("with the next move")
}

// ordinal is "7th" and the like; the very last stone is the 1st last.
func (w Words) ordinal(n int) string {
	if w.Language() == Spanish {
		return fmt.Sprintf("%d.ª", n)
	}
	suffix := "th"
	if n%100 < 11 || n%100 > 13 {
		switch n % 10 {
		case 1:
			suffix = "st"
		case 2:
			suffix = "nd"
		case 3:
			suffix = "rd"
		}
	}
	return fmt.Sprintf("%d%s", n, suffix)
}

// discs tells by how many discs a player may expect to be ahead.
func (w Words) discs(player string, v agent.Value) string {
	count := w.number(math.Abs(v.Count), 1)
	text := w.Say("%s is ahead by about %s discs", player, count)
	switch {
	case math.Abs(v.Count) < 0.05:
		text = w.Say("about as many discs for both")
	case v.Count < 0:
		text = w.Say("%s is behind by about %s discs", player, count)
	}
	return w.bounded(v, text)
}

// chance tells how much of a point a player may expect to get.
func (w Words) chance(player string, v agent.Value) string {
	return w.bounded(v, w.Say("%s may expect %s %% of the points", player, w.number(share(v.Score), 1)))
}

// points tells what a puzzle or the like is worth.
func (w Words) points(v agent.Value) string {
	count := w.number(v.Count, 1)
	if v.Proven {
		return w.Say("%s of 100 points, proven", strings.TrimSuffix(count, w.number(0, 1)[1:]))
	}
	return w.bounded(v, w.Say("about %s of 100 points", count))
}

// equity tells points a game and, if they are known, the chances.
func (w Words) equity(v agent.Value) string {
	text := w.bounded(v, w.Say("equity %s", w.signed(v.Count, 3)))
	if len(v.Chances) == 0 {
		return text
	}
	c := ChancesOf(v)
	percent := func(p float64) string { return w.number(100*p, 1) }
	return w.Say("%s: wins %s %%, a gammon %s %%, a backgammon %s %%; loses a gammon %s %%, a backgammon %s %%", text,
		percent(c[0]), percent(c[1]), percent(c[2]), percent(c[4]), percent(c[5]))
}

// ChancesOf is how likely a player is to win at least 1, 2 and 3 points, and to
// lose as many.
func ChancesOf(v agent.Value) (chances [6]float64) {
	for _, c := range v.Chances {
		for points := 1; points <= 3; points++ {
			switch {
			case c.Score >= float64(points):
				chances[points-1] += c.Probability
			case -c.Score >= float64(points):
				chances[points+2] += c.Probability
			}
		}
	}
	return chances
}

// bounded says that a value is a bound if it is one.
func (w Words) bounded(v agent.Value, text string) string {
	switch v.Bound {
	case agent.AtMost:
		return w.Say("at best: %s", text)
	case agent.AtLeast:
		return w.Say("at least: %s", text)
	}
	return text
}

// Short is a value for a table: discs, points or equity with a sign, the end that
// is proven, or what may be expected of the points.
func (w Words) Short(v agent.Value) string {
	text := ""
	switch {
	case !v.Known:
		return ""
	case v.Proven && v.Unit == game.Discs:
		text = fmt.Sprintf("%+d", int(v.Count))
	case v.Unit == game.Discs:
		text = w.signed(v.Count, 1)
	case v.Unit == game.Equity:
		text = w.signed(v.Count, 3)
	case v.Unit == game.Points:
		text = w.number(v.Count, 1)
	case v.Proven:
		text = w.end(v)
	default:
		text = w.number(share(v.Score), 1) + " %"
	}
	switch v.Bound {
	case agent.AtMost:
		return "≤ " + text
	case agent.AtLeast:
		return "≥ " + text
	}
	return text
}

// Interval is an interval of expected scores, in the unit in which Short tells v.
func (w Words) Interval(v agent.Value, low, high float64) string {
	ends := func(of func(score float64) string) (string, string) { return of(low), of(high) }
	switch v.Unit {
	case game.Points:
		from, to := ends(func(score float64) string { return w.number(share(score), 1) })
		return w.Say("%s to %s", from, to)
	case game.Equity:
		from, to := ends(func(score float64) string { return w.signed(score, 3) })
		return w.Say("%s to %s", from, to)
	}
	from, to := ends(func(score float64) string { return w.number(share(score), 1) })
	return w.Say("%s to %s %%", from, to)
}

// Sentence begins a text with a capital and ends it with a full stop.
func Sentence(text string) string {
	first, size := utf8.DecodeRuneInString(text)
	return string(unicode.ToUpper(first)) + text[size:] + "."
}

// end is how a game ends, in few words.
func (w Words) end(v agent.Value) string {
	moves := (v.Plies + 1) / 2
	switch {
	case v.Score == 0:
		return w.Say("draw")
	case v.Score > 0 && moves > 0:
		return w.Say("win in %d", moves)
	case v.Score > 0:
		return w.Say("win")
	case moves > 0:
		return w.Say("loss in %d", moves)
	}
	return w.Say("loss")
}

// Loss tells how much less a value is than the best there is, in the unit of both;
// empty if there is nothing lost.
func (w Words) Loss(best, v agent.Value) string {
	lost := best.Count - v.Count
	score := best.Score - v.Score
	switch {
	case !best.Known || !v.Known:
		return ""
	case best.Unit != v.Unit || best.Unit == "" || best.Unit == game.Stones:
		if score < 0.0005 {
			return ""
		}
		return w.Say("%s %%", w.number(50*score, 1))
	case lost <= 0:
		return ""
	case best.Unit == game.Discs && best.Proven && v.Proven:
		return w.Count(int(lost), "%d disc", "%d discs")
	case best.Unit == game.Discs:
		return w.Say("%s discs", w.number(lost, 1))
	case best.Unit == game.Points:
		return w.Say("%s points", w.number(lost, 1))
	}
	return w.number(lost, 3)
}

// share is an expected score as the percentage of the points that it is.
func share(score float64) float64 { return 50 + 50*max(-1, min(1, score)) }

// number writes a number as people do in the language.
func (w Words) number(x float64, digits int) string {
	return w.comma(fmt.Sprintf("%.*f", digits, x))
}

func (w Words) signed(x float64, digits int) string {
	return w.comma(fmt.Sprintf("%+.*f", digits, x))
}

func (w Words) comma(text string) string {
	if w.Language() == Spanish {
		return strings.Replace(text, ".", ",", 1)
	}
	return text
}
