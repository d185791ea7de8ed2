package arena

import (
	"errors"
	"maps"
	"math"
	"slices"

	"gambito/stats"
)

// part counts the games of one game, round and pairing. What a filter by these, by
// agents and by sides chooses is a sum of such parts.
type part struct {
	Sides  [2]*sidePart        `json:"sides"` // by which of the pairing's agents moves first
	Pairs  stats.Pairs         `json:"pairs"`
	Course blocks[stats.Pairs] `json:"course"`          // of runs of two agents, by place in the plan
	Tally  *PointTally         `json:"tally,omitempty"` // of both sides, where games count more than a point
}

// sidePart counts those of a part in which the same agent moves first. Lists of two
// run over the agents of the pairing.
type sidePart struct {
	Results     stats.Results      `json:"results"` // as the first player sees them
	Rounds      [][4]float64       `json:"rounds"`  // by round: points of both, scores of both
	Course      blocks[[3]float64] `json:"course"`  // by number: games, scores of both
	Forfeits    [2]int             `json:"forfeits,omitzero"`
	Faults      [2]string          `json:"faults,omitzero"`
	Faulty      [2]int             `json:"faulty,omitzero"` // the number of the game that Faults tells of
	Reasons     map[Reason]int     `json:"reasons"`
	Identical   int                `json:"identical,omitzero"` // that repeat one of the same round
	Repeats     int                `json:"repeats,omitzero"`   // of all rounds, in the part of the first one
	Simulations [2]int             `json:"simulations,omitzero"`
	Nodes       [2]int             `json:"nodes,omitzero"`
	Nanoseconds [2]int             `json:"nanoseconds,omitzero"` // whose sum does not depend on the order
	Longest     int                `json:"longest,omitzero"`     // nanoseconds of both in the game that took most of them; 0 if it was not counted
	Shortest    int                `json:"shortest,omitzero"`    // in the one that took fewest
	Tally       *PointTally        `json:"tally,omitempty"`      // every game a sample
}

// blocks are a stretch of a Course: blocks of so many places, the first that is there
// and those behind it.
type blocks[T any] struct {
	Size int `json:"size"`
	From int `json:"from"`
	List []T `json:"list"`
}

// at is the block of a place.
func (b *blocks[T]) at(place int, sum func(a, b T) T) *T {
	for place/b.Size >= mostBlocks {
		if b.From%2 == 1 {
			b.List = slices.Insert(b.List, 0, *new(T))
		}
		b.Size, b.From, b.List = 2*b.Size, b.From/2, halved(b.List, sum)
	}
	block := place / b.Size
	if len(b.List) == 0 {
		b.From = block
	}
	if block < b.From {
		b.From, b.List = block, slices.Insert(b.List, 0, make([]T, b.From-block)...)
	}
	for block >= b.From+len(b.List) {
		b.List = append(b.List, *new(T))
	}
	return &b.List[block-b.From]
}

func (b blocks[T]) copy() blocks[T] {
	b.List = slices.Clone(b.List)
	return b
}

// fits reports whether the blocks can be of a course whose blocks begin with so many
// places.
func (b blocks[T]) fits(least int) bool {
	return b.Size >= least && b.Size%least == 0 && b.From >= 0 && b.From <= mostBlocks && len(b.List) <= mostBlocks-b.From
}

func sumThree(a, b [3]float64) [3]float64 {
	for i := range a {
		a[i] = tidy(a[i] + b[i])
	}
	return a
}

// mostParts is how much parts may hold, counted in blocks: a few hundred kilobytes.
// Of larger experiments there are none. mostPartRounds is how many rounds are told
// apart; one of more is a small part of its run.
const mostParts, mostPartRounds = 30_000, 64

// partRounds is how many rounds the parts of an experiment tell apart, one if they do
// not; 0 if there are no parts.
func partRounds(s Settings, p Plan) int {
	for _, rounds := range []int{s.Rounds, 1} {
		if rounds > mostPartRounds {
			continue
		}
		held, numbers := s.Rounds, s.Rounds*s.GamesPerPair/max(rounds, 1)
		for round := range rounds {
			size := 2
			for ((round+1)*numbers-1)/size >= mostBlocks {
				size *= 2
			}
			held += 20 + numbers/size
		}
		if 2*held*len(p.Pairings)*len(s.Games) <= mostParts {
			return rounds
		}
	}
	return 0
}

// newPart is that of a game before its first one.
func (t *Standings) newPart(game int) *part {
	p := &part{Course: blocks[stats.Pairs]{Size: 1}}
	if g := t.Settings.Games[game]; g.maxScore() > 1 {
		p.Tally = &PointTally{Game: g.Game, Paired: !t.Settings.Unpaired}
	}
	return p
}

// sideOf is one side of a part, made if there is none.
func (t *Standings) sideOf(game, round, pairing, side int) *sidePart {
	at := &t.parts[game][round*len(t.plan.Pairings)+pairing]
	if *at == nil {
		*at = t.newPart(game)
	}
	one := &(*at).Sides[side]
	if *one == nil {
		*one = &sidePart{Rounds: make([][4]float64, t.Settings.Rounds/t.partRounds), Course: blocks[[3]float64]{Size: 2}, Reasons: map[Reason]int{}}
		if g := t.Settings.Games[game]; g.maxScore() > 1 {
			(*one).Tally = &PointTally{Game: g.Game}
		}
	}
	return *one
}

// partOf is the round of a game, as far as parts tell rounds apart.
func (t *Standings) partOf(r Record) (round int) {
	if t.partRounds <= 1 {
		return 0
	}
	return r.Number / t.Settings.GamesPerPair
}

// addPart counts a game in its part. seats has a 0 for the pairing's first agent; again
// says whether the game repeats one, inRound whether one of its round.
func (t *Standings) addPart(r Record, seats []int, again, inRound bool) {
	if t.parts == nil {
		return
	}
	round := t.partOf(r)
	s := t.sideOf(r.Venue, round, r.Pairing, seats[0])
	s.Results = s.Results.Plus(results(r.halfPoints(r.Seats[0])))
	s.Reasons[r.Reason]++
	if inRound {
		s.Identical++
	}
	if again {
		t.sideOf(r.Venue, 0, r.Pairing, seats[0]).Repeats++
	}
	made := &s.Rounds[r.Number/t.Settings.GamesPerPair-round]
	block := s.Course.at(r.Number, sumThree)
	block[0]++
	for seat, i := range seats {
		score := t.Settings.Draw.Points(min(r.Result[seat], 1))
		made[i], made[2+i] = tidy(made[i]+t.Settings.Draw.Points(r.Result[seat])), tidy(made[2+i]+score)
		block[1+i] = tidy(block[1+i] + score)
		if r.Simulations != nil {
			s.Simulations[i] += r.Simulations[seat]
		}
		if r.Nodes != nil {
			s.Nodes[i] += r.Nodes[seat]
		}
		if r.Seconds != nil {
			s.Nanoseconds[i] += int(math.Round(1e9 * r.Seconds[seat]))
		}
	}
	s.addDuration(r)
	s.addFaults(r, seats)
	if whole := t.parts[r.Venue][round*len(t.plan.Pairings)+r.Pairing]; whole.Tally != nil {
		whole.Tally.add(r, seats)
		s.Tally.add(r, seats)
	}
}

// addFaults does what Standings.addFaults does.
func (s *sidePart) addFaults(r Record, seats []int) {
	for _, f := range r.Faults {
		if f.Reason == Resignation {
			continue
		}
		i := seats[f.Seat]
		if s.Forfeits[i] == 0 || r.Number < s.Faulty[i] || s.Faults[i] == "" && r.Number == s.Faulty[i] {
			s.Faults[i], s.Faulty[i] = f.Detail, r.Number
		}
		s.Forfeits[i]++
	}
}

// addPartPair counts a pair of which the second game has come.
func (t *Standings) addPartPair(r Record, halfPoints int) {
	if t.parts == nil {
		return
	}
	p := t.parts[r.Venue][t.partOf(r)*len(t.plan.Pairings)+r.Pairing]
	p.Pairs[halfPoints]++
	if len(t.Settings.Agents) == 2 {
		p.Course.at(t.plan.Index(r.Key())/2, stats.Pairs.Plus)[halfPoints]++
	}
}

// copyParts shares nothing with the parts.
func copyParts(all [][]*part) [][]*part {
	all = slices.Clone(all)
	for g := range all {
		all[g] = slices.Clone(all[g])
		for i, p := range all[g] {
			if p != nil {
				all[g][i] = p.copy()
			}
		}
	}
	return all
}

func (p *part) copy() *part {
	c := *p
	c.Course, c.Tally = p.Course.copy(), p.Tally.copy()
	for i, s := range p.Sides {
		if s != nil {
			one := *s
			one.Rounds, one.Course, one.Reasons, one.Tally = slices.Clone(s.Rounds), s.Course.copy(), maps.Clone(s.Reasons), s.Tally.copy()
			c.Sides[i] = &one
		}
	}
	return &c
}

// errParts says that parts do not make up their standings.
var errParts = errors.New("the parts of the standings are not theirs")

// fitParts reports whether parts that were read can be of the settings, and gives
// their tallies what is not written.
func (t *Standings) fitParts(parts [][]*part, games int) error {
	if len(parts) != len(t.parts) {
		return errParts
	}
	counted := 0
	for g, list := range parts {
		if len(list) != len(t.parts[g]) {
			return errParts
		}
		staked := t.Settings.Games[g].maxScore() > 1
		for _, p := range list {
			if p == nil {
				continue
			}
			if !p.Course.fits(1) || (p.Tally != nil) != staked {
				return errParts
			}
			if staked {
				p.Tally.Game, p.Tally.Paired = t.Settings.Games[g].Game, !t.Settings.Unpaired
			}
			for _, s := range p.Sides {
				if s == nil {
					continue
				}
				if !s.Course.fits(2) || (s.Tally != nil) != staked || len(s.Rounds) != t.Settings.Rounds/t.partRounds {
					return errParts
				}
				if staked {
					s.Tally.Game = t.Settings.Games[g].Game
				}
				counted += s.Results.Games()
			}
		}
	}
	if len(t.parts) > 0 && counted != games {
		return errParts
	}
	return nil
}
