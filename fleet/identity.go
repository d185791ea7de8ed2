package fleet

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base32"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"io/fs"
	"path/filepath"
	"strings"

	"gambito/crew"
	"gambito/files"
)

// saltFile is where a folder keeps what makes its jobs other than those of all others.
const saltFile = "fleet.json"

// salted is the content of that file.
type salted struct {
	Salt string `json:"salt"`
}

// Salt is a text that belongs to a folder, for ClientOptions: random, made when it is
// asked for first, the same ever after. Jobs of stored work have it, so that the same
// command takes up its own results again and nobody else's.
func Salt(folder string) (string, error) {
	name := filepath.Join(folder, saltFile)
	text, err := files.ReadSealed(name)
	if errors.Is(err, fs.ErrNotExist) {
		if text, err = makeSalt(name); err != nil {
			return "", err
		}
	}
	if err != nil {
		return "", fmt.Errorf("%s: %w", name, err)
	}
	var s salted
	if err := json.Unmarshal(text, &s); err != nil || len(s.Salt) < 16 {
		return "", fmt.Errorf(`%s: it must be {"salt": "…"} with a text of at least 16 letters; without the file a new one is made`, name)
	}
	return s.Salt, nil
}

// makeSalt makes the file, unless another process has been quicker, and returns what is
// in it then.
func makeSalt(name string) ([]byte, error) {
	text, err := json.Marshal(salted{rand.Text()})
	if err != nil {
		return nil, err
	}
	draft, err := files.Prepare(name, files.Seal(append(text, '\n')), true)
	if err != nil {
		return nil, err
	}
	if err := draft.Link(name); err != nil && !errors.Is(err, fs.ErrExist) {
		if err := draft.Place(name); err != nil { // a file system without links
			return nil, err
		}
	} else {
		draft.Drop()
	}
	return files.ReadSealed(name)
}

// letters are those of the names of jobs.
var letters = base32.StdEncoding.WithPadding(base32.NoPadding)

// identity is the name of a job within the fleet: 26 letters and digits that depend on
// the salt and on everything that decides what comes of the job.
func identity(salt string, j crew.Job) string {
	h := sha256.New()
	part(h, []byte(salt))
	part(h, []byte(j.Kind))
	part(h, []byte(j.Name))
	part(h, j.Spec)
	for _, f := range j.Files {
		part(h, []byte(f.Name))
		sum := sha256.Sum256(f.Content)
		part(h, sum[:])
	}
	return strings.ToLower(letters.EncodeToString(h.Sum(nil)[:16]))
}

// part adds a text to a hash so that no two lists of texts are the same.
func part(h hash.Hash, text []byte) {
	fmt.Fprintf(h, "%d:", len(text))
	h.Write(text)
}
