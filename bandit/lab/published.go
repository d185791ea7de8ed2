package lab

import (
	"embed"
	"encoding/csv"
	"fmt"
	"math"
	"strconv"
)

// The published values are those of the PhD thesis on selection policies for
// General Game Playing (2021), tables 4.18 to 4.20: the regret of UCB after
// 100,000 rounds of K Bernoulli arms, the mean of 1,000 problems × 100 runs.

//go:embed published/*.csv
var published embed.FS

// PublishedRegret is one cell of table 4.18 or 4.19.
type PublishedRegret struct {
	Arms          int
	Alpha, Regret float64
}

// Table418 is the first pass of the interval method.
func Table418() []PublishedRegret { return regrets("published/table-4.18-regret-by-alpha.csv") }

// Table419 is the second pass.
func Table419() []PublishedRegret { return regrets("published/table-4.19-regret-refined-alpha.csv") }

// PublishedAlpha is one row of table 4.20: the best α by both methods.
type PublishedAlpha struct {
	Arms                 int
	Intervals, Annealing float64
}

// Table420 compares the interval method with simulated annealing.
func Table420() []PublishedAlpha {
	var rows []PublishedAlpha
	for _, r := range numbers("published/table-4.20-alpha-intervals-vs-annealing.csv") {
		rows = append(rows, PublishedAlpha{int(r[0]), r[1], r[2]})
	}
	return rows
}

func regrets(name string) []PublishedRegret {
	var rows []PublishedRegret
	for _, r := range numbers(name) {
		rows = append(rows, PublishedRegret{int(r[0]), r[1], r[2]})
	}
	return rows
}

// numbers reads an embedded table of numbers below a line of names.
func numbers(name string) [][3]float64 {
	file, err := published.Open(name)
	if err != nil {
		panic(err) // it is part of the program
	}
	defer file.Close()
	rows, err := csv.NewReader(file).ReadAll()
	if err != nil {
		panic(fmt.Sprintf("%s: %v", name, err))
	}
	var table [][3]float64
	for _, row := range rows[1:] {
		var r [3]float64
		for i := range r {
			if r[i], err = strconv.ParseFloat(row[i], 64); err != nil {
				panic(fmt.Sprintf("%s: %v", name, err))
			}
		}
		table = append(table, r)
	}
	return table
}

// PublishedRounds is the length of the published runs, of which each number is
// the mean over so many problems; regrets after any other number of rounds are
// not comparable.
const (
	PublishedRounds   = 100000
	PublishedProblems = 1000
)

// FindRegret looks for the regret of an α in one of the tables, whose α are
// rounded to nine digits.
func FindRegret(table []PublishedRegret, arms int, alpha float64) (regret float64, ok bool) {
	for _, row := range table {
		if row.Arms == arms && math.Abs(row.Alpha-alpha) < 1e-8 {
			return row.Regret, true
		}
	}
	return 0, false
}

// publishedBracket is where the second pass of table 4.19 looked, or the given
// bracket if there is none for that number of arms.
func publishedBracket(arms int, high, low float64) (float64, float64) {
	found := false
	for _, row := range Table419() {
		if row.Arms == arms {
			if !found {
				high, low, found = row.Alpha, row.Alpha, true
			}
			high, low = max(high, row.Alpha), min(low, row.Alpha)
		}
	}
	return high, low
}

// publishedAlpha is the row of table 4.20 for a number of arms; its α are NaN if
// there is none.
func publishedAlpha(arms int) PublishedAlpha {
	for _, row := range Table420() {
		if row.Arms == arms {
			return row
		}
	}
	return PublishedAlpha{arms, math.NaN(), math.NaN()}
}
