package broker

import (
	"errors"
	"fmt"
	"strings"

	"github.com/nats-io/nkeys"
)

// ReadKeys reads public NKeys, one a line; what follows a # is for people.
func ReadKeys(text string) ([]string, error) {
	var keys []string
	number := 0
	for line := range strings.Lines(text) {
		number++
		key, _, _ := strings.Cut(line, "#")
		switch key = strings.TrimSpace(key); {
		case key == "":
		case strings.HasPrefix(key, "SU"):
			return nil, fmt.Errorf("line %d is a secret key: here stand the public ones, which begin with U", number)
		case !nkeys.IsValidPublicUserKey(key):
			return nil, fmt.Errorf("line %d is no public key of a user: such a key has 56 letters and digits and begins with U", number)
		default:
			keys = append(keys, key)
		}
	}
	if keys == nil {
		return nil, errors.New("it holds no key")
	}
	return keys, nil
}

// NewKey makes a key: the secret, which a worker has, and the public part, which the
// broker knows.
func NewKey() (secret, public string, err error) {
	pair, err := nkeys.CreateUser()
	if err != nil {
		return "", "", err
	}
	defer pair.Wipe()
	seed, err := pair.Seed()
	if err != nil {
		return "", "", err
	}
	public, err = pair.PublicKey()
	return string(seed), public, err
}
