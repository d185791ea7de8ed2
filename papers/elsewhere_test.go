package papers

import (
	"context"
	"errors"
	"iter"
	"reflect"
	"testing"

	"gambito/agent"
	"gambito/agents"
	"gambito/arena"
	"gambito/bandit/lab"
	"gambito/crew"
	"gambito/crew/crewtest"
	"gambito/duel"
	"gambito/game"
	"gambito/games"
	"gambito/learn/breed"
	"gambito/learn/value"
)

// TestElsewhere: studies that are no tournaments find on other machines what they find
// here.
func TestElsewhere(t *testing.T) {
	sealed := func(e *agent.Environment) *agent.Registry { return agents.New(e) }
	unpack := func(j crew.Job, p crew.Place) (*agent.Registry, func(id string) (game.Game, error)) {
		return sealed(agent.NewSealed(p.Folder, j.Read)), func(id string) (game.Game, error) { return games.ParseSealed(id, j.Read) }
	}
	kinds := []crew.Kind{lab.Kind, duel.Kind(unpack), breed.AgreementKind(unpack), arena.Games(sealed, games.ParseSealed), value.GamesKind}
	for _, study := range []Study{alphaStudy, codingsStudy, varianceStudy, valueNetStudy} {
		w := workshop(Smoke)
		w.Fleet = nobody{}
		if _, err := study.Run(context.Background(), w); !errors.Is(err, errNobody) {
			t.Errorf("%s: %v where nobody works", study.ID, err)
		}
	}
	for _, study := range []Study{codingsStudy, varianceStudy, valueNetStudy} { // package lab looks after the first
		w := workshop(Smoke)
		here, err := study.Run(context.Background(), w)
		if err != nil {
			t.Fatal(err)
		}
		w.Fleet = crewtest.Fleet{Kinds: kinds, Workers: 2}
		there, err := study.Run(context.Background(), w)
		if err != nil || !reflect.DeepEqual(here, there) {
			t.Errorf("%s: %v, other machines find %+v, this one %+v", study.ID, err, there, here)
		}
	}
}

// nobody is a fleet without machines.
type nobody struct{}

var errNobody = errors.New("nobody")

func (nobody) Do(context.Context, crew.Job, iter.Seq[int], func([]crew.Done) error) error {
	return errNobody
}
