package bandit

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"
	"sync/atomic"

	"gambito/formula"
	"gambito/spec"
)

// Constants of policies may be formulas of where the policy chooses: α = c·K^−p·g(d) in
// place of one α for a whole tree. A policy that has them is made once for every place
// and looked up from then on.

// Variables are what a formula may depend on: the number of arms K, the depth d, own, which
// is 1 where the player who searches chooses and 0 where others do, and the pulls n so far.
var Variables = []string{"K", "d", "own", "n"}

// variables are the values of Variables.
func (c Context) variables() (k, d, own, n float64) {
	if c.Own {
		own = 1
	}
	return float64(c.K), float64(c.Depth), own, float64(max(c.Total, 1))
}

// Places up to these have what belongs to them at hand.
const (
	placedArms  = 512
	placedDepth = 64
)

// places has something for every place, made when it is first asked for.
type places[T any] struct {
	byDepth, byOwn bool // whether it depends on them
	make           func(Context) T
	rows           [2][placedDepth]atomic.Pointer[[placedArms + 1]T]
}

func (p *places[T]) at(c Context) T {
	own, depth := 0, 0
	if p.byOwn && c.Own {
		own = 1
	}
	if p.byDepth {
		depth = c.Depth
	}
	if uint(c.K) > placedArms || uint(depth) >= placedDepth {
		return p.make(c)
	}
	row := p.rows[own][depth].Load()
	if row == nil {
		row = new([placedArms + 1]T)
		for k := 1; k < len(row); k++ {
			row[k] = p.make(Context{K: k, Depth: c.Depth, Own: c.Own})
		}
		p.rows[own][depth].Store(row)
	}
	return row[c.K]
}

// fraction is α as a numerator and a denominator.
type fraction struct{ over, under float64 }

// within is the fraction if it is a number that the parameter takes, else the nearest one.
func (f fraction) within(p *spec.Option) fraction {
	if x := f.over / f.under; !inside(x, p) || f.over > most*most {
		return fraction{clamped(x, p), 1}
	}
	return f
}

// inside says whether a parameter takes x, which no NaN is.
func inside(x float64, p *spec.Option) bool { return x >= p.Min && x <= p.Max }

// clamped is the number nearest to x that the parameter takes, the least for NaN.
func clamped(x float64, p *spec.Option) float64 {
	if !(x > p.Min) {
		return p.Min
	}
	return math.Min(x, p.Max)
}

// UCBShaped is UCB whose α is a formula. α = 1/K chooses as UCBAlpha1 does and
// α = e/(2*K) as UCBAlpha2 does, bit by bit: what the formula divides by divides last.
type UCBShaped struct{ alpha *places[fraction] }

// Exploration implements Explorer.
func (p UCBShaped) Exploration(c Context) float64 {
	f := p.alpha.at(c)
	return f.over * log(c.Total) / f.under
}

// Select implements Policy.
func (p UCBShaped) Select(arms []Arm, c Context, _ *rand.Rand) int {
	return selectUCB(arms, p.Exploration(c))
}

// Terms implements Teller.
func (p UCBShaped) Terms(arms []Arm, c Context, _ *rand.Rand) []Terms {
	return explorations(arms, p.Exploration(c))
}

// Shaped is any other policy of the catalogue some of whose parameters are formulas.
type Shaped struct {
	entry *Entry
	of    *places[Teller]
}

// Select implements Policy.
func (p Shaped) Select(arms []Arm, c Context, r *rand.Rand) int {
	return p.of.at(c).Select(arms, c, r)
}

// Terms implements Teller.
func (p Shaped) Terms(arms []Arm, c Context, r *rand.Rand) []Terms {
	return p.of.at(c).Terms(arms, c, r)
}

// indexedShape is a Shaped policy with indices.
type indexedShape struct{ Shaped }

// Index implements Indexed.
func (p indexedShape) Index(a *Arm, c Context) float64 { return p.of.at(c).(Indexed).Index(a, c) }

// Read makes a policy from parameters as specs write them: numbers or, where an option
// says so, formulas. A parameter without a value has its default.
func (e *Entry) Read(values map[string]string) (any, error) {
	numbers := map[string]float64{}
	shaped := false
	for name, text := range values {
		x, err := strconv.ParseFloat(text, 64)
		if err != nil {
			if i := e.parameter(name); i < 0 || e.Parameters[i].Variables == nil {
				return nil, fmt.Errorf("policy %s: %s is %s, but must be a number", e.Name, name, text)
			}
			shaped = true
		}
		numbers[name] = x
	}
	if !shaped {
		return e.Make(numbers)
	}
	formulas := make([]formula.Formula, len(e.Parameters))
	for i, p := range e.Parameters {
		text, ok := values[p.Name]
		if !ok {
			text = p.Default
		}
		f, err := formula.Parse(text, Variables...)
		if err != nil {
			return nil, fmt.Errorf("policy %s: %s=%s: %w", e.Name, p.Name, text, err)
		}
		if err := e.everywhere(i, f); err != nil {
			return nil, err
		}
		formulas[i] = f
	}
	for name := range values {
		if !e.Takes(name) {
			return nil, fmt.Errorf("policy %s has no parameter %q", e.Name, name)
		}
	}
	return e.shape(formulas), nil
}

// Formulas are tried at every K up to triedArms and at every depth up to triedDepth, of both
// together where one of them is among these. What nobody has tried is held in range where it
// is used.
const (
	triedArms  = 500
	triedDepth = 100
)

var (
	someArms   = []int{1, 2, 3, 4, 5, 7, 10, 16, 30, 60, 100, 250, 500}
	someDepths = []int{0, 1, 2, 3, 4, 6, 10, 20, 50, 100}
)

// inRange tries a formula.
func (e *Entry) inRange(i int, f formula.Formula) error {
	arms, depths, owns := someArms, someDepths, []int{0, 1}
	allArms, allDepths := upTo(1, triedArms), upTo(0, triedDepth)
	for variable, lists := range [][]*[]int{{&arms, &allArms}, {&depths, &allDepths}, {&owns}} {
		for _, list := range lists {
			if !f.Uses(variable) {
				*list = (*list)[:1]
			}
		}
	}
	return cmp.Or(e.inRangeAt(i, f, allArms, depths, owns), e.inRangeAt(i, f, arms, allDepths, owns))
}

func (e *Entry) inRangeAt(i int, f formula.Formula, arms, depths, owns []int) error {
	p := &e.Parameters[i]
	for _, k := range arms {
		for _, depth := range depths {
			for _, own := range owns {
				if x := f.Value(float64(k), float64(depth), float64(own)); !inside(x, p) {
					return fmt.Errorf("policy %s: %s=%s is %v where K = %d, d = %d and own = %d, but must lie between %v and %v", e.Name, p.Name, f, x, k, depth, own, p.Min, p.Max)
				}
			}
		}
	}
	return nil
}

func upTo(from, to int) (list []int) {
	for x := from; x <= to; x++ {
		list = append(list, x)
	}
	return list
}

// shape makes the policy of formulas.
func (e *Entry) shape(formulas []formula.Formula) any {
	byDepth, byOwn, byVisits := false, false, false
	for _, f := range formulas {
		byDepth, byOwn, byVisits = byDepth || f.Uses(1), byOwn || f.Uses(2), byVisits || f.Uses(visits)
	}
	if e.Name == ucbEntry.Name {
		if byVisits {
			return UCBVisits{formulas[0]}
		}
		return UCBShaped{&places[fraction]{byDepth: byDepth, byOwn: byOwn, make: func(c Context) fraction {
			over, under := formulas[0].Fraction(c.variables())
			return fraction{over, under}.within(&e.Parameters[0])
		}}}
	}
	there := func(c Context) Teller {
		values := make([]float64, len(formulas))
		for i, f := range formulas {
			values[i] = clamped(f.Value(c.variables()), &e.Parameters[i])
		}
		return e.new(values).(Teller)
	}
	_, indexed := there(Context{K: 1}).(Indexed)
	if byVisits {
		s := ShapedVisits{e, there}
		if indexed {
			return indexedVisits{s}
		}
		return s
	}
	s := Shaped{e, &places[Teller]{byDepth: byDepth, byOwn: byOwn, make: there}}
	if indexed {
		return indexedShape{s}
	}
	return s
}
