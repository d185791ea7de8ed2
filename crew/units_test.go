package crew

import (
	"context"
	"errors"
	"iter"
	"slices"
	"testing"
)

// twice is a fleet that hands everything over two times.
type twice struct{ extra int }

func (f twice) Do(_ context.Context, _ Job, units iter.Seq[int], deliver func([]Done) error) error {
	for range 2 {
		for n := range units {
			if err := deliver([]Done{{Unit: n, Result: Result{Data: []byte{byte(n)}}}}); err != nil {
				return err
			}
		}
	}
	return deliver([]Done{{Unit: f.extra}})
}

// TestRange checks that units of a range are handed over once, and no others.
func TestRange(t *testing.T) {
	r := Range{First: 3, Count: 4}
	var got []int
	take := func(unit int, data []byte) error {
		if data[0] != byte(unit) {
			t.Errorf("unit %d has the result %d", unit, data[0])
		}
		got = append(got, unit)
		return nil
	}
	if err := r.Have(t.Context(), twice{extra: 3}, Job{}, take); err != nil || !slices.Equal(got, []int{3, 4, 5, 6}) {
		t.Errorf("handed over %v, %v", got, err)
	}
	if err := r.Have(t.Context(), twice{extra: 7}, Job{}, func(int, []byte) error { return nil }); err == nil {
		t.Error("a unit that nobody asked for was taken")
	}
	if err := r.Have(t.Context(), twice{extra: 3}, Job{}, func(int, []byte) error { return errors.ErrUnsupported }); !errors.Is(err, errors.ErrUnsupported) {
		t.Errorf("an error came back as %v", err)
	}
	if err := (Range{First: 3}).Have(t.Context(), nil, Job{}, nil); err != nil {
		t.Errorf("no units at all: %v", err)
	}
}

// TestDecode checks that a spec is read strictly.
func TestDecode(t *testing.T) {
	var spec struct{ Range }
	if err := (Job{Spec: []byte(`{"first":2,"count":5}`)}).Decode(&spec); err != nil || spec.Range != (Range{2, 5}) {
		t.Errorf("%+v, %v", spec, err)
	}
	for _, text := range []string{"", "{", `{"other":1}`, `{"first":"x"}`} {
		if (Job{Spec: []byte(text)}).Decode(&spec) == nil {
			t.Errorf("%q was read", text)
		}
	}
}

// TestIdle checks that nobody is made while somebody is idle.
func TestIdle(t *testing.T) {
	var idle Idle[int]
	made := 0
	another := func() (int, error) { made++; return made, nil }
	a, _ := idle.Take(another)
	b, _ := idle.Take(another)
	idle.Give(a)
	if c, err := idle.Take(another); c != a || b == a || made != 2 || err != nil {
		t.Errorf("took %d, %d and %d of %d, %v", a, b, c, made, err)
	}
	if _, err := idle.Take(func() (int, error) { return 0, errors.ErrUnsupported }); err == nil {
		t.Error("an error is lost")
	}
}
