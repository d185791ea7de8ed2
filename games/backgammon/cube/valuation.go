package cube

import "gambito/games/backgammon"

// valuation is what games are worth that are won and lost in the same
// proportions of single games, gammons and backgammons as given chances.
type valuation struct {
	model  *Model
	stakes Stakes
	shares [2]shares // of the player's wins and of the other's
}

// shares are parts of games won.
type shares struct{ single, gammon, backgammon float64 }

func sharesOf(win, gammon, backgammon float32) shares {
	if win <= 0 {
		return shares{single: 1}
	}
	g := min(float64(gammon/win), 1)
	b := min(float64(backgammon/win), g)
	return shares{1 - g, g - b, b}
}

func (m *Model) valuation(c backgammon.Chances, s Stakes) valuation {
	return valuation{m, s, [2]shares{
		sharesOf(c.Win, c.WinGammon, c.WinBackgammon), sharesOf(1-c.Win, c.LoseGammon, c.LoseBackgammon),
	}}
}

// mean is the worth to the player of games that a side wins with a cube.
func (v *valuation) mean(side, cube int) float64 {
	n, f := cube, &v.shares[side]
	if side == 1 {
		n = -cube
	}
	return f.single*v.model.worth(v.stakes, n) + f.gammon*v.model.worth(v.stakes, 2*n) + f.backgammon*v.model.worth(v.stakes, 3*n)
}

func (v *valuation) won(cube int) float64  { return v.mean(0, cube) }
func (v *valuation) lost(cube int) float64 { return v.mean(1, cube) }

// cash is the player's chance to win from which on the one side, if it doubles a
// live cube, gets a drop: the player's cash point for side 0, its take point for
// side 1.
func (v *valuation) cash(side, cube int) float64 {
	if v.stakes.money() {
		w, l := v.won(1), -v.lost(1)
		if side == 0 {
			return (l + 1) / (w + l + 0.5)
		}
		return (l - 0.5) / (w + l + 0.5)
	}
	// After a take only the other side may turn the cube, if it gains by it.
	other := side ^ 1
	taken := curve{{0, v.lost(2 * cube)}, {1, v.won(2 * cube)}}
	target := v.model.worth(v.stakes, cube-2*cube*side)
	if v.stakes.useful(other, 2*cube) {
		again := 2*cube - 4*cube*other // what the other side wins by the next drop
		taken = curve{taken[0], {v.cash(other, 2*cube), v.model.worth(v.stakes, again)}, taken[1]}
	}
	return taken.where(target)
}

// live is the worth of a live cube.
func (v *valuation) live(p float64, s Stakes) float64 {
	low, high := v.lost(s.Cube), v.won(s.Cube)
	if s.Jacoby && s.Access == Centred {
		low, high = -float64(s.Cube), float64(s.Cube)
	}
	c := curve{{0, low}}
	if (s.Access == Centred || s.Access == Theirs) && s.useful(1, s.Cube) {
		c = append(c, point{v.cash(1, s.Cube), v.model.worth(s, -s.Cube)})
	}
	if s.MayDouble() {
		c = append(c, point{v.cash(0, s.Cube), v.model.worth(s, s.Cube)})
	}
	return append(c, point{1, high}).at(p)
}

// point is a worth at a chance to win.
type point struct{ chance, worth float64 }

// curve is points from chance 0 to 1, with straight lines between. Their
// chances and worths ascend.
type curve []point

// at is the worth at a chance.
func (c curve) at(chance float64) float64 {
	i := 1
	for i < len(c)-1 && chance > c[i].chance {
		i++
	}
	a, b := c[i-1], c[i]
	if b.chance <= a.chance {
		return b.worth
	}
	return a.worth + (b.worth-a.worth)*(chance-a.chance)/(b.chance-a.chance)
}

// where is the chance at which the curve has a worth, 0 or 1 if it has it
// nowhere.
func (c curve) where(worth float64) float64 {
	if worth <= c[0].worth {
		return 0
	}
	for i := 1; i < len(c); i++ {
		a, b := c[i-1], c[i]
		if worth <= b.worth && b.worth > a.worth {
			return a.chance + (b.chance-a.chance)*(worth-a.worth)/(b.worth-a.worth)
		}
	}
	return 1
}
