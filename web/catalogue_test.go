package web

import (
	"net/http"
	"slices"
	"testing"

	"gambito/spec"
)

// TestCatalogueInSpanish: what the forms of a page show has an entry. Names may be the
// same in both languages.
func TestCatalogueInSpanish(t *testing.T) {
	s := serverFor(t, Options{})
	english := read[Catalogue](t, ask(t, s, http.MethodGet, "/api/catalogue?lang=en", nil))
	spanish := read[Catalogue](t, ask(t, s, http.MethodGet, "/api/catalogue?lang=es", nil))
	check := func(where, en, es string) {
		if en == es && en != "" {
			t.Errorf("%s: there is no Spanish for %q", where, en)
		}
	}
	options := func(where string, en, es []spec.Option) {
		for i, o := range en {
			check(where+" "+o.Name, o.Help, es[i].Help)
			for k, c := range o.Cases {
				check(where+" "+o.Name, c.Help, es[i].Cases[k].Help)
			}
		}
	}
	for i, g := range english.Games {
		options(g.ID, g.Options, spanish.Games[i].Options)
		for k, e := range g.Evaluations {
			check(g.ID+" "+e.Name, e.Help, spanish.Games[i].Evaluations[k].Help)
		}
	}
	for i, a := range english.Agents {
		check(a.ID, a.About, spanish.Agents[i].About)
		options(a.ID, a.Options, spanish.Agents[i].Options)
	}
	// What is told in one language changes nothing of the other.
	again := read[Catalogue](t, ask(t, s, http.MethodGet, "/api/catalogue?lang=en", nil))
	if !slices.EqualFunc(english.Agents, again.Agents, func(a, b CatalogueAgent) bool {
		return a.About == b.About && len(a.Options) == len(b.Options) && (len(a.Options) == 0 || a.Options[0].Help == b.Options[0].Help)
	}) {
		t.Error("the catalogue in English has changed")
	}
}
