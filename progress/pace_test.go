package progress

import (
	"testing"
	"time"
)

// TestSpeed measures by the last seconds.
func TestSpeed(t *testing.T) {
	var p Pace
	begin := time.Unix(0, 0)
	for i := range 1000 {
		done := i * 10
		if i >= 500 {
			done = 5000 + (i-500)*20
		}
		p.Note(begin.Add(time.Duration(i)*100*time.Millisecond), Step{What: "games", Done: done, Total: 20000})
	}
	speed, left := p.Speed(begin.Add(100 * time.Second))
	if speed < 190 || speed > 210 || left < 25 || left > 28 || len(p.marks) > 60 {
		t.Errorf("%g a second, %g seconds left, %d marks", speed, left, len(p.marks))
	}
	p.Note(begin, Step{What: "rounds", Done: 1, Total: 2})
	if speed, _ := p.Speed(begin); speed != 0 {
		t.Errorf("%g a second of what has just begun", speed)
	}
}
