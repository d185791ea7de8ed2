package main

import (
	"errors"
	"fmt"
	"slices"

	"gambito/agent"
	"gambito/gamefile"
	"gambito/kept"
)

// loadFlags choose a position of a game as positionFlags do, or leave the game to a
// file that another flag names.
type loadFlags struct {
	Game     string `arg:"" optional:"" help:"Game spec, such as connect4 or connect4:8x6; with --load none is needed."`
	Position string `xor:"position" help:"Position to start from, as the game writes it."`
	Moves    string `xor:"moves" help:"Moves to make first, such as 4433 (connect4), f5d6c3 (othello), 'd3 c3' (others), 'up,left up,up' (tron)."`
}

// loaded is a game that goes on.
type loaded struct {
	gamefile.Game
	keeper *kept.Keeper
	file   string // "" of one that is kept
}

// chooseOrLoad chooses a position, or the end of the game that --load names: a file
// or a game that is kept. Without --load the loaded game is nil.
func (f loadFlags) chooseOrLoad(s *session, load string) (chosen, *loaded, error) {
	switch {
	case load == "" && f.Game == "":
		return chosen{}, nil, errors.New("which game? gambito games lists them, and --load goes on with one that was played before")
	case load == "":
		at, err := positionFlags(f).choose(s.ctx)
		return at, nil, err
	}
	l := &loaded{}
	var err error
	if l.Game, l.keeper, err = s.kept.FindOne(load); err != nil {
		return chosen{}, nil, err
	}
	if f.Game != "" {
		g, err := parseGame(s.ctx, f.Game)
		if err != nil {
			return chosen{}, nil, err
		}
		if want, has := g.Info().ID, l.Record.Game; want != has {
			return chosen{}, nil, fmt.Errorf("%s: it is a game of %q, not of %q", load, has, want)
		}
	}
	if l.keeper.ID() == "" {
		l.file = load
	}
	at := chosen{game: l.Game.Game, start: l.Start, moves: l.Moves, state: l.Start.Clone()}
	for _, m := range l.Moves {
		at.state.Play(m)
	}
	return at, l, nil
}

// byPeople reports whether the file tells of no agent, as those of other programs.
func (l *loaded) byPeople() bool {
	return !slices.ContainsFunc(l.Record.Agents, func(spec string) bool { return spec != gamefile.Person })
}

// hasOutsiders reports whether the game was played by other programs, who do not go
// on with it unless they are named anew.
func (l *loaded) hasOutsiders(s *session) bool {
	specs, err := s.agents.ParseAll(l.Record.Agents...)
	return err == nil && agent.CheckInside(specs...) != nil
}

// take has others go on with the game, or else those who played before. It returns
// who plays.
func (l *loaded) take(s *session, others []agent.Spec, change bool) ([]agent.Spec, error) {
	if !change {
		specs, err := s.agents.ParseAll(l.Record.Agents...)
		if err == nil {
			err = agent.CheckInside(specs...)
		}
		return specs, err
	}
	l.Record.Agents, l.Record.Names = nil, nil
	for _, spec := range others {
		l.Record.Agents = append(l.Record.Agents, spec.String())
	}
	return others, nil
}
