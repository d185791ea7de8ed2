package faults

import "testing"

// TestCountGames: a game that is counted twice is seen.
func TestCountGames(t *testing.T) {
	const one, two = `{"game":"g","pairing":1,"number":1}` + "\n", `{"game":"g","pairing":1,"number":2}` + "\n"
	if n, err := countGames([]byte(one + two)); n != 2 || err != nil {
		t.Error(n, err)
	}
	for _, bad := range []string{one + two + one, one + "{"} {
		if _, err := countGames([]byte(bad)); err == nil {
			t.Errorf("%s is taken", bad)
		}
	}
}
