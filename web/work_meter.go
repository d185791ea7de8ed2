package web

import (
	"context"
	"log/slog"
	"time"

	"gambito/progress"
	"gambito/queue"
)

// counted is what steps of long work count that is played.
const counted = "games"

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
		known, before := false, 0 // a run that goes on begins with what is stored
		err = do(ctx, t, func(step progress.Step) {
			if step.What == counted {
				if known && step.Done > before {
					games.Add(float64(step.Done - before))
				}
				known, before = true, step.Done
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
