package terminal

import (
	"strings"
	"testing"

	"gambito/game"
	"gambito/games"
	"gambito/words"
)

// TestIntroduction tells who plays, with the letters of their pieces, and how to
// move, in both languages.
func TestIntroduction(t *testing.T) {
	_, out, _ := talk(t, "othello", "human", "random", words.English, "help\nquit\n")
	contains(t, out, "Othello. You are black (X). white (O) is random. black begins.", "Type a move, such as f5.", "3 4 is d3", "take back the last part", "leave (also")
	_, out, _ = talk(t, "othello", "random", "human", words.Spanish, "ayuda\nsalir\n")
	contains(t, out, "Otelo. negro (X) es random. Juegas con blanco (O). Empieza negro.", "retira la última parte", "Juega blanco (O): ", "La partida queda sin acabar")
	_, out, _ = talk(t, "connect4", "human", "human", words.English, "quit\n")
	contains(t, out, "red (X) is a person at this terminal. yellow (O) is a person")
	for _, id := range []string{"backgammon", "backgammon:match=3"} { // where the first roll tells who begins
		_, out, _ = talk(t, id, "human", "random", words.English, "quit\n")
		contains(t, out, "A move may also be made in parts")
	}
}

// TestMovesOfPartsAreListedApart: a list of moves that could have parts has commas,
// also where each is one word.
func TestMovesOfPartsAreListedApart(t *testing.T) {
	g, err := games.Parse("backgammon")
	if err != nil {
		t.Fatal(err)
	}
	s, err := g.ParsePosition("XGID=-------------------aA---b-:0:0:1:21:0:0:0:0:10")
	if err != nil {
		t.Fatal(err)
	}
	if list := (reader{game: g}).moveList(s, 0); list != "20/19*/17, 20/17" && list != "20/17, 20/19*/17" {
		t.Errorf("the moves are %s", list)
	}
}

// TestGoals: what a game is about is told when it begins, in help and when it is asked
// for, and what the numbers of a move are.
func TestGoals(t *testing.T) {
	_, out, _ := talk(t, "gdl:hex", "human", "random", words.English, "rules\nhelp\nquit\n")
	if n := strings.Count(out, "red joins the bottom and the top of the board"); n != 3 {
		t.Errorf("the goal is told %d times, not 3:\n%s", n, out)
	}
	contains(t, out, "or only its column and row, ")
	_, out, _ = talk(t, "gdl:othello", "human", "random", words.Spanish, "reglas\nsalir\n")
	contains(t, out, "Se encierran fichas contrarias", "o sólo su columna y su fila, ")
	_, out, _ = talk(t, "tictactoe", "human", "random", words.English, "quit\n")
	contains(t, out, "Take cells in turn; the first with a full line")
}

// TestWhatWasMeant: a word that is mistyped is told, one out of place too.
func TestWhatWasMeant(t *testing.T) {
	_, out, _ := talk(t, "connect4", "human", "random", words.English, "udno\nquti\nrematch\nmoves now\nquit\n")
	contains(t, out, `(did you mean "undo"?)`, `(did you mean "quit"?)`, "rematch is for when a game is over", "moves takes nothing after it")
	_, out, _ = talk(t, "connect4", "human", "random", words.Spanish, "deshacr\nguardar\nrevancha\nsalir\n")
	contains(t, out, `(¿querías decir "deshacer"?)`, "guardar necesita el nombre de un fichero", "revancha es para cuando acaba una partida")
}

// TestMovesAsPeopleTypeThem: by row and column, in Spanish, by the cells of a
// rulesheet's move.
func TestMovesAsPeopleTypeThem(t *testing.T) {
	for _, c := range []struct {
		game, text, want string
	}{
		{"othello", "3 4", "d3"}, {"othello", "3,4", "d3"}, {"othello", "4 3", "c4"},
		{"tictactoe", "3 1", "a3"}, {"tictactoe", "1 3", "c1"},
		{"tron", "arriba", "up"}, {"tron", "DERECHA", "right"}, {"tron", "up", "up"},
		{"gdl:hex", "3 4", "(place 3 4)"}, {"gdl:hex", "3,4", "(place 3 4)"}, {"gdl:hex", "3, 4", "(place 3 4)"}, {"gdl:hex", "place 3 4", "(place 3 4)"},
		{"breakthrough", "a2-a", "a2-a3"},
	} {
		g, err := games.Parse(c.game)
		if err != nil {
			t.Fatal(err)
		}
		s := g.New()
		m, err := (reader{game: g, words: words.For(words.Spanish)}).move(s, 0, c.text)
		if err != nil || game.FormatMoveFor(g, s, 0, m) != c.want {
			t.Errorf("%s: %q is %d, %v, not %s", c.game, c.text, m, err, c.want)
		}
	}
	g, err := games.Parse("othello")
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{"9 1", "1 9", "0 0", "3 4 5", "3", "-1 2"} {
		if m, err := (reader{game: g}).move(g.New(), 0, text); err == nil {
			t.Errorf("%q is move %d", text, m)
		}
	}
}
