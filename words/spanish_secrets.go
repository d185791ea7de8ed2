package words

// spanishSecrets is what is said of games in which players do not see everything.
var spanishSecrets = map[string]string{
	// What they are about.
	"Three cards, one each; pass or bet a chip, the higher card wins.":                                                                                               "Tres cartas, una para cada uno; se pasa o se apuesta una ficha, y gana la carta más alta.",
	"Six cards of three ranks, one each and one for both, two rounds of betting; a pair wins, else the higher card.":                                                 "Seis cartas de tres valores, una para cada uno y otra para ambos, y dos rondas de apuestas; gana una pareja, y si no la carta más alta.",
	"A hidden die each; bid more and more dice of a face until one is called a liar.":                                                                                "Un dado oculto cada uno; se apuesta por cada vez más dados de una cara hasta que a uno le llaman mentiroso.",
	"Bid cards face down for prizes; each card can be bid once, and the most points win.":                                                                            "Se apuestan cartas boca abajo por premios; cada carta se apuesta una vez, y ganan más puntos.",
	"Tic-tac-toe without seeing the other's stones; who tries a taken cell learns that and tries again.":                                                             "Tres en raya sin ver las fichas del otro; quien prueba una casilla ocupada lo descubre y vuelve a probar.",
	"Hex without seeing the other's stones: red joins the bottom and the top, blue the left and the right side; who tries a taken cell learns that and tries again.": "Hex sin ver las piedras del otro: rojo une abajo con arriba, azul la izquierda con la derecha; quien prueba una casilla ocupada lo descubre y vuelve a probar.",
	"Place a fleet that the other does not see, then shoot in turn at single cells; who sinks all ships wins.":                                                       "Se coloca una flota que el otro no ve, y luego se dispara por turno a casillas sueltas; gana quien hunde todos los barcos.",
	"A hand each, the rest stays face down; follow suit if you can, the higher card or a trump takes the trick, and the most tricks win.":                            "Una mano cada uno y el resto boca abajo; se sirve al palo si se puede, la carta más alta o un triunfo se lleva la baza, y ganan más bazas.",

	// Options, and who plays them.
	"Hold'em with short stacks: the small blind pushes all its chips or folds, the big blind calls or folds.": "Hold'em con pocas fichas: la ciega pequeña apuesta todo o se retira, la ciega grande iguala o se retira.",
	"big blinds that each player has, the blinds included":                                                    "ciegas grandes que tiene cada jugador, ciegas incluidas",
	"suits of the pack": "palos de la baraja", "cards of a suit, from the ace down": "cartas de un palo, desde el as hacia abajo",
	"cards of a player; one of the pack stays face down at least": "cartas de un jugador; al menos una de la baraja queda boca abajo", "the suit that beats the others": "el palo que vence a los demás",
	"faces of a die; the highest is wild": "caras de un dado; la más alta es comodín",
	"cards of a player, and prizes":       "cartas de un jugador, y premios",
	"For games with secrets: a tree search over what players see, in worlds that are drawn to fit.":                                "Para juegos con secretos: una búsqueda en el árbol de lo que ven los jugadores, en mundos sorteados que encajan.",
	"simulations a move, each in a world of its own":                                                                               "simulaciones por jugada, cada una en su propio mundo",
	"the constant of UCB, beside rewards between -1 and 1":                                                                         "la constante de UCB, junto a recompensas entre -1 y 1",
	"whether each player has a tree of what it sees, or all moves are in that of the one who searches":                             "si cada jugador tiene un árbol de lo que ve, o todas las jugadas están en el de quien busca",
	"the move that was chosen most often, or each as often as it was chosen":                                                       "la jugada elegida más veces, o cada una tan a menudo como se eligió",
	"For games with secrets: what is best on average over worlds that are drawn to fit, each searched as if everything were seen.": "Para juegos con secretos: lo mejor en promedio sobre mundos sorteados que encajan, cada uno explorado como si se viera todo.",
	"worlds a move": "mundos por jugada",
	"simulations in each world that is too large to be searched to its end":                                            "simulaciones en cada mundo demasiado grande para explorarlo hasta el final",
	"positions that a world may have which is searched to its end; 0 for never":                                        "posiciones que puede tener un mundo que se explora hasta el final; 0 para nunca",
	"the constant of UCB in the simulations, beside rewards between -1 and 1":                                          "la constante de UCB en las simulaciones, junto a recompensas entre -1 y 1",
	"For games with secrets: makes moves as often as a strategy says that gambito train has learned.":                  "Para juegos con secretos: juega cada jugada tan a menudo como dice una estrategia aprendida por gambito train.",
	"folder of gambito train, or the file strategy.json in it":                                                         "carpeta de gambito train, o el archivo strategy.json que contiene",
	"Plays battleship: places ships at random, and shoots where most of the fleets that are drawn to fit have a ship.": "Juega a hundir la flota: coloca los barcos al azar y dispara donde tienen un barco más flotas de las sorteadas que encajan.",
	"fleets a shot": "flotas por disparo", "width of a sea": "anchura de un mar", "height of a sea": "altura de un mar", "lengths of the ships, with - between them": "longitudes de los barcos, separadas por -",

	// Names.
	"Battleship": "Hundir la flota", "Whist for two": "Whist de dos", "Push or fold": "Todo o nada",
	"Kuhn poker": "Póquer de Kuhn", "Liar's dice": "Dados mentirosos", "Leduc hold'em": "Hold'em de Leduc", "Phantom tic-tac-toe": "Tres en raya fantasma", "Dark Hex": "Hex a ciegas",
	"a ship of %d is to be placed":      "hay que colocar un barco de %d",
	"ships afloat: yours %d, theirs %d": "barcos a flote: tuyos %d, suyos %d", "%s: %s; ships afloat: yours %d, theirs %d": "%s: %s; barcos a flote: tuyos %d, suyos %d",
	"ships afloat: first %d, second %d": "barcos a flote: el primero %d, el segundo %d", "%s: %s; ships afloat: first %d, second %d": "%s: %s; barcos a flote: el primero %d, el segundo %d",
	"miss": "agua", "hit": "tocado", "sinks a ship of %d": "hunde un barco de %d", "%s (miss)": "%s (agua)", "%s (hit)": "%s (tocado)", "%s (sinks a ship of %d)": "%s (hunde un barco de %d)",
	"%s is taken": "%s está ocupada", "%s (taken)": "%s (ocupada)",

	// On the page.
	"An agent has failed: go on to ask it again.": "Un agente ha fallado: sigue para preguntarle otra vez.",

	// What lies on the table, and moves that are words.
	"trumps": "triunfos", "spades": "picas", "hearts": "corazones", "diamonds": "diamantes", "clubs": "tréboles", "none": "ninguno",
	"their sea": "su mar", "your sea": "tu mar", "sea of the first": "mar del primero", "sea of the second": "mar del segundo",
	"played": "jugadas", "tricks": "bazas", "bets": "apuestas", "bids": "apuestas", "table": "mesa", "chips": "fichas", "prizes": "premios", "first holds": "tiene el primero", "second holds": "tiene el segundo",
	"check": "pasar sin apostar", "pass (check)": "pasar (sin apostar)", "pass (fold)": "pasar (retirarse)", "bet (call)": "apostar (igualar)", "call (check)": "igualar (pasar sin apostar)", "raise (bet)": "subir (apostar)",
	"bet": "apostar", "push": "apostar todo", "fold": "retirarse", "call": "igualar", "raise": "subir", "liar": "mentira",
}
