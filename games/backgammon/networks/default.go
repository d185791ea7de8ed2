package networks

import (
	_ "embed"
	"sync"
)

// Standard is the file of the model that comes with gambito.
// docs/backgammon-networks.md tells how it was made.
//
//go:embed model.safetensors
var Standard []byte

// Default is that model, decoded once a process.
var Default = sync.OnceValue(func() *Model {
	m, _, err := Decode(Standard)
	if err != nil {
		panic("the model that comes with gambito: " + err.Error())
	}
	return m
})
