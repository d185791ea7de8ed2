package words

// spanishAnalysis is what analyze says of positions.
var spanishAnalysis = map[Message]string{
	"%s to move":     "juega %s",
	"It expects %s.": "Espera %s.",
	"%d simulations": "%d simulaciones",
	"%d positions":   "%d posiciones",
	"depth %d":       "profundidad %d",
	"plies":          "semijugadas",
	"prior":          "a priori",
	"option":         "opción",
	"simulations":    "simulaciones",
	"reward":         "recompensa",
	"settled on":     "elegido",
	"visits":         "visitas",
	"95 % interval":  "intervalo del 95 %",
	"line":           "línea",

	// Backgammon.
	"l g": "p g", "l bg": "p bg", "equity": "equidad", "quick": "rápida",
	"%s to move with %s, by %s": "juega %s con %s, según %s",
	"%s is doubled, by %s":      "a %s le han doblado, según %s",
	"%s to roll, by %s":         "tira %s, según %s",
	"cubeless equity %s":        "equidad sin cubo %s",
	"%6s%% to win the match":    "%6s%% de ganar el partido",
	"no double allowed":         "no se puede doblar", "no double": "no doblar", "double, take": "doblar, aceptar", "double, drop": "doblar, rechazar", "too good to double": "demasiado bueno para doblar",
	"best: %s": "lo mejor: %s",
	"market window: doubles from %s%% to win on, up to %s%%; the other takes with %s%% or more": "ventana de doblaje: se dobla desde el %s%% de ganar hasta el %s%%; el otro acepta con el %s%% o más",
	"game": "partida", "row": "fila", "better": "mejor", "errors": "errores", "blunders": "errores graves", "a decision": "por decisión",
	"turns": "turnos", "doubles": "doblajes", "answers": "respuestas",
}
