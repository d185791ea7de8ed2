package training

import (
	"encoding/json"
	"slices"
	"testing"

	"gambito/games"
	"gambito/learn/setting"
)

// fixed are the settings that a request chooses otherwise, or nobody.
var fixed = []string{"game", "seed", "teacher", "from", "baselines", "method"}

// TestOptionsDescribeSettings checks that the presets of every method hold what its
// options allow, and that no setting is without one.
func TestOptionsDescribeSettings(t *testing.T) {
	for _, game := range []string{"connect4", "othello", "breakthrough", "tictactoe", "backgammon"} {
		g, err := games.Parse(game)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range MethodNames() {
			d, err := Describe(g, name)
			if game == "backgammon" && name != TD {
				if err == nil {
					t.Errorf("%s is for %s", name, game)
				}
				continue
			}
			if err != nil {
				t.Error(err)
				continue
			}
			for _, p := range d.Presets {
				if err := p.Settings.(interface{ Check() error }).Check(); err != nil {
					t.Errorf("%s, %s, preset %s: %v", game, name, p.Name, err)
				}
				checkNames(t, d, p)
			}
		}
	}
}

func checkNames(t *testing.T, d Description, p setting.Preset) {
	t.Helper()
	text, err := json.Marshal(p.Settings)
	if err != nil {
		t.Fatal(err)
	}
	var fields map[string]any
	if err := json.Unmarshal(text, &fields); err != nil {
		t.Fatal(err)
	}
	for field := range fields {
		described := false
		for _, o := range d.Options {
			described = described || o.Name == field && o.Help != "" && o.Default != ""
		}
		if described == slices.Contains(fixed, field) {
			t.Errorf("%s: setting %s is described: %v", d.Name, field, described)
		}
	}
}

func TestMethodFor(t *testing.T) {
	for game, want := range map[string]string{"connect4": Zero, "backgammon": TD} {
		g, err := games.Parse(game)
		if err != nil {
			t.Fatal(err)
		}
		if m, err := MethodFor(g, ""); err != nil || m.Name != want {
			t.Errorf("%s is learned by %s, %v", game, m.Name, err)
		}
		if _, err := MethodFor(g, "genetic"); err == nil {
			t.Error("method genetic is there")
		}
	}
}
