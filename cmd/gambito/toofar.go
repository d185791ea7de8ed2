package main

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"time"

	"github.com/alecthomas/kong"

	"gambito/game"
)

// Numbers on the command line beyond which nobody waits for the end, or no machine has what
// they ask for. A verb may allow less.
const (
	mostCount = 1_000_000_000        // of anything
	mostJobs  = 4096                 // goroutines, processes, machines
	mostTime  = 366 * 24 * time.Hour // that something may take
)

// mostOf are the numbers of which less is allowed, by the verb and the name, or by the name
// alone.
var mostOf = map[string]int64{
	"jobs": mostJobs, "threads": mostJobs, "cores": mostJobs, "workers": 100_000,
	"games": 100_000_000, "count": 100_000_000, "measure": 10_000_000, "pairs": 10_000_000,
	"playouts": 10_000_000, "positions": 10_000_000, "judged": 10_000_000, "batch": 1_000_000, "trees": 10_000_000,
	"problems": 10_000_000, "runs": 10_000_000, "stored": 100_000_000,
	"sims": 100_000_000, "depth": mostCount, "turns": 100_000, "repeats": 100_000,
	"players": 20_000, "analyses": 20_000, "streams": 20_000,
	"fit games": 5_000_000, "gdl perft depth": 4000, // more joint moves no game takes
	"perft depth": math.MaxInt64, // beyond the end of a game there is nothing
	"kills":       10_000_000, "disks": 10_000_000, "files": 10_000_000,
	"ground-steps": 1_000_000_000, "ground-memory": 1 << 20,
	"max-store": math.MaxInt64, // bytes, of which disks have any number
}

// Times of measurements, which nobody means to take a day.
var mostSpan = map[string]time.Duration{
	"time": 24 * time.Hour, "each": 24 * time.Hour, "window": 24 * time.Hour, "every": 24 * time.Hour,
}

// tooFar says which number of a command line is beyond what anybody waits for, if any.
func tooFar(parsed *kong.Context) error {
	verb := parsed.Selected()
	if verb == nil {
		return nil
	}
	for _, flag := range parsed.Flags() {
		if err := valueTooFar(verb.Path(), flag.Name, flag.Target); err != nil {
			return fmt.Errorf("--%w", err)
		}
	}
	for _, argument := range verb.Positional {
		if err := valueTooFar(verb.Path(), argument.Name, argument.Target); err != nil {
			return err
		}
	}
	return nil
}

// valueTooFar is tooFar of one value of a verb.
func valueTooFar(verb, name string, v reflect.Value) error {
	if v.Kind() == reflect.Pointer {
		if v.IsNil() {
			return nil
		}
		v = v.Elem()
	}
	if span, ok := v.Interface().(time.Duration); ok {
		most, ok := mostSpan[name]
		if !ok {
			most = mostTime
		}
		if span > most {
			return fmt.Errorf("%s %s: it may be %s at most", name, v.Interface(), spanText(most))
		}
		return nil
	}
	most, ok := mostOf[verb+" "+name]
	if !ok {
		most = cmp.Or(mostOf[name], mostCount)
	}
	switch v.Kind() {
	case reflect.Int, reflect.Int64:
		if v.Int() > most {
			return fmt.Errorf("%s %d: it may be %d at most", name, v.Int(), most)
		}
	}
	return nil
}

// spanText writes a long time in hours.
func spanText(d time.Duration) string { return fmt.Sprintf("%dh", d/time.Hour) }

// estimatePlayouts is how many random games an estimate of a tree takes.
const estimatePlayouts = 32

// estimateLeaves tells about how many leaves the tree below a position has at a depth: what
// the number of moves along random games multiplies to, in the geometric mean. That is
// less than the truth, so that nothing is called too much which is not.
func estimateLeaves(s game.State, depth int) float64 {
	r := rand.New(rand.NewPCG(1, 0x6c6561))
	at, sum := s.Clone(), 0.0
	var moves []game.Move
	for range estimatePlayouts {
		at.CopyFrom(s)
		for range depth {
			if at.Turn() == game.Over {
				break
			}
			m, ok := game.RandomMove(at, r, moves)
			if !ok {
				break
			}
			moves = at.Moves(moves[:0])
			sum += math.Log(float64(len(moves)))
			at.Play(m)
			if sum > estimatePlayouts*math.Log(math.MaxFloat64)/2 { // more than anybody wants, also of games without end
				return math.Inf(1)
			}
		}
	}
	return math.Exp(sum / estimatePlayouts)
}

// power writes a large number as one of ten.
func power(n float64) string {
	const names = "⁰¹²³⁴⁵⁶⁷⁸⁹"
	if math.IsInf(n, 1) {
		return "far more than 10¹⁰⁰"
	}
	text := ""
	for exponent := int(math.Log10(n)); exponent > 0; exponent /= 10 {
		text = string([]rune(names)[exponent%10]) + text
	}
	return "about 10" + text
}
