package words

// spanishEvolutions is why an evolution is refused.
var spanishEvolutions = map[string]string{
	"there is no data folder to keep evolutions in: start gambito serve with --data DIR": "no hay carpeta de datos donde guardar evoluciones: inicia gambito serve con --data DIR",
	"there is an evolution %q already: choose another name, or go on with it":            "ya hay una evolución %q: elige otro nombre o sigue con ella",
	"there is no evolution %q":             "no hay ninguna evolución %q",
	"the evolution %q cannot be read":      "no se puede leer la evolución %q",
	"%s %q: there must be no comma in it":  "%s %q: no debe tener comas",
	"%d generations: %d were bred already": "%d generaciones: ya se han criado %d",
	"the number of generations cannot be changed, for the rate of mutation or the temperature falls by it": "no se puede cambiar el número de generaciones, porque la tasa de mutación o la temperatura baja con él",
	"%d numbers of all individuals: there may be %d at most":                                               "%d números de todos los individuos: puede haber como mucho %d",
	"%d individuals on all islands: there may be %d at most":                                               "%d individuos en todas las islas: puede haber como mucho %d",
	"%d generations: there may be %d at most":                                                              "%d generaciones: puede haber como mucho %d",
	"agreement on the positions of %d games: there may be %d at most":                                      "acuerdo en las posiciones de %d partidas: puede haber como mucho %d",
	"%.0f games in all: there may be %d at most":                                                           "%.0f partidas en total: puede haber como mucho %d",
	"another process breeds %q: stop it there first":                                                       "otro proceso cría %q: páralo antes allí",
	"another process breeds it: wait for it, or stop it":                                                   "otro proceso la está criando: espera a que acabe o páralo",
}
