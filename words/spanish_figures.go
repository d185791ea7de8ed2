package words

// spanishFigures is why a figure or a table is not made.
var spanishFigures = map[string]string{
	"format %q: a chart is drawn as %s":                    "formato %q: un gráfico se dibuja como %s",
	"format %q: a table is written as %s":                  "formato %q: una tabla se escribe como %s",
	"there is no file %q; there are %s":                    "no hay archivo %q; hay %s",
	"a line has more places than there are axes, or fewer": "una línea tiene más lugares que ejes hay, o menos",
	"there is nothing to draw":                             "no hay nada que dibujar",
	"the chart could not be written: %w":                   "no se pudo escribir el gráfico: %w",
	"a chart has series or rows, not both":                 "un gráfico tiene series o filas, no las dos cosas",
	"series %q has %d x and %d y values":                   "la serie %q tiene %d valores de x y %d de y",
	"series %q has %d points, %d low and %d high ends":     "la serie %q tiene %d puntos, %d extremos inferiores y %d superiores",
	"a table needs columns":                                "una tabla necesita columnas",
	"row %d of the table has %d cells for %d columns":      "la fila %d de la tabla tiene %d celdas para %d columnas",
	"row %d of the table has an interval with one end":     "la fila %d de la tabla tiene un intervalo con un solo extremo",
	"%s: it is a %s and cannot be one":                     "%s: es de tipo %s y no puede serlo",
	"a chart has at most %d series, %d rows and %d points": "un gráfico tiene como mucho %d series, %d filas y %d puntos",
	"a table has at most %d columns and %d cells":          "una tabla tiene como mucho %d columnas y %d celdas",
	"runs: name two to %d runs, with commas between them":  "runs: nombra de dos a %d experimentos, con comas entre ellos",
	"runs: %s is named twice":                              "runs: %s se nombra dos veces",
}
