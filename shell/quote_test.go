package shell

import (
	"os/exec"
	"testing"
)

// TestQuote: what a shell makes of a quoted word is the word.
func TestQuote(t *testing.T) {
	for _, word := range []string{"policies.yaml", "", "two words", "it's", `$(ls) "x" \`, "mcts:sims=100,alpha=1", "ü", "a\nb", "*"} {
		out, err := exec.Command("sh", "-c", "printf %s "+Quote(word)).Output()
		if err != nil || string(out) != word {
			t.Errorf("%q becomes %q, %v", word, out, err)
		}
	}
	if got := Quote("mcts:sims=100"); got != "mcts:sims=100" {
		t.Errorf("a plain word is quoted: %s", got)
	}
}
