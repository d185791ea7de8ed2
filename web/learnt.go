package web

import (
	"sync"

	"gambito/game"
)

// learnt keeps what was found out about games.
type learnt[T any] struct {
	mutex sync.Mutex
	kept  map[string]*T
}

// gameKey tells games apart, those of rulesheets that have changed included.
func gameKey(g game.Game) string { return g.Info().ID + "\n" + game.Digest(g) }

// get is what is known of a game, found out if nobody has. Two who do that at once find
// out the same.
func (l *learnt[T]) get(key string, find func() (*T, error)) (*T, error) {
	l.mutex.Lock()
	known, ok := l.kept[key]
	l.mutex.Unlock()
	if ok {
		return known, nil
	}
	found, err := find()
	if err != nil {
		return nil, err
	}
	l.mutex.Lock()
	defer l.mutex.Unlock()
	if l.kept == nil || len(l.kept) >= mostGames {
		l.kept = map[string]*T{}
	}
	l.kept[key] = found
	return found, nil
}
