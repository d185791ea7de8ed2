package fleet

import (
	"context"
	"fmt"
	"sync"
	"testing"
	"time"

	"gambito/crew"
)

// startWorkers lets real workers work until the test is over.
func startWorkers(t testing.TB, url string, n int) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	var all sync.WaitGroup
	for i := range n {
		l, err := Connect(context.Background(), Options{URL: url, Name: "worker"})
		if err != nil {
			t.Fatal(err)
		}
		w := NewWorker(l, []crew.Kind{sumKind}, WorkerOptions{Name: fmt.Sprint("w", i), Jobs: 1})
		all.Go(func() {
			if err := w.Run(ctx); err != nil {
				t.Error(err)
			}
			l.Close()
		})
	}
	t.Cleanup(func() { cancel(); all.Wait() })
}

// TestTogether: client and workers as they are, any number of them.
func TestTogether(t *testing.T) {
	for _, workers := range []int{1, 2, 4, 16} {
		t.Run(fmt.Sprint(workers), func(t *testing.T) {
			t.Parallel()
			url := urlOf(startServer(t, nil))
			startWorkers(t, url, workers)
			c := NewClient(connect(t, Options{URL: url}), []crew.Kind{sumKind}, ClientOptions{})
			const n = 20_000
			var got ledger
			began := time.Now()
			if err := c.Do(within(t, 60*time.Second), sumJob("a sum", 7, 0), upTo(n), got.deliver(7)); err != nil {
				t.Fatal(err)
			}
			t.Logf("%.0f units a second", n/time.Since(began).Seconds())
			got.check(t, n)
			nothingLeft(t, c.link)
		})
	}
}

// BenchmarkDo measures how many results a second come through: workers and coordinator in
// one process, units that take no time.
func BenchmarkDo(b *testing.B) {
	url := urlOf(startServer(b, nil))
	startWorkers(b, url, 2)
	l, err := Connect(context.Background(), Options{URL: url})
	if err != nil {
		b.Fatal(err)
	}
	defer l.Close()
	c := NewClient(l, []crew.Kind{sumKind}, ClientOptions{})
	n := 0
	b.ResetTimer()
	if err := c.Do(context.Background(), sumJob("a sum", 7, 0), upTo(b.N), func(batch []crew.Done) error {
		n += len(batch)
		return nil
	}); err != nil || n != b.N {
		b.Fatal(n, err)
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "units/s")
}
