package web

import (
	"net/http"
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"gambito/build"
	"gambito/queue"
)

// What a server has done and has to do, as numbers that Prometheus reads at /metrics.
// What is counted is counted where it happens; what is a state, such as how many wait,
// is looked up when somebody asks. Names and their meanings are in docs/operations.md.

// meters count what happens.
type meters struct {
	registry *prometheus.Registry
	games    *prometheus.CounterVec   // that have ended, by who has played
	requests *prometheus.CounterVec   // by route and class of status
	answers  *prometheus.HistogramVec // seconds by route, streams left out
	searches *prometheus.HistogramVec // seconds by kind
	waits    *prometheus.HistogramVec // seconds before a search began, by kind
	refused  *prometheus.CounterVec   // searches for which there was no place, by kind
	tasks    *prometheus.HistogramVec // seconds of long work, by kind and how it ended
}

// Who has played a game that is counted.
const (
	byPeople      = "people"      // on the page, with a person among the players
	byAgents      = "agents"      // on the page, agents among themselves
	byTournaments = "tournaments" // in runs of this process
)

// Bounds of the histograms, in seconds.
var (
	answerBounds = []float64{.001, .003, .01, .03, .1, .3, 1, 10}
	searchBounds = []float64{.001, .01, .1, 1, 10, 60, 600}
	taskBounds   = []float64{1, 10, 60, 600, 3600, 36_000}
)

func newMeters() *meters {
	counter := func(name, help string, labels ...string) *prometheus.CounterVec {
		return prometheus.NewCounterVec(prometheus.CounterOpts{Name: name, Help: help}, labels)
	}
	histogram := func(name, help string, bounds []float64, labels ...string) *prometheus.HistogramVec {
		return prometheus.NewHistogramVec(prometheus.HistogramOpts{Name: name, Help: help, Buckets: bounds}, labels)
	}
	m := &meters{
		registry: prometheus.NewRegistry(),
		games:    counter("gambito_games_total", "Games that have ended, by who has played them.", "by"),
		requests: counter("gambito_requests_total", "Requests answered, by route and class of status.", "route", "status"),
		answers:  histogram("gambito_request_seconds", "Time that answers took, streams of events left out.", answerBounds, "route"),
		searches: histogram("gambito_search_seconds", "Time that searches took from their first turn on.", searchBounds, "kind"),
		waits:    histogram("gambito_search_wait_seconds", "Time that searches waited for their first turn.", answerBounds, "kind"),
		refused:  counter("gambito_searches_refused_total", "Searches for which there was no place.", "kind"),
		tasks:    histogram("gambito_task_seconds", "Time that long work has run, by kind and how it ended.", taskBounds, "kind", "end"),
	}
	m.registry.MustRegister(m.games, m.requests, m.answers, m.searches, m.waits, m.refused, m.tasks,
		collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	for _, who := range []string{byPeople, byAgents, byTournaments} {
		m.games.WithLabelValues(who) // a rate needs a zero to begin with
	}
	for k := range kinds {
		m.searches.WithLabelValues(k.String())
		m.refused.WithLabelValues(k.String())
	}
	return m
}

// searched counts a search that has ended. Without meters nothing is counted.
func (m *meters) searched(k kind, waited, took time.Duration) {
	if m == nil {
		return
	}
	m.waits.WithLabelValues(k.String()).Observe(waited.Seconds())
	m.searches.WithLabelValues(k.String()).Observe(took.Seconds())
}

// turnedAway counts a search for which there was no place.
func (m *meters) turnedAway(k kind) {
	if m != nil {
		m.refused.WithLabelValues(k.String()).Inc()
	}
}

// String names a kind of work for who measures it.
func (k kind) String() string {
	return [kinds]string{moving: "move", compiling: "rulesheet", analysing: "analysis", reviewing: "review"}[k]
}

// metricsPath is where the numbers are read.
const metricsPath = "/metrics"

// serveMetrics adds the route at which the numbers are read. It is behind the guard as
// everything is.
func (s *Server) serveMetrics(mux *http.ServeMux) {
	s.meters.registry.MustRegister(states{s})
	h := promhttp.HandlerFor(s.meters.registry, promhttp.HandlerOpts{MaxRequestsInFlight: 4, Timeout: 10 * time.Second})
	mux.HandleFunc("GET "+metricsPath, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Cache-Control", "no-store")
		h.ServeHTTP(w, r)
	})
}

// states tell how things stand at the moment.
type states struct{ server *Server }

var (
	buildState   = prometheus.NewDesc("gambito_build_info", "Always 1: which gambito this is.", []string{"version", "go"}, nil)
	streamState  = prometheus.NewDesc("gambito_streams_open", "Streams of events that are open.", nil, nil)
	openGames    = prometheus.NewDesc("gambito_games_open", "Games of the page that are in memory.", nil, nil)
	searchState  = prometheus.NewDesc("gambito_pool_searches", "Searches in the pool, by kind and state.", []string{"kind", "state"}, nil)
	slotState    = prometheus.NewDesc("gambito_pool_slots", "Searches that run at a time.", nil, nil)
	taskState    = prometheus.NewDesc("gambito_queue_tasks", "Long work in the queue, by state.", []string{"state"}, nil)
	memoryStates = prometheus.NewDesc("gambito_pool_memory_bytes", "Memory that searches have set aside.", []string{"for"}, nil)
)

// Describe implements prometheus.Collector.
func (st states) Describe(c chan<- *prometheus.Desc) {
	for _, d := range []*prometheus.Desc{buildState, streamState, openGames, searchState, slotState, taskState, memoryStates} {
		c <- d
	}
}

// Collect implements prometheus.Collector.
func (st states) Collect(c chan<- prometheus.Metric) {
	s := st.server
	tell := func(d *prometheus.Desc, v float64, labels ...string) {
		c <- prometheus.MustNewConstMetric(d, prometheus.GaugeValue, v, labels...)
	}
	tell(buildState, 1, build.This().Version, build.This().Go)
	s.streams.mutex.Lock()
	open := s.streams.all
	s.streams.mutex.Unlock()
	tell(streamState, float64(open))
	tell(openGames, float64(len(s.played.all())))
	p := s.pool.state()
	for k := range kinds {
		tell(searchState, float64(p.running[k]), k.String(), "running")
		tell(searchState, float64(p.waiting[k]), k.String(), "waiting")
	}
	tell(slotState, float64(s.pool.slots))
	tasks := map[queue.State]int{queue.Waiting: 0, queue.Running: 0, queue.Stopped: 0, queue.Failed: 0, queue.Done: 0}
	for _, t := range s.queue.List() {
		tasks[t.State]++
	}
	for state, n := range tasks {
		tell(taskState, float64(n), string(state))
	}
	tell(memoryStates, float64(p.searches), "searches")
	tell(memoryStates, float64(p.moves), "moves")
}

// poolState is what is in the pool.
type poolState struct {
	running, waiting [kinds]int
	searches, moves  int64 // bytes set aside
}

// state tells what is in the pool.
func (p *pool) state() (s poolState) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	for _, j := range p.running {
		s.running[j.kind]++
	}
	for _, j := range p.waiting {
		s.waiting[j.kind]++
	}
	s.searches, s.moves = poolMemory-p.memory, moveMemory-p.moves
	return s
}

// classOf is the class of a status: 2xx and so on.
func classOf(status int) string { return strconv.Itoa(status/100) + "xx" }
