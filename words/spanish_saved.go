package words

// spanishSaved is what saved says of kept games.
var spanishSaved = map[Message]string{
	"no games are kept in %s": "no hay partidas guardadas en %s",
	"last move":               "última jugada", "result": "resultado", "players": "jugadores",
	"goes on": "sigue", "by resignation": "por abandono", "by a wrong move": "por una jugada ilegal", "by a failure": "por un fallo",
	"after too many moves": "tras demasiadas jugadas", "on time": "por tiempo",
}
