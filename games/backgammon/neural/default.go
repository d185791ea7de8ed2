package neural

import (
	_ "embed"
	"sync"
)

//go:embed model.safetensors
var defaultFile []byte

// Default is the model that comes with gambito. docs/backgammon-networks.md tells how it
// was made.
var Default = sync.OnceValue(func() *Model {
	m, _, err := Decode(defaultFile)
	if err != nil {
		panic("the model that comes with gambito: " + err.Error())
	}
	return m
})
