package setting

import (
	"math"
	"testing"

	"gambito/spec"
)

type inner struct {
	Kind string `json:"kind"`
}

type things struct {
	Seed  uint64  `json:"seed"` // no option
	Games int     `json:"games"`
	Rate  float64 `json:"rate,omitempty"`
	Far   float64 `json:"far"`
	Swift bool    `json:"swift"`
	Inner inner   `json:"inner"`
}

var options = []spec.Option{
	{Name: "games", Type: spec.Int, Min: 1, Max: 1000},
	{Name: "rate", Type: spec.Float, Min: 0.001, Max: 1, Scale: spec.Logarithmic},
	{Name: "far", Type: spec.Float},
	{Name: "swift", Type: spec.Bool},
	{Name: "kind", Type: spec.Choice, Choices: []string{"one", "two"}},
}

var usual = things{Seed: 7, Games: 5, Rate: 0.5, Inner: inner{"one"}}

func TestSet(t *testing.T) {
	s := usual
	if err := Set(options, &s, "games=6, rate=2e-2,,far=-3,swift=true,kind=two"); err != nil {
		t.Fatal(err)
	}
	if want := (things{7, 6, 0.02, -3, true, inner{"two"}}); s != want {
		t.Errorf("%+v, not %+v", s, want)
	}
	if err := Set(options, &s, "swift=off"); err != nil || s.Swift {
		t.Errorf("%+v, %v", s, err)
	}
}

func TestMistakes(t *testing.T) {
	for list, want := range map[string]string{
		"gmes=3":     `unknown setting "gmes" (did you mean "games"?)`,
		"seed=3":     `unknown setting "seed" (there are: games, rate, far, swift, kind)`,
		"games":      `games needs a value, such as games=5`,
		"games=many": `games "many": it must be a whole number from 1 to 1000`,
		"games=1.5":  `games 1.5: it must be a whole number from 1 to 1000`,
		"games=0":    `games 0: it must be a whole number from 1 to 1000`,
		"rate=NaN":   `rate NaN: it must be a number from 0.001 to 1`,
		"far=Inf":    `far Inf: it must be a number`,
		"swift=yes":  `swift "yes": it must be on or off`,
		"kind=three": `kind "three": it must be one of one, two`,
	} {
		s := usual
		if err := Set(options, &s, list); err == nil || err.Error() != want {
			t.Errorf("%s: %v, not %s", list, err, want)
		}
		if s != usual {
			t.Errorf("%s has changed %+v", list, s)
		}
	}
}

func TestCheck(t *testing.T) {
	if err := Check(options, usual); err != nil {
		t.Error(err)
	}
	for _, change := range []func(s *things){
		func(s *things) { s.Games = 0 },
		func(s *things) { s.Games = 1001 },
		func(s *things) { s.Rate = math.NaN() },
		func(s *things) { s.Far = math.Inf(-1) },
		func(s *things) { s.Inner.Kind = "" },
	} {
		s := usual
		change(&s)
		if Check(options, s) == nil {
			t.Errorf("%+v goes unnoticed", s)
		}
	}
}

func TestDefaults(t *testing.T) {
	for i, want := range []string{"5", "0.5", "0", "off", "one"} {
		if got := Defaults(options, usual)[i]; got.Default != want || got.Name != options[i].Name {
			t.Errorf("%s is %s by default, not %s", got.Name, got.Default, want)
		}
	}
	if options[0].Default != "" {
		t.Error("the options themselves were changed")
	}
}
