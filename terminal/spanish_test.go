package terminal

import (
	"context"
	"strings"
	"testing"

	"gambito/games"
	"gambito/kept"
	"gambito/words"
)

// TestSpanishThroughout: what games of rulesheets, files and agents say is Spanish to
// the end.
func TestSpanishThroughout(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, c := range []struct{ game, typed, want string }{
		{"gdl:checkers", "salir", "k rey negro, m peón negro, K rey blanco, M peón blanco\nturno de blanco, jugada 0\n"},
		{"gdl:breakthrough", "salir", "turno de blanco\n"},
		{"othello", "pista foo", `no hay agente "foo" (hay: random, `},
		{"othello", "cargar nada.json", "no se puede cargar: no hay fichero nada.json"},
		{"othello", "cargar nada", `no se puede cargar: "nada" no es un fichero ni una partida conservada: no hay ninguna`},
		{"othello", "cargar last", "no se puede cargar: aún no se conserva ninguna partida: juega una"},
		{"othello", "guardar no/x.json", "no se puede guardar: no/x.json: no existe el fichero o la carpeta"},
		{"othello", "historial", "aún no se ha hecho ninguna jugada"},
		{"othello", "pista td", `agente "td": juega a backgammon, no a othello`},
		{"backgammon", "salir", "blanco: 167 pips, 0 fuera"},
		{"einstein", "salir", "\ndado: "},
	} {
		s, out := sit(t, c.game, "human", "human", c.typed+"\nsalir\n")
		s.In.Terminal, s.Screen.Words, s.Kept = true, words.For(words.Spanish), kept.In(t.TempDir())
		if _, err := s.Run(context.Background()); err != nil {
			t.Fatal(err)
		}
		contains(t, out.String(), c.want)
		if strings.Contains(out.String(), "!.") {
			t.Errorf("%s: a sentence ends twice:\n%s", c.game, out)
		}
	}
}

// TestReplayInSpanish: the keys that it names work.
func TestReplayInSpanish(t *testing.T) {
	g, err := games.Parse("connect4")
	if err != nil {
		t.Fatal(err)
	}
	s, out := sit(t, "connect4", "human", "human", "f\nsalir\n")
	s.In.Terminal, s.Screen.Words = true, words.For(words.Spanish)
	r := Replay{Game: g, Start: g.New(), Screen: s.Screen, In: s.In, Moves: g.New().Moves(nil)[:2]}
	r.Record.Game, r.Record.Agents, r.Record.Reason = "connect4", []string{"human", "human"}, "unfinished"
	if err := r.Run(context.Background()); err != nil {
		t.Fatal(err)
	}
	contains(t, out.String(), "un número salta a esa jugada, f al final", "jugada 2 de 2: ")
}

// TestSpanishScripts: a mistake in a script is told in Spanish from its first word.
func TestSpanishScripts(t *testing.T) {
	s, _ := sit(t, "othello", "human", "human", "f5\npista foo\n")
	s.Screen.Words = words.For(words.Spanish)
	if _, err := s.Run(context.Background()); err == nil || !strings.HasPrefix(err.Error(), `línea 2 de la entrada: no hay agente "foo"`) {
		t.Errorf("the mistake is %v", err)
	}
}
