package words

// spanishReview is what reviews of games say.
var spanishReview = map[Message]string{
	"best": "óptima", "good": "buena", "inaccuracy": "imprecisión", "mistake": "error", "blunder": "error grave",
	"given": "dada", "forced": "forzada", "not judged": "sin juzgar",
	"supernatural": "sobrenatural", "world class": "clase mundial", "expert": "experto", "advanced": "avanzado",
	"intermediate": "intermedio", "casual player": "aficionado", "beginner": "principiante", "awful": "pésimo",

	"Game %d, %d–%d":        "Partida %d, %d–%d",
	"written to %s":         "escrito en %s",
	"Date: %s.":             "Fecha: %s.",
	"Chance decides first.": "Primero decide el azar.",
	"Judge: %s.":            "Juez: %s.",
	"A loss of %s points of equity is an inaccuracy, %s a mistake, %s a blunder.":                                                                              "Perder %s puntos de equidad es una imprecisión, %s un error, %s un error grave.",
	"A loss of %s %% of the points is an inaccuracy, %s %% a mistake, %s %% a blunder.":                                                                        "Perder el %s %% de los puntos es una imprecisión, el %s %% un error, el %s %% un error grave.",
	"Before the end is exact, discs are estimates, and only the points that may be expected count; from there on a loss of %s, %s or %s discs counts as well.": "Antes de que el final sea exacto las fichas son estimaciones y sólo cuentan los puntos que se pueden esperar; a partir de ahí cuenta también perder %s, %s o %s fichas.",
	"A move in a lost position loses no points.":                                                                                                               "Una jugada en una posición perdida no pierde puntos.",
	"good (later)": "buena (más tarde)", "good (sooner)": "buena (antes)",
	"It was stopped: %d of %d positions are judged.": "Se interrumpió: se han juzgado %d de %d posiciones.",

	"equity of %s":                       "equidad de %s",
	"points that players may expect, %%": "puntos que pueden esperar los jugadores, %%",
	"points that %s may expect, %%":      "puntos que puede esperar %s, %%",
	"No move lost anything.":             "Ninguna jugada perdió nada.",
	"move":                               "jugada", "player": "jugador", "played": "hecha", "lost": "perdido", "worth": "vale", "would be": "valdría", "best line": "mejor línea",
	"decisions": "decisiones", "accuracy": "precisión", "loss a decision": "pérdida por decisión", "loss/dec.": "pérdida/dec.",
	"chequers": "fichas", "cube": "cubo", "all": "total", "rating": "nivel", "luck": "suerte",
	"Error rates are thousandths of a point lost a decision, rated as GNU Backgammon does; luck is in points.": "Las tasas de error son milésimas de punto perdidas por decisión, con los niveles de GNU Backgammon; la suerte está en puntos.",

	"Level %d": "Nivel %d",

	// The page.
	"Moves": "Jugadas", "Review": "Revisión", "The start": "El comienzo", "Move": "Jugada",
	"to the start": "al comienzo", "one move back": "una jugada atrás", "one move on": "una jugada adelante", "to the end": "al final",
	"next bad move": "siguiente error", "back to the game": "volver a la partida",
	"Arrow keys step through the game; click on the graph or on a move to go there.": "Las flechas del teclado recorren la partida; pulsa en la gráfica o en una jugada para ir allí.",
}
