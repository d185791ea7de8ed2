package optimise

import "math"

// Tuples is the model of NTBEA: what places of a grid with some level of one dimension,
// with some levels of two, and the place itself were worth.
type Tuples struct {
	levels []int
	base   []int   // where the tallies of a dimension begin, then of a pair of dimensions
	known  []tally // of levels and of pairs of levels
	whole  map[uint64]*tally
	seen   float64
}

// tally is what is known of a tuple.
type tally struct{ sum, weight, seen float64 }

// NewTuples returns a model that knows nothing of a grid with so many levels.
func NewTuples(levels []int) *Tuples {
	t := &Tuples{levels: levels, whole: map[uint64]*tally{}}
	size := 0
	for i, a := range levels {
		t.base = append(t.base, size)
		size += a
		for _, b := range levels[i+1:] {
			t.base = append(t.base, size)
			size += a * b
		}
	}
	t.known = make([]tally, size)
	return t
}

// Seen is how many places were seen.
func (t *Tuples) Seen() float64 { return t.seen }

// each calls a function with the tallies of a place, made if they are wanted, else nil if
// there is none.
func (t *Tuples) each(cells []int, wanted bool, do func(*tally)) {
	hash, next := uint64(14695981039346656037), 0
	for i, a := range cells {
		do(&t.known[t.base[next]+a])
		next++
		for j := i + 1; j < len(cells); j++ {
			do(&t.known[t.base[next]+a*t.levels[j]+cells[j]])
			next++
		}
		hash = (hash ^ uint64(a)) * 1099511628211
	}
	if len(cells) > 2 {
		whole := t.whole[hash]
		if whole == nil && wanted {
			whole = &tally{}
			t.whole[hash] = whole
		}
		do(whole)
	}
}

// See counts a place as seen, before it is known what it is worth.
func (t *Tuples) See(cells []int) {
	t.seen++
	t.each(cells, true, func(k *tally) { k.seen++ })
}

// Add counts what a place was worth, times its weight, and the weight.
func (t *Tuples) Add(cells []int, sum, weight float64) {
	t.each(cells, true, func(k *tally) {
		k.sum += sum
		k.weight += weight
	})
}

// Judge is what the model expects of a place: the mean over its tuples, and a bonus for
// tuples that were seen seldom.
func (t *Tuples) Judge(cells []int) (mean, bonus float64) {
	tuples, known := 0.0, 0.0
	log := math.Log(1 + t.seen)
	t.each(cells, false, func(k *tally) {
		tuples++
		count := 0.0
		if k != nil {
			if count = k.seen; k.weight > 0 {
				mean += k.sum / k.weight
				known++
			}
		}
		bonus += math.Sqrt(log / (count + 0.5))
	})
	if known > 0 {
		mean /= known
	}
	return mean, bonus / tuples
}
