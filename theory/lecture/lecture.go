// Package lecture tells and draws what package theory finds out about a game, in the
// language of the class: a section for each method, with what came out and, step by
// step, how. Tell makes the sections, Chart and Phase the pictures.
package lecture

import (
	"fmt"
	"io"
	"math/big"
	"strconv"
	"strings"

	"gambito/table"
	"gambito/theory"
	"gambito/words"
)

// Section is what one method says of a game.
type Section struct {
	Method theory.Method
	Title  string
	Result []string // what came out
	Steps  []string // how
}

// teller says what was found out, in a language.
type teller struct {
	words.Words
	*theory.Analysis
}

// Tell makes a section for every method of an analysis.
func Tell(in words.Words, a *theory.Analysis) []Section {
	t := teller{in, a}
	list := []Section{}
	for _, m := range a.Methods {
		s := t.section(m)
		s.Method = m
		list = append(list, s)
	}
	return list
}

func (t teller) section(m theory.Method) Section {
	switch m {
	case theory.SaddlePoints:
		return t.saddle()
	case theory.Dominated:
		return t.dominance()
	case theory.GeometricMethod:
		return t.geometric()
	case theory.LinearProgramme:
		return t.programme()
	case theory.Enumeration:
		return t.equilibria()
	case theory.Complementary:
		return t.paths()
	case theory.Correlation:
		return t.correlated()
	case theory.ParetoFront:
		return t.pareto()
	case theory.BestReplies:
		return t.replies()
	case theory.Replicating:
		return t.replicator()
	case theory.Fictitious:
		return t.learned(t.Say("Fictitious play"), t.Say("In every round everybody chooses a best reply to how often the others have chosen what so far."), t.Analysis.Fictitious)
	}
	return t.learned(t.Say("Regret matching"), t.Say("In every round everybody plays each strategy in proportion to how much more it would have paid so far."), t.Regrets)
}

// Write writes the game and the sections as text, with steps if they are wanted.
func Write(out io.Writer, in words.Words, a *theory.Analysis, steps bool) {
	t := teller{in, a}
	t.matrix(out)
	for _, s := range Tell(in, a) {
		fmt.Fprintf(out, "\n%s\n", s.Title)
		for i, line := range s.Steps {
			if steps {
				table.Paragraph(out, fmt.Sprintf("  %d. ", i+1), line)
			}
		}
		for _, line := range s.Result {
			table.Paragraph(out, "  ", line)
		}
	}
}

// matrix writes the payoffs, a matrix for every choice of the players behind the
// second.
func (t teller) matrix(out io.Writer) {
	g := t.Game
	if g.Name != "" {
		fmt.Fprintln(out, t.Text(g.Name))
	}
	behind := 1
	for p := 2; p < len(g.Players); p++ {
		behind *= g.Size(p)
	}
	_, constant := g.Constant()
	for block := range behind {
		if behind > 1 {
			var names []string
			for p, s := range g.Profile(block)[2:] {
				names = append(names, fmt.Sprintf("%s: %s", t.player(p+2), t.strategy(p+2, s)))
			}
			fmt.Fprintln(out, strings.Join(names, ", "))
		}
		rows := [][]string{{t.player(0) + " \\ " + t.player(1)}}
		for s := range g.Size(1) {
			rows[0] = append(rows[0], t.strategy(1, s))
		}
		for r := range g.Size(0) {
			row := []string{t.strategy(0, r)}
			for c := range g.Size(1) {
				row = append(row, t.payoffs((r*g.Size(1)+c)*behind+block, constant))
			}
			rows = append(rows, row)
		}
		table.Style{Indent: 2}.Write(out, rows)
	}
}

// payoffs are those of a profile; of a game of constant sum the first player's say all.
func (t teller) payoffs(profile int, first bool) string {
	var list []string
	for p := range t.Game.Players {
		if list = append(list, t.fraction(t.Game.PayoffAt(p, profile))); first {
			break
		}
	}
	return strings.Join(list, "; ")
}

func (t teller) player(p int) string { return t.Text(t.Game.Players[p].Name) }

func (t teller) strategy(p, s int) string { return t.Text(t.Game.Players[p].Strategies[s]) }

// fraction writes an exact number, or what it is about if that would be long.
func (t teller) fraction(x *big.Rat) string {
	text := x.RatString()
	if len(text) > 16 {
		value, _ := x.Float64()
		return t.Say("about %s", t.decimal(value))
	}
	return strings.Replace(text, "-", "−", 1)
}

// decimal writes a number to four places.
func (t teller) decimal(x float64) string {
	text := strconv.FormatFloat(x, 'f', 4, 64)
	if text = strings.TrimRight(strings.TrimRight(text, "0"), "."); text == "-0" {
		text = "0"
	}
	if t.Language() == words.Spanish {
		text = strings.Replace(text, ".", ",", 1)
	}
	return strings.Replace(text, "-", "−", 1)
}

// mixed is a mixed strategy: "2/3 stag + 1/3 hare".
func (t teller) mixed(player int, x theory.Mixed) string {
	var parts []string
	for _, i := range x.Support() {
		name := t.strategy(player, i)
		if x[i].Cmp(big.NewRat(1, 1)) != 0 {
			name = t.fraction(x[i]) + " " + name
		}
		parts = append(parts, name)
	}
	return strings.Join(parts, " + ")
}

// rounded is a mixed strategy in floating point.
func (t teller) rounded(player int, x []float64) string {
	var parts []string
	for i, p := range x {
		if p >= 0.00005 {
			parts = append(parts, t.decimal(p)+" "+t.strategy(player, i))
		}
	}
	return strings.Join(parts, " + ")
}

// profile names the strategies of a profile.
func (t teller) profile(i int) string {
	var names []string
	for p, s := range t.Game.Profile(i) {
		names = append(names, t.strategy(p, s))
	}
	return "(" + strings.Join(names, ", ") + ")"
}

// profiles names several.
func (t teller) profiles(list []int) string {
	var names []string
	for _, i := range list {
		names = append(names, t.profile(i))
	}
	return strings.Join(names, ", ")
}

// strategies names some of a player's.
func (t teller) strategies(player int, list []int) string {
	var names []string
	for _, i := range list {
		names = append(names, t.strategy(player, i))
	}
	return strings.Join(names, ", ")
}
