package words

// spanishWeb is why the server does not do what a page asks for.
var spanishWeb = map[string]string{
	"seat %d: the game has %d players":                                                         "asiento %d: el juego tiene %d jugadores",
	"joint: players do not move at once here":                                                  "joint: los jugadores no juegan aquí a la vez",
	"joint: there are %d moves, but %d players":                                                "joint: hay %d jugadas, pero %d jugadores",
	"too many agents are thinking at once: try again in a moment":                              "demasiados agentes piensan a la vez: inténtalo dentro de un momento",
	"too many rulesheets are being compiled at once: try again in a moment":                    "se compilan demasiadas hojas de reglas a la vez: inténtalo dentro de un momento",
	"too many searches are running at once: close some, or try again later":                    "hay demasiadas búsquedas a la vez: cierra algunas o inténtalo más tarde",
	"too many games are being reviewed at once: try again later":                               "se revisan demasiadas partidas a la vez: inténtalo más tarde",
	"the request has more than %d bytes":                                                       "la petición tiene más de %d bytes",
	"too many pages listen at once: close some":                                                "demasiadas páginas escuchan a la vez: cierra algunas",
	"time: it must be a number of seconds":                                                     "time: debe ser un número de segundos",
	"%s: the position is not solved within %g seconds":                                         "%s: la posición no se resuelve en %g segundos",
	"%s: the game is over in that position":                                                    "%s: la partida ha terminado en esa posición",
	"%s: chance decides in that position; add its outcome to the moves":                        "%s: en esa posición decide el azar; añade su resultado a las jugadas",
	"for %d: seats are 0 to %d":                                                                "for %d: los asientos van de 0 a %d",
	"agent %q: it cannot tell chances before the dice are thrown, as td can":                   "agente %q: no puede decir las probabilidades antes de tirar los dados, como sí puede td",
	"agent %q: it must be an agent that thinks for itself":                                     "agente %q: debe ser un agente que piense por sí mismo",
	"agent %q: it runs or asks another program, which needs gambito serve --trust":             "agente %q: ejecuta otro programa o le pregunta, para lo que hace falta gambito serve --trust",
	"agent %q: it reads the file %q, which needs gambito serve --trust":                        "agente %q: lee el archivo %q, para lo que hace falta gambito serve --trust",
	"algorithms: a name with its options has 200 characters at the most":                       "algorithms: un nombre con sus opciones tiene como mucho 200 caracteres",
	"this takes too long to be explained: choose a smaller depth, or fewer simulations":        "explicar esto tarda demasiado: elige menos profundidad o menos simulaciones",
	"there is a tree and a game: choose one of them":                                           "hay un árbol y un juego: elige uno de los dos",
	"the game is over: there is nothing to search":                                             "la partida ha terminado: no hay nada que buscar",
	"%s: positions of this game are set up by their text, not cell by cell":                    "%s: las posiciones de este juego se ponen con su texto, no casilla por casilla",
	"draft %q: it must have all cells of the board, as in %q":                                  "borrador %q: debe tener todas las casillas del tablero, como en %q",
	"cell %d, piece %d: the board has %d cells, the game %d kinds of pieces, counted from 0":   "casilla %d, pieza %d: el tablero tiene %d casillas y el juego %d clases de piezas, contadas desde 0",
	"side %d: there are %d, counted from 0":                                                    "bando %d: hay %d, contados desde 0",
	"there is no move to be made in parts here":                                                "aquí no hay ninguna jugada que se haga por partes",
	"all 15 men of this colour are on the board: take one away first":                          "las 15 fichas de este color están en el tablero: quita una antes",
	"point %d, piece %d: points are 1 to 24 as white counts, 25 is the bar; pieces are 0 to 2": "punto %d, pieza %d: los puntos son de 1 a 24 como cuenta blanco, 25 es la barra; las piezas son de 0 a 2",

	// Games that are kept, and reviews of them.
	"the game %q cannot be read":                                 "no se puede leer la partida %q",
	"the game %s cannot be read: %w":                             "no se puede leer la partida %s: %w",
	"no move was made, so there is nothing to review":            "no se hizo ninguna jugada, así que no hay nada que revisar",
	"ply %d: the game has %d moves":                              "jugada %d: la partida tiene %d jugadas",
	"ply %d: no player decides there":                            "jugada %d: ahí no decide ningún jugador",
	"the players have too many moves at once to tell them apart": "los jugadores tienen demasiadas jugadas a la vez para distinguirlas",
	"the judge tells nothing about this move":                    "el juez no dice nada de esta jugada",
	"%q is no legal move there":                                  "%q no es una jugada legal ahí",

	// Games that are sent.
	"there is no data folder to keep games in: start gambito serve with --data DIR": "no hay carpeta de datos donde guardar partidas: inicia gambito serve con --data DIR",
	"the games could not be kept":                                       "no se pudieron guardar las partidas",
	"nobody has moved in these games, so that there is nothing to keep": "nadie ha jugado en estas partidas, así que no hay nada que guardar",
	"there is no text: paste games or drop a file":                      "no hay texto: pega partidas o suelta un archivo",
	"the games have more than %d MB, which is what is taken at a time":  "las partidas ocupan más de %d MB, que es lo que se acepta de una vez",

	// Rulesheets.
	"rulesheet %q: a name has up to 40 small letters, digits and hyphens":                "hoja de reglas %q: un nombre tiene hasta 40 minúsculas, cifras y guiones",
	"there is no data folder to keep rulesheets in: start gambito serve with --data DIR": "no hay carpeta de datos donde guardar hojas de reglas: inicia gambito serve con --data DIR",
	"there is no rulesheet %q: it neither comes with gambito nor is it kept here":        "no hay ninguna hoja de reglas %q: ni viene con gambito ni está guardada aquí",
	"the rulesheet %q could not be read":                                                 "no se pudo leer la hoja de reglas %q",
	"the folder of rulesheets cannot be read":                                            "no se puede leer la carpeta de hojas de reglas",
	"the rulesheet %q comes with gambito: keep yours under another name":                 "la hoja de reglas %q viene con gambito: guarda la tuya con otro nombre",
	"there is nothing to keep: the rulesheet is empty":                                   "no hay nada que guardar: la hoja de reglas está vacía",
	"the rulesheet has more than %d kB":                                                  "la hoja de reglas tiene más de %d kB",
	"%d rulesheets are kept already: delete some first":                                  "ya hay %d hojas de reglas guardadas: borra algunas primero",
	"the rulesheet could not be kept":                                                    "no se pudo guardar la hoja de reglas",
	"the rulesheet %q comes with gambito and cannot be deleted":                          "la hoja de reglas %q viene con gambito y no se puede borrar",
	"the rulesheet %q could not be deleted":                                              "no se pudo borrar la hoja de reglas %q",

	// Positions, searches, and what keeps others out.
	"moves: %w": "jugadas: %w",
	"nobody knows what a position of Othello with %d empty cells is worth: it is solved from %d on":                       "nadie sabe cuánto vale una posición de Othello con %d casillas vacías: se resuelve a partir de %d",
	"backgammon: chance decides in that position; add its outcome to the moves":                                           "backgammon: en esa posición decide el azar; añade el resultado a las jugadas",
	"backgammon is known exactly where all men are home and neither side has more than %d":                                "el backgammon se sabe con exactitud cuando todas las fichas están en casa y ningún bando tiene más de %d",
	"they take too long to be played through":                                                                             "tardan demasiado en jugarse",
	"it took too long, or nobody has waited for it":                                                                       "ha tardado demasiado, o nadie lo ha esperado",
	"another site may not change anything here":                                                                           "otro sitio no puede cambiar nada aquí",
	"another site may not ask this server":                                                                                "otro sitio no puede preguntar a este servidor",
	"this server is not called %q: ask for it by its address, by localhost, or by a name that gambito serve --host tells": "este servidor no se llama %q: pide su dirección, localhost, o un nombre dado con gambito serve --host",
	"too many requests: wait a second":                                                                                    "demasiadas peticiones: espera un segundo",
	"a token is needed: send it as Authorization: Bearer, or open the address that gambito serve has printed":             "hace falta una clave: envíala como Authorization: Bearer, o abre la dirección que mostró gambito serve",
}

// spanishRequests is what is wrong with the form of a request, whatever it is about.
var spanishRequests = map[string]string{
	"request body is too large limit=%d bytes": "la petición es demasiado grande: caben %d bytes",
	"request body read timeout":                "la petición ha tardado demasiado en llegar",
	"%s: expected number >= %v":                "%s: debe ser un número no menor que %v",
	"%s: expected number <= %v":                "%s: debe ser un número no mayor que %v",
	"%s: expected length >= %d":                "%s: debe tener al menos %d caracteres",
	"%s: expected length <= %d":                "%s: debe tener como mucho %d caracteres",
	"%s: expected array length >= %d":          "%s: debe tener al menos %d elementos",
	"%s: expected array length <= %d":          "%s: debe tener como mucho %d elementos",
	"%s: expected value to be one of \"%s\"":   "%s: debe ser uno de «%s»",
	"%s: required query parameter is missing":  "%s: falta",
}

// spanishFiles is what is wrong with games that are kept or sent, as packages kept,
// gamefile and review tell it.
var spanishFiles = map[string]string{
	"no game %q is kept: no game is":                                    "no hay ninguna partida %q guardada: no hay ninguna",
	"no game %q is kept: gambito saved lists those that are":            "no hay ninguna partida %q guardada: gambito saved enumera las que hay",
	"no game %q is kept (there are: %s)":                                "no hay ninguna partida %q guardada (hay: %s)",
	"no game %q is kept (did you mean %q?)":                             "no hay ninguna partida %q guardada (¿quizá %q?)",
	"agent %s: it does not tell what positions are worth":               "agente %s: no dice cuánto valen las posiciones",
	"the text: it is no file of games that gambito reads: those are %s": "el texto no es de los que gambito lee: son %s",
	"the text: line %d: %s":                                             "el texto, línea %d: %s",
	"the text: %s":                                                      "el texto: %s",
}
