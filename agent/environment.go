package agent

import (
	"context"
	"fmt"
	"slices"
	"sync"

	"gambito/files"
)

// Environment is what the agents of a process share: the folder where tables are
// kept, and what is costly to read or to make, such as networks, tables and
// solutions. It is for any number of goroutines.
type Environment struct {
	folder  string
	brought func(name string) ([]byte, error) // nil where files are read from the disk
	until   context.Context                   // nil if it never ends

	mutex sync.Mutex
	kept  []*shared // the one that was asked for last comes last
}

// shared is something that is made once.
type shared struct {
	key   any
	once  sync.Once
	value any
	err   error
}

// mostShared is how many things an environment keeps. Agents that use one which
// is no longer kept are not troubled; the next one makes it again.
const mostShared = 16

// NewEnvironment returns one with that data folder, of which "" is none: nothing
// is kept on the disk then.
func NewEnvironment(folder string) *Environment { return &Environment{folder: folder} }

// Until has work that agents do when they are made, such as solving a game, end with ctx.
// It returns e, and is called before anybody uses it.
func (e *Environment) Until(ctx context.Context) *Environment {
	e.until = ctx
	return e
}

// Context ends when nobody needs new agents any more.
func (e *Environment) Context() context.Context {
	if e.until == nil {
		return context.Background()
	}
	return e.until
}

// NewSealed returns one for agents that somebody elsewhere has named: they read what
// came along, by the names that their specs have for it, and no file of this machine.
// Tables that gambito makes by itself are kept in the folder as always.
func NewSealed(folder string, brought func(name string) ([]byte, error)) *Environment {
	return &Environment{folder: folder, brought: brought}
}

// Sealed reports whether nothing is read but what came along.
func (e *Environment) Sealed() bool { return e.brought != nil }

// Folder is the data folder, or "". Where the environment is sealed only tables that
// gambito has made are read there.
func (e *Environment) Folder() string { return e.folder }

// Read returns the content of a file that an agent plays by, such as a network.
func (e *Environment) Read(name string) ([]byte, error) {
	if e.brought != nil {
		return e.brought(name)
	}
	return files.ReadModel(name)
}

// Share returns what make makes, which is called once for a key, of a type of the
// caller's own, as long as that is among those asked for lately. What failed is
// tried again.
func Share[T any](e *Environment, key any, make func() (T, error)) (T, error) {
	s := e.find(key)
	s.once.Do(func() {
		defer func() {
			if v := recover(); v != nil {
				s.err = fmt.Errorf("panic: %v", v)
			}
		}()
		s.value, s.err = make()
	})
	if s.err != nil {
		e.forget(s)
		var none T
		return none, s.err
	}
	return s.value.(T), nil // another type under the same key is a mistake of the caller's
}

func (e *Environment) find(key any) *shared {
	e.mutex.Lock()
	defer e.mutex.Unlock()
	s := &shared{key: key}
	if i := slices.IndexFunc(e.kept, func(k *shared) bool { return k.key == key }); i >= 0 {
		s = e.kept[i]
		e.kept = slices.Delete(e.kept, i, i+1)
	}
	if e.kept = append(e.kept, s); len(e.kept) > mostShared {
		e.kept = slices.Delete(e.kept, 0, 1)
	}
	return s
}

func (e *Environment) forget(s *shared) {
	e.mutex.Lock()
	defer e.mutex.Unlock()
	e.kept = slices.DeleteFunc(e.kept, func(k *shared) bool { return k == s })
}
