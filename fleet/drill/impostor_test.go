package drill

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"testing"

	"gambito/crew"
)

// sums is a kind of work: the seed and the unit, added.
var sums = crew.Kind{Name: "sums", Open: func(j crew.Job, _ crew.Place) (crew.Doer, error) {
	var s struct{ Seed int }
	err := json.Unmarshal(j.Spec, &s)
	return sum{s.Seed}, err
}}

type sum struct{ seed int }

func (sum) Width() int   { return 1 }
func (sum) Close() error { return nil }

func (s sum) Do(_ context.Context, unit int) (crew.Result, error) {
	return crew.Result{Data: fmt.Appendf(nil, "%d is the sum", s.seed+unit)}, nil
}

func (s sum) Check(_ int, r crew.Result) error {
	_, err := fmt.Sscanf(string(r.Data), "%d is the sum", new(int))
	return err
}

// TestWeaker: a lie about how far agents look changes nothing else.
func TestWeaker(t *testing.T) {
	var spec any
	if err := json.Unmarshal([]byte(`{"seed":7,"agents":[{"spec":"mcts:sims=200,leaf=playout"},"alphabeta:depth=1","random"]}`), &spec); err != nil {
		t.Fatal(err)
	}
	lie, told := alter(spec, weaker)
	text, _ := json.Marshal(lie)
	if want := `{"agents":[{"spec":"mcts:sims=100,leaf=playout"},"alphabeta:depth=1","random"],"seed":7}`; string(text) != want || !told {
		t.Errorf("%s", text)
	}
	if _, told := alter([]any{"random", "depth of 3"}, weaker); told {
		t.Error("something was changed where nothing could be")
	}
}

func TestImpostors(t *testing.T) {
	job := crew.Job{Kind: "sums", Spec: []byte(`{"seed": 7, "more": [{"seed": 1}]}`)}
	truth, _ := crew.Open([]crew.Kind{sums}, job, crew.Place{})
	lies, begun := 0, 0
	for _, as := range []string{"garbage", "liar"} {
		d, err := crew.Open(Pervert([]crew.Kind{sums}, as, func() { begun++ }), job, crew.Place{})
		if err != nil {
			t.Fatal(err)
		}
		for unit := 1; unit < 50; unit++ {
			r, err := d.Do(t.Context(), unit)
			if err != nil {
				t.Fatal(err)
			}
			right, _ := truth.Do(t.Context(), unit)
			if bytes.Equal(r.Data, right.Data) {
				t.Errorf("a %s tells the truth: %s", as, r.Data)
			}
			if taken := truth.Check(unit, r) == nil; taken != (as == "liar") {
				t.Errorf("%s: %.20q is taken: %v", as, r.Data, taken)
			} else if taken {
				lies++
			}
		}
	}
	if lies == 0 || begun != 2 {
		t.Errorf("%d lies were told, %d have begun", lies, begun)
	}
	d, _ := crew.Open(Pervert([]crew.Kind{sums}, "liar", func() {}), crew.Job{Kind: "sums", Spec: []byte(`{}`)}, crew.Place{})
	if r, _ := d.Do(t.Context(), 8); string(r.Data) != "7 is the sum" {
		t.Errorf("without a seed: %s", r.Data)
	}
	if Allowed("liar") == nil {
		t.Error("anybody may lie")
	}
	t.Setenv(variable, "liar")
	if err := Allowed("liar"); err != nil || Allowed("mortal") == nil {
		t.Error(err)
	}
}
