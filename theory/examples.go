package theory

import (
	"embed"
	"fmt"
	"slices"
	"strings"
)

//go:embed examples/*.txt
var exampleFiles embed.FS

// Examples names the games that come along, in alphabetical order.
func Examples() (names []string) {
	entries, err := exampleFiles.ReadDir("examples")
	if err != nil {
		panic(err) // they are in the program
	}
	for _, e := range entries {
		names = append(names, strings.TrimSuffix(e.Name(), ".txt"))
	}
	slices.Sort(names)
	return names
}

// Example is the text of one of them.
func Example(name string) (text string, ok bool) {
	data, err := exampleFiles.ReadFile(fmt.Sprintf("examples/%s.txt", name))
	return string(data), err == nil
}
