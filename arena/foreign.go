package arena

import (
	"errors"
	"fmt"
	"slices"
	"unicode"
	"unicode/utf8"
)

// Bounds of runs that come from elsewhere, so that none can take more memory than
// runs of people do.
const (
	foreignAgents = 500
	foreignRounds = 1_000_000 // times games and agents
	foreignScore  = 1e6
	foreignCount  = 1e15
)

// CheckForeign reports what makes settings from elsewhere impossible: Check trusts
// what this gambito has stored, and this trusts nobody.
func (s Settings) CheckForeign() error {
	if err := errors.Join(CheckName(s.Name), s.Check()); err != nil {
		return err
	}
	switch {
	case s.Format < 0 || s.GamesPerPair%2 != 0 || s.MaxPlies < 0 || s.Resign.Moves < 0:
		return errors.New("a number is not possible")
	case !slices.Contains(Schedules, s.Schedule):
		return fmt.Errorf("there is no schedule %q", s.Schedule)
	case s.Draw != DrawHalf && s.Draw != DrawLoss:
		return fmt.Errorf("there is no rule %q for draws", s.Draw)
	case s.Stop.sequential() && len(s.Agents) != 2:
		return fmt.Errorf("a test of two agents is not one of %d", len(s.Agents))
	case len(s.Agents) > foreignAgents || float64(s.Rounds)*float64(len(s.Games))*float64(len(s.Agents)) > foreignRounds:
		return errors.New("there are too many agents or rounds")
	}
	names := map[string]bool{}
	for _, a := range s.Agents {
		if !printable(a.Name) || a.Name == "" || names["agent "+a.Name] {
			return fmt.Errorf("the name %q of an agent is there twice or cannot be one", a.Name)
		}
		names["agent "+a.Name] = true
	}
	for _, g := range s.Games {
		if !printable(g.ID) || g.ID == "" || names["game "+g.ID] {
			return fmt.Errorf("the game %q is there twice or cannot be one", g.ID)
		}
		names["game "+g.ID] = true
	}
	return s.Stop.Check()
}

// CheckForeign reports what makes a record from elsewhere impossible for a run with
// these settings and plan, whatever its moves are.
func (r *Record) CheckForeign(s Settings, p Plan) error {
	if p.Index(r.Key()) < 0 {
		return errors.New("it is not one of the run's games")
	}
	if err := r.Check(len(s.Agents)); err != nil {
		return err
	}
	two := p.Pairings[r.Pairing]
	if !slices.Equal(r.Seats, two[:]) && !slices.Equal(r.Seats, []int{two[1], two[0]}) {
		return fmt.Errorf("its seats are %v, and %v meet", r.Seats, two)
	}
	if r.Result[0] > 0 && r.Result[1] > 0 {
		return fmt.Errorf("its result is %v", r.Result)
	}
	return r.checkNumbers()
}

// checkNumbers reports what in a record from elsewhere is no text or number that a
// game can have.
func (r *Record) checkNumbers() error {
	if r.Opening < 0 || !printable(r.Moves) || !printable(r.Build) || !printable(r.Machine) {
		return errors.New("its moves cannot be read")
	}
	if slices.ContainsFunc(r.Result, func(x float64) bool { return !(x >= -foreignScore && x <= foreignScore) }) {
		return fmt.Errorf("its result is %v", r.Result)
	}
	impossible := func(n int) bool { return n < 0 || float64(n) > foreignCount }
	if slices.ContainsFunc(r.Simulations, impossible) || slices.ContainsFunc(r.Nodes, impossible) ||
		slices.ContainsFunc(r.Seconds, func(x float64) bool { return !(x >= 0 && x <= foreignCount) }) {
		return errors.New("it took what cannot be")
	}
	return nil
}

// printable reports whether a text is one of letters and spaces alone.
func printable(text string) bool {
	if !utf8.ValidString(text) {
		return false
	}
	for _, c := range text {
		if unicode.IsControl(c) {
			return false
		}
	}
	return true
}
