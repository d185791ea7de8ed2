package bearoff

import (
	"cmp"
	"slices"

	"gambito/game"
	"gambito/games/backgammon"
)

// maxRolls bounds the rolls that bear off 15 men: each takes off three pips of
// the 90 at least.
const maxRolls = 32

// Tables is what is known. It is immutable and safe for concurrent use.
type Tables struct {
	means   []float64 // rolls by rank
	offsets []uint32  // where the distribution of a rank begins; one more at the end
	chances []float32 // to be done after just 0, 1, 2 … rolls
	wins    []float32 // of the side to roll, by its rank times SmallPositions and the other's rank

	// none is the chance that none of 15 men is off after 0, 1, 2 … rolls, by
	// rank from fullRank on. After more rolls it is next to nothing.
	none [][maxWithout]float32
}

// fullRank is the first rank with 15 men, C(20, 6).
const fullRank = 38_760

// maxWithout is how many rolls without bearing off a man are told apart.
const maxWithout = 8

// Make computes the tables.
func Make() *Tables {
	t := &Tables{means: make([]float64, Positions), offsets: make([]uint32, 1, Positions+1)}
	homes := all()
	t.makeOneSided(homes)
	t.makeTwoSided(homes[:SmallPositions])
	t.makeNone(homes[fullRank:])
	return t
}

// makeOneSided plays every roll so that the mean number of rolls is least.
func (t *Tables) makeOneSided(homes []Home) {
	exact := make([][maxRolls]float64, Positions)
	exact[0][0] = 1
	var ranks []int32
	var buf []game.Move
	for rank, h := range homes {
		if rank > 0 {
			t.means[rank] = 1
		}
		for _, r := range backgammon.AllRolls {
			if rank == 0 {
				break
			}
			ranks, buf = h.successors(r.Dice, ranks[:0], buf)
			best := ranks[0]
			for _, next := range ranks[1:] {
				if t.means[next] < t.means[best] {
					best = next
				}
			}
			t.means[rank] += r.Probability * t.means[best]
			for n, chance := range exact[best][:maxRolls-1] {
				exact[rank][n+1] += r.Probability * chance
			}
		}
		last := 0
		for n, chance := range exact[rank] {
			if chance > 0 {
				last = n
			}
		}
		for _, chance := range exact[rank][:last+1] {
			t.chances = append(t.chances, float32(chance))
		}
		t.offsets = append(t.offsets, uint32(len(t.chances)))
	}
}

// makeTwoSided plays every roll so that the chance to win is greatest. A turn
// makes the sum of the ranks smaller, so they are taken in the order of that.
func (t *Tables) makeTwoSided(homes []Home) {
	turns := make([][][]int32, len(homes)) // by rank and roll
	var buf []game.Move
	for rank, h := range homes[1:] {
		for _, r := range backgammon.AllRolls {
			var ranks []int32
			ranks, buf = h.successors(r.Dice, nil, buf)
			turns[rank+1] = append(turns[rank+1], ranks)
		}
	}
	exact := make([]float64, SmallPositions*SmallPositions)
	for sum := 2; sum <= 2*(SmallPositions-1); sum++ {
		for own := max(1, sum-SmallPositions+1); own <= min(sum-1, SmallPositions-1); own++ {
			other := sum - own
			win := 0.0
			for i, r := range backgammon.AllRolls {
				best := 0.0
				for _, next := range turns[own][i] {
					if next == 0 {
						best = 1
						break
					}
					best = max(best, 1-exact[other*SmallPositions+int(next)])
				}
				win += r.Probability * best
			}
			exact[own*SmallPositions+other] = win
		}
	}
	t.wins = make([]float32, len(exact))
	for i, win := range exact {
		t.wins[i] = float32(win)
	}
}

// makeNone plays every roll so that the first man comes off as soon as it can.
func (t *Tables) makeNone(homes []Home) {
	t.none = make([][maxWithout]float32, len(homes))
	until := make([]float64, len(homes)) // rolls in the mean, nearly
	var ranks []int32
	var buf []game.Move
	for i, h := range homes {
		exact := [maxWithout]float64{0: 1}
		for _, r := range backgammon.AllRolls {
			ranks, buf = h.successors(r.Dice, ranks[:0], buf)
			if slices.Min(ranks) < fullRank {
				continue // a man comes off
			}
			best := slices.MinFunc(ranks, func(a, b int32) int { return cmp.Compare(until[a-fullRank], until[b-fullRank]) }) - fullRank
			for n, chance := range t.none[best][:maxWithout-1] {
				exact[n+1] += r.Probability * float64(chance)
			}
		}
		for n, chance := range exact {
			until[i] += chance
			t.none[i][n] = float32(chance)
		}
	}
}

// Mean is how many rolls it takes in the mean to bear off these men.
func (t *Tables) Mean(h Home) float64 { return t.means[h.rank()] }

// Rolls is the chance, by number, that it takes just so many rolls. The slice
// belongs to the tables.
func (t *Tables) Rolls(h Home) []float32 {
	rank := h.rank()
	return t.chances[t.offsets[rank]:t.offsets[rank+1]]
}

// EPC is the effective pip count: the mean number of rolls in pips of a mean
// roll, which are 49/6.
func (t *Tables) EPC(h Home) float64 { return t.Mean(h) * 49 / 6 }

// Exact is the chance that the side to roll with these men wins against the
// other ones, if there are no more than SmallMen of each.
func (t *Tables) Exact(own, other Home) (win float64, ok bool) {
	if own.Men() > SmallMen || other.Men() > SmallMen {
		return 0, false
	}
	switch {
	case other.Men() == 0:
		return 0, true
	case own.Men() == 0:
		return 1, true
	}
	return float64(t.wins[own.rank()*SmallPositions+other.rank()]), true
}

// Race is the chance that the side to roll with these men is done first if both
// play for the fewest rolls in the mean, which is close to best play.
func (t *Tables) Race(own, other Home) float64 {
	win, behind := 0.0, 1.0 // behind: the other side needs n rolls or more
	theirs := t.Rolls(other)
	for n, chance := range t.Rolls(own) {
		win += float64(chance) * max(behind, 0)
		if n < len(theirs) {
			behind -= float64(theirs[n])
		}
	}
	return win
}

// Win is the chance that p wins on b when it is about to roll, if all men of
// both sides are home: exact for few men, else that of Race.
func (t *Tables) Win(b *backgammon.Board, p game.Player) (win float64, ok bool) {
	own, here := HomeOf(b, p)
	other, there := HomeOf(b, p^1)
	if !here || !there {
		return 0, false
	}
	if win, ok := t.Exact(own, other); ok {
		return win, true
	}
	return t.Race(own, other), true
}

// Covers reports whether the tables know the chances of a board: all men that
// are left are home, and neither side has won.
func Covers(b *backgammon.Board) bool {
	for p := range b {
		if _, here := HomeOf(b, game.Player(p)); !here || b[p][backgammon.Off] == backgammon.Men {
			return false
		}
	}
	return true
}

// Chances are those of p, who is about to roll, of any win and of a gammon.
// Precondition: Covers(b).
func (t *Tables) Chances(b *backgammon.Board, p game.Player) backgammon.Chances {
	own, _ := HomeOf(b, p)
	other, _ := HomeOf(b, p^1)
	win, exact := t.Exact(own, other)
	if !exact {
		win = t.Race(own, other)
	}
	return backgammon.Chances{
		Win:        float32(win),
		WinGammon:  t.gammon(own, other, 1),
		LoseGammon: t.gammon(other, own, 0),
	}
}

// gammon is the chance that a side with these men is done before the other has
// borne off the first of its 15. ahead is 1 if it rolls first, else 0.
func (t *Tables) gammon(own, other Home, ahead int) float32 {
	if other.Men() < backgammon.Men {
		return 0
	}
	none := &t.none[other.rank()-fullRank]
	chance := float32(0)
	for n, done := range t.Rolls(own) {
		if between := n - ahead; between >= 0 && between < len(none) {
			chance += done * none[between]
		}
	}
	return chance
}
