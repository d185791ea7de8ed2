package gdl

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"gambito/game"
)

// What follows is GDL-II (Thielscher, "A General Game Description Language for
// Incomplete Information Games", 2010). In a sheet with rules for sees a player knows its
// own moves and what it sees after every step, and nothing else. What is seen is kept as facts of
// the position after the step, (sees role percept): the reasoners know nothing of it.
//
// Players choose one after the other there, whoever else has a choice at the same step:
// they do not see each other's moves anyway.

// secrets reports whether the sheet says what players see.
func (s *Sheet) secrets() bool {
	return slices.ContainsFunc(s.rules, func(r rule) bool { return r.head.sym == symSees })
}

// keepPercepts adds a rule for the next position beside each for what is seen.
func (s *Sheet) keepPercepts() {
	for _, r := range slices.Clone(s.rules) {
		if r.head.sym == symSees {
			r.head = term{variable: -1, sym: symNext, args: []term{r.head}}
			s.rules = append(s.rules, r)
		}
	}
}

// seesWord begins the texts of facts that are percepts.
const seesWord = "(sees "

// isPercept reports whether a fact is what somebody sees.
func isPercept(fact string) bool { return strings.HasPrefix(fact, seesWord) }

// percept is a fact of a compiled sheet that is what a role sees.
type percept struct {
	fact int
	text string
}

// findPercepts lists the percepts of each role.
func (g *Game) findPercepts() {
	g.percepts = make([][]percept, g.roles)
	if g.fast == nil {
		return
	}
	for i, fact := range g.fast.factTexts {
		for role, name := range g.names {
			if text, ok := perceptOf(name, fact); ok {
				g.percepts[role] = append(g.percepts[role], percept{i, text})
			}
		}
	}
}

// perceptOf is what a role sees by a fact, if that is one of its percepts.
func perceptOf(role, fact string) (text string, ok bool) {
	text, ok = strings.CutPrefix(fact, seesWord+role+" ")
	return strings.TrimSuffix(text, ")"), ok
}

// Percepts are what a role has seen after the last step.
func (g *Game) Percepts(s game.State, role int) []string { return coreOf(s).percepts(role) }

func (s *state) percepts(role int) (texts []string) {
	if m, ok := s.b.(*machine); ok {
		for _, p := range s.g.percepts[role] {
			if m.facts[p.fact/64]>>(p.fact%64)&1 != 0 {
				texts = append(texts, p.text)
			}
		}
		return texts
	}
	for _, fact := range s.b.factTexts() {
		if text, ok := perceptOf(s.g.names[role], fact); ok {
			texts = append(texts, text)
		}
	}
	return texts
}

// veil is what has happened in a game of which players do not see everything.
type veil struct {
	told record   // the joint moves, as the sheet writes them
	seen []record // by player: its moves and percepts
	at   []int    // scratch of lift: where the moves of the last step begin

	viewer game.Player // for whom the position is drawn
}

// record is texts one after the other, one a step.
type record struct {
	text []byte
	ends []int
}

func (r *record) copyFrom(src *record) {
	r.text, r.ends = append(r.text[:0], src.text...), append(r.ends[:0], src.ends...)
}

// step is the text of a step.
func (r *record) step(number int) []byte {
	from := 0
	if number > 0 {
		from = r.ends[number-1]
	}
	return r.text[from:r.ends[number]]
}

// cut forgets the last step.
func (r *record) cut() {
	last := len(r.ends) - 1
	r.text = r.text[:len(r.text)-len(r.step(last))]
	r.ends = r.ends[:last]
}

func newVeil(players int) *veil { return &veil{seen: make([]record, players), viewer: game.Nobody} }

// copyFrom makes v equal to src.
func (v *veil) copyFrom(src *veil) {
	v.viewer = src.viewer
	v.told.copyFrom(&src.told)
	for p := range v.seen {
		v.seen[p].copyFrom(&src.seen[p])
	}
}

// takeBack forgets the last step.
func (v *veil) takeBack() {
	v.told.cut()
	for p := range v.seen {
		v.seen[p].cut()
	}
}

// tell keeps the joint move that is about to be made.
func (s *state) tell() {
	v := s.veil
	v.at = v.at[:0]
	for role, m := range s.joint {
		separator := byte(' ')
		if role == 0 {
			separator = '('
		}
		v.told.text = append(v.told.text, separator)
		v.at = append(v.at, len(v.told.text))
		v.told.text = append(v.told.text, moveTextOn(s.g.rules, s.b, role, m)...)
	}
	v.told.text = append(v.told.text, ')')
	v.told.ends = append(v.told.ends, len(v.told.text))
}

// lift keeps what players have noticed of the joint move that was just made.
func (s *state) lift() {
	v := s.veil
	for p, role := range s.g.seats {
		end := len(v.told.text) - 1
		if role+1 < len(v.at) {
			end = v.at[role+1] - 1
		}
		r := &v.seen[p]
		r.text = s.appendNoticed(r.text, v.told.text[v.at[role]:end], role)
		r.ends = append(r.ends, len(r.text))
	}
}

// appendNoticed appends what a role has noticed of the last step: its move, and what it
// has seen.
func (s *state) appendNoticed(buf, move []byte, role int) []byte {
	buf = append(buf, move...)
	if m, ok := s.b.(*machine); ok {
		some := false
		for _, p := range s.g.percepts[role] {
			if m.facts[p.fact/64]>>(p.fact%64)&1 != 0 {
				buf, some = appendPercept(buf, p.text, !some), true
			}
		}
		return closePercepts(buf, some)
	}
	texts := s.percepts(role)
	for i, text := range texts {
		buf = appendPercept(buf, text, i == 0)
	}
	return closePercepts(buf, len(texts) > 0)
}

// noticed is what a player has noticed of a step, in one text.
func noticed(n Noticed) []byte {
	buf := []byte(n.Move)
	for i, text := range n.Percepts {
		buf = appendPercept(buf, text, i == 0)
	}
	return closePercepts(buf, len(n.Percepts) > 0)
}

func appendPercept(buf []byte, text string, first bool) []byte {
	separator := byte(' ')
	if first {
		separator = '['
	}
	return append(append(buf, separator), text...)
}

func closePercepts(buf []byte, some bool) []byte {
	if some {
		buf = append(buf, ']')
	}
	return append(buf, ';')
}

// veiledState is a state of a game in which players do not see everything.
type veiledState struct{ state }

// Sees implements game.Veiled: the moves and percepts of p, and its move of the step that
// is not complete, if it has chosen.
func (s *veiledState) Sees(p game.Player, buf []byte) []byte {
	buf = append(buf, s.veil.seen[p].text...)
	if m := s.joint[s.g.seats[p]]; m >= 0 {
		buf = append(append(buf, moveTextOn(s.g.rules, s.b, s.g.seats[p], m)...), '?')
	}
	return buf
}

// Hash implements game.State: positions are how they came about.
func (s *veiledState) Hash() uint64 {
	h := s.state.Hash()
	for _, c := range s.veil.told.text {
		h = (h ^ uint64(c)) * 0x100000001b3
	}
	return h
}

// LookAs implements game.Viewed.
func (s *veiledState) LookAs(p game.Player) { s.veil.viewer = p }

// DrawText implements game.TextDrawer: to a player its moves and what it has seen, step by
// step, for what holds beside that it does not know.
func (s *veiledState) DrawText() (lines []game.TextLine) {
	p := s.veil.viewer
	if p == game.Nobody {
		return s.state.DrawText()
	}
	r := &s.veil.seen[p]
	for i := range r.ends {
		step := strings.TrimSuffix(string(r.step(i)), ";")
		lines = append(lines, game.TextLine{{Plain: fmt.Sprintf("%2d: %s", i+1, ascii(step))}})
	}
	if m := s.joint[s.g.seats[p]]; m >= 0 {
		lines = append(lines, game.TextLine{{Plain: fmt.Sprintf("%2d: %s", len(r.ends)+1, ascii(moveTextOn(s.g.rules, s.b, s.g.seats[p], m)))}})
	}
	if lines == nil {
		lines = []game.TextLine{{{Plain: beginWord}}}
	}
	return lines
}

// DrawCells implements game.CellDrawer: of what a player sees nobody knows where it lies.
func (s *veiledState) DrawCells() (game.Board, bool) {
	if s.veil.viewer != game.Nobody {
		return game.Board{}, false
	}
	return s.state.DrawCells()
}

// veiledChanceState is one of a game with the role random.
type veiledChanceState struct{ veiledState }

// Probability implements game.Stochastic: random's moves are equally likely.
func (s *veiledChanceState) Probability(game.Move) float64 {
	return 1 / float64(s.b.legalCount(s.g.chance))
}

// beginWord is the text of a position before the first step.
const beginWord = "begin"

// formatVeiled writes a position by the joint moves that have led to it.
func (s *state) formatVeiled() string {
	parts := []string{beginWord}
	for i := range s.veil.told.ends {
		if i == 0 {
			parts = nil
		}
		parts = append(parts, string(s.veil.told.step(i)))
	}
	if more := s.beyondFacts(); more != "" {
		parts = append(parts, more)
	}
	return strings.Join(parts, " ")
}

// parseVeiled reads what formatVeiled writes.
func (g *Game) parseVeiled(all []Expression, chosen *Expression) (game.State, error) {
	s := g.New()
	if len(all) == 1 && all[0].word == beginWord {
		all = nil
	}
	for i, e := range all {
		if !e.isList {
			return nil, fmt.Errorf("%s is not a list of %d moves, one of every role", e.brief(), g.roles)
		}
		if err := g.PlayJoint(s, e.list); err != nil {
			return nil, fmt.Errorf("step %d: %w", i+1, err)
		}
	}
	if st := coreOf(s); chosen != nil {
		if st.Turn() == game.Over {
			return nil, errors.New("the game is over")
		}
		if err := g.choose(st, *chosen); err != nil {
			return nil, err
		}
	}
	return s, nil
}
