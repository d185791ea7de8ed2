package web

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"gambito/agents"
	"gambito/game"
	"gambito/review"
	"gambito/search/exact"
)

// Presets are agents to begin with, for one game.
type Presets struct {
	Judge  string   `json:"judge" doc:"Spec of the strongest judge that the game has, exact where it can be."`
	Levels []string `json:"levels" doc:"Specs of its levels, the weakest first."`
	Agents []string `json:"agents" doc:"The agents that play the game with no more than their name."`
}

func (s *Server) registerPresets(api huma.API) {
	route(api, huma.Operation{
		OperationID: "presets", Method: http.MethodGet, Path: "/api/presets",
		Summary: "Which agents play a game",
	}, func(ctx context.Context, in *struct {
		Spoken
		Game string `query:"game" required:"true" minLength:"1" maxLength:"200" doc:"Game spec."`
	}) (*answer[Presets], error) {
		g, err := s.game(ctx, in.Game)
		if err != nil {
			return nil, err
		}
		p, err := s.presets.get(gameKey(g), func() (p *Presets, err error) {
			err = s.pool.Do(ctx, clientOf(ctx), compiling, func(context.Context) error {
				p, err = s.presetsOf(g)
				return err
			})
			return p, err
		})
		if err != nil {
			return nil, err
		}
		return answered(*p), nil
	})
}

// trial is what an agent is tried with instead of its name alone, where it would take
// too long to find out that it does not suit a game.
func trial(id string, g game.Game) string {
	method, err := exact.MethodOf(g)
	switch {
	case id == "level":
		return "level:1"
	case id == "perfect" && err == nil && method != exact.ByConnect4 && method != exact.ByOthello:
		return "perfect:positions=200000"
	}
	return id
}

// presetsOf finds out who plays a game.
func (s *Server) presetsOf(g game.Game) (*Presets, error) {
	judge, err := review.DefaultJudge(s.options.Agents, g)
	if err != nil {
		return nil, err
	}
	ladder := agents.LadderOf(g)
	p := &Presets{Judge: judge.String(), Levels: ladder.Specs[:], Agents: []string{}}
	for _, e := range s.options.Agents.Entries {
		spec, err := s.agent(trial(e.ID, g), g)
		if err != nil {
			continue
		}
		if _, err := spec.New(g); err == nil {
			p.Agents = append(p.Agents, e.ID)
		}
	}
	return p, nil
}
