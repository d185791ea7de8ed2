// Package web is the server of the workbench: an API over HTTP, described by an OpenAPI
// document that it serves itself, and the page that uses it, which is embedded. It has no
// logic of its own: it calls what the verbs play, analyze, review and explain call, and
// answers with the types of package api. Every area of the API is a file with a function
// that registers its routes, listed in routes.go.
package web

import (
	"context"
	"log/slog"
	"net/http"
	"runtime"
	"sync"
	"sync/atomic"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"gambito/agent"
	"gambito/queue"
)

// Options are what a server is made from.
type Options struct {
	Agents *agent.Registry
	Data   string // the data folder; "" if there is none, and nothing is kept then
	Trust  bool   // agents may start programs, connect elsewhere and read files

	// Token, if it is not empty, is what every request must hold. Without one the server
	// must be reached from this machine only.
	Token string

	Hosts []string     // names of this server beside localhost and its addresses
	Log   *slog.Logger // what happens; nil for standard error, where only what goes wrong is told
	Fleet *Fleet       // who plays beside this machine; nil if nobody does
	Rate  float64      // requests a second that a client may send for long, 0 for any number; this machine may send any
}

// Server answers requests. It is for any number of them at once.
type Server struct {
	options Options
	handler http.Handler
	api     huma.API
	games   *gameCache
	pool    *pool
	log     *slog.Logger
	meters  *meters
	health  health
	streams streams
	parked  parked
	reviews reviewCache
	studies studyShelf

	compilingSheets atomic.Bool // those that are kept, for the catalogue
	ownSheets       ownSheets

	palettes   learnt[palette]
	presets    learnt[Presets]
	evolutions learnt[evolutionSeen]
	played     *playedGames
	queue      *queue.Queue // long work: runs, studies, trainings
	runs       *runDesk
	trainings  trainingViews
	fleet      fleetSeen

	// ctx ends when the server is closed, and with it everything that goes on beside
	// requests.
	ctx    context.Context
	cancel context.CancelFunc
	work   sync.WaitGroup
}

// New returns a server. Whoever makes it closes it.
func New(o Options) (*Server, error) {
	s := &Server{options: o, log: logOf(o), meters: newMeters(), games: newGameCache(), pool: newPool(runtime.GOMAXPROCS(0)), streams: streams{ofClient: map[string]int{}}}
	s.pool.meters = s.meters
	s.ctx, s.cancel = context.WithCancel(context.Background())
	s.played = newPlayedGames(s)
	s.runs = newRunDesk(s)
	if err := s.openQueue(); err != nil {
		return nil, err
	}
	mux := http.NewServeMux()
	s.api = humago.New(mux, configuration())
	s.api.UseMiddleware(meet)
	s.register()
	document, err := s.Document()
	if err != nil {
		return nil, err
	}
	serveDocument(mux, document)
	if err := serveDocs(mux, s.api.OpenAPI()); err != nil {
		return nil, err
	}
	if err := servePage(mux); err != nil {
		return nil, err
	}
	s.serveMetrics(mux)
	s.serveHealth(mux)
	s.handler = s.guard(s.recovered(compressed(mux)))
	s.work.Go(func() { s.played.run(s.ctx) })
	s.queue.Start()
	return s, nil
}

// Handler answers requests to the API and for the page.
func (s *Server) Handler() http.Handler { return s.handler }

// Close ends everything that goes on, and returns once it has ended.
func (s *Server) Close() {
	s.played.close() // with all that is played kept
	s.cancel()
	s.runs.end()
	if err := s.queue.Close(); err != nil {
		s.log.Warn("the queue could not be kept", "error", err)
	}
	s.work.Wait()
	s.runs.close()
	s.parked.clear()
}
