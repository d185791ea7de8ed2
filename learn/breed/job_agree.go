package breed

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"sync"

	"gambito/agent"
	"gambito/arena"
	"gambito/crew"
	"gambito/duel"
	"gambito/game"
)

// AgreementKind is the agreement of players with an agent as work for other machines. A
// unit is a game of the agent with itself; what comes of it is what the players' answers
// to its positions are worth.
func AgreementKind(unpack duel.Unpack) crew.Kind {
	return crew.Kind{Name: agreementKind, Open: func(j crew.Job, p crew.Place) (crew.Doer, error) {
		d, err := openAgreement(unpack, j, p)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", j.Name, err)
		}
		return d, nil
	}}
}

const agreementKind = "agreement"

// mostPlayers is how many a task may name.
const mostPlayers = 10_000

// agreeTask is a measurement of agreement as the spec of a job.
type agreeTask struct {
	Game    string   `json:"game"`
	Players []string `json:"players"` // agent specs, resolved; the first is whom to agree with
	Judged  []int    `json:"judged"`  // of them: whose agreement is measured
	Agree   string   `json:"agree"`
	Games   int      `json:"games"`
	Seed    uint64   `json:"seed"`

	Openings int `json:"openings,omitempty"` // random plies that games begin with
}

// agreed is what came of a game.
type agreed struct {
	Questions int   `json:"questions"`
	Worth     []int `json:"worth"` // of the answers of each who is judged
}

// agreementElsewhere is agreement by the fleet.
func (e *Evolution) agreementElsewhere(ctx context.Context, generation int, rival agent.Spec, population [][]int, how scheme) ([]float64, error) {
	players, place, err := e.distinct(population)
	if err != nil {
		return nil, err
	}
	task := agreeTask{Game: e.game.Info().ID, Agree: e.Settings.Agree, Games: e.Settings.Games, Seed: e.diceSeed(generation), Openings: e.Settings.openingPlies(e.game)}
	var cargo duel.Cargo
	if _, err := cargo.Add(e.game, rival); err != nil {
		return nil, err
	}
	for _, s := range players {
		n, err := cargo.Add(e.game, s) // it may be the agent itself
		if err != nil {
			return nil, err
		}
		task.Judged = append(task.Judged, n)
	}
	task.Players = cargo.Players
	j, err := arena.Carry(agreementKind, e.jobName(generation), task, e.game, cargo.Specs...)
	if err != nil {
		return nil, err
	}
	all := agreed{Worth: make([]int, len(task.Judged))}
	err = e.Fleet.Do(ctx, j, upTo(task.Games), func(batch []crew.Done) error {
		for _, d := range batch {
			of, err := task.read(d.Data, how)
			if err != nil {
				return fmt.Errorf("game %d: %w", d.Unit, err)
			}
			all.Questions += of.Questions
			for i, worth := range of.Worth {
				all.Worth[i] += worth
			}
			e.advance(len(population))
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	fitness := make([]float64, len(population))
	for i := range fitness {
		fitness[i] = how.percent(float64(all.Worth[place[i]]), all.Questions)
	}
	return fitness, nil
}

// read reads what came of a game, if it can be that.
func (t agreeTask) read(data []byte, how scheme) (of agreed, err error) {
	if err := json.Unmarshal(data, &of); err != nil {
		return of, err
	}
	if of.Questions < 0 || of.Questions > mostQuestions || len(of.Worth) != len(t.Judged) {
		return of, fmt.Errorf("%d questions to %d players cannot be", of.Questions, len(of.Worth))
	}
	for _, worth := range of.Worth {
		if worth < 0 || float64(worth) > how.values[0]*float64(of.Questions) {
			return of, fmt.Errorf("%d questions cannot be worth %d", of.Questions, worth)
		}
	}
	return of, nil
}

// mostQuestions is more than a game can ask.
const mostQuestions = 1_000_000

// agreeDoer has players judge the positions of games.
type agreeDoer struct {
	task    agreeTask
	how     scheme
	game    game.Game
	players []agent.Spec
	width   int

	mutex sync.Mutex
	idle  [][]agent.Agent // players of nobody now
}

func openAgreement(unpack duel.Unpack, j crew.Job, p crew.Place) (*agreeDoer, error) {
	d := &agreeDoer{}
	if err := json.Unmarshal(j.Spec, &d.task); err != nil {
		return nil, err
	}
	t := d.task
	if n := len(t.Players); n < 1 || n > mostPlayers || len(t.Judged) > mostPlayers || t.Games < 1 || t.Games > maxGames || t.Openings < 0 || t.Openings > maxOpenings {
		return nil, fmt.Errorf("%d games for %d of %d players cannot be", t.Games, len(t.Judged), n)
	}
	if slices.ContainsFunc(t.Judged, func(n int) bool { return n < 0 || n >= len(t.Players) }) {
		return nil, fmt.Errorf("somebody is judged who is none of %d players", len(t.Players))
	}
	var err error
	if d.how, err = parseScheme(t.Agree); err != nil {
		return nil, err
	}
	d.game, d.players, d.width, err = duel.OpenPlayers(unpack, j, p, t.Game, t.Players)
	return d, err
}

// Width implements crew.Doer.
func (d *agreeDoer) Width() int { return d.width }

// Do implements crew.Doer.
func (d *agreeDoer) Do(ctx context.Context, unit int) (crew.Result, error) {
	if err := duel.Within(unit, d.task.Games); err != nil {
		return crew.Result{}, err
	}
	players, err := d.take()
	if err != nil {
		return crew.Result{}, err
	}
	questions, err := ask(ctx, players[0], asked{d.game, d.task.Players[0], d.task.Openings, d.task.Seed, unit})
	if err != nil {
		return crew.Result{}, err
	}
	of := agreed{Questions: len(questions), Worth: make([]int, len(d.task.Judged))}
	for i, n := range d.task.Judged {
		a := players[n]
		a.NewGame(0, d.task.Seed)
		worth, err := d.how.agrees(ctx, a, questions)
		if err != nil {
			return crew.Result{}, err
		}
		of.Worth[i] = int(worth)
	}
	if err := ctx.Err(); err != nil {
		return crew.Result{}, err
	}
	d.mutex.Lock()
	d.idle = append(d.idle, players)
	d.mutex.Unlock()
	data, err := json.Marshal(of)
	return crew.Result{Data: data}, err
}

// take returns players that nobody else has.
func (d *agreeDoer) take() ([]agent.Agent, error) {
	d.mutex.Lock()
	if n := len(d.idle); n > 0 {
		players := d.idle[n-1]
		d.idle = d.idle[:n-1]
		d.mutex.Unlock()
		return players, nil
	}
	d.mutex.Unlock()
	var players []agent.Agent
	for _, s := range d.players {
		a, err := s.New(d.game)
		if err == nil {
			err = canRank(a)
		}
		if err != nil {
			return nil, fmt.Errorf("agent %q: %w", s, err)
		}
		players = append(players, a)
	}
	return players, nil
}

// Check implements crew.Doer.
func (d *agreeDoer) Check(unit int, r crew.Result) error {
	if err := duel.Within(unit, d.task.Games); err != nil {
		return err
	}
	_, err := d.task.read(r.Data, d.how)
	return err
}

// Close implements crew.Doer.
func (d *agreeDoer) Close() error { return nil }
