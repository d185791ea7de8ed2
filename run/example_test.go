package run_test

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"log"
	"os"
	"slices"

	"gambito/arena"
	"gambito/experiment"
	"gambito/run"
	"gambito/store"
)

var errTired = errors.New("tired")

// tired is a crew that goes home after some games.
type tired struct {
	arena.Crew
	games int
}

// Play implements arena.Crew.
func (c tired) Play(ctx context.Context, e *arena.Experiment, keys iter.Seq[arena.Key], deliver func([]arena.Record) error) error {
	first := slices.Collect(keys)[:c.games]
	return errors.Join(c.Crew.Play(ctx, e, slices.Values(first), deliver), errTired)
}

// A run that was stopped, by whatever, goes on where it was: what is stored is not
// played again.
func ExampleBegin() {
	text := `{name: first, games: [tictactoe], agents: ["alphabeta:depth=2", random], games-per-pair: 40}`
	e, err := experiment.Parse([]byte(text), ".", registry)
	if err != nil {
		log.Fatal(err)
	}
	if err := e.Check(); err != nil {
		log.Fatal(err)
	}
	folder, err := os.MkdirTemp("", "gambito")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(folder)
	db, err := store.Open(folder)
	if err != nil {
		log.Fatal(err)
	}
	defer db.Close()

	for _, crew := range []arena.Crew{tired{run.Crew(1), 10}, run.Crew(1)} {
		r, err := run.Begin(db, e, text)
		if err != nil {
			log.Fatal(err)
		}
		fmt.Print(r.Played(), " games are stored")
		err = r.Play(context.Background(), crew, func(arena.News) {})
		fmt.Printf(", now %d of %d: %v\n", r.Played(), r.Total(), err)
		r.Close()
	}
	// Output:
	// 0 games are stored, now 10 of 40: tired
	// 10 games are stored, now 40 of 40: <nil>
}
