package dossier

import (
	"gambito/papers"
	"gambito/report/chart"
)

// figuresOf are the figures of a study: those that were published, in their shape, with
// ours beside them, and one that puts all of its percentages against the published ones.
func figuresOf(page papers.Page) (list []figure) {
	switch page.Study.ID {
	case "ggp/first", "ggp/proposed":
		list = append(list, policyFigures(page)...)
	case "ggp/alpha":
		list = append(list, alphaFigures(page)...)
	case "backgammon/variance":
		list = append(list, gaussianFigures(page)...)
	}
	for _, f := range page.Figures {
		list = append(list, figure{Title: f.Title, Chart: f.Chart})
	}
	if f, ok := against(page); ok {
		list = append(list, f)
	}
	return list
}

// against is every percentage that was compared, measured over published.
func against(page papers.Page) (figure, bool) {
	equal := chart.Series{Name: "equal", X: chart.Values{0, 100}, Y: chart.Values{0, 100}, Dashed: true}
	byVerdict := map[papers.Verdict]*chart.Series{}
	count := 0
	for _, f := range page.Findings {
		if f.Unit != "%" || f.Published == nil || f.Measured == nil {
			continue
		}
		s := byVerdict[f.Verdict]
		if s == nil {
			s = &chart.Series{Name: string(f.Verdict), Marks: true, NoLine: true, Open: true}
			byVerdict[f.Verdict] = s
		}
		s.X, s.Y = append(s.X, *f.Published), append(s.Y, *f.Measured)
		count++
	}
	if count < 4 {
		return figure{}, false
	}
	c := chart.Chart{
		Title: page.Study.ID + ": measured over published",
		X:     chart.Axis{Label: "published, %", Include: chart.Values{0, 100}}, Y: chart.Axis{Label: "measured, %", Include: chart.Values{0, 100}},
		Series: []chart.Series{equal},
	}
	for _, v := range papers.Verdicts {
		if s := byVerdict[v]; s != nil {
			c.Series = append(c.Series, *s)
		}
	}
	return figure{Title: "All percentages: measured here, over published", Chart: c}, true
}
