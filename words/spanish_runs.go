package words

// spanishRuns is why the server does not begin, show or change a run.
var spanishRuns = map[string]string{
	"there is no data folder to keep runs in: start gambito serve with --data DIR":                        "no hay carpeta de datos donde guardar ensayos: inicia gambito serve con --data DIR",
	"the runs cannot be read: gambito runs list --data DIR tells why":                                     "no se pueden leer los ensayos: gambito runs list --data DIR dice por qué",
	"the runs cannot be read or written: gambito runs list --data DIR tells why":                          "no se pueden leer o escribir los ensayos: gambito runs list --data DIR dice por qué",
	"run %s waits or runs already":                                                                        "el ensayo %s ya espera o está en marcha",
	"run %s neither waits nor runs":                                                                       "el ensayo %s ni espera ni está en marcha",
	"run %s is part of a study: stop that":                                                                "el ensayo %s es parte de un estudio: detén ese",
	"run %s is played by another process: stop it there":                                                  "otro proceso juega el ensayo %s: detenlo allí",
	"run %s is played by another process":                                                                 "otro proceso juega el ensayo %s",
	"run %s is finished: no games are left":                                                               "el ensayo %s ha terminado: no quedan partidas",
	"run %s is finished: its games are there to look at; give the experiment another name to play others": "el ensayo %s ha terminado: sus partidas están ahí para verlas; da otro nombre al experimento para jugar otras",
	"game %q: the run has no such game":                                                                   "juego %q: el ensayo no tiene ese juego",
	"round %d: it must be from 1 to %d":                                                                   "ronda %d: debe estar entre 1 y %d",
	"agent %q: the run has no such agent":                                                                 "agente %q: el ensayo no tiene ese agente",
	"after %q: it must be what an earlier page has told, such as 0-1-99":                                  "after %q: debe ser lo que dijo una página anterior, como 0-1-99",
	"another archive is being read: try again when that is done":                                          "ya se está leyendo otro archivo: inténtalo cuando termine",
	"the archive: %s": "el archivo: %s",
	"the run of the archive has the name of one that is there: give it another with as=NAME": "el ensayo del archivo se llama como uno que ya está: dale otro nombre con as=NOMBRE",
	"the game could not be kept":                                                                          "no se pudo guardar la partida",
	"nobody has moved in this game, so that there is nothing to keep":                                     "nadie ha jugado en esta partida, así que no hay nada que guardar",
	"the experiment has more than %d kB":                                                                  "el experimento ocupa más de %d kB",
	"an experiment of the page has at most %d games":                                                      "un experimento de la página tiene como mucho %d juegos",
	"an experiment of the page has at most %d agents":                                                     "un experimento de la página tiene como mucho %d agentes",
	"openings %q: they are read from a file, which needs gambito serve --trust":                           "aperturas %q: se leen de un archivo, para lo que hace falta gambito serve --trust",
	"the experiment has %d games, and this server plays at most %d: ask for fewer rounds or games a pair": "el experimento tiene %d partidas, y este servidor juega como mucho %d: pide menos rondas o menos partidas por pareja",
}
