package words

// spanishPatterns is what pages and lists say of patterns: the agent, and how they are learned.
var spanishPatterns = map[string]string{
	// The agent.
	"Principal variation search by a pattern system, with Multi-ProbCut where the model has cuts, and through to the end of the game where that is near. The strongest player of Othello here.": "Búsqueda de la variante principal con un sistema de patrones, con Multi-ProbCut donde el modelo tiene cortes, y hasta el final de la partida cuando está cerca. El jugador de Otelo más fuerte que hay aquí.",
	"leave out what a shallow search shows to be probably beyond the window, where the model has cuts":                                                                                          "omite lo que una búsqueda poco profunda muestra que probablemente queda fuera de la ventana, donde el modelo tiene cortes",
	"in Othello: from how many empty cells on the search goes through to the end, first with doubt and then without (default: 10 more than the depth, 30 where there is none)":                  "en Otelo: desde cuántas casillas vacías la búsqueda llega hasta el final, primero con duda y luego sin ella (por defecto: 10 más que la profundidad, 30 donde no la hay)",
	"in Othello: on, play the opening by the book that comes with gambito; off; or a file, as gambito solve --make-book writes it":                                                              "en Otelo: on, juega la apertura con el libro que viene con gambito; off; o un archivo, como los que escribe gambito solve --make-book",
	"with a book: draw among its moves that are worth at most so many discs less than the best":                                                                                                 "con un libro: sortea entre sus jugadas que valen como mucho tantas fichas menos que la mejor",
	"size of the table in MB": "tamaño de la tabla en MB",

	// Methods and presets.
	"patterns of the board by temporal differences":                         "patrones del tablero por diferencias temporales",
	"the same by SARSA: moves are worth what the player makes of them":      "lo mismo por SARSA: las jugadas valen lo que el jugador hace de ellas",
	"the same by Monte Carlo: positions are worth how games end":            "lo mismo por Montecarlo: las posiciones valen según acaban las partidas",
	"patterns of the board by regression, on games whose ends are solved":   "patrones del tablero por regresión, en partidas cuyos finales se resuelven",
	"30 random walks of 6 cells":                                            "30 paseos al azar de 6 casillas",
	"40 random walks of 7 cells":                                            "40 paseos al azar de 7 casillas",
	"70 random walks of 8 cells":                                            "70 paseos al azar de 8 casillas",
	"70 random walks of 8 cells, with the last 20 cells solved":             "70 paseos al azar de 8 casillas, con las últimas 20 casillas resueltas",
	"a table of all positions, each of them solved":                         "una tabla de todas las posiciones, cada una resuelta",
	"a table of all positions: perfect play in seconds":                     "una tabla de todas las posiciones: juego perfecto en segundos",
	"lines, edges and corners in 24 stages, five rounds with 310,000 games": "líneas, bordes y esquinas en 24 etapas, cinco rondas con 310 000 partidas",

	// Settings of patterns, whatever teaches them.
	"of cells whose patterns are judged: kinds of sets joined by +: %s": "de casillas cuyos patrones se juzgan: clases de conjuntos unidas por +: %s",
	"of cells whose patterns are judged; all is one set of all cells, a table of all positions of a small board; kinds of sets joined by +: %s, grown:COUNTxLENGTH, such as grow cell by cell by what explains the results of quick games": "de casillas cuyos patrones se juzgan; all es un solo conjunto de todas las casillas, una tabla de todas las posiciones de un tablero pequeño; clases de conjuntos unidas por +: %s, grown:COUNTxLENGTH, que crecen casilla a casilla según lo que explica los resultados de partidas rápidas",
	"tables of their own for parts of the game, by the number of vacant cells":                                                    "tablas propias para partes de la partida, según el número de casillas vacías",
	"tables of their own for odd and even numbers of vacant cells":                                                                "tablas propias para números pares e impares de casillas vacías",
	"tables of their own for odd and even numbers of vacant cells; in Connect 4 and tic-tac-toe that tells the two players apart": "tablas propias para números pares e impares de casillas vacías; en Conecta 4 y en el tres en raya eso distingue a los dos jugadores",

	// Settings of temporal differences, Q-learning, SARSA and Monte Carlo.
	"how much of later positions a target takes; mc takes all": "cuánto toma un objetivo de posiciones posteriores; mc lo toma todo",
	"what is made small: entropy, the cross-entropy of what is said and what came of it; square, the square of the difference, as published, which hardly moves what it is sure of": "qué se hace pequeño: entropy, la entropía cruzada de lo que se dice y lo que resultó; square, el cuadrado de la diferencia, como se publicó, que apenas mueve aquello de lo que está seguro",
	"steps of each worth by whether it was pushed one way so far: off; plain, in proportion; exponential":                                                                           "pasos de cada peso según si hasta ahora se empujó en un solo sentido: off, no; plain, en proporción; exponential",
	"how later positions enter: returns, by targets, when a game is over; accumulating or replacing, by eligibility traces, move by move, which takes longer":                       "cómo entran las posiciones posteriores: returns, por objetivos, cuando acaba la partida; accumulating o replacing, por trazas de elegibilidad, jugada a jugada, lo que tarda más",
	"share of moves that are tried at random, at first":                   "parte de las jugadas que se prueban al azar, al principio",
	"and at the end; it changes evenly":                                   "y al final; cambia de manera uniforme",
	"how many these are at the most":                                      "cuántas son estas como mucho",
	"games that are played with the same worths":                          "partidas que se juegan con los mismos pesos",
	"games between two measurements":                                      "partidas entre dos mediciones",
	"agent who is met then":                                               "agente al que se enfrenta entonces",
	"games against it as first player, and as many as second; 0 for none": "partidas contra él como primer jugador, y otras tantas como segundo; 0: ninguna",
	"random plies with which games against it begin, the same for both sides; where neither tries anything all games would be one": "jugadas al azar con que empiezan las partidas contra él, las mismas para ambos bandos; donde nadie prueba nada todas las partidas serían una",
	"solved positions in which moves are judged then; 0 for none":                                                                  "posiciones resueltas en que se juzgan entonces las jugadas; 0: ninguna",

	// Settings of regression.
	"so many numbers of vacant cells make a stage of the game, which has tables of its own; 0 for one stage":     "tantos números de casillas vacías forman una etapa de la partida, que tiene tablas propias; 0: una sola etapa",
	"with so many vacant cells the second stage begins, however many the first has":                              "con tantas casillas vacías empieza la segunda etapa, por muchas que tenga la primera",
	"no stage begins with fewer vacant cells":                                                                    "ninguna etapa empieza con menos casillas vacías",
	"after which learning ends; 0 for no end":                                                                    "tras las que acaba el aprendizaje; 0: sin fin",
	"of the first round, which draws moves at random up to where games are solved, unless it takes stored games": "de la primera ronda, que sortea las jugadas hasta donde se resuelven las partidas, si no toma partidas guardadas",
	"games that a round has at most":                                                                             "partidas que tiene una ronda como mucho",
	"how many times as many games every round has as the one before":                                             "cuántas veces más partidas tiene cada ronda que la anterior",
	"plies that the search looks ahead in games from the second round on":                                        "jugadas que mira por delante la búsqueda en las partidas desde la segunda ronda",
	"random moves that games begin with at least, not above plies":                                               "jugadas al azar con que empiezan las partidas como mínimo, no más que plies",
	"and at most; how many is drawn for each game":                                                               "y como mucho; cuántas se sortea para cada partida",
	"share of later moves that are random, up to where games are solved":                                         "parte de las jugadas posteriores que son al azar, hasta donde se resuelven las partidas",
	"and from there on": "y desde ahí",
	"with so many vacant cells or fewer positions are solved exactly; 0 for never":                                                 "con tantas casillas vacías o menos las posiciones se resuelven exactamente; 0: nunca",
	"what a position before that should be worth: 1, what the game comes to; 0, what the search said one move later; else between": "lo que debería valer una posición anterior: 1, en lo que acaba la partida; 0, lo que dijo la búsqueda una jugada después; si no, entre ambos",
	"so many rounds are learned from in full; of earlier ones only positions that were solved":                                     "de tantas rondas se aprende por entero; de las anteriores solo de las posiciones que se resolvieron",
	"pulls worths to zero, by as much as so many positions would that show a pattern and say zero":                                 "tira de los pesos hacia cero, tanto como lo harían tantas posiciones que muestran un patrón y dicen cero",
	"a stage also learns, with less weight, from positions with so many vacant cells more or fewer than its own":                   "una etapa aprende también, con menos peso, de posiciones con tantas casillas vacías más o menos que las suyas",
	"patterns that fewer positions show are worth nothing: a smaller model":                                                        "los patrones que muestran menos posiciones no valen nada: un modelo más pequeño",
	"of conjugate gradients at most": "de gradientes conjugados como mucho",
	"iterations without a smaller error on games held out, after which a stage ends": "iteraciones sin un error menor en las partidas apartadas, tras las que acaba una etapa",
	"one in how many games is held out":                                              "una de cuántas partidas se aparta",

	// Curves and tables.
	"one move ahead":          "una jugada por delante",
	"moving first":            "moviendo primero",
	"moving second":           "moviendo segundo",
	"all positions":           "todas las posiciones",
	"solved positions":        "posiciones resueltas",
	"Error on games held out": "Error en partidas apartadas",
	"Error by stage":          "Error por etapa",
	"vacant cells":            "casillas vacías",
	"mean error held out":     "error medio apartado",
	"all":                     "todas",
	"solved":                  "resueltas",
	"deviation":               "desviación",
}
