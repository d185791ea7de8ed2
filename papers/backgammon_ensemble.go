package papers

import (
	"context"
	"fmt"
	"strings"

	"gambito/stats"
)

const ensembleID = "backgammon/ensemble"

// ensembleStudy lets a network and an ensemble of noisy copies of it meet.
var ensembleStudy = Study{
	ID: ensembleID, Source: backgammonThesis + ", tables 6.8 to 6.10",
	About: "A network, an ensemble of noisy copies of it, and Pubeval; how many copies and how much noise.",
	run:   runEnsemble,
	told:  toldOfEnsembles,
}

// ownNetwork is why strengths are not the thesis'.
const ownNetwork = "another network than the thesis', with other inputs and training"

// ensembleTables are the published matches.
var ensembleTables = []struct {
	table, id, first, second, note string
	comparable                     bool
}{
	{"6.8", "ensemble/vs td", "ensemble", "td", "what the noise is worth, beside " + ownNetwork, true},
	{"6.9", "td/vs pubeval", "td", "pubeval", ownNetwork, false},
	{"6.10", "ensemble/vs pubeval", "ensemble", "pubeval", ownNetwork, false},
}

// ensembleCell is one of the ensembles that the thesis tried against the network.
type ensembleCell struct {
	spec string
	told string // of the points: below or about half, or nothing
}

// ensembleGrid is all of them. Of copies alone, and of much noise, the thesis tells that
// they won less than half of the points, of the others that they came to about half.
func ensembleGrid() (cells []ensembleCell) {
	for _, original := range []bool{false, true} {
		for _, replicas := range []int{3, 10, 40} {
			for _, sigma := range []string{"0.025", "0.1", "0.5"} {
				c := ensembleCell{fmt.Sprintf("ensemble:replicas=%d,sigma=%s", replicas, sigma), below}
				switch {
				case !original:
					c.spec += ",original=off"
				case sigma == "0.025":
					c.told = about
				case sigma == "0.5":
					c.told = ""
				}
				cells = append(cells, c)
			}
		}
	}
	return cells
}

// finding is that of an ensemble before it has played.
func (c ensembleCell) finding() Finding {
	return Finding{ID: c.spec + "/vs td", Source: "in words", Unit: "%", Verdict: NotMeasured}
}

func toldOfEnsembles() (findings []Finding) {
	for _, c := range ensembleGrid() {
		findings = append(findings, c.finding())
	}
	return findings
}

// What is told of an ensemble.
const below, about = "below 50 % is told", "about 50 % is told"

// verdict compares with what is told.
func (c ensembleCell) verdict(share stats.Interval) (Verdict, string) {
	switch {
	case c.told == "":
		return NotComparable, "not told by itself"
	case share.High-share.Low > 0.1:
		return TooFew, c.told
	case c.told == below && share.High < 0.5, c.told == about && share.Low <= 0.5 && share.High >= 0.5:
		return Agrees, c.told
	case c.told == below && share.Low > 0.5, c.told == about:
		return Differs, c.told
	}
	return InDoubt, c.told
}

func runEnsemble(ctx context.Context, w Workshop) ([]Finding, error) {
	games := map[Scale]int{Smoke: 20, Quick: 2000, Full: 100_000}[w.Scale]
	// Many copies take their time, and there are 18 ensembles: quickly they play as few games
	// as verdicts need.
	gridGames := map[Scale]int{Smoke: 4, Quick: 300, Full: games}[w.Scale]
	var all gatherer
	for _, t := range ensembleTables {
		p, err := thesisTable(t.table)
		if err != nil {
			return nil, err
		}
		for _, vote := range []string{"sum", "majority"} {
			first, id := t.first, t.id
			if first == "ensemble" {
				first, id = first+":vote="+vote, fmt.Sprintf("%s by %s", id, vote)
			} else if vote == "majority" {
				continue
			}
			r, err := w.meet(ctx, ensembleID, t.table+"-"+vote, first, t.second, games)
			if err != nil {
				return nil, err
			}
			findings, agreements := p.compare(id, r, t.note)
			if !t.comparable {
				for i := range findings {
					findings[i].Verdict = NotComparable
				}
				agreements = nil
			}
			all.add(findings, agreements)
		}
	}
	for _, cell := range ensembleGrid() {
		name := "grid-" + strings.NewReplacer("ensemble:", "", "replicas=", "", "sigma=", "", ",original=off", "-alone", ",", "-").Replace(cell.spec)
		r, err := w.meet(ctx, ensembleID, name, cell.spec, "td", gridGames)
		if err != nil {
			return nil, err
		}
		share := r.Points.Share
		f := cell.finding()
		f.Games, f.Played = r.Games, &r.played
		f.Measured, f.Low, f.High = number(100*share.Estimate), number(100*share.Low), number(100*share.High)
		f.Verdict, f.Note = cell.verdict(share)
		all.add([]Finding{f}, nil)
	}
	return all.judged(), nil
}
