package setting

import (
	"fmt"
	"strings"
)

// Preset is settings under a name.
type Preset struct {
	Name     string `json:"name"`
	About    string `json:"about,omitempty"`
	Settings any    `json:"settings"` // a struct
}

// FindPreset returns the preset of a name.
func FindPreset(presets []Preset, name string) (Preset, error) {
	var names []string
	for _, p := range presets {
		if p.Name == name {
			return p, nil
		}
		names = append(names, p.Name)
	}
	return Preset{}, fmt.Errorf("unknown preset %q: there are %s", name, strings.Join(names, ", "))
}
