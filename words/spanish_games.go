package words

// spanishGames are names, captions and news of games, and the words of their moves.
// Where a text is put together from several, the parts have entries of their own.
var spanishGames = map[string]string{
	// Players.
	"black": "negro", "white": "blanco", "red": "rojo", "blue": "azul", "yellow": "amarillo",
	"wolf": "lobo", "sheep": "ovejas", "left": "izquierda", "right": "derecha",
	"first": "el primero", "second": "el segundo", "third": "el tercero", "fourth": "el cuarto", "fifth": "el quinto", "sixth": "el sexto",
	"rider": "jinete", "player": "jugador", "cross": "cruz", "nought": "cero", "random": "azar",

	// Games.
	"Tic-tac-toe": "Tres en raya", "Connect 4": "Conecta 4", "Othello": "Otelo", "Sheep and Wolf": "El lobo y las ovejas",
	"Knight Fight": "Duelo de caballos", "Free-For-All": "Todos contra todos",
	"Breakthrough with Holes": "Breakthrough con agujeros", "Breakthrough Suicide": "Breakthrough suicida", "Checkers 6×6": "Damas 6×6", "Connect 4 8×6": "Conecta 4 8×6",
	"Tic-tac-toe 5×5": "Tres en raya 5×5", "Three in Line": "Tres en línea", "Knight's Tour": "El recorrido del caballo", "Lights Out": "Apaga las luces", "Prisoner's Dilemma": "El dilema del prisionero", "Kuhn Poker": "El póquer de Kuhn", "Monty Hall": "Monty Hall", "Hide and Seek": "El escondite", "Sealed-Bid Auction": "Subasta a sobre cerrado",

	// Moves that are words. They may be typed in both languages.
	"pass": "pasar", "noop": "nada", "up": "arriba", "down": "abajo", "roll": "tirar", "double": "doblar", "take": "aceptar", "drop": "rechazar",
	"resign": "abandonar", "resign-gammon": "abandonar-gammon", "resign-backgammon": "abandonar-backgammon",
	"cooperate": "cooperar", "defect": "traicionar",

	// Othello, Tron, Knight Fight.
	"black %d, white %d":    "negro %d, blanco %d",
	"red at %s, blue at %s": "rojo en %s, azul en %s",
	"%s; red has crashed":   "%s; rojo se ha estrellado", "%s; blue has crashed": "%s; azul se ha estrellado",
	"white moves": "mueve blanco", "black moves": "mueve negro", "white attacks": "ataca blanco", "black attacks": "ataca negro",

	// Free for All.
	"captures: red %d, blue %d; ply %d of %d": "capturas: rojo %d, azul %d; jugada %d de %d",

	// Facts of rulesheets, and what the letters of their pieces are.
	"%c %s":      "%c %s",
	"control %s": "turno de %s",
	"ply %d":     "jugada %d", "round %d": "ronda %d", "visited %d": "visitadas %d", "presses %d": "pulsaciones %d",
	"captures %s %d": "capturas de %s: %d", "points %s %d": "puntos de %s: %d", "hand %s %d": "mano de %s: %d", "chose %s %s": "%s eligió %s",
	"rolls %s": "tira %s", "moves %s %d": "mueve %s %d", "phase move %s": "mueve %s", "phase attack %s": "ataca %s",
	"black king": "rey negro", "white king": "rey blanco", "black man": "peón negro", "white man": "peón blanco", "red %d": "rojo %d", "blue %d": "azul %d",
	"arrow": "flecha", "knight": "caballo", "trail": "rastro", "lit": "encendida", "wall": "muro",

	// Einstein.
	"blue's A to F are cubes 1 to 6":     "las letras A a F de azul son los cubos 1 a 6",
	"blue's A to F are cubes 1 to 6; %s": "las letras A a F de azul son los cubos 1 a 6; %s",
	"%s rolls":                           "%s tira",
	"the die shows %d":                   "el dado muestra %d",

	// Backgammon: captions, the cube, stakes and news.
	" white: %d pips, %d off":         " blanco: %d pips, %d fuera",
	" black: %d pips, %d off":         " negro: %d pips, %d fuera",
	" white: %d pips, %d off, %s":     " blanco: %d pips, %d fuera, %s",
	" black: %d pips, %d off, %s":     " negro: %d pips, %d fuera, %s",
	"has won":                         "ha ganado",
	"has rolled %s":                   "ha tirado %s",
	"to make the first roll":          "hace la primera tirada",
	"to roll":                         "le toca tirar",
	"throws a die for the start":      "tira un dado para empezar",
	"to take or to drop":              "acepta o rechaza",
	"has dropped":                     "ha rechazado",
	"has resigned":                    "ha abandonado",
	"to roll or to double":            "puede tirar o doblar",
	"has doubled to %d":               "ha doblado a %d",
	"rolls":                           "tira",
	"  cube %d":                       "  cubo %d",
	"for money":                       "por dinero",
	"for money, by the Jacoby rule":   "por dinero, con la regla de Jacoby",
	"match to %d: white %d, black %d": "partido a %d: blanco %d, negro %d",
	"match to %d: white %d, black %d, the Crawford game": "partido a %d: blanco %d, negro %d, la partida Crawford",
	"%s rolls %d and %d":                                     "%s tira %d y %d",
	"%s rolls a double %d":                                   "%s tira doble %d",
	"%s rolls %d and %d; %s begins":                          "%s tira %d y %d; empieza %s",
	"%s doubles to %d: %s takes or drops":                    "%s dobla a %d: %s acepta o rechaza",
	"%s has the cube, which shows %d":                        "%s tiene el cubo, que muestra %d",
	"%s wins a gammon, %d points: the score is %d to %d":     "%s gana un gammon, %d puntos: el marcador es %d a %d",
	"%s wins a backgammon, %d points: the score is %d to %d": "%s gana un backgammon, %d puntos: el marcador es %d a %d",
	"%s wins %d point: the score is %d to %d":                "%s gana %d punto: el marcador es %d a %d",
	"%s wins %d points: the score is %d to %d":               "%s gana %d puntos: el marcador es %d a %d",

	// Files and agents.
	"cannot load: %s":                                          "no se puede cargar: %s",
	"cannot load %s: %s":                                       "no se puede cargar %s: %s",
	"cannot save: %s":                                          "no se puede guardar: %s",
	"%s exists: choose another name":                           "%s ya existe: elige otro nombre",
	"stat %s: no such file or directory":                       "%s no existe",
	"it is a game of %q, not of %q":                            "es una partida de %q, no de %q",
	"it is not a game record: %s":                              "no es una partida guardada: %s",
	"unknown agent %q (did you mean %q?)":                      "no hay agente %q (¿querías decir %q?)",
	"unknown agent %q (there are: %s)":                         "no hay agente %q (hay: %s)",
	"there is no file %s":                                      "no hay fichero %s",
	"%q is neither a file nor a game that is kept: no game is": "%q no es un fichero ni una partida conservada: no hay ninguna",
	"%q is neither a file nor a game that is kept: gambito saved lists those that are": "%q no es un fichero ni una partida conservada: gambito saved las enumera",
	"%q is neither a file nor a game that is kept (did you mean %q?)":                  "%q no es un fichero ni una partida conservada (¿querías decir %q?)",
	"%q is neither a file nor a game that is kept (there are: %s)":                     "%q no es un fichero ni una partida conservada (hay: %s)",
	"no game is kept yet: play one first":                                              "aún no se conserva ninguna partida: juega una",
	"%s: no such file or directory":                                                    "%s: no existe el fichero o la carpeta",
	"%s: permission denied":                                                            "%s: permiso denegado",
	"%s: it is no file of games that gambito reads: those are %s":                      "%s: no es un fichero de partidas que lea gambito: son %s",
	"%s holds %s games: %s":                                                            "%s tiene %s partidas: %s",
	"%s is not a plain file":                                                           "%s no es un fichero normal",
	"it plays %s, not %s":                                                              "juega a %s, no a %s",
	"option %s: %s":                                                                    "opción %s: %s",
	"it must be a whole number from %s to %s":                                          "debe ser un número entero de %s a %s",
	"option %q must be key=value":                                                      "la opción %q debe ser clave=valor",
	"unknown option %q: %s has no options":                                             "no hay opción %q: %s no tiene opciones",
	"unknown option %q (did you mean %q?)":                                             "no hay opción %q (¿querías decir %q?)",
	"unknown option %q (there are: %s)":                                                "no hay opción %q (hay: %s)",
	"agent %q: %s":                                                                     "agente %q: %s",
}
