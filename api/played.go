package api

import (
	"gambito/arena"
	"gambito/board"
)

// PlayedGame is a game that is played on a page, or was, as the page shows it.
type PlayedGame struct {
	ID       string         `json:"id" doc:"Short name of the game, such as othello-3, by which it is kept. It may change when another program goes on with the same game."`
	Version  int64          `json:"version" doc:"Grows with every change, also when the server was started anew: of two answers the one with the higher number is later."`
	Position board.Position `json:"position" doc:"The present position. Where all move at once the legal moves are those of the first person who has not chosen; seats tell those of each."`
	Seats    []PlayedSeat   `json:"seats" doc:"Who plays, by seat."`
	History  []PlayedMove   `json:"history" doc:"The moves so far, what chance decided among them."`
	Over     bool           `json:"over" doc:"Whether the game has ended."`
	Reason   arena.Reason   `json:"reason" doc:"Why it ended; unfinished while it goes on."`
	Result   []float64      `json:"result,omitempty" doc:"Scores by seat; absent while the game goes on."`
	Ending   string         `json:"ending,omitempty" doc:"How it ended, in words."`
	Can      PlayedCan      `json:"can" doc:"What can be done beside moving."`
	Clock    string         `json:"clock,omitempty" doc:"Time for all moves of each side and what each move adds, such as 5m+3s; absent if there is none."`
	Pace     int            `json:"pace,omitempty" doc:"At which pace the game goes on by itself, in milliseconds a move: of agents among themselves, or of players who move all at once. 0 waits for whoever is to move."`
	Paused   bool           `json:"paused,omitempty" doc:"Whether a game that goes on by itself is stopped."`
	Seed     uint64         `json:"seed" doc:"Seed of dice and agents; 0 while it would tell a secret."`
	Secret   bool           `json:"secret,omitempty" doc:"Whether players do not see everything."`
	Viewer   *int           `json:"viewer,omitempty" doc:"Of a game with secrets: seat through whose eyes it is told, with nothing that it may not know; absent if everything is told, as it is when the game is over. History and ply count what that player has noticed."`
	Covered  bool           `json:"covered,omitempty" doc:"Whether several people play a game with secrets and it was not said who looks: then the position is the start, and nothing is told but whose turn it is. Ask with as."`
	Notice   string         `json:"notice,omitempty" doc:"What went wrong with an agent or with keeping the game, in one sentence."`
}

// PlayedSeat is who plays for a seat.
type PlayedSeat struct {
	Role     string       `json:"role" doc:"What the player is called."`
	Person   bool         `json:"person" doc:"Whether it is a person."`
	Spec     string       `json:"spec" doc:"Agent spec; human of a person."`
	Name     string       `json:"name,omitempty" doc:"Name of who plays, where a file has told it."`
	Level    int          `json:"level,omitempty" doc:"Which level the agent is; absent if it is none."`
	Left     *float64     `json:"clock_left,omitempty" doc:"Seconds left on the clock; absent without one."`
	Running  bool         `json:"running,omitempty" doc:"Whether the clock runs, since this answer was made."`
	Thinking bool         `json:"thinking,omitempty" doc:"Whether the agent thinks now."`
	Chosen   bool         `json:"chosen,omitempty" doc:"Whether the player has chosen, where all move at once; what is told when all have."`
	Legal    []board.Move `json:"legal,omitempty" doc:"The legal moves of a person who moves at once with others."`
}

// PlayedMove is a move that was made.
type PlayedMove struct {
	Text  string `json:"text" doc:"The move, as the game writes it."`
	Label string `json:"label" doc:"The same for people to read."`
	Seat  int    `json:"seat" doc:"Who made it: a seat, -1 for chance, -2 for all at once."`
}

// PlayedCan is what can be done with a game beside moving.
type PlayedCan struct {
	Undo    bool     `json:"undo" doc:"Whether there is a move to take back, or an end by something else than the rules."`
	Hint    bool     `json:"hint" doc:"Whether a person is to move and may ask for a hint."`
	Now     bool     `json:"now" doc:"Whether an agent thinks that can be told to move at once."`
	Dice    bool     `json:"dice" doc:"Whether dice can be set by hand."`
	Arrange bool     `json:"arrange" doc:"Whether the person to move has something left to set up, such as ships, which can be placed at random."`
	Pause   bool     `json:"pause" doc:"Whether the game goes on by itself, so that it can be stopped, gone on with and stepped through."`
	Resign  []int    `json:"resign,omitempty" doc:"For how many times the stake a person may offer to give up; absent if nobody can. 1 where a game is lost and that is all."`
	Rematch bool     `json:"rematch" doc:"Whether another game of the same players can begin."`
	Files   []string `json:"files" doc:"Formats in which it can be downloaded."`
}
