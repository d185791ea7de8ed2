package breed

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"os"
	"regexp"
	"testing"
)

// earlier are presets as they were once, made small, and what their states and finals had come to before
// other games and several opponents could be bred for: SHA-256 of the bytes.
var earlier = map[string]string{
	"agree":        "881d121c1d3a8dd725dd4f9937607eac9424725f4ed54dbd04ca3bb411775e5c",
	"binary":       "a119c7e22cfe66e895d90f0d8e3b58b173eefb22d01238e4beafc73f46a55bd9",
	"fuzzy-1":      "7c21e7b43c81a60e99ef6ac6a12d6a3e803259e7713cebc84be8e61a1621c209",
	"ga-gammon":    "271b24e0c25c8c8efd17afe70646fae705152411a96fc2c55fc52a6c8b941255",
	"gray":         "c8aa61f4b346098022db52aad75bc3b5bab2148298d36809c10d3e4c6ad85230",
	"hill":         "6335c53b74749f6b450cd42e8822ccca9e93a62caed59eb68a6773860aa09a5e",
	"integer":      "09514b523afb570226e5ba9bc6269a5179fbc2aefcf07e155e61d8ca4265976b",
	"micro-binary": "9871843369c60a85b438d44e54d89bdde82a71481d7debb803a3b4e09924f681",
	"rules-1":      "3ec0a1a23b250e5a0407bd369f6e8a08599708639b8114ef319828417d7176f1",
	"rules-2":      "3762d9178f922b45955d9afc736cdd6fea2dbd9f0cff7af6cb90dc3afa2e8116",
}

// since is what results have told since then.
var since = regexp.MustCompile(`"(pairs|superiority)":[^,]*,`)

// TestEarlierPresets: what could be bred before is bred as before, to the byte.
func TestEarlierPresets(t *testing.T) {
	for name, want := range earlier {
		text, err := os.ReadFile("testdata/earlier/" + name + ".yaml")
		if err != nil {
			t.Fatal(err)
		}
		s, err := Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		s.Games, s.Finalists, s.FinalGames, s.Genetic.Generations = 4, 2, 8, 3
		e := start(t, s, 2)
		if err := e.Evolve(context.Background(), kept); err != nil {
			t.Fatal(err)
		}
		finalists, err := e.Finals(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		finals, err := json.Marshal(finals{Settings: s, Generations: 3, Against: e.Rival(), Finalists: finalists})
		if err != nil {
			t.Fatal(err)
		}
		finals = since.ReplaceAll(finals, nil)
		sum := sha256.Sum256(append(e.Save(), finals...))
		if got := hex.EncodeToString(sum[:]); got != want {
			t.Errorf("%s: %s", name, got)
		}
	}
}
