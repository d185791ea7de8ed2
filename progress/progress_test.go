package progress

import (
	"slices"
	"testing"
)

// TestFunc counts work in parts.
func TestFunc(t *testing.T) {
	var told []Step
	f := Func(func(s Step) { told = append(told, s) })
	games := f.Count("games", 2)
	games(1)
	positions := f.Part("steps", 10, 30).Part("positions", 5, 20).Count("leaves", 7)
	positions(7)
	want := []Step{{"games", 0, 2}, {"games", 1, 2}, {"steps", 15, 30}, {"steps", 22, 30}}
	if !slices.Equal(told, want) {
		t.Errorf("told is %v, not %v", told, want)
	}
	var nobody Func
	nobody.Count("games", 1)(1)
	nobody.Part("games", 1, 2).Tell("games", 1, 1)
}
