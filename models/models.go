// Package models holds the networks that come with gambito. The file of a game's
// own network is named after the game; others have a word more, such as
// connect4-solver.
package models

import (
	"embed"
	"slices"
	"strings"
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

// Read returns the content of a network's file.
func Read(name string) (data []byte, ok bool) {
	data, err := files.ReadFile(folder + name + extension)
	return data, err == nil
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
