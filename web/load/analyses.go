package load

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"sync"
	"time"

	"gambito/api"
)

// Searches are live analyses at once.
type Searches struct {
	Analyses int
	Game     string // game spec
	Agent    string // agent spec
	Time     time.Duration
}

// Analyses has a server search, and counts how often it tells what it has found. The
// first two seconds count not: all begin in the first.
func Analyses(ctx context.Context, server string, s Searches) (api.AnalysesLoad, error) {
	const warm = 2 * time.Second
	c := newClient(server)
	defer c.close()
	from := time.Now().Add(warm)
	end := from.Add(s.Time)
	ctx, cancel := context.WithDeadline(ctx, end)
	defer cancel()
	query := url.Values{"game": {s.Game}, "agent": {s.Agent}, "time": {fmt.Sprint((s.Time + time.Minute).Seconds())}}
	var gaps, begins delays
	var troubles troubles
	counts, speeds := make([]int, s.Analyses), make([]float64, s.Analyses)
	var wait sync.WaitGroup
	for i := range s.Analyses {
		wait.Go(func() {
			pause(ctx, time.Duration(i)*time.Second/time.Duration(s.Analyses))
			asked := time.Now()
			last := time.Time{}
			err := c.listen(ctx, "/api/analysis?"+query.Encode(), func() {}, func(event string, data []byte) bool {
				now := time.Now()
				if last.IsZero() {
					begins.add(now.Sub(asked))
				}
				if now.After(from) && !last.IsZero() {
					gaps.add(now.Sub(last))
					counts[i]++
				}
				last = now
				speeds[i] = speedOf(data)
				return event == "analysis"
			})
			if err == nil {
				err = errors.New("an analysis has ended before its time")
			}
			troubles.add(ctx, err)
		})
	}
	wait.Wait()
	told := api.AnalysesLoad{
		Analyses: s.Analyses, Game: s.Game, Agent: s.Agent, Seconds: s.Time.Seconds(), Gaps: gaps.told(), Begins: begins.told(),
		Refused: troubles.count, Problem: troubles.first,
	}
	for i, n := range counts {
		rate := float64(n) / s.Time.Seconds()
		if i == 0 || rate < told.Slowest {
			told.Slowest = rate
		}
		told.Mean += rate / float64(len(counts))
		told.Speed += speeds[i]
	}
	if time.Now().Before(end) {
		return told, context.Canceled
	}
	return told, nil
}

// speedOf is what an update tells of the speed of its search.
func speedOf(data []byte) float64 {
	var update struct{ Speed float64 }
	_ = json.Unmarshal(data, &update) // 0 if it tells none
	return update.Speed
}
