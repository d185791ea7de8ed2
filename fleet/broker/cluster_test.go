package broker

import (
	"fmt"
	"net"
	"path/filepath"
	"testing"
	"time"
)

// clusterOf says how to start so many brokers that know each other.
func clusterOf(t *testing.T, count int) []Options {
	t.Helper()
	folder := t.TempDir()
	var routes []string
	for range count { // all held until all are known, so that no two are the same
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		defer l.Close()
		routes = append(routes, l.Addr().String())
	}
	options := make([]Options, count)
	for i := range options {
		name := fmt.Sprint("node", i+1)
		options[i] = Options{
			Addr: "127.0.0.1:0", Store: filepath.Join(folder, name), Token: "token-of-a-cluster",
			Cluster: routes[i], Routes: routes, Name: name,
		}
	}
	return options
}

// TestClusterStrangers: a server without the token is not taken into a cluster.
func TestClusterStrangers(t *testing.T) {
	options := clusterOf(t, 2)
	good := start(t, options[0])
	options[1].Token = "another-token-it-is"
	start(t, options[1])
	time.Sleep(300 * time.Millisecond)
	if n := good.server.NumRoutes(); n != 0 {
		t.Errorf("a stranger has %d routes", n)
	}
	stranger(t, good.server.ClusterAddr().String(), `CONNECT {"user":"cluster","pass":"wrong"}`+"\r\n")
}
