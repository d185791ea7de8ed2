package api

import (
	"encoding/json"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"
)

// generated are the definitions of all results.
func generated() *generator {
	g := newGenerator()
	for _, r := range Results {
		r.schema(g)
	}
	return g
}

// TestEverythingIsDescribed: a definition says what it is, and so does each field.
func TestEverythingIsDescribed(t *testing.T) {
	g := generated()
	for _, name := range slices.Sorted(maps.Keys(g.defs)) {
		if g.defs[name].Description == "" {
			t.Errorf("%s (%s) is not described", name, g.types[name])
		}
		for _, p := range g.defs[name].Properties {
			if p.Schema.Description == "" {
				t.Errorf("%s of %s (%s) is not described", p.Name, name, g.types[name])
			}
		}
	}
}

// TestNotesAreOfFields: no note is left of a type or a field that is gone.
func TestNotesAreOfFields(t *testing.T) {
	for of, n := range borrowed {
		names := map[string]bool{}
		for f := range fieldsOf(of) {
			names[f.name] = f.Tag.Get("doc") == ""
		}
		for name := range n.fields {
			if !names[name] {
				t.Errorf("%s has no field %q that needs a note", of, name)
			}
		}
		for _, name := range n.nullable {
			if _, ok := names[name]; !ok {
				t.Errorf("%s has no field %q that could be null", of, name)
			}
		}
	}
	g := generated()
	for of := range abouts {
		if g.types[of.Name()] != of {
			t.Errorf("%s is part of no result", of)
		}
	}
}

func TestResultsAreSorted(t *testing.T) {
	if !slices.IsSortedFunc(Results, func(a, b Result) int { return strings.Compare(a.Verb, b.Verb) }) {
		t.Error("the results are not in the order of their verbs")
	}
}

type inner struct {
	Kept   int `json:"kept" doc:"kept"`
	Hidden int `json:"hidden" doc:"of the inner"`
}

type sample struct {
	inner
	Hidden  string            `json:"hidden" doc:"of the outer"`
	Plain   uint8             `doc:"no name"`
	Maybe   *float64          `json:"maybe" doc:"null or not"`
	Absent  *inner            `json:"absent,omitempty" doc:"there or not"`
	Null    []int             `json:"null" nullable:"true" doc:"a list or null"`
	Pair    [2]bool           `json:"pair" doc:"two"`
	By      map[RunState]int  `json:"by" doc:"by state"`
	Texts   map[string]string `json:"texts" doc:"texts"`
	Raw     json.RawMessage   `json:"raw" doc:"anything"`
	When    time.Time         `json:"when" doc:"a moment"`
	Bytes   []byte            `json:"bytes" doc:"bytes"`
	State   RunState          `json:"state" doc:"one of two"`
	Deep    *inner            `json:"deep" doc:"null or an object"`
	Dropped int               `json:"-"`
	private int
}

func TestGenerator(t *testing.T) {
	g := newGenerator()
	_ = sample{private: 1}
	got, err := json.Marshal(g.schema(reflect.TypeFor[sample]()))
	if err != nil || string(got) != `{"$ref":"#/$defs/sample"}` {
		t.Fatal(string(got), err)
	}
	got, err = json.Marshal(g.defs["sample"])
	if err != nil {
		t.Fatal(err)
	}
	const want = `{"type":"object","properties":{` +
		`"kept":{"description":"kept","type":"integer"},` +
		`"hidden":{"description":"of the outer","type":"string"},` +
		`"Plain":{"description":"no name","type":"integer","minimum":0},` +
		`"maybe":{"description":"null or not","type":["number","null"]},` +
		`"absent":{"description":"there or not","$ref":"#/$defs/inner"},` +
		`"null":{"description":"a list or null","type":["array","null"],"items":{"type":"integer"}},` +
		`"pair":{"description":"two","type":"array","items":{"type":"boolean"},"minItems":2,"maxItems":2},` +
		`"by":{"description":"by state","type":"object","additionalProperties":{"type":"integer"},"propertyNames":{"enum":["finished","unfinished"]}},` +
		`"texts":{"description":"texts","type":"object","additionalProperties":{"type":"string"}},` +
		`"raw":{"description":"anything"},` +
		`"when":{"description":"a moment","type":"string","format":"date-time"},` +
		`"bytes":{"description":"bytes","type":"string","format":"byte"},` +
		`"state":{"description":"one of two","type":"string","enum":["finished","unfinished"]},` +
		`"deep":{"description":"null or an object","anyOf":[{"$ref":"#/$defs/inner"},{"type":"null"}]}},` +
		`"required":["kept","hidden","Plain","maybe","null","pair","by","texts","raw","when","bytes","state","deep"],` +
		`"additionalProperties":false}`
	if string(got) != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// TestNullAddsNothingToOthers: what may be null in one place is not in another.
func TestNullAddsNothingToOthers(t *testing.T) {
	g := newGenerator()
	g.schema(reflect.TypeFor[*RunState]())
	if s := g.schema(reflect.TypeFor[RunState]()); len(s.Enum) != 2 || len(s.Type) != 1 {
		t.Errorf("%+v", s)
	}
}

func TestNamed(t *testing.T) {
	s, err := Named("Match")
	if err != nil || s.Ref != "#/$defs/Match" || s.Defs["Interval"] == nil || s.Defs["Record"] != nil {
		t.Errorf("%+v, %v", s, err)
	}
	s, err = Named("analyze")
	if err != nil || len(s.AnyOf) != 3 || s.Defs["CubeDecision"] == nil || s.Defs["Match"] != nil {
		t.Errorf("%+v, %v", s, err)
	}
	if _, err := Named("Matsh"); err == nil || err.Error() != `unknown result "Matsh" (did you mean "Match"?)` {
		t.Error(err)
	}
	if got := TypesOf("analyze"); got != "Analysis, BackgammonAnalysis or BackgammonReview" {
		t.Error(got)
	}
	if got := TypesOf("solve"); got != "Solution, []Solution or Equilibrium" {
		t.Error(got)
	}
}
