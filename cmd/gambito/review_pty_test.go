//go:build linux || darwin

package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"
)

// shortMatch has two games.
const shortMatch = ` 3 point match

 Game 1
 Ann Lee : 0                     bob : 0
  1) 42: 8/4 6/4                 51: 8/3 6/5
  2) 52: 8/3 4/2                 44: 13/9 13/5 8/4
  3)  Doubles => 2                Drops
      Wins 1 point

 Game 2
 Ann Lee : 1                     bob : 0
  1) 54: 24/20 13/8               Doubles => 2
  2)  Takes                      63: 24/18 13/10
  3) 31: 24/23 6/3               21: 18/16 8/7
  4)  Doubles => 4                Drops
      Wins 2 points
`

// TestReviewFits: no line of a review is wider than the terminal, in either language.
func TestReviewFits(t *testing.T) {
	if testing.Short() || raceDetector {
		t.Skip("it takes its time")
	}
	folder := t.TempDir()
	blunders, match := filepath.Join(folder, "blunders.json"), filepath.Join(folder, "short.mat")
	if err := errors.Join(os.WriteFile(blunders, []byte(printedFiles["blunders.json"]), 0o644), os.WriteFile(match, []byte(shortMatch), 0o644)); err != nil {
		t.Fatal(err)
	}
	for _, c := range [][]string{{blunders, "--agent", "mcts:sims=100"}, {blunders, "--all", "--agent", "mcts:sims=20"}, {match, "--agent", "td"}} {
		for _, width := range []uint16{40, 80} {
			for _, language := range []string{"en", "es"} {
				if c[0] == match && language == "en" {
					continue // networks take their time, and Spanish words are longer
				}
				t.Run(fmt.Sprint(filepath.Base(c[0]), width, language), func(t *testing.T) {
					args := append([]string{"review", "--quiet", "--lang", language}, c...)
					p := sit(t, []string{"LANG=C.UTF-8", "NO_COLOR=1"}, width, 24, args...)
					p.leaves(0)
					for line := range strings.Lines(p.screen()) {
						if n := utf8.RuneCountInString(strings.TrimRight(line, "\r\n")); n > int(width) {
							t.Errorf("%q has %d characters", line, n)
						}
					}
					if c[0] == match && !strings.Contains(p.screen(), "Partida 2, 1–0") {
						t.Errorf("the games run together:\n%s", p.screen())
					}
					if !strings.Contains(p.screen(), "?? ") {
						t.Errorf("it shows no blunder:\n%s", p.screen())
					}
				})
			}
		}
	}
}
