package papers

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"gambito/arena"
	"gambito/games/backgammon"
)

// scoreLine is a match as it is kept: a letter for what the first agent has won
// or lost in each game. Stored with their moves a million games would be too much.
type scoreLine struct {
	Agents [2]string `json:"agents"` // with every option
	Scores string    `json:"scores"`
}

const scoreLetters = "cba-ABC" // lost and won: single game, gammon, backgammon

// independent plays games of the best vector against Pubeval, each with dice of
// its own, and keeps what came out now and then.
func (w Workshop) independent(ctx context.Context, games int) (scores []float64, err error) {
	m := arena.Match{Game: backgammon.New(), Seed: w.Seed, Jobs: w.Jobs, Unpaired: true}
	if m.Agents, err = w.Agents.ParseAll(thesisRules, "pubeval"); err != nil {
		return nil, err
	}
	if w.Fleet != nil {
		m.Crew = arena.Remote{Fleet: w.Fleet}
	}
	kept, file := scoreLine{}, w.runName(varianceID, "scores")+".json"
	for i, a := range m.Agents {
		resolved, err := a.For(m.Game)
		if err != nil {
			return nil, err
		}
		kept.Agents[i] = resolved.String()
	}
	if err := w.goOn(file, func(content []byte) error { return kept.load(content, games) }); err != nil {
		return nil, err
	}
	line := []byte(kept.Scores)
	chunk := max(games/100, 1000) // what is lost at most
	w.Progress.Tell(steps, len(line), games)
	for len(line) < games {
		m.From, m.Games = len(line), min(len(line)+chunk, games)
		err := m.Run(ctx, func(r arena.Record) error {
			for _, f := range r.Faults {
				return fmt.Errorf("game %d, agent %s: %s %s", r.Number+1, m.Agents[r.Seats[f.Seat]], f.Reason, f.Detail)
			}
			score := int(r.Result[0])
			if r.Seats[0] == 1 {
				score = -score
			}
			line = append(line, scoreLetters[score+3])
			w.Progress.Tell(steps, len(line), games)
			return nil
		})
		if err != nil {
			return nil, err
		}
		kept.Scores = string(line)
		content, err := json.Marshal(kept)
		if err != nil {
			return nil, err
		}
		if err := w.keep(file, content); err != nil {
			return nil, err
		}
	}
	for _, letter := range line {
		scores = append(scores, float64(strings.IndexByte(scoreLetters, letter)-3))
	}
	return scores, nil
}

func isNoScore(letter rune) bool { return letter == '-' || !strings.ContainsRune(scoreLetters, letter) }

// load reads what was kept of a match of the same agents.
func (l *scoreLine) load(content []byte, games int) error {
	var kept scoreLine
	if err := json.Unmarshal(content, &kept); err != nil {
		return errors.New("it does not hold scores of games")
	}
	switch {
	case kept.Agents != l.Agents:
		return errors.New("it holds games of other agents")
	case len(kept.Scores) > games || strings.ContainsFunc(kept.Scores, isNoScore):
		return errors.New("its scores are not those of such a match")
	}
	*l = kept
	return nil
}
