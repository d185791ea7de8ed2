package drill

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"gambito/crew"
)

// Impostors are the ways in which a worker can be none: garbage answers what cannot be,
// a liar what could be and is not, and a mortal dies of the first unit it is given.
var Impostors = []string{"garbage", "liar", "mortal"}

// Allowed refuses to be an impostor for anybody but a drill.
func Allowed(as string) error {
	if os.Getenv(variable) != as {
		return errors.New("this is for gambito fleet drill, which tries a fleet with workers that answer wrongly")
	}
	return nil
}

// AtWork is what an impostor says when it has been given something to do: only then has
// anything gone wrong.
const AtWork = "at work"

// Pervert makes kinds of work such that whoever does them is an impostor. It is told when
// the first unit is begun.
func Pervert(kinds []crew.Kind, as string, begun func()) []crew.Kind {
	once := sync.OnceFunc(begun)
	kinds = slices.Clone(kinds)
	for i, k := range kinds {
		kinds[i].Open = func(j crew.Job, p crew.Place) (crew.Doer, error) {
			truth, err := k.Open(j, p)
			if err != nil {
				return nil, err
			}
			switch as {
			case "garbage":
				return teller{garbage{truth}, once}, nil
			case "mortal":
				return teller{mortal{truth}, once}, nil
			}
			defer truth.Close()
			lies, err := openLiar(k, j, p)
			if err != nil {
				return nil, err
			}
			return teller{lies, once}, nil
		}
	}
	return kinds
}

// teller tells that something is done.
type teller struct {
	crew.Doer
	tell func()
}

func (t teller) Do(ctx context.Context, unit int) (crew.Result, error) {
	t.tell()
	return t.Doer.Do(ctx, unit)
}

// garbage answers with noise, nothing, or a part of what is right.
type garbage struct{ crew.Doer }

func (g garbage) Do(ctx context.Context, unit int) (crew.Result, error) {
	switch rand.IntN(4) {
	case 0:
		return crew.Result{}, nil
	case 1:
		return crew.Result{Data: []byte(`{"moves":null,"result":[1e999,"x"],"seats":{}}`)}, nil
	case 2:
		if r, err := g.Doer.Do(ctx, unit); err == nil && len(r.Data) > 1 {
			return crew.Result{Data: r.Data[:len(r.Data)/2], Notes: []byte("{")}, nil
		}
	}
	noise := make([]byte, rand.IntN(5000))
	for i := range noise {
		noise[i] = byte(rand.Uint32())
	}
	return crew.Result{Data: noise, Notes: noise}, nil
}

// mortal takes its process with it.
type mortal struct{ crew.Doer }

func (mortal) Do(context.Context, int) (crew.Result, error) {
	if p, err := os.FindProcess(os.Getpid()); err == nil {
		p.Kill()
	}
	os.Exit(1)
	return crew.Result{}, nil
}

// openLiar makes a doer of another job, in which agents look less far ahead, or else of one
// whose seeds are others: what it answers is as good as the truth, as far as that is seen.
// Where there is neither it answers for the unit before.
func openLiar(k crew.Kind, j crew.Job, p crew.Place) (crew.Doer, error) {
	decoder := json.NewDecoder(bytes.NewReader(j.Spec))
	decoder.UseNumber()
	var spec any
	if err := decoder.Decode(&spec); err != nil {
		return nil, err
	}
	lie, told := alter(spec, weaker)
	if !told {
		lie, told = alter(spec, reseeded)
	}
	if !told {
		d, err := k.Open(j, p)
		return neighbour{d}, err
	}
	text, err := json.Marshal(lie)
	if err != nil {
		return nil, err
	}
	j.Spec = text
	d, err := k.Open(j, p)
	if err != nil {
		return nil, fmt.Errorf("a lie that would not work: %w", err)
	}
	return d, nil
}

// alter changes values of a JSON value, named by their keys, and reports whether it has
// changed any.
func alter(value any, change func(name string, value any) any) (any, bool) {
	var walk func(name string, value any) any
	walk = func(name string, value any) any {
		switch value := value.(type) {
		case map[string]any:
			made := map[string]any{}
			for name, v := range value {
				made[name] = walk(name, v)
			}
			return made
		case []any:
			made := slices.Clone(value)
			for i, v := range made {
				made[i] = walk(name, v)
			}
			return made
		}
		return change(name, value)
	}
	made := walk("", value)
	return made, !reflect.DeepEqual(made, value)
}

// effort is what in the text of an agent says how far it looks.
var effort = regexp.MustCompile(`\b(sims|depth)=([0-9]+)`)

// weaker makes agents look half as far.
func weaker(_ string, value any) any {
	text, ok := value.(string)
	if !ok {
		return value
	}
	return effort.ReplaceAllStringFunc(text, func(option string) string {
		name, number, _ := strings.Cut(option, "=")
		n, err := strconv.Atoi(number)
		if err != nil {
			return option
		}
		return fmt.Sprintf("%s=%d", name, max(n/2, 1))
	})
}

// reseeded changes seeds.
func reseeded(name string, value any) any {
	if _, ok := value.(json.Number); ok && strings.EqualFold(name, "seed") {
		return json.Number("424242")
	}
	return value
}

// neighbour answers for the unit before.
type neighbour struct{ crew.Doer }

func (n neighbour) Do(ctx context.Context, unit int) (crew.Result, error) {
	return n.Doer.Do(ctx, max(unit-1, 0))
}
