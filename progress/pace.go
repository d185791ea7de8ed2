package progress

import "time"

const (
	// paceTime is over how much time a speed is measured.
	paceTime = 10 * time.Second

	// paceEvery is how often it is looked how far work has come.
	paceEvery = paceTime / 40
)

// Pace is how fast work goes, by how far it had come in the last seconds. The zero value
// knows nothing yet.
type Pace struct {
	step  Step
	marks []mark
}

type mark struct {
	at   time.Time
	done int
}

// Note notes a step. Steps of another thing than before begin anew.
func (p *Pace) Note(now time.Time, s Step) {
	if s.What != p.step.What || s.Done < p.step.Done {
		p.marks = p.marks[:0]
	}
	p.step = s
	if n := len(p.marks); n == 0 || now.Sub(p.marks[n-1].at) >= paceEvery {
		p.marks = append(p.marks, mark{now, s.Done})
	}
	first := 0
	for first < len(p.marks)-2 && now.Sub(p.marks[first].at) > paceTime {
		first++
	}
	p.marks = append(p.marks[:0], p.marks[first:]...)
}

// Speed is how many steps are done a second, and how many seconds are left; 0 if nobody
// knows.
func (p *Pace) Speed(now time.Time) (speed, left float64) {
	if len(p.marks) == 0 {
		return 0, 0
	}
	seconds := now.Sub(p.marks[0].at).Seconds()
	if done := p.step.Done - p.marks[0].done; done > 0 && seconds > 0.2 {
		speed = float64(done) / seconds
		left = float64(max(0, p.step.Total-p.step.Done)) / speed
	}
	return speed, left
}
