package words

// spanishFleet is what pages say of a fleet.
var spanishFleet = map[string]string{
	"the broker of the fleet does not answer: what is out is done nevertheless, and goes on when it is back":                 "el intermediario de la flota no responde: lo repartido se hace de todos modos, y lo demás sigue cuando vuelva",
	"machines of the fleet contradict each other, so that %d games of %s were taken back: go on, and others play them again": "unas máquinas de la flota contradicen a otras, así que se retiraron %d partidas de %s: sigue, y otras las jugarán de nuevo",
	"this server has no fleet: start gambito serve with --fleet, or with --fleet-url URL":                                    "este servidor no tiene flota: inicia gambito serve con --fleet, o con --fleet-url URL",
	"the fleet was to play it, and this server has none: start gambito serve with --fleet, or let this machine play it":      "debía jugarlo la flota, y este servidor no tiene ninguna: inicia gambito serve con --fleet, o deja que lo juegue esta máquina",
}
