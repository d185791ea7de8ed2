package words

import (
	"testing"

	"gambito/bandit"
	"gambito/learn/breed"
)

// TestBreedingIsTranslated: so are settings, presets and numbers of what is bred, and
// selection policies.
func TestBreedingIsTranslated(t *testing.T) {
	known := func(text string) {
		if spanishBreeding[text] == "" && spanishPolicies[text] == "" && spanishOptions[text] == "" {
			t.Errorf("there is no Spanish for %q", text)
		}
	}
	for _, o := range breed.Options {
		known(o.Help)
	}
	for _, p := range breed.Described() {
		known(p.About)
	}
	for _, k := range breed.Kinds {
		for _, name := range k.Names {
			known(name)
		}
	}
	for _, e := range bandit.Catalogue {
		known(e.Help)
		for _, o := range e.Parameters {
			known(o.Help)
		}
	}
}
