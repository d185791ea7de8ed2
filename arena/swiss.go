package arena

import (
	"cmp"
	"slices"
)

// swiss pairs agents of like success round by round. Who meets whom follows
// from the results of the rounds before, however they came about: a run that
// goes on later pairs as it would have.
type swiss struct {
	agents   int
	pairings [][2]int
	scores   map[meeting]meetingScore
}

// meeting is the games of two agents in one round.
type meeting struct {
	pairing int
	time    int // 0 for the first time they meet
}

// meetingScore is what both agents made.
type meetingScore struct {
	points [2]float64
	games  int
}

// add counts a game.
func (s *swiss) add(r Record, draw DrawRule, gamesPerPair int) {
	if s.scores == nil {
		s.scores = map[meeting]meetingScore{}
	}
	m := meeting{r.Pairing, r.Number / gamesPerPair}
	score := s.scores[m]
	score.games++
	for seat, i := range r.Seats {
		side := slices.Index(s.pairings[r.Pairing][:], i)
		score.points[side] += draw.Points(r.Result[seat])
	}
	s.scores[m] = score
}

// round returns the meetings of a round, if all before it are finished.
func (s *swiss) round(number, gamesOfMeeting int) (list []meeting, known bool) {
	points, games := make([]float64, s.agents), make([]int, s.agents)
	met := make([]int, len(s.pairings))
	for r := 0; ; r++ {
		list = list[:0]
		for _, p := range s.pair(points, games, met) {
			list = append(list, meeting{p, met[p]})
		}
		if r == number {
			return list, true
		}
		for _, m := range list {
			score := s.scores[m]
			if score.games < gamesOfMeeting {
				return nil, false
			}
			met[m.pairing]++
			for side, i := range s.pairings[m.pairing] {
				points[i] += score.points[side]
				games[i] += score.games
			}
		}
	}
}

// pair ranks the agents by their points a game and lets neighbours meet who
// have not met before, or as seldom as can be. With an odd number one of those
// who have played most sits out, the last of them.
func (s *swiss) pair(points []float64, games, met []int) []int {
	share := func(i int) float64 { return points[i] / float64(max(games[i], 1)) }
	ranked := make([]int, s.agents)
	for i := range ranked {
		ranked[i] = i
	}
	slices.SortStableFunc(ranked, func(a, b int) int { return cmp.Compare(share(b), share(a)) })
	if s.agents%2 == 1 {
		out := 0
		for at, i := range ranked {
			if games[i] >= games[ranked[out]] {
				out = at
			}
		}
		ranked = slices.Delete(ranked, out, out+1)
	}
	for most := 0; ; most++ {
		steps := 100_000 // a search that takes longer settles for one more rematch
		if list, ok := s.match(ranked, met, most, &steps); ok {
			return list
		}
	}
}

// match pairs the ranked so that nobody meets somebody met more than most
// times, the higher ranked with the nearest possible.
func (s *swiss) match(ranked, met []int, most int, steps *int) ([]int, bool) {
	if len(ranked) == 0 {
		return nil, true
	}
	for at := 1; at < len(ranked); at++ {
		if *steps--; *steps < 0 {
			return nil, false
		}
		p := s.pairing(ranked[0], ranked[at])
		if met[p] > most {
			continue
		}
		rest := slices.Concat(ranked[1:at], ranked[at+1:])
		if list, ok := s.match(rest, met, most, steps); ok {
			return append(list, p), true
		}
	}
	return nil, false
}

func (s *swiss) pairing(a, b int) int { return slices.Index(s.pairings, [2]int{min(a, b), max(a, b)}) }
