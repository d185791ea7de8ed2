package web

import (
	"context"
	"log/slog"
	"strings"
	"time"

	"gambito/progress"
	"gambito/queue"
)

// counted reports whether steps of long work count what is played: games, or those of
// one of several experiments.
func counted(what string) bool { return what == "games" || strings.HasPrefix(what, "games of ") }

// metered has long work counted and logged: when it begins, how it ends, and the games
// that it plays.
func (s *Server) metered(kind string, do func(context.Context, queue.Task, progress.Func) error) func(context.Context, queue.Task, progress.Func) error {
	return func(ctx context.Context, t queue.Task, tell progress.Func) (err error) {
		log := s.log.With("kind", kind, "name", t.Name)
		log.Info("work begins", "jobs", t.Jobs)
		begin, end := time.Now(), "panicked"
		defer func() {
			took := time.Since(begin).Seconds()
			s.meters.tasks.WithLabelValues(kind, end).Observe(took)
			level := slog.LevelInfo
			if end == "failed" {
				level = slog.LevelWarn
			}
			log.Log(context.Background(), level, "work ends", "end", end, "seconds", took, "error", err)
		}()
		games := s.meters.games.WithLabelValues(byTournaments)
		last := progress.Step{} // a run that goes on begins with what is stored
		err = do(ctx, t, func(step progress.Step) {
			if counted(step.What) {
				if step.What == last.What && step.Done > last.Done {
					games.Add(float64(step.Done - last.Done))
				}
				last = step
			}
			tell(step)
		})
		switch {
		case err == nil:
			end = "done"
		case ctx.Err() != nil:
			end = "stopped"
		default:
			end = "failed"
		}
		return err
	}
}
