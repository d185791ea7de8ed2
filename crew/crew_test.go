package crew

import (
	"context"
	"errors"
	"slices"
	"sync/atomic"
	"testing"
)

func TestDo(t *testing.T) {
	for _, jobs := range []int{0, 1, 3, 100} {
		const n = 40
		made := 0
		workers, err := Make(jobs, n, func() (*int, error) { made++; return new(int), nil })
		if err != nil || made != min(max(jobs, 1), n) {
			t.Fatalf("%d jobs: %d workers, %v", jobs, made, err)
		}
		var result, told []int
		result = make([]int, n)
		err = Do(context.Background(), n, workers, func(_ context.Context, w *int, i int) error {
			*w++ // only this goroutine has it
			result[i] = i * i
			return nil
		}, func(n int) { told = append(told, n) })
		sum := 0
		for _, w := range workers {
			sum += *w
		}
		if err != nil || sum != n || result[n-1] != (n-1)*(n-1) || len(told) != n || !slices.IsSorted(told) {
			t.Errorf("%d jobs: %v, %d pieces, told %v", jobs, err, sum, told)
		}
	}
	if err := Do(context.Background(), 0, []int{1}, nil, nil); err != nil {
		t.Error(err)
	}
}

// TestStops checks that an error or the end of ctx ends the work.
func TestStops(t *testing.T) {
	wrong := errors.New("wrong")
	var begun atomic.Int32
	err := Do(context.Background(), 1000, []int{0, 1}, func(ctx context.Context, _ int, i int) error {
		begun.Add(1)
		if i == 3 {
			return wrong
		}
		if i > 3 {
			<-ctx.Done()
		}
		return nil
	}, nil)
	if !errors.Is(err, wrong) || begun.Load() > 6 {
		t.Errorf("%v after %d pieces", err, begun.Load())
	}
	ctx, cancel := context.WithCancel(context.Background())
	pieces, told := 0, 0
	err = Do(ctx, 1000, []int{0}, func(context.Context, int, int) error {
		if pieces++; pieces == 5 {
			cancel()
		}
		return nil
	}, func(int) { told++ })
	if !errors.Is(err, context.Canceled) || pieces != 5 || told != 4 {
		t.Errorf("%v after %d pieces, %d told", err, pieces, told)
	}
	if _, err := Make(2, 2, func() (int, error) { return 0, wrong }); err != wrong {
		t.Error(err)
	}
}
