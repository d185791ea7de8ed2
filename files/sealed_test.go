package files

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"testing"
)

// texts are files of JSON as gambito writes them.
var texts = []string{
	"{\n \"a\": 1,\n \"list\": [\n  {\"b\": \"}\"}\n ]\n}\n",
	`{"a":1,"b":{"c":[]}}`,
	"{\"a\":1}\n",
	"[\n {\n  \"round\": 1\n },\n {\n  \"round\": 2\n }\n]\n",
	`[{"round":1},{"round":2}]`,
	"{}\n", "[{}]",
}

// TestSeal: what is sealed is still JSON that says the same, and comes back to the byte.
func TestSeal(t *testing.T) {
	for _, text := range texts {
		sealed := Seal([]byte(text))
		if !json.Valid(sealed) || bytes.Equal(sealed, []byte(text)) || bytes.Count(sealed, []byte("\n")) > bytes.Count([]byte(text), []byte("\n"))+1 {
			t.Errorf("%s becomes %s", text, sealed)
		}
		plain, err := Unseal(sealed)
		if err != nil || string(plain) != text {
			t.Errorf("%s comes back as %s, %v", sealed, plain, err)
		}
		if plain, err := Unseal(append([]byte(" "), append(sealed, ' ', '\n')...)); err != nil || string(bytes.TrimSpace(plain)) != string(bytes.TrimSpace([]byte(text))) {
			t.Errorf("with blanks around it: %s, %v", plain, err)
		}
		if plain, err := Unseal([]byte(text)); err != nil || string(plain) != text {
			t.Errorf("without a seal %s is read as %s, %v", text, plain, err)
		}
	}
	if got := string(Seal([]byte("{\n  \"a\": 1\n}\n"))); got != "{\n  \"a\": 1,\n  \"checksum\": \"crc32c:92af7df5\"\n}\n" {
		t.Errorf("%s", got)
	}
	for _, text := range []string{"", "[]", "3\n", "}"} {
		if got := string(Seal([]byte(text))); got != text {
			t.Errorf("%q is sealed as %q", text, got)
		}
	}
}

// TestEveryByteIsWatched changes every byte of sealed texts in every way that a bit can
// flip, and cuts them off everywhere: none is read as something else than was written.
func TestEveryByteIsWatched(t *testing.T) {
	for _, text := range texts {
		sealed := Seal([]byte(text))
		for i := range sealed {
			for bit := range 8 {
				bad := bytes.Clone(sealed)
				bad[i] ^= 1 << bit
				plain, err := Unseal(bad)
				if err == nil && json.Valid(plain) && !same(t, plain, text) {
					t.Errorf("%q is read as %q", bad, plain)
				}
			}
			if plain, err := Unseal(sealed[:i]); err == nil && json.Valid(plain) && !same(t, plain, text) {
				t.Errorf("%q is read as %q", sealed[:i], plain)
			}
		}
	}
}

// same reports whether two texts say the same, whatever stands there in place of a checksum.
func same(t *testing.T, a []byte, b string) bool {
	var x, y any
	if json.Unmarshal(a, &x) != nil || json.Unmarshal([]byte(b), &y) != nil {
		t.Fatal("no JSON")
	}
	strip(x, y)
	c, _ := json.Marshal(x)
	d, _ := json.Marshal(y)
	return bytes.Equal(c, d)
}

// strip takes from objects what the others do not have: a seal whose name is damaged.
func strip(x, y any) {
	switch x := x.(type) {
	case map[string]any:
		y, ok := y.(map[string]any)
		for name := range x {
			if _, known := y[name]; ok && !known {
				delete(x, name)
			}
		}
	case []any:
		if y, ok := y.([]any); ok && len(x) == len(y) && len(x) > 0 {
			strip(x[len(x)-1], y[len(y)-1])
		}
	}
}

func FuzzUnseal(f *testing.F) {
	for _, text := range texts {
		f.Add([]byte(text))
		f.Add(Seal([]byte(text)))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		plain, err := Unseal(text)
		if err != nil {
			return
		}
		if sealed := Seal(plain); json.Valid(plain) {
			if again, err := Unseal(sealed); err != nil || !bytes.Equal(again, plain) {
				t.Errorf("%q is sealed as %q, and read as %q, %v", plain, sealed, again, err)
			}
		}
	})
}

func TestReplaceSealed(t *testing.T) {
	name := filepath.Join(t.TempDir(), "a.json")
	if err := ReplaceSealed(name, []byte(texts[0])); err != nil {
		t.Fatal(err)
	}
	if got, err := ReadSealed(name); err != nil || string(got) != texts[0] {
		t.Errorf("%s, %v", got, err)
	}
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, bytes.Replace(text, []byte("1"), []byte("2"), 1), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := ReadSealed(name); !errors.Is(err, ErrDamaged) {
		t.Errorf("a changed file: %v", err)
	}
}

// TestSealText: rules that are sealed come back to the byte, and nothing else does, whatever
// bit flips and wherever they are cut, but for a seal that is gone as a whole.
func TestSealText(t *testing.T) {
	for _, text := range []string{"; Coin\n(role you)\n", "(role you)", "\n", "", "(role you)\n\n", "; x\r\n"} {
		sealed := SealText([]byte(text))
		if plain, err := UnsealText(sealed); err != nil || string(plain) != text {
			t.Errorf("%q comes back as %q, %v", sealed, plain, err)
		}
		if plain, err := UnsealText([]byte(text)); err != nil || string(plain) != text {
			t.Errorf("%q without a seal is read as %q, %v", text, plain, err)
		}
		for i := range sealed {
			for bit := range 8 {
				bad := bytes.Clone(sealed)
				bad[i] ^= 1 << bit
				if plain, err := UnsealText(bad); err == nil {
					t.Errorf("%q is read as %q", bad, plain)
				}
			}
			if plain, err := UnsealText(sealed[:i]); err == nil && string(plain) != text && i > len(text)+len("\n"+remarkName) {
				t.Errorf("%q is read as %q", sealed[:i], plain)
			}
		}
	}
}
