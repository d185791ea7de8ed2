package web

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"gambito/learn/network"
)

// Networks are those that have names.
type Networks struct {
	Networks []network.Entry `json:"networks" doc:"The networks: those that come with gambito first. Their histories are left out."`
	Keeps    bool            `json:"keeps" doc:"Whether there is a data folder, without which none can be dropped here."`
}

// NetworkComparing is a comparison of networks, as far as it has come.
type NetworkComparing struct {
	network.Comparison
	Games int `json:"games" doc:"Games that every two of them play."`
}

// mostCompared is how many networks can be compared at once.
const mostCompared = 6

// networkCompareInput says which networks are to be compared.
type networkCompareInput struct {
	Spoken
	Networks  string `query:"networks" required:"true" maxLength:"400" doc:"Names of two to six networks for one game, with commas between them."`
	Games     int    `query:"games" default:"40" minimum:"0" maximum:"400" doc:"Games of every two."`
	Sims      int    `query:"sims" default:"50" minimum:"1" maximum:"1000" doc:"Simulations of a move in them, where agents search."`
	Positions int    `query:"positions" default:"200" minimum:"0" maximum:"500" doc:"Solved positions on which each network alone is examined, where there is a solver."`
	Seed      int    `query:"seed" default:"1" minimum:"0" doc:"Seed of games and positions."`
}

func (s *Server) registerNetworks(a huma.API) {
	tags := []string{"training"}
	route(a, huma.Operation{
		OperationID: "networks", Method: http.MethodGet, Path: "/api/networks", Tags: tags, Summary: "The networks that agents can name",
	}, func(ctx context.Context, _ *Spoken) (*answer[Networks], error) {
		list, err := s.networkList(ctx)
		return answered(list), err
	})
	stream(s, a, huma.Operation{
		OperationID: "compareNetworks", Method: http.MethodGet, Path: "/api/networks/compare", Tags: tags,
		Summary:     "What networks are worth beside each other",
		Description: "How fast they judge positions, how often each alone is right where a solver knows, and matches of every two. Each event holds all that is known; end is the last.",
	}, map[string]any{"comparison": NetworkComparing{}, "end": NetworkComparing{}}, s.openComparison)
	route(a, huma.Operation{
		OperationID: "dropNetwork", Method: http.MethodPost, Path: "/api/networks", Tags: tags, MaxBodyBytes: network.MostBytes,
		Summary: "Keep a network: the body is its safetensors file",
	}, func(ctx context.Context, in *struct {
		Spoken
		Name    string `query:"name" required:"true" maxLength:"120" doc:"Its name from now on: letters, digits, dots, dashes and underscores; an ending .safetensors is left out."`
		RawBody []byte `contentType:"application/octet-stream"`
	}) (*answer[network.Entry], error) {
		e, err := s.dropNetwork(ctx, strings.TrimSuffix(in.Name, ".safetensors"), in.RawBody)
		return answered(e), err
	})
	route(a, huma.Operation{
		OperationID: "deleteNetwork", Method: http.MethodDelete, Path: "/api/networks/{name}", Tags: tags, Summary: "Delete a network that was dropped here",
	}, func(ctx context.Context, in *struct {
		Spoken
		Name    string `path:"name" maxLength:"64" doc:"Name of a network."`
		Confirm string `query:"confirm" maxLength:"64" doc:"The name once more: it cannot be undone."`
	}) (*struct{}, error) {
		if err := confirmed(in.Name, in.Confirm); err != nil {
			return nil, err
		}
		return nil, networkRefusal(network.Delete(s.options.Data, in.Name))
	})
}

// networkRefusal gives what package network refuses its status.
func networkRefusal(err error) error {
	switch {
	case errors.As(err, new(network.ErrNone)):
		return refuse(http.StatusNotFound, "%s", err)
	case errors.As(err, new(network.ErrTaken)), errors.Is(err, network.ErrMany):
		return refuse(http.StatusConflict, "%s", err)
	}
	return err
}

// networkList lists the networks.
func (s *Server) networkList(ctx context.Context) (Networks, error) {
	list, err := network.List(s.options.Data)
	if err != nil {
		return Networks{}, refuse(http.StatusConflict, "the folder of networks cannot be read")
	}
	w := wordsOf(ctx)
	for i := range list {
		list[i].History, list[i].Problem = nil, w.Text(list[i].Problem)
	}
	return Networks{list, s.options.Data != ""}, nil
}

// dropNetwork keeps a network that was sent.
func (s *Server) dropNetwork(ctx context.Context, name string, content []byte) (e network.Entry, err error) {
	if s.options.Data == "" {
		return e, errNoShelf
	}
	err = s.pool.Do(ctx, clientOf(ctx), compiling, func(context.Context) error {
		e, err = network.Keep(s.options.Data, name, content)
		return err
	})
	e.History = nil
	return e, networkRefusal(err)
}

// openComparison looks at a request to compare networks.
func (s *Server) openComparison(ctx context.Context, in *networkCompareInput) (func(context.Context, *events) error, error) {
	names := strings.Split(in.Networks, ",")
	if len(names) < 2 || len(names) > mostCompared {
		return nil, refuse(http.StatusBadRequest, "networks: two to %d can be compared at once", mostCompared)
	}
	c := network.Contest{
		Names: names, Games: in.Games, Simulations: in.Sims, Positions: in.Positions, Seed: uint64(in.Seed), Jobs: 1,
		Agents: s.options.Agents, Pausing: newPausing,
	}
	for _, name := range names {
		content, err := network.Read(s.options.Data, name)
		if err != nil {
			return nil, networkRefusal(err)
		}
		n, err := network.Decode(content)
		if err != nil {
			return nil, err
		}
		c.Networks = append(c.Networks, n)
	}
	var err error
	if c.Game, err = s.openGame(ctx, c.Networks[0].Game); err == nil {
		err = c.Check()
	}
	if err != nil {
		return nil, err
	}
	return (&comparing{server: s, contest: c}).run, nil
}

// comparing is a comparison that a client follows.
type comparing struct {
	server  *Server
	contest network.Contest

	mutex sync.Mutex
	found network.Comparison
}

// run compares, and sends what is known until that is all.
func (c *comparing) run(ctx context.Context, e *events) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	done := make(chan error, 1)
	go func() {
		done <- c.server.pool.Do(ctx, clientOf(ctx), reviewing, func(ctx context.Context) error {
			found, err := c.contest.Run(ctx, c.put)
			c.put(found)
			return err
		})
	}()
	tick := time.NewTicker(compareTime)
	defer tick.Stop()
	for {
		select {
		case err := <-done:
			if err != nil {
				return err
			}
			return e.send("end", c.now())
		case <-tick.C:
		}
		if shown := c.now(); len(shown.Networks) > 0 {
			if err := e.send("comparison", shown); err != nil {
				cancel() // the client has left, or does not read
				<-done
				return err
			}
		}
	}
}

// compareTime is what passes between two events of a comparison.
const compareTime = 250 * time.Millisecond

// put is told what is known.
func (c *comparing) put(found network.Comparison) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	c.found = found
}

// now is what is known.
func (c *comparing) now() NetworkComparing {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	return NetworkComparing{c.found, c.contest.Games}
}
