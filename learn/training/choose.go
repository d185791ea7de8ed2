package training

import (
	"cmp"
	"fmt"

	"gambito/learn/folder"
	"gambito/learn/setting"
	"gambito/spec"
)

// settings are those of a method.
type settings interface {
	Check() error
	For() string // the game
}

// choose returns the settings of the preset, adjusted and changed by what is to be
// set, or, if nothing is said, those of the run that is there.
func choose[T settings](r Request, options []spec.Option, presets []setting.Preset, adjust func(*T) error) (s T, kept bool, err error) {
	if r.Preset == "" && r.Set == "" {
		s, kept, err = folder.Kept[T](r.Folder)
		if err == nil && kept && s.For() != r.Game.Info().ID {
			err = InputError{"folder", r.Folder, fmt.Errorf("it holds a run of %s, not of %s", s.For(), r.Game.Info().ID)}
		}
		if err != nil || kept {
			return s, kept, err
		}
	}
	preset, err := setting.FindPreset(presets, cmp.Or(r.Preset, presets[0].Name))
	if err != nil {
		return s, false, InputError{"preset", "", err}
	}
	s = preset.Settings.(T)
	if err := adjust(&s); err != nil {
		return s, false, err
	}
	if err := setting.Set(options, &s, r.Set); err != nil {
		return s, false, InputError{"set", r.Set, err}
	}
	if err := s.Check(); err != nil {
		return s, false, InputError{"set", r.Set, err}
	}
	return s, false, nil
}
