package words

import "sync"

// spanishRulesheets is what may be wrong with a rulesheet. Names in it are those of the
// sheet, which no language changes: they are texts of their own.
var spanishRulesheets = map[string]string{
	"the character %q is unusual in names":                                                "el carácter %q no es habitual en nombres",
	"the fact %s has variables":                                                           "el hecho %s tiene variables",
	"the rule has no head":                                                                "la regla no tiene cabeza",
	"the rule has no body; a fact would say the same":                                     "la regla no tiene cuerpo; un hecho diría lo mismo",
	"the body has %d literals; at most %d are read":                                       "el cuerpo tiene %d literales; se leen como mucho %d",
	`expanding "or" makes more than %d rules of this one`:                                 `al desarrollar «or» salen más de %d reglas de esta`,
	"the rule has %d variables; at most %d are read":                                      "la regla tiene %d variables; se leen como mucho %d",
	"distinct has %d arguments, not 2":                                                    "distinct tiene %d argumentos, no 2",
	`"or" within "or"; one of them would do`:                                              "«or» dentro de «or»; con uno basta",
	`"or" without alternatives is never true`:                                             "«or» sin alternativas nunca es cierto",
	"not has %d arguments, not 1":                                                         "not tiene %d argumentos, no 1",
	"not needs a sentence, but %s is none":                                                "not necesita una frase, y %s no lo es",
	"() is not a sentence":                                                                "() no es una frase",
	"%s needs no parentheses":                                                             "%s no necesita paréntesis",
	"%s is not a sentence: it must start with a name":                                     "%s no es una frase: debe empezar por un nombre",
	"%q cannot be the name of a sentence here":                                            "%q no puede ser aquí el nombre de una frase",
	"%s has %d arguments, not %d":                                                         "%s tiene %d argumentos, no %d",
	"there are %d arguments; at most %d are read":                                         "hay %d argumentos; se leen como mucho %d",
	"() is not a term":                                                                    "() no es un término",
	"%s is not a term: a function must start with a name":                                 "%s no es un término: una función debe empezar por un nombre",
	"the keyword %q cannot be the name of a function":                                     "la palabra clave %q no puede ser el nombre de una función",
	"%q cannot be a constant":                                                             "%q no puede ser una constante",
	"the keyword %q is used as a constant":                                                "la palabra clave %q se usa como constante",
	"%q is read as %q, which was written before: capitals do not tell names apart":        "%q se lee como %q, escrito antes: las mayúsculas no distinguen nombres",
	`the sheet has more than the %d literals that are read, alternatives of "or" counted`: "la hoja tiene más de los %d literales que se leen, contando las alternativas de «or»",
	"%s is the name of a sentence and of a function":                                      "%s es el nombre de una frase y de una función",
	"the sheet has more than the %d rules that are read":                                  "la hoja tiene más de las %d reglas que se leen",
	"the %s %s has different numbers of arguments: %v":                                    "%s %s tiene números distintos de argumentos: %v",
	"sentence": "la frase", "function": "la función",
	"the sheet has no %s": "a la hoja le falta %s",
	"%s cannot be derived: the state and the moves make it true":                                  "%s no se puede derivar: lo hacen cierto la posición y las jugadas",
	"role must be a fact, not a rule":                                                             "role debe ser un hecho, no una regla",
	"the name of a role must be one word":                                                         "el nombre de un papel debe ser una palabra",
	"the goal is not a whole number from 0 to 100":                                                "la meta no es un número entero de 0 a 100",
	"%s cannot be a condition":                                                                    "%s no puede ser una condición",
	"the rule is not safe: no positive condition binds %s":                                        "la regla no es segura: ninguna condición positiva liga %s",
	"%s must not depend on true or does":                                                          "%s no debe depender de true ni de does",
	"%s must not depend on does":                                                                  "%s no debe depender de does",
	"%s depends on its own negation":                                                              "%s depende de su propia negación",
	"%s depends on the negation of its name, though no sentence on that of its own":               "%s depende de la negación de su nombre, aunque ninguna sentencia de la suya propia",
	"%s depends on the negation of its name; whether a sentence does takes too long to tell (%v)": "%s depende de la negación de su nombre; averiguar si lo hace alguna sentencia lleva demasiado (%v)",
	"the recursion of %s is not restricted: an argument is neither in the head nor in a condition outside the recursion": "la recursión de %s no está restringida: un argumento no está ni en la cabeza ni en una condición fuera de la recursión",
	"%s is asked for, but nothing derives it":     "se pregunta por %s, pero nada lo deriva",
	"%s is derived, but nothing asks for it":      "%s se deriva, pero nada pregunta por ello",
	"the sheet has %d bytes; at most %d are read": "la hoja tiene %d bytes; se leen como mucho %d",
	`")" closes nothing`:                          "«)» no cierra nada",
	"parentheses are nested deeper than %d":       "los paréntesis están anidados a más de %d",
	`"(" is never closed`:                         "«(» no se cierra nunca",

	// Of sheets without errors that are no games, or slow ones.
	"the sheet has %d players":                                       "la hoja tiene %d jugadores",
	"the game is over before it starts, or a role has no legal move": "la partida termina antes de empezar, o un papel no tiene jugadas legales",
	"a position takes more work to understand than is allowed":       "entender una posición cuesta más trabajo del permitido",
	"compiling takes more than %d steps":                             "compilar necesita más de %d pasos",
	"grounding takes more than %d MiB":                               "desarrollar las reglas necesita más de %d MiB",
	"terms grow to more than %d words":                               "los términos crecen a más de %d palabras",
	"compiling takes too long":                                       "compilar tarda demasiado",
}

var spanishProblems = sync.OnceValue(func() *patterns { return newPatterns(spanishRulesheets) })

// Rulesheet is what is wrong with a rulesheet, in the language. Names of the sheet in
// it stay as they are.
func (w Words) Rulesheet(problem string) string {
	if w.Language() != Spanish {
		return problem
	}
	return spanishProblems().translate(problem)
}
