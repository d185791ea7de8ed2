// Package models holds the networks that come with gambito. The file of a game's
// own network is named after the game; others have a word more, such as
// connect4-solver.
package models

import (
	"embed"
	"slices"
	"strings"
	"sync"
)

//go:embed files
var files embed.FS

const (
	folder    = "files/"
	extension = ".safetensors"
)

// Of is the name of the network of a game.
func Of(gameID string) string {
	return strings.NewReplacer(":", "-", ",", "-", "=", "-").Replace(gameID)
}

// read holds the networks that were read, by name.
var read sync.Map

// Read returns the content of a network's file, which nobody may change: all who read it
// share it, for hundreds may play by the same network.
func Read(name string) (data []byte, ok bool) {
	if known, ok := read.Load(name); ok {
		return known.([]byte), true
	}
	data, err := files.ReadFile(folder + name + extension)
	if err != nil {
		return nil, false
	}
	known, _ := read.LoadOrStore(name, data)
	return known.([]byte), true
}

// Names lists the networks.
func Names() (names []string) {
	entries, err := files.ReadDir(strings.TrimSuffix(folder, "/"))
	if err != nil {
		return nil
	}
	for _, entry := range entries {
		if name, ok := strings.CutSuffix(entry.Name(), extension); ok {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}
