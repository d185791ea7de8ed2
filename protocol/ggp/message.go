package ggp

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"gambito/gdl"
)

// Kind is what a message is about.
type Kind string

// The kinds.
const (
	Info    Kind = "INFO"
	Preview Kind = "PREVIEW"
	Start   Kind = "START"
	Play    Kind = "PLAY"
	Stop    Kind = "STOP"
	Abort   Kind = "ABORT"
)

// Message is what a server sends.
type Message struct {
	Kind       Kind
	Match      string           // of START, PLAY, STOP and ABORT
	Role       string           // of START
	Rules      []gdl.Expression // of PREVIEW and START
	StartClock time.Duration    // of PREVIEW and START
	PlayClock  time.Duration    // of START
	Moves      []gdl.Expression // of PLAY and STOP, one a role; nil before the first
	Seen       *Seen            // of PLAY and STOP in place of Moves, where players do not see everything
}

// Seen is what a player is told after a step of a game of GDL-II: what it does not see it is not
// told.
type Seen struct {
	Turn     int              // 0 of the first PLAY
	Move     []gdl.Expression // the move that was made for the player, or none before the first
	Percepts []gdl.Expression // what it sees
}

// What players answer.
const (
	Ready   = "ready"
	Busy    = "busy"
	Done    = "done"
	Aborted = "aborted"
	Nil     = "nil" // instead of a move
)

// maxClock is a day: more is a mistake.
const maxClock = 24 * time.Hour

// ParseMessage reads a message. Its head may be in capitals or not.
func ParseMessage(text string) (Message, error) {
	all, err := gdl.Read([]byte(text))
	if err != nil {
		return Message{}, err
	}
	if len(all) != 1 || len(all[0].List()) == 0 {
		return Message{}, fmt.Errorf("a message must be one list, such as ( INFO )")
	}
	list := all[0].List()
	m := Message{Kind: Kind(strings.ToUpper(list[0].Word()))}
	want, known := map[Kind]int{Info: 1, Preview: 3, Start: 6, Play: 3, Stop: 3, Abort: 2}[m.Kind]
	switch {
	case !known:
		return m, fmt.Errorf("%.40q is no message", list[0])
	case len(list) != want && (m.Kind != Start || len(list) < want) && !(len(list) == want+2 && (m.Kind == Play || m.Kind == Stop)):
		return m, fmt.Errorf("%s has %d parts, not %d", m.Kind, len(list), want)
	}
	switch m.Kind {
	case Preview:
		if m.Rules, err = rules(list[1]); err == nil {
			m.StartClock, err = clock(list[2])
		}
		return m, err
	case Start, Play, Stop, Abort:
		if m.Match = list[1].Word(); m.Match == "" {
			return m, fmt.Errorf("%s needs the name of a match", m.Kind)
		}
	}
	switch m.Kind {
	case Start:
		return m, m.readStart(list)
	case Play, Stop:
		if len(list) == 5 {
			return m, m.readSeen(list)
		}
		m.Moves = list[2].List() // a word is no moves
	}
	return m, nil
}

// readSeen reads a message of GDL-II: turn, last move, percepts.
func (m *Message) readSeen(list []gdl.Expression) error {
	turn, err := strconv.Atoi(list[2].Word())
	if err != nil || turn < 0 {
		return fmt.Errorf("%.40q is no turn: it must be a number from 0 on", list[2])
	}
	m.Seen = &Seen{Turn: turn, Percepts: list[4].List()}
	if !strings.EqualFold(list[3].Word(), Nil) {
		m.Seen.Move = []gdl.Expression{list[3]}
	}
	return nil
}

func (m *Message) readStart(list []gdl.Expression) (err error) {
	if m.Role = list[2].Word(); m.Role == "" {
		return fmt.Errorf("START needs the name of a role")
	}
	if m.Rules, err = rules(list[3]); err != nil {
		return err
	}
	if m.StartClock, err = clock(list[4]); err != nil {
		return err
	}
	m.PlayClock, err = clock(list[5])
	return err
}

func rules(e gdl.Expression) ([]gdl.Expression, error) {
	if !e.IsList() {
		return nil, fmt.Errorf("rules must be a list")
	}
	return e.List(), nil
}

func clock(e gdl.Expression) (time.Duration, error) {
	seconds, err := strconv.Atoi(e.Word())
	if err != nil || seconds < 0 || seconds > int(maxClock/time.Second) {
		return 0, fmt.Errorf("%.40q is no clock: it must be a whole number of seconds", e)
	}
	return time.Duration(seconds) * time.Second, nil
}

// String writes the message as servers do.
func (m Message) String() string {
	switch m.Kind {
	case Preview:
		return fmt.Sprintf("( PREVIEW ( %s ) %d )", joined(m.Rules), seconds(m.StartClock))
	case Start:
		return fmt.Sprintf("( START %s %s ( %s ) %d %d )", m.Match, m.Role, joined(m.Rules), seconds(m.StartClock), seconds(m.PlayClock))
	case Play, Stop:
		if m.Seen != nil {
			return fmt.Sprintf("( %s %s %d %s %s )", m.Kind, m.Match, m.Seen.Turn, m.Seen.move(), m.Seen.percepts())
		}
		moves := "NIL"
		if m.Moves != nil {
			moves = "( " + joined(m.Moves) + " )"
		}
		return fmt.Sprintf("( %s %s %s )", m.Kind, m.Match, moves)
	case Abort:
		return fmt.Sprintf("( ABORT %s )", m.Match)
	}
	return "( " + string(m.Kind) + " )"
}

func (s *Seen) move() string {
	if s.Move == nil {
		return "NIL"
	}
	return joined(s.Move)
}

func (s *Seen) percepts() string {
	switch {
	case s.Move == nil && len(s.Percepts) == 0:
		return "NIL"
	case len(s.Percepts) == 0:
		return "( )"
	}
	return "( " + joined(s.Percepts) + " )"
}

func seconds(d time.Duration) int { return int(d / time.Second) }

func joined(all []gdl.Expression) string {
	texts := make([]string, len(all))
	for i, e := range all {
		texts[i] = spaced(e.String())
	}
	return strings.Join(texts, " ")
}

var blanks = strings.NewReplacer("(", " ( ", ")", " ) ")

// spaced puts blanks around parentheses, for readers that know no better.
func spaced(text string) string {
	return strings.Join(strings.Fields(blanks.Replace(text)), " ")
}

// expressions reads texts that are known to be right.
func expressions(texts []string) []gdl.Expression {
	all, err := gdl.Read([]byte(strings.Join(texts, " ")))
	if err != nil {
		panic(err) // they were written by package gdl
	}
	return all
}
