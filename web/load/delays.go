package load

import (
	"slices"
	"sync"
	"time"

	"gambito/api"
)

// delays collects times that something took.
type delays struct {
	mutex sync.Mutex
	all   []time.Duration
}

func (d *delays) add(t time.Duration) {
	d.mutex.Lock()
	defer d.mutex.Unlock()
	d.all = append(d.all, t)
}

// told are the delays so far.
func (d *delays) told() api.Delays {
	d.mutex.Lock()
	defer d.mutex.Unlock()
	if len(d.all) == 0 {
		return api.Delays{}
	}
	slices.Sort(d.all)
	at := func(share float64) float64 { // the least that so many are not above
		return d.all[min(len(d.all)-1, int(share*float64(len(d.all))))].Seconds()
	}
	return api.Delays{Count: len(d.all), Median: at(0.5), P90: at(0.9), P99: at(0.99), Worst: at(1)}
}
