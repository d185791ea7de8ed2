package tree

import (
	"bytes"
	_ "embed"
	"encoding/csv"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// A profile is the shape of a real game, depth by depth: how many moves positions have on
// average, and how many are ends. gambito measure --profile tells that of any game.

// Layer is what a profile says of a depth.
type Layer struct {
	Moves float64 // on average, of positions that are no ends
	Ends  float64 // share of the positions that are ends
}

// Profile is layers from the root on. The last holds for all depths below too.
type Profile []Layer

// String is the profile as specs have it: 7|7|6.9:0.02, moves with the share of ends
// after a colon where there are some, to four digits.
func (p Profile) String() string {
	short := func(x float64) string { return strconv.FormatFloat(x, 'g', 4, 64) }
	parts := make([]string, len(p))
	for i, l := range p {
		if parts[i] = short(l.Moves); l.Ends > 0 {
			parts[i] += ":" + short(l.Ends)
		}
	}
	return strings.Join(parts, "|")
}

// ParseProfile reads one as String writes it, or the name of one that comes along.
func ParseProfile(text string) (Profile, error) {
	if p := profiles()[text]; p != nil {
		return p, nil
	}
	var p Profile
	for part := range strings.SplitSeq(text, "|") {
		moves, ends, some := strings.Cut(part, ":")
		if !some {
			ends = "0"
		}
		l, err := parseLayer(moves, ends)
		if err != nil {
			return nil, fmt.Errorf("profile %q: it must be one of %s, or moves and shares of ends by depth such as 7|7|6.9:0.02: %w", text, strings.Join(Profiles(), ", "), err)
		}
		if p = append(p, l); len(p) > MostDepth {
			return nil, fmt.Errorf("profile of %d depths: at most %d", strings.Count(text, "|")+1, MostDepth)
		}
	}
	return p, nil
}

func parseLayer(moves, ends string) (l Layer, err error) {
	if l.Moves, err = strconv.ParseFloat(moves, 64); err != nil || !(l.Moves >= 1 && l.Moves <= MostMoves) {
		return l, fmt.Errorf("%q is no number of moves from 1 to %d", moves, MostMoves)
	}
	if l.Ends, err = strconv.ParseFloat(ends, 64); err != nil || !(l.Ends >= 0 && l.Ends <= 1) {
		return l, fmt.Errorf("%q is no share from 0 to 1", ends)
	}
	return l, nil
}

// from is the profile of what comes after some plies.
func (p Profile) from(ply int) Profile { return p[min(ply, len(p)-1):] }

// at is the layer of a depth.
func (p Profile) at(depth int) Layer { return p[min(depth, len(p)-1)] }

// profilesText are profiles of games that random players play, a row a depth:
//
//	gambito measure tictactoe connect4 othello breakthrough -n 10000 --profile --csv games/tree/profiles.csv
//
//go:embed profiles.csv
var profilesText []byte

// profiles are those that come along, by the names of their games. A test reads them, so
// that nothing can be wrong with them later.
var profiles = sync.OnceValue(func() map[string]Profile {
	all, err := readProfiles(profilesText)
	if err != nil {
		panic(err)
	}
	return all
})

func readProfiles(text []byte) (map[string]Profile, error) {
	rows, err := csv.NewReader(bytes.NewReader(text)).ReadAll()
	if err != nil || len(rows) < 2 || len(rows[0]) < 4 {
		return nil, fmt.Errorf("profiles have no rows of game, depth, moves and ends: %v", err)
	}
	all := map[string]Profile{}
	for i, row := range rows[1:] {
		name := row[0]
		l, err := parseLayer(row[2], row[3])
		if err == nil && row[1] != strconv.Itoa(len(all[name])) {
			err = fmt.Errorf("depth %s follows %d others", row[1], len(all[name]))
		}
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", i+2, err)
		}
		all[name] = append(all[name], l)
	}
	return all, nil
}

// Profiles are the names of those that come along.
func Profiles() []string { return slices.Sorted(maps.Keys(profiles())) }

// level is what a tree has at a depth.
type level struct {
	moves  int     // at the least, but for spread
	more   float64 // probability of one more
	shrink float64 // of geometric numbers of moves: 1/ln of the probability of one more, 0 without a choice
	ends   float64 // probability that a position is an end
	traps  float64 // probability that it is a trap
}

// levels are those of all depths but the last, where everything ends.
func (s Shape) levels() ([]level, error) {
	profile := Profile{{Moves: float64(s.Branching), Ends: s.Ends}}
	if s.Profile != "" {
		p, err := ParseProfile(s.Profile)
		if err != nil {
			return nil, err
		}
		profile = p.from(s.ProfileFrom)
	}
	list := make([]level, s.Depth)
	for depth := range list {
		layer := profile.at(depth)
		l := level{moves: int(layer.Moves), ends: layer.Ends}
		l.more = layer.Moves - float64(l.moves)
		if s.BranchingLaw == Geometric && layer.Moves > 1 {
			l.shrink = 1 / math.Log(1-1/layer.Moves)
		}
		if shorter := s.Depth - depth; shorter <= s.DepthSpread {
			l.ends = 1 - (1-l.ends)*(1-1/float64(shorter+1))
		}
		if depth == 0 {
			l.ends = 0 // a root is never one
		} else if s.TrapDepth == 0 || s.TrapDepth == depth {
			l.traps = s.Traps
		}
		list[depth] = l
	}
	return list, nil
}

// mean is how many moves a position of the level has on average.
func (l level) mean() float64 { return float64(l.moves) + l.more }

// Leaves is how many ends a tree has on average, traps not counted.
func (s Shape) Leaves() (float64, error) {
	list, err := s.levels()
	if err != nil {
		return 0, err
	}
	positions, ends := 1.0, 0.0
	for _, l := range list {
		ends += positions * l.ends
		positions *= (1 - l.ends) * l.mean()
	}
	return ends + positions, nil
}

// RootMoves is how many moves the root has on average.
func (s Shape) RootMoves() (float64, error) {
	list, err := s.levels()
	if err != nil {
		return 0, err
	}
	return list[0].mean(), nil
}
