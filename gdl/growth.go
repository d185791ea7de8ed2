package gdl

// While a sheet is grounded relations grow from nothing to what they will be, and a join
// that was planned when a relation had one row may be the worst there is when it has a
// thousand. So joins are planned by the numbers of rows and of different terms at each
// place, and planned anew when there are many more.

// spread is the rows of a relation and how many different terms stand at its arguments.
type spread struct {
	rows     int // when they were counted
	distinct []int
	inner    []map[predicate]*figure // by argument: of functions that stand there
}

// counted returns the spread of a relation, counted anew when it has doubled.
func (r *relation) counted(s *store) *spread {
	if r.spread != nil && len(r.rows) <= 2*r.spread.rows+8 {
		return r.spread
	}
	sp := &spread{rows: len(r.rows), distinct: make([]int, r.predicate.arity), inner: make([]map[predicate]*figure, r.predicate.arity)}
	for i := range r.predicate.arity {
		seen, by := map[id]bool{}, map[predicate][]id{}
		for _, t := range r.rows {
			a := s.argsOf(t)[i]
			if len(s.argsOf(a)) > 0 {
				by[s.predicate(a)] = append(by[s.predicate(a)], a)
			}
			seen[a] = true
		}
		sp.distinct[i] = len(seen)
		sp.inner[i] = map[predicate]*figure{}
		for p, list := range by {
			sp.inner[i][p] = countTerms(s, p.arity, list)
		}
	}
	r.spread = sp
	return sp
}

// expect guesses how many rows fit an atom whose bound variables are known.
func (r *relation) expect(s *store, atom term, bound []bool) float64 {
	sp := r.counted(s)
	n := float64(len(r.rows)) + 1
	for i, a := range atom.args {
		switch {
		case allBound(a, bound):
			n /= float64(max(1, sp.distinct[i]))
		case !a.isVar():
			fig := sp.inner[i][a.predicate()]
			if fig == nil {
				continue
			}
			n *= float64(fig.rows) / float64(max(1, sp.rows))
			n = fig.divide(n, a, bound)
		}
	}
	return n
}

// stale reports whether a join was planned when its relations were much smaller.
func (j *join) stale(e *engine) bool {
	if j.looked == e.doublings {
		return false
	}
	j.looked = e.doublings
	return j.rows() > 4*j.planned+64
}

// rows is how many there are in the relations of the join.
func (j *join) rows() (n int) {
	for i := range j.steps {
		if r := j.steps[i].relation; r != nil {
			n += len(r.rows)
		}
	}
	return n
}
