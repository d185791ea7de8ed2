package regress

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"

	"gambito/crew"
	"gambito/files"
	"gambito/game"
	"gambito/gamefile"
	"gambito/learn/replay"
)

// mostStored is how many bytes a file of stored games may have.
const mostStored = 1 << 30

// StoredDigest is what Settings.Stored is of files of games.
func StoredDigest(names []string) (string, error) {
	h := sha256.New()
	for _, name := range names {
		data, err := files.ReadAtMost(name, mostStored)
		if err != nil {
			return "", err
		}
		one := sha256.Sum256(data)
		h.Write(one[:])
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

// ErrStored says that the files of stored games are needed, and are not those.
var ErrStored = errors.New("the first round learns from stored games: it needs the same files to go on")

// storedGames is the source of the first round if it takes games that are stored: of
// these those of the game that were played to their end.
func (r *Run) storedGames() (take func(ctx context.Context, first int, games []*replay.Game, tell func(int)) error, total int, err error) {
	if digest, err := StoredDigest(r.given.Stored); err != nil || digest != r.Settings.Stored {
		return nil, 0, errors.Join(err, ErrStored)
	}
	list, err := ReadStored(r.game, r.given.Stored)
	if err != nil {
		return nil, 0, err
	}
	forgetOld(list)
	players, err := crew.Make(r.jobs, batch, func() (*player, error) { return r.Settings.player(r.game, nil) })
	return func(ctx context.Context, first int, games []*replay.Game, tell func(int)) error {
		return crew.Do(ctx, len(games), players, func(ctx context.Context, p *player, i int) (err error) {
			games[i], err = p.follow(ctx, first+i, list[first+i])
			return err
		}, tell)
	}, len(list), err
}

// ReadStored reads all games in files that can be learned from: records of whatever
// kind, and what a regression has kept of its own games.
func ReadStored(g game.Game, names []string) (list []*replay.Game, err error) {
	for _, name := range names {
		more, err := readStored(g, name)
		if err != nil {
			return nil, err
		}
		list = append(list, more...)
	}
	if len(list) == 0 {
		return nil, fmt.Errorf("no game of %s from its start to its end is stored there", g.Info().ID)
	}
	return list, nil
}

func readStored(g game.Game, name string) (list []*replay.Game, err error) {
	data, err := files.ReadAtMost(name, mostStored)
	if err != nil {
		return nil, err
	}
	if replay.Holds(data) {
		_, err := replay.Read(data, g, func(one *replay.Game) error {
			list = append(list, one)
			return nil
		})
		if err != nil {
			err = fmt.Errorf("%s: %w", name, err)
		}
		return list, err
	}
	records, err := gamefile.Read(name)
	begin := g.FormatPosition(g.New())
	for _, one := range records {
		if one.Game.Info().ID != g.Info().ID || g.FormatPosition(one.Start) != begin {
			continue
		}
		s := g.New()
		for _, m := range one.Moves {
			s.Play(m)
		}
		if s.Turn() == game.Over {
			list = append(list, &replay.Game{Moves: one.Moves, Score: s.Score(0)})
		}
	}
	return list, err
}

// forgetOld leaves of the rounds of a regression before the last only what was solved, as
// they are no rounds any more.
func forgetOld(list []*replay.Game) {
	last := 0
	for _, g := range list {
		last = max(last, g.Round)
	}
	for _, g := range list {
		if g.Round == last || len(g.Found) == 0 {
			continue
		}
		for ply, f := range g.Found {
			if !f.Proven {
				g.Found[ply] = replay.Found{Skip: true}
			}
		}
	}
}

// follow goes through a game that was played and solves the end of it, unless that is
// done.
func (p *player) follow(ctx context.Context, number int, played *replay.Game) (*replay.Game, error) {
	if len(played.Found) > 0 {
		return &replay.Game{Number: number, Moves: played.Moves, Found: played.Found, Score: played.Score}, nil
	}
	s := p.game.New()
	p.forget()
	g := &replay.Game{Number: number}
	for _, m := range played.Moves {
		_, found, err := p.judge(ctx, s)
		if err != nil {
			return nil, err
		}
		p.make(g, s, m, found)
	}
	g.Score = s.Score(0)
	return g, nil
}
