package papers

import (
	"encoding/json"
	"errors"
	"fmt"

	"gambito/build"
	"gambito/stats"
)

// units are pieces of a study's work in the order in which they are done. Each is kept as
// it is finished, so that a study that was stopped goes on behind the last.
type units struct {
	w    Workshop
	file string
	kept keptUnits
	next int
}

// keptUnits is the file of units. Those of another gambito may have come out otherwise.
type keptUnits struct {
	Build build.Info        `json:"build"`
	Done  []json.RawMessage `json:"done"`
}

// unitsOf are the units of a part of a study that are done.
func (w Workshop) unitsOf(study, part string) (*units, error) {
	u := &units{w: w, file: w.runName(study, part) + ".json", kept: keptUnits{Build: build.This()}}
	return u, w.goOn(u.file, func(content []byte) error {
		var kept keptUnits
		if json.Unmarshal(content, &kept) != nil || len(kept.Done) == 0 {
			return errors.New("it does not hold finished parts of a study")
		}
		if kept.Build == u.kept.Build {
			u.kept = kept
		}
		return nil
	})
}

// unit is the next of them: what is kept of it, or what the work comes to.
func unit[T any](u *units, work func() (T, error)) (done T, err error) {
	if u.next++; u.next <= len(u.kept.Done) {
		if err := json.Unmarshal(u.kept.Done[u.next-1], &done); err != nil {
			return done, fmt.Errorf("%s: part %d is not of this study; without the file it begins again", u.file, u.next)
		}
		return done, nil
	}
	if done, err = work(); err != nil {
		return done, err
	}
	content, err := json.Marshal(done)
	if err != nil {
		return done, err
	}
	u.kept.Done = append(u.kept.Done, content)
	if content, err = json.Marshal(u.kept); err != nil {
		return done, err
	}
	return done, u.w.keep(u.file, content)
}

// unjudged are findings that wait for others to be judged together with.
type unjudged struct {
	Findings   []Finding               `json:"findings"`
	Agreements map[int]stats.Agreement `json:"agreements"`
	Figures    []Figure                `json:"figures,omitempty"`
}
