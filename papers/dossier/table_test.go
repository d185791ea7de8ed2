package dossier

import (
	"context"
	"testing"

	"gambito/agent"
	"gambito/agents"
	"gambito/papers"
)

// printed are the published values of all tables of a study as the dossier shows them, by
// table, part, row and column.
func printed(t *testing.T, study string) map[[4]string]cell {
	t.Helper()
	s, err := papers.Find(study)
	if err != nil {
		t.Fatal(err)
	}
	findings, err := s.Compared(context.Background(), agents.New(agent.NewEnvironment("")))
	if err != nil {
		t.Fatal(err)
	}
	all := map[[4]string]cell{}
	for _, from := range s.Tables(findings) {
		for _, p := range newTable(papers.Page{Study: s, Findings: findings}, from, "").Parts {
			for _, r := range p.Rows {
				for i, c := range r.Cells {
					column := p.Columns[i]
					if p.Groups != nil && i >= p.Groups[0].Span {
						column += ", second group"
					}
					all[[4]string{from.Table, p.Title, r.Title, column}] = c
				}
			}
		}
	}
	return all
}

// TestPrintedShape: wins are counts, mean and deviation stand in one cell.
func TestPrintedShape(t *testing.T) {
	for study, cells := range map[string]map[[4]string]string{
		"ggp/first": {
			{"4.1", "", "1", "UCB"}:                                          "106",
			{"4.1", "", "3", "ETC"}:                                          "117",
			{"4.1", "", "total", "UCB"}:                                      "293",
			{"4.1", "", "mean ± deviation over rounds", "UCB"}:               "97.67 ± 11.15",
			{"4.1", "", "mean ± deviation over rounds", "ETC"}:               "111 ± 12.17",
			{"4.2", "", "UCB", "ETC"}:                                        "42.67 ± 8.96",
			{"4.2", "", "ETC", "UCB-Tuned, second group"}:                    "64.33 ± 6.43",
			{"4.14", "", "UCB", "ETC, second group"}:                         "83",
			{"4.17", "", "Tic-Tac-Toe 5×5", "UCB, second group"}:             "400",
			{"4.17", "", "total", "UCB"}:                                     "2384",
			{"4.17", "", "mean ± deviation over games", "ETC, second group"}: "248.88 ± 94.29",
			{"4.17", "", "median", "UCB"}:                                    "294.5",
		},
		"ggp/proposed": {
			{"4.21", "", "2", "UCB-a2"}: "239",
			{"4.21", "", "mean ± deviation over rounds", "UCB-a1, second group"}:  "234.67 ± 1.53",
			{"4.22", "100 simulations", "UCB-a1", "ETC"}:                          "57.67",
			{"4.22", "1000 simulations", "UCB-a1", "ETC"}:                         "55.67 ± 1.15",
			{"4.37", "1000 simulations", "mean ± deviation over games", "UCB"}:    "536.88 ± 70.37",
			{"4.37", "1000 simulations", "mean ± deviation over games", "ETC"}:    "438.25 ± 154.05",
			{"4.37", "1000 simulations", "mean ± deviation over games", "UCB-a1"}: "737.13 ± 62.26",
			{"4.37", "1000 simulations", "total", "UCB-a2"}:                       "5923",
			{"4.37", "100 simulations", "mean ± deviation over games", "UCB-a1"}:  "661.75 ± 66.48",
		},
	} {
		all := printed(t, study)
		for at, want := range cells {
			if c, there := all[at]; !there || c.Published != want {
				t.Errorf("%s: %q there %v, printed is %q", at, c.Published, there, want)
			}
		}
		for at, c := range all {
			if at[2] == "UCB-a1, deviation over rounds" || at[2] == "deviation over rounds" {
				t.Errorf("%v has a row of its own: %+v", at, c)
			}
		}
	}
}
