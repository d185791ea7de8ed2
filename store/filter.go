package store

import (
	"database/sql"
	"fmt"
	"slices"

	"gambito/arena"
)

// span is a stretch of a run's games as they are stored, side by side: all of them,
// or those of a game and pairing from one number up to another.
type span struct {
	whole         bool // then those behind this game, pairing and number, or with game −1 all
	game, pairing int
	from, to      int
}

// spans are those in which the games of a query lie, in order.
func spans(s arena.Settings, q Query) (list []span) {
	f, plan := q.Filter, s.Plan()
	parted := rare(f) && len(s.Games)*len(plan.Pairings) <= mostParts
	if f.Game == nil && f.Pairing == nil && f.Agent == nil && f.Round == nil && !parted {
		one := span{whole: true, game: -1}
		if q.After != nil {
			one.game, one.pairing, one.from = q.After.Game, q.After.Pairing, q.After.Number
		}
		return []span{one}
	}
	from, to := 0, plan.Rounds*plan.GamesPerPair
	if f.Round != nil {
		from, to = *f.Round*plan.GamesPerPair, (*f.Round+1)*plan.GamesPerPair
	}
	for game := range s.Games {
		if f.Game != nil && *f.Game != game {
			continue
		}
		for pairing, agents := range plan.Pairings {
			one := span{game: game, pairing: pairing, from: from, to: to}
			if after := q.After; after != nil {
				switch (arena.Key{Game: game, Pairing: pairing, Number: after.Number}).Compare(*after) {
				case -1:
					continue
				case 0:
					one.from = max(from, after.Number+1)
				}
			}
			if (f.Pairing == nil || *f.Pairing == pairing) && meet(agents[:], f) && one.from < to {
				list = append(list, one)
			}
		}
	}
	return list
}

// mostParts is into how many spans a run is parted at the most to be searched by several
// at once: each takes a moment to begin.
const mostParts = 500

// meet reports whether these agents are those that a filter wants.
func meet(agents []int, f arena.Filter) bool {
	return f.Agent == nil || slices.Contains(agents, *f.Agent) &&
		(f.Opponent == nil || *f.Opponent != *f.Agent && slices.Contains(agents, *f.Opponent))
}

// condition is the span in SQL.
func (s span) condition() string {
	switch {
	case s.whole && s.game < 0:
		return "run = @run"
	case s.whole:
		return "run = @run AND (game, pairing, number) > (@game, @pairing, @from)"
	}
	return "run = @run AND game = @game AND pairing = @pairing AND number >= @from AND number < @to"
}

// values are those that the conditions name.
func (s span) values(settings arena.Settings, q Query) []any {
	seats := ""
	if q.Agent != nil {
		agents := settings.Plan().Pairings[s.pairing]
		other := agents[0] + agents[1] - *q.Agent
		if seats = fmt.Sprintf("[%d,%d]", *q.Agent, other); q.Side != nil && *q.Side == 1 {
			seats = fmt.Sprintf("[%d,%d]", other, *q.Agent)
		}
	}
	return []any{
		sql.Named("game", s.game), sql.Named("pairing", s.pairing), sql.Named("from", s.from), sql.Named("to", s.to),
		sql.Named("seats", seats), sql.Named("reason", string(q.Reason)), sql.Named("limit", q.Limit),
		sql.Named("opening", q.Opening),
		sql.Named("next", q.Opening+"!"),          // a space comes before it, all other letters not
		sql.Named("last", q.Opening+"\U0010ffff"), // nothing comes behind it
	}
}

// rare reports whether a filter may want so few games that all must be looked at to find
// a page of them. No index knows them: it would cost every run that is played.
func rare(f arena.Filter) bool { return (f.Opening != "" || f.Result != "") && !otherwise(f) }

// otherwise reports whether a filter wants games that the index games_ended_otherwise
// has.
func otherwise(f arena.Filter) bool { return f.Reason != "" && f.Reason != arena.ByTheRules }

// The scores of both seats in SQL; a cast reads as much as is a number.
const (
	firstScore  = "CAST(substr(result, 2) AS REAL)"
	secondScore = "CAST(substr(result, instr(result, ',') + 1) AS REAL)"
)

// conditions choose, within a span, what arena.Filter.Has does; the cheap ones first.
func conditions(f arena.Filter) (text string) {
	own, other := firstScore, secondScore
	switch {
	case f.Side != nil:
		text += " AND seats = @seats"
		if *f.Side == 1 {
			own, other = secondScore, firstScore
		}
	case f.Agent != nil:
		own = fmt.Sprintf("iif(seats = @seats, %s, %s)", firstScore, secondScore)
		other = fmt.Sprintf("iif(seats = @seats, %s, %s)", secondScore, firstScore)
	}
	if f.Reason != "" {
		text += " AND reason = @reason"
	}
	if otherwise(f) {
		text += " AND reason <> 'rules'" // as the index says
	}
	if f.Opening != "" { // BETWEEN reads the moves of a row once
		text += " AND moves BETWEEN @opening AND @last AND (moves < @next OR instr(moves, ' ') = 0)"
	}
	switch f.Result {
	case arena.Won:
		text += " AND " + own + " > 0"
	case arena.Lost:
		text += " AND " + own + " <= 0 AND " + other + " > 0"
	case arena.Drew:
		text += " AND " + own + " <= 0 AND " + other + " <= 0"
	}
	return text
}
