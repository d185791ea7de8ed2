package web

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	"gambito/arena"
	"gambito/game"
	"gambito/games"
	"gambito/progress"
	"gambito/queue"
	"gambito/run"
)

// runKind plays stored runs.
func runKind(s *Server) queue.Kind {
	return queue.Kind{Name: runKindName, Do: func(ctx context.Context, t queue.Task, tell progress.Func) error {
		_, info, err := s.runs.find(t.Name)
		if err != nil {
			return err
		}
		if err := s.runAllowed(info.Settings); err != nil { // it may have been queued by a server that allowed more
			return err
		}
		e, err := info.Settings.Experiment(s.options.Agents, s.runGame(ctx))
		if err != nil {
			return err
		}
		by, err := s.runCrew(t)
		if err != nil {
			return err
		}
		return s.playRun(ctx, e, info.Source, by, tell, func(*run.Run) error { return nil })
	}}
}

// runGame finds the games of stored runs: those of files only with --trust, as the command
// line finds them.
func (s *Server) runGame(ctx context.Context) func(id string) (game.Game, error) {
	return func(id string) (game.Game, error) {
		g, err := s.game(ctx, id)
		if err != nil && s.options.Trust {
			return games.Parse(id)
		}
		return g, err
	}
}

// playRun plays what is left of an experiment, which was checked, as a stored run,
// exactly as gambito tournament does, and lets pages watch it. Once all games are played
// the run goes to done, before others may write it.
func (s *Server) playRun(ctx context.Context, e *arena.Experiment, source string, by arena.Crew, tell progress.Func, done func(*run.Run) error) error {
	db, err := s.runs.store()
	if err != nil {
		return err
	}
	r, err := run.Begin(db, e, source)
	if err != nil {
		return err
	}
	defer r.Close()
	l := s.runs.enter(r)
	defer s.runs.leave(l)
	tell.Tell("games", r.Played(), r.Total())
	err = r.Play(ctx, by, func(news arena.News) {
		news.Played = min(news.Played, news.Total) // games behind those that decide a sequential test do not count
		tell.Tell("games", news.Played, news.Total)
		l.note(r.Standings, news)
	})
	if err != nil {
		return doubted(err)
	}
	return done(r)
}

// liveRun is a run that this server plays. Its goroutine writes, and those that serve
// pages read.
type liveRun struct {
	name   string
	wanted atomic.Bool                     // somebody waits for a copy
	copied atomic.Pointer[arena.Standings] // the latest copy

	mutex         sync.Mutex
	played, total int
	pace          progress.Pace

	// of the goroutine that plays
	at   time.Time // of the latest copy
	cost time.Duration
}

// copyRest is how long the standings of a run that nobody watches are left alone: who
// begins to watch sees at once what is no older.
const copyRest = 2 * time.Second

// enter makes a run known.
func (d *runDesk) enter(r *run.Run) *liveRun {
	l := &liveRun{name: r.Experiment.Name, played: r.Played(), total: r.Total()}
	l.copy(r.Standings)
	d.mutex.Lock()
	defer d.mutex.Unlock()
	d.live[l.name] = l
	return l
}

// leave forgets it.
func (d *runDesk) leave(l *liveRun) {
	d.mutex.Lock()
	defer d.mutex.Unlock()
	delete(d.live, l.name)
}

// note takes note of games. The standings are copied when somebody has asked for it; and
// now and then, if that takes next to no time of all, because those who ask later want
// to see something at once.
func (l *liveRun) note(s *arena.Standings, news arena.News) {
	now := time.Now()
	l.mutex.Lock()
	l.played, l.total = news.Played, news.Total
	l.pace.Note(now, progress.Step{What: "games", Done: news.Played, Total: news.Total})
	l.mutex.Unlock()
	if l.wanted.Load() || now.Sub(l.at) > max(copyRest, 300*l.cost) {
		l.copy(s)
	}
}

func (l *liveRun) copy(s *arena.Standings) {
	begin := time.Now()
	l.wanted.Store(false)
	l.copied.Store(s.Copy())
	l.at = time.Now()
	l.cost = l.at.Sub(begin)
}

// standings are those of the run as they were a moment ago, and asks for newer ones.
func (l *liveRun) standings() *arena.Standings {
	l.wanted.Store(true)
	return l.copied.Load()
}

// progress is how far the run is and how fast it goes.
func (l *liveRun) progress(now time.Time) (played, total int, speed, left float64) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	speed, left = l.pace.Speed(now)
	return l.played, l.total, speed, left
}
