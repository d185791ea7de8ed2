package neural

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gambito/files"
	"gambito/game"
	"gambito/models"
	"gambito/nn"
)

// model makes a small model for a game.
func model(t testing.TB, g game.Encoded) *nn.Model {
	t.Helper()
	e := g.Encoding()
	m, err := nn.New(nn.Residual(e.Planes, e.Rows, e.Columns, e.Moves, 8, 1), 1)
	if err != nil {
		t.Fatal(err)
	}
	m.Notes[GameNote] = g.Info().ID
	return m
}

func TestLoad(t *testing.T) {
	all := encoded(t)
	g, other := all[0], all[3]
	write := func(m *nn.Model, cut int) string {
		data, err := m.Encode()
		if err != nil {
			t.Fatal(err)
		}
		name := filepath.Join(t.TempDir(), "m.safetensors")
		if err := os.WriteFile(name, data[:len(data)-cut], 0o644); err != nil {
			t.Fatal(err)
		}
		return name
	}
	n, err := Load(write(model(t, g), 0), g)
	if err != nil || n.Architecture.Moves() == 0 {
		t.Fatal(n, err)
	}
	mislabelled := model(t, other)
	mislabelled.Notes[GameNote] = g.Info().ID
	for name, says := range map[string]string{
		write(model(t, g), 9):     "",
		write(model(t, other), 0): "the model is for othello, not for connect4",
		write(mislabelled, 0):     "the model reads 4 planes of 8×8 cells; connect4 has 4 of 6×7",
		"none.safetensors":        "there is no such file",
		t.TempDir():               "is not a plain file",
	} {
		if _, err := Load(name, g); err == nil || !strings.Contains(err.Error(), says) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v, not %q", name, err, says)
		}
	}
}

// TestLargeModels: a network of more than 16 MiB, which training can write, is read.
func TestLargeModels(t *testing.T) {
	g := encoded(t)[0]
	e := g.Encoding()
	a := nn.Residual(e.Planes, e.Rows, e.Columns, e.Moves, 192, 8)
	m, err := nn.New(a, 1)
	if err != nil {
		t.Fatal(err)
	}
	m.Notes[GameNote] = g.Info().ID
	data, err := m.Encode()
	if err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(t.TempDir(), "large.safetensors")
	if err := os.WriteFile(name, data, 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := Load(name, g); err != nil || len(data) <= files.MaxSize {
		t.Errorf("%d bytes: %v", len(data), err)
	}
}

// TestShippedModels loads every model that comes with gambito for the game it is
// named after.
func TestShippedModels(t *testing.T) {
	byName := map[string]game.Encoded{}
	for _, g := range encoded(t) {
		byName[models.Of(g.Info().ID)] = g
	}
	for _, name := range models.Names() {
		data, _ := models.Read(name)
		if len(data) > 4<<20 {
			t.Errorf("%s has %d bytes", name, len(data))
		}
		if strings.HasSuffix(name, "-patterns") {
			continue // no network; package agents reads them
		}
		of, _, _ := strings.Cut(name, "-")
		if _, err := Load(name, byName[of]); err != nil {
			t.Error(err)
		}
	}
}
