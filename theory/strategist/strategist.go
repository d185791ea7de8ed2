// Package strategist makes strategies for whole games of hidden information: of agents,
// which are asked at every information set by what is seen there, and of files that learning
// has written.
package strategist

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"

	"gambito/agent"
	"gambito/files"
	"gambito/game"
	"gambito/progress"
	"gambito/theory/extensive"
)

// Strategy is what a player does in a game: text is an agent spec, or a file that learning has
// written, or its folder. Every information set has a seed of its own.
func Strategy(ctx context.Context, agents *agent.Registry, t *extensive.Tree, text string, seed uint64, tell progress.Func) (extensive.Strategy, error) {
	if info, err := os.Stat(text); err == nil {
		return read(t, text, info.IsDir())
	}
	spec, err := agents.Parse(text)
	if err != nil {
		if strings.ContainsAny(text, "./") && !strings.Contains(text, ":") {
			return nil, fmt.Errorf("%s: there is no such file", text)
		}
		return nil, err
	}
	return Asked(ctx, t, spec, seed, tell)
}

// Asked is what an agent answers at every information set, each with a seed of its own.
func Asked(ctx context.Context, t *extensive.Tree, spec agent.Spec, seed uint64, tell progress.Func) (extensive.Strategy, error) {
	mixer, err := mixerOf(t.Game, spec)
	if err != nil {
		return nil, fmt.Errorf("agent %q: %w", spec, err)
	}
	strategy := make(extensive.Strategy, t.Actions)
	seeds := rand.New(rand.NewPCG(seed, 0))
	for i := range t.Sets {
		s := &t.Sets[i]
		mixer.NewGame(s.Player, seeds.Uint64())
		shares, err := mixer.Mix(ctx, game.View(t.Position(s), s.Player), agent.Limits{})
		switch {
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case err != nil:
			return nil, fmt.Errorf("agent %q: %w", spec, err)
		}
		copy(strategy[s.First:], shares)
		tell.Tell("information sets", i+1, len(t.Sets))
	}
	return strategy, nil
}

// read reads what learning has written.
func read(t *extensive.Tree, name string, folder bool) (extensive.Strategy, error) {
	if folder {
		name = filepath.Join(name, extensive.StrategyFile)
	}
	data, err := files.ReadSealed(name)
	if err != nil && !errors.Is(err, files.ErrDamaged) {
		return nil, err
	}
	var strategy extensive.Strategy
	if err == nil {
		_, strategy, err = t.Decode(data)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return strategy, nil
}

// mixerOf makes an agent that can be asked for its probabilities.
func mixerOf(g game.Game, spec agent.Spec) (agent.Mixer, error) {
	if spec.Interactive() {
		return nil, errors.New("nobody asks a person what it does in all positions")
	}
	a, err := spec.New(g)
	if err != nil {
		return nil, err
	}
	mixer, ok := a.(agent.Mixer)
	if !ok {
		return nil, errors.New("it cannot be asked how likely its moves are")
	}
	return mixer, nil
}
