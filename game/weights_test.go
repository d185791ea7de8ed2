package game

import (
	"slices"
	"strings"
	"testing"
)

var someWeights = []Weight{{"a corner", 0, 2000, 800}, {"an edge", -50, 50, 40}}

func TestWeights(t *testing.T) {
	name := WithWeights("hand", Defaults(someWeights))
	if name != "hand:800/40" {
		t.Error(name)
	}
	kind, text, given := CutWeights(name)
	numbers, err := ParseWeights(someWeights, text)
	if kind != "hand" || !given || err != nil || !slices.Equal(numbers, []int{800, 40}) {
		t.Errorf("%s, %v, %v", kind, numbers, err)
	}
	for text, wrong := range map[string]string{
		"":       "there are 1 numbers, not 2",
		"1/2/3":  "there are 3 numbers, not 2",
		"1/51":   `number 2, an edge, is "51", not one from -50 to 50`,
		"-1/1":   `number 1, a corner, is "-1", not one from 0 to 2000`,
		"many/1": `number 1, a corner, is "many"`,
		"1.5/1":  `number 1, a corner, is "1.5"`,
		"1/":     `number 2, an edge, is ""`,
		"9e9/1":  `number 1, a corner, is "9e9"`,
		"1/\n2":  `number 2, an edge, is "\n2"`,
	} {
		if _, err := ParseWeights(someWeights, text); err == nil || !strings.Contains(err.Error(), wrong) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// FuzzParseWeights reads anything; what it takes is written and read as the same.
func FuzzParseWeights(f *testing.F) {
	for _, text := range []string{"800/40", "0/-50", "+1/01", "/", "1/2/3", "99999999999999999999/1"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		numbers, err := ParseWeights(someWeights, text)
		if err != nil {
			if strings.Contains(err.Error(), "\n") {
				t.Errorf("the error %q has several lines", err)
			}
			return
		}
		_, written, _ := CutWeights(WithWeights("x", numbers))
		if again, err := ParseWeights(someWeights, written); err != nil || !slices.Equal(again, numbers) {
			t.Errorf("%v is read again as %v, %v", numbers, again, err)
		}
	})
}
