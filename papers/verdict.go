package papers

import (
	"fmt"

	"gambito/stats"
)

// Verdict says whether a finding agrees with what was published.
type Verdict string

// The verdicts.
const (
	Agrees        Verdict = "agrees"
	InDoubt       Verdict = "in doubt"
	Differs       Verdict = "differs"
	TooFew        Verdict = "too few games" // or problems, or runs
	NotComparable Verdict = "not comparable"
	NotMeasured   Verdict = "not measured" // nothing came out that could be compared
)

// Verdicts are all.
var Verdicts = []Verdict{Agrees, InDoubt, Differs, TooFew, NotComparable, NotMeasured}

// Rule is how verdicts are found, for readers.
const Rule = `A value agrees if the published one lies inside the joint 95 % interval of both,
which knows how many games, or problems, are behind either. It is in doubt if it lies
outside but cannot be told apart among as many values as were compared: of a faithful
repetition one in twenty lies outside. It differs if it can: the p-values of a study are
adjusted together by Holm's method, so that a faithful repetition has at most 5 %
probability of any "differs". Where the interval reaches further than 25 percentage points to
each side, or further than the published value itself, there were too few games to tell. Of a
published conclusion ("better", "similar") the 95 % interval decides; a published test
agrees if both reject at 0.05, and is in doubt otherwise. A place, and a sum or mean of places,
agrees inside the places that the intervals of the shares allow and is in doubt outside them, never
different, for the shares are judged themselves; where these are more than half of all places,
there were too few games. What is published without what
it would take to compare it is not comparable.`

// verdictOf is the verdict on an agreement.
var verdictOf = map[stats.Verdict]Verdict{
	stats.Agrees: Agrees, stats.InDoubt: InDoubt, stats.Differs: Differs, stats.TooFew: TooFew, stats.Unknown: NotMeasured,
}

// judge turns agreements of one study into verdicts, together.
func judge(findings []Finding, agreements map[int]stats.Agreement) {
	var order []int
	for i := range findings {
		if _, ok := agreements[i]; ok {
			order = append(order, i)
		}
	}
	family := make([]stats.Agreement, len(order))
	for k, i := range order {
		family[k] = agreements[i]
	}
	for k, a := range stats.JudgeTogether(family, 0.05) {
		findings[order[k]].Verdict = verdictOf[a.Verdict]
	}
}

// VerdictCounts are how many findings have which verdict.
type VerdictCounts struct {
	Agrees        int `json:"agrees" doc:"Findings that agree with what was published."`
	InDoubt       int `json:"in_doubt" doc:"Findings outside the joint 95 % interval that cannot be told apart among so many."`
	Differs       int `json:"differs" doc:"Findings that differ from it."`
	TooFew        int `json:"too_few" doc:"Findings of too few games, or problems, to tell."`
	NotComparable int `json:"not_comparable" doc:"Findings that cannot be compared with it."`
	NotMeasured   int `json:"not_measured" doc:"Published values of which nothing came out here."`
}

// CountVerdicts counts the verdicts of findings.
func CountVerdicts(findings []Finding) (c VerdictCounts) {
	for _, f := range findings {
		*c.of(f.Verdict)++
	}
	return c
}

// of is the count of a verdict.
func (c *VerdictCounts) of(v Verdict) *int {
	switch v {
	case Agrees:
		return &c.Agrees
	case InDoubt:
		return &c.InDoubt
	case Differs:
		return &c.Differs
	case TooFew:
		return &c.TooFew
	case NotMeasured:
		return &c.NotMeasured
	}
	return &c.NotComparable
}

// Of is how many findings have a verdict.
func (c VerdictCounts) Of(v Verdict) int { return *c.of(v) }

// String counts in words.
func (c VerdictCounts) String() string {
	text := fmt.Sprintf("%d agree", c.Agrees)
	if c.InDoubt > 0 {
		text += fmt.Sprintf(", %d in doubt", c.InDoubt)
	}
	text += fmt.Sprintf(", %d differ", c.Differs)
	if c.TooFew > 0 {
		text += fmt.Sprintf(", %d of too few games", c.TooFew)
	}
	text += fmt.Sprintf(", %d not comparable", c.NotComparable)
	if c.NotMeasured > 0 {
		text += fmt.Sprintf(", %d not measured", c.NotMeasured)
	}
	return text
}

// Plus adds counts.
func (c VerdictCounts) Plus(o VerdictCounts) VerdictCounts {
	for _, v := range Verdicts {
		*c.of(v) += o.Of(v)
	}
	return c
}
