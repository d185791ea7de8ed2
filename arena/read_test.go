package arena

import (
	"encoding/json"
	"fmt"

	"gambito/game"
)

// parseRecord reads one record as JSON and checks it against the rules of g. It
// returns the record, the position where the game started and the moves.
func parseRecord(g game.Game, text []byte) (Record, game.State, []game.Move, error) {
	var r Record
	if err := json.Unmarshal(text, &r); err != nil {
		return Record{}, nil, nil, fmt.Errorf("it is not a game record: %w", err)
	}
	start, moves, err := r.Replay(g)
	if err != nil {
		return Record{}, nil, nil, err
	}
	return r, start, moves, nil
}
