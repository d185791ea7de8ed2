package papers

import (
	"context"
	"fmt"
)

const ensembleID = "backgammon/ensemble"

// ensembleStudy lets a network and an ensemble of noisy copies of it meet.
var ensembleStudy = Study{
	ID: ensembleID, Source: backgammonThesis,
	About: "A network, an ensemble of noisy copies of it, and Pubeval; how many copies and how much noise.",
	run:   runEnsemble,
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

// ensembleGrid is what the thesis tried too: of copies alone, and of much noise,
// it tells only that they won less than half of the points from the network.
var ensembleGrid = []string{
	"ensemble:replicas=3,original=off",
	"ensemble:replicas=10,original=off",
	"ensemble:replicas=40,original=off",
	"ensemble:replicas=3,sigma=0.1",
	"ensemble:replicas=10,sigma=0.1",
	"ensemble:replicas=10,sigma=0.5",
}

func runEnsemble(ctx context.Context, w Workshop) ([]Finding, error) {
	games := map[Scale]int{Smoke: 20, Quick: 4000, Full: 100_000}[w.Scale]
	gridGames := map[Scale]int{Smoke: 10, Quick: 2000, Full: 20_000}[w.Scale]
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
	for i, spec := range ensembleGrid {
		r, err := w.meet(ctx, ensembleID, fmt.Sprintf("grid-%d", i+1), spec, "td", gridGames)
		if err != nil {
			return nil, err
		}
		share := r.Points.Share
		f := Finding{
			ID: spec + "/vs td", Source: "in words", Unit: "%", Games: r.Games, Verdict: NotComparable, Note: "below 50 % is all that is told",
			Measured: number(100 * share.Estimate), Low: number(100 * share.Low), High: number(100 * share.High), Played: &r.played,
		}
		switch {
		case share.High < 0.5:
			f.Verdict = Agrees
		case share.Low > 0.5:
			f.Verdict = Differs
		default:
			f.Verdict = TooFew
		}
		all.add([]Finding{f}, nil)
	}
	return all.judged(), nil
}
