package browser

import (
	"io"
	"log"
	"net"
	"net/http"

	"gambito/agent"
	"gambito/agents"
	"gambito/protocol/ggp"
	"gambito/protocol/gnubg"
	"gambito/protocol/gtp"
	"gambito/protocol/nboard"
	"gambito/terminal"
	"gambito/web"
)

// Server is gambito serve within this process.
type Server struct {
	Address string // of its page, without a path

	data   string
	fleet  *web.Fleet // nil if there is none
	server *web.Server
	http   *http.Server
}

// Serve serves the page with a data folder. Whoever starts it stops it.
func Serve(data string) (*Server, error) {
	s := &Server{data: data}
	return s, s.start("127.0.0.1:0")
}

func (s *Server) start(address string) (err error) {
	registry := agents.New(agent.NewEnvironment(s.data), gnubg.Entry, ggp.Entry(), gtp.Entry, nboard.Entry, terminal.HumanEntry(nil, nil))
	if s.server, err = web.New(web.Options{Agents: registry, Data: s.data, Fleet: s.fleet}); err != nil {
		return err
	}
	listener, err := net.Listen("tcp", address)
	if err != nil {
		s.server.Close()
		return err
	}
	s.Address = "http://" + listener.Addr().String()
	s.http = &http.Server{Handler: s.server.Handler(), ErrorLog: log.New(io.Discard, "", 0)}
	go s.http.Serve(listener)
	return nil
}

// Stop ends everything that goes on, as Ctrl-C does.
func (s *Server) Stop() {
	s.server.Close()
	s.http.Close()
}
