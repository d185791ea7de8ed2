package words

// spanishWork is why the queue of long work refuses something.
var spanishWork = map[string]string{
	"%d tasks are in the queue already: wait until some are done, or take some out": "ya hay %d trabajos en la cola: espera a que acaben algunos, o quita alguno",
	"the server ended in the middle of it":                                          "el servidor terminó a la mitad",
	"gambito made a mistake; its terminal tells more":                               "gambito ha cometido un error; su terminal dice más",
	"it is not in the queue":                                                        "no está en la cola",
	"it waits or runs already":                                                      "ya espera o está en marcha",
	"it neither waits nor runs":                                                     "ni espera ni está en marcha",
	"the queue cannot be written: is the data folder full, or gone?":                "no se puede escribir la cola: ¿está llena la carpeta de datos, o ya no está?",
	"confirm %q: what is deleted is gone for good, so that its name must be given once more, which is %q": "confirm %q: lo que se borra se pierde para siempre, así que hay que dar su nombre otra vez, que es %q",
	"the queue is closed":                         "la cola está cerrada",
	"nobody knows how to do that kind of work":    "nadie sabe hacer esa clase de trabajo",
	"priority %d: it must be from −%d to %d":      "prioridad %d: debe estar entre −%d y %d",
	"jobs %d: it must be 1 or more, or 0 for all": "tareas a la vez %d: debe ser 1 o más, o 0 para todas",
	"what the task needs has more than %d bytes":  "lo que necesita el trabajo ocupa más de %d bytes",
	"name %q: it must be 1 to 64 letters, digits, dots, dashes and underscores, the first a letter or a digit": "nombre %q: debe tener de 1 a 64 letras, cifras, puntos, guiones y guiones bajos, y empezar por letra o cifra",
}
