package breed

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"path/filepath"
	"testing"

	"gambito/agent"
	"gambito/agents"
	"gambito/files"
	"gambito/games/backgammon"
	"gambito/games/backgammon/networks"
	"gambito/learn/genetic"
)

// TestNetworkIsKept: a network that climbs is stopped, goes on from its file, comes to the
// same bytes as one that was not, and the winner plays from its own file.
func TestNetworkIsKept(t *testing.T) {
	s := small(t, climbing+"generations: 5\n")
	whole := start(t, s, 1)
	if err := whole.Evolve(context.Background(), kept); err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(t.TempDir(), "hc.json")
	stop := errors.New("stop")
	for generations := 2; generations <= 5; generations += 3 {
		e := start(t, s, 2)
		if found, err := e.KeepIn(name); err != nil || found != (generations == 5) {
			t.Fatal(found, err)
		}
		err := e.Evolve(context.Background(), func(e *Evolution) error {
			if len(e.Run.Log()) == generations {
				return stop
			}
			return nil
		})
		if !errors.Is(err, stop) || err.Error() != stop.Error() {
			t.Fatal(err)
		}
		if v, err := Look(name); err != nil || len(v.Log) != generations || len(v.Log[0].Genes) != 0 || len(v.Population) != 2 {
			t.Fatalf("%d generations are in the file, %v", len(v.Log), err)
		}
		if generations == 5 {
			finals, err := e.Finals(context.Background())
			if err != nil || len(finals) != 1 || finals[0].Spec != "td:model="+ModelFile(name) || e.Rival() != "pubeval" {
				t.Fatalf("%+v, %v", finals, err)
			}
			data, err := json.Marshal(finals)
			if err != nil || len(data) > 2000 || !bytes.Contains(data, []byte(`"genes":[]`)) {
				t.Errorf("%s, %v", data, err)
			}
		}
		if err := e.Leave(); err != nil {
			t.Fatal(err)
		}
	}
	got, err := files.ReadSealed(name)
	if err != nil || !bytes.Equal(got, whole.Save()) {
		t.Errorf("a run that was stopped differs from one that was not, %v", err)
	}
	player, err := agents.New(agent.NewEnvironment("")).Parse("td:model=" + ModelFile(name))
	if err == nil {
		_, err = player.New(backgammon.New())
	}
	if err != nil {
		t.Error(err)
	}
	model, err := networks.Open(ModelFile(name))
	if err != nil {
		t.Fatal(err)
	}
	weights, champion := float32(0), whole.Run.Latest(1)[0]
	for _, w := range weightsOf(champion) {
		weights += w * w
	}
	if want := networks.NewPlain(weightsOf(champion)); weights == 0 || model[0].First[0] != want[0].First[0] || model[2].Second[5] != want[2].Second[5] {
		t.Error("the file holds another network")
	}
}

// TestLongLogsAreDrawn by means of several generations.
func TestLongLogsAreDrawn(t *testing.T) {
	log := make([]genetic.Entry, 25_001)
	for i := range log {
		log[i].Best = float64(i % 2)
	}
	c := FitnessChart("", log)
	if n := len(c.Series[0].X); n > mostPointsDrawn || n < mostPointsDrawn/2 || c.Series[0].X[n-1] != 25_001 || c.Series[0].Y[0] < 0.4 || c.Series[0].Y[0] > 0.6 {
		t.Errorf("%d points, %v", n, c.Series[0].Y[:3])
	}
	if c := FitnessChart("", log[:mostPointsDrawn]); len(c.Series[0].X) != mostPointsDrawn || c.Series[0].Y[1] != 1 {
		t.Error("few generations are not drawn one by one")
	}
}
