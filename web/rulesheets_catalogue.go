package web

import (
	"context"
	"errors"
	"maps"
	"sync"
	"time"

	"gambito/spec"
)

// catalogueTime is how long a catalogue waits for rulesheets that nobody has compiled
// yet; they are in the next one.
const catalogueTime = 500 * time.Millisecond

// ownSheets are what the catalogue tells of rulesheets that are kept. Their games are
// not kept for that: they are large, and would take the place of those being played.
type ownSheets struct {
	mutex sync.Mutex
	known map[string]*CatalogueGame // by name and text; nil if no game comes of it
}

// find is what is known of a rulesheet, if it was compiled before.
func (o *ownSheets) find(key string) (described *CatalogueGame, known bool) {
	o.mutex.Lock()
	defer o.mutex.Unlock()
	described, known = o.known[key]
	return described, known
}

func (o *ownSheets) add(key string, described *CatalogueGame) {
	o.mutex.Lock()
	defer o.mutex.Unlock()
	if o.known == nil {
		o.known = map[string]*CatalogueGame{}
	}
	o.known[key] = described
}

// only forgets rulesheets that have changed or were deleted.
func (o *ownSheets) only(keys map[string]bool) {
	o.mutex.Lock()
	defer o.mutex.Unlock()
	maps.DeleteFunc(o.known, func(key string, _ *CatalogueGame) bool { return !keys[key] })
}

// ownGames are the games of rulesheets that are kept, without those that have errors.
func (s *Server) ownGames(ctx context.Context) (list []CatalogueGame) {
	own, keys := s.ownTexts(ctx), map[string]bool{}
	var unknown []RulesheetText
	for _, sheet := range own {
		keys[sheet.key()] = true
		if _, known := s.ownSheets.find(sheet.key()); !known {
			unknown = append(unknown, sheet)
		}
	}
	s.ownSheets.only(keys)
	select {
	case <-s.describeSheets(unknown):
	case <-time.After(catalogueTime):
	case <-ctx.Done():
		return nil
	}
	for _, sheet := range own {
		if described, _ := s.ownSheets.find(sheet.key()); described != nil {
			list = append(list, described.in(wordsOf(ctx)))
		}
	}
	return list
}

// ownTexts are the rulesheets that are kept.
func (s *Server) ownTexts(ctx context.Context) (list []RulesheetText) {
	names, _ := s.sheetNames() // those that cannot be read are not listed
	for _, name := range names {
		if sheet, err := s.readSheet(ctx, name); err == nil && !sheet.Comes {
			list = append(list, sheet)
		}
	}
	return list
}

// key names the game of a rulesheet that is kept, as it stands now.
func (r RulesheetText) key() string { return keptKey("gdl:"+r.Name, []byte(r.Text)) }

// describeSheets compiles rulesheets beside what goes on. The channel is closed when it
// is done, or at once if that is going on already.
func (s *Server) describeSheets(list []RulesheetText) <-chan struct{} {
	done := make(chan struct{})
	if len(list) == 0 || s.ctx.Err() != nil || !s.compilingSheets.CompareAndSwap(false, true) {
		close(done)
		return done
	}
	s.work.Go(func() {
		defer close(done)
		defer s.compilingSheets.Store(false)
		for _, sheet := range list {
			if s.ctx.Err() == nil {
				s.describeSheet(sheet)
			}
		}
	})
	return done
}

// describeSheet remembers what the game of a rulesheet is, or that none comes of it.
func (s *Server) describeSheet(sheet RulesheetText) {
	id := "gdl:" + sheet.Name
	g, compiled := s.games.find(sheet.key())
	if !compiled {
		var err error
		g, err = s.compiled(s.ctx, id, calledSheet(sheet.Name, []byte(sheet.Text)), []byte(sheet.Text))
		switch {
		case s.ctx.Err() != nil || errors.As(err, new(*Refusal)): // there was no time for it
			return
		case err != nil:
			s.ownSheets.add(sheet.key(), nil)
			return
		}
	}
	described := catalogueGame(spec.Schema{ID: id, Name: g.Info().Name, About: sheet.About}, g, true)
	s.ownSheets.add(sheet.key(), &described)
}
