package network

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gambito/agent"
	"gambito/agents"
	"gambito/game"
	"gambito/games"
	"gambito/models"
	"gambito/neural"
	"gambito/nn"
)

// content is the file of a small network for a game.
func content(t testing.TB, spec string, seed uint64, policy bool) []byte {
	t.Helper()
	g, err := games.Parse(spec)
	if err != nil {
		t.Fatal(err)
	}
	e := g.(game.Encoded).Encoding()
	a := nn.Residual(e.Planes, e.Rows, e.Columns, e.Moves, 8, 1)
	if !policy {
		a.Policy = nil
	}
	m, err := nn.New(a, seed)
	if err != nil {
		t.Fatal(err)
	}
	m.Notes[neural.GameNote] = spec
	data, err := m.Encode()
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// TestKeep drops networks into a data folder, finds them by name, and lists them.
func TestKeep(t *testing.T) {
	data := t.TempDir()
	good := content(t, "tictactoe", 1, true)
	e, err := Keep(data, "mine", good)
	if err != nil || e.Game != "tictactoe" || e.Kind != PolicyAndValue || e.Agent != "alphazero:model=mine,sims=400" || e.Changed == nil || e.Parameters == 0 {
		t.Fatalf("%+v, %v", e, err)
	}
	for name, file := range map[string][]byte{
		"mine": good, "connect4": good, "backgammon": good, // taken
		"../x": good, "": good, "a/b": good, `a\b`: good, "..": good, ".hidden": good, "x.safetensors": good, strings.Repeat("a", 65): good, // no names
		"cut": good[:len(good)-9], "empty": nil, "text": []byte("hello"), "zeros": make([]byte, 1000),
		"length": bytes.Repeat([]byte{0xff}, 64), "longer": append(bytes.Clone(good), 0),
		"noise":   bytes.Replace(good, []byte(`"game":"tictactoe"`), []byte(`"game":"tictactoo"`), 1),
		"another": bytes.Replace(content(t, "connect4", 1, true), []byte(`"game":"connect4"`), []byte(`"game":"othello"`+" "), 1),
	} {
		if e, err := Keep(data, name, file); err == nil || strings.Contains(err.Error(), "\n") || strings.Contains(err.Error(), data) {
			t.Errorf("%q is kept: %+v, %v", name, e, err)
		}
	}
	if err := os.MkdirAll(models.In(data).Training("learning"), 0o755); err != nil {
		t.Fatal(err)
	}
	if _, err := Keep(data, "learning", good); !errors.As(err, new(ErrTaken)) {
		t.Errorf("the name of a training: %v", err)
	}
	if entries, err := os.ReadDir(filepath.Join(data, "models")); err != nil || len(entries) != 1 {
		t.Errorf("%v is there, %v", entries, err)
	}
	if err := os.WriteFile(models.In(data).ModelFile("broken"), []byte("no network"), 0o644); err != nil {
		t.Fatal(err)
	}
	list, err := List(data)
	found := map[string]Entry{}
	for _, e := range list {
		found[e.Name] = e
	}
	if err != nil || len(list) != len(Names())+2 || found["broken"].Problem == "" || found["mine"].Source != Dropped || found["backgammon"].Kind != Backgammon {
		t.Errorf("%+v, %v", list, err)
	}
	for _, name := range []string{"connect4", "../x", "learning", "none"} {
		if Delete(data, name) == nil {
			t.Errorf("%s is deleted", name)
		}
	}
	if err := Delete(data, "mine"); err != nil {
		t.Error(err)
	}
	if _, err := Read(data, "mine"); !errors.As(err, new(ErrNone)) {
		t.Errorf("it is still there: %v", err)
	}
}

// contest is one of the named networks in a data folder.
func contest(t *testing.T, data, spec string, names ...string) Contest {
	t.Helper()
	g, err := games.Parse(spec)
	if err != nil {
		t.Fatal(err)
	}
	c := Contest{Game: g, Names: names, Games: 4, Simulations: 4, Positions: 10, Seed: 1, Jobs: 2, Agents: agents.New(agent.NewEnvironment(data))}
	for _, name := range names {
		file, err := Read(data, name)
		if err != nil {
			t.Fatal(err)
		}
		n, err := Decode(file)
		if err != nil {
			t.Fatal(err)
		}
		c.Networks = append(c.Networks, n)
	}
	return c
}

func TestCompare(t *testing.T) {
	data := t.TempDir()
	for name, file := range map[string][]byte{
		"one": content(t, "tictactoe", 1, true), "two": content(t, "tictactoe", 2, true), "value": content(t, "tictactoe", 3, false), "other": content(t, "connect4", 1, true),
	} {
		if _, err := Keep(data, name, file); err != nil {
			t.Fatal(err)
		}
	}
	c := contest(t, data, "tictactoe", "one", "two", "value")
	if err := c.Check(); err != nil {
		t.Fatal(err)
	}
	told := 0
	found, err := c.Run(t.Context(), func(Comparison) { told++ })
	if err != nil || len(found.Matches) != 3 || told < 12 {
		t.Fatalf("%+v, told %d times, %v", found, told, err)
	}
	for _, m := range found.Matches {
		if m.Games != 4 || m.Wins+m.Draws+m.Losses != 4 || m.Score == nil || m.Score.Low > m.Score.Estimate {
			t.Errorf("%+v", m)
		}
	}
	for _, n := range found.Networks {
		if n.Speed <= 0 || n.Truth == nil || n.Truth.Positions != 10 || n.Accuracy.High < n.Truth.Share() {
			t.Errorf("%+v", n)
		}
	}
	for _, bad := range []Contest{contest(t, data, "tictactoe", "one"), contest(t, data, "tictactoe", "one", "one"), contest(t, data, "tictactoe", "one", "other")} {
		if bad.Check() == nil {
			t.Errorf("%v can be compared", bad.Names)
		}
	}
}

// TestCompareBackgammon: there is no solver, and dice make the games differ.
func TestCompareBackgammon(t *testing.T) {
	data := t.TempDir()
	file, _ := shipped("backgammon")
	if _, err := Keep(data, "copy", file); err != nil {
		t.Fatal(err)
	}
	c := contest(t, data, "backgammon", "backgammon", "copy")
	c.Games = 2
	found, err := c.Run(t.Context(), nil)
	if err != nil || found.Unsolved == "" || found.Networks[0].Truth != nil || found.Networks[1].Speed <= 0 || found.Matches[0].Games != 2 {
		t.Errorf("%+v, %v", found, err)
	}
}

// FuzzDecode: whatever is sent as a network is one or refused.
func FuzzDecode(f *testing.F) {
	f.Add(content(f, "tictactoe", 1, true)[:2000])
	f.Add([]byte("\x02\x00\x00\x00\x00\x00\x00\x00{}"))
	f.Add([]byte(`H` + "\x00\x00\x00\x00\x00\x00\x00" + `{"__metadata__":{"format":"gambito network 1","architecture":"{}"}}     `))
	f.Fuzz(func(t *testing.T, data []byte) {
		if n, err := Decode(data); err == nil && (n.Game == "" || n.Parameters() == 0) {
			t.Errorf("%+v", n)
		}
	})
}
