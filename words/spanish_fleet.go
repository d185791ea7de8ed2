package words

// spanishFleet is what pages say of a fleet.
var spanishFleet = map[string]string{
	"the broker of the fleet does not answer: what is out is done nevertheless, and goes on when it is back":                  "el intermediario de la flota no responde: lo repartido se hace de todos modos, y lo demás sigue cuando vuelva",
	"machines of the fleet contradict each other, so that the games of %s were taken back: go on, and others play them again": "unas máquinas de la flota contradicen a otras, así que se retiraron las partidas de %s: sigue, y otras las jugarán de nuevo",
	"this server has no fleet: start gambito serve with --fleet, or with --fleet-url URL":                                     "este servidor no tiene flota: inicia gambito serve con --fleet, o con --fleet-url URL",
	"the fleet was to play it, and this server has none: start gambito serve with --fleet, or let this machine play it":       "debía jugarlo la flota, y este servidor no tiene ninguna: inicia gambito serve con --fleet, o deja que lo juegue esta máquina",
}

// spanishMachines is what machines of a fleet say of themselves and of each other, which
// the page shows.
var spanishMachines = map[string]string{
	"%s is for another gambito, %s":                                                                       "%s es para otro gambito, %s",
	"%s starts programs, which takes --trust":                                                             "%s inicia programas, lo que requiere --trust",
	"%s is work of the kind %s, which this gambito does not know":                                         "%s es trabajo de la clase %s, que este gambito no conoce",
	"%s needs a program of this machine, which it may start only with --trust":                            "%s necesita un programa de esta máquina, que solo puede iniciar con --trust",
	"%s, unit %d: it came to something else than others":                                                  "%s, unidad %d: obtuvo algo distinto que otras",
	"it answered what cannot be: %s":                                                                      "respondió lo que no puede ser: %s",
	"%s: set aside, because workers that were given it did not come back: %s %s; everything else is done": "%s: apartado, porque las máquinas que lo recibieron no volvieron: %s %s; todo lo demás está hecho",
}
