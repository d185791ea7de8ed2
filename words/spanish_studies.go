package words

// spanishStudies is why a study is not repeated or shown.
var spanishStudies = map[string]string{
	"there is no data folder to keep runs in: start gambito serve with --data DIR": "no hay carpeta de datos donde guardar experimentos: inicia gambito serve con --data DIR",
	"the study %s was not done at that scale with that seed":                       "el estudio %s no se ha hecho a esa escala con esa semilla",
	"seed: it must be a whole number from 0 to 18446744073709551615":               "semilla: debe ser un número entero de 0 a 18446744073709551615",
	"%s: no games are played in it, by rulesheets or otherwise":                    "%s: en él no se juegan partidas, ni con hojas de reglas ni de otro modo",
	"the task does not say which study is meant":                                   "el trabajo no dice a qué estudio se refiere",
}
