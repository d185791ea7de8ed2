package broker

import (
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"net"
	"net/url"
	"strings"

	"github.com/nats-io/nats-server/v2/server"

	"gambito/files"
)

// clusterUser is who servers of a cluster are to each other; the token is their
// password.
const clusterUser = "cluster"

// cluster says where the other servers are, if there are any.
func (o Options) cluster(s *server.Options, token string) error {
	if o.Cluster == "" {
		return nil
	}
	host, port, err := address(o.Cluster)
	if err != nil {
		return fmt.Errorf("%s: it must be an address and a port, such as 10.0.0.1:6222", o.Cluster)
	}
	if err := free(o.Cluster, "address for the cluster"); err != nil {
		return err
	}
	s.Cluster = server.ClusterOpts{
		Name: "gambito", Host: host, Port: port, Username: clusterUser, Password: token,
		AuthTimeout: greeting.Seconds(), TLSTimeout: greeting.Seconds(),
		PingInterval: heartbeat, MaxPingsOut: unheard,
	}
	for _, text := range o.Routes {
		at := strings.TrimPrefix(text, "nats://")
		if _, _, err := net.SplitHostPort(at); err != nil {
			return fmt.Errorf("the route %s: it must be an address and a port, such as 10.0.0.2:6222", text)
		}
		s.Routes = append(s.Routes, &url.URL{Scheme: "nats-route", User: url.UserPassword(clusterUser, token), Host: at})
	}
	if s.TLSConfig == nil {
		return nil
	}
	s.Cluster.TLSConfig = &tls.Config{Certificates: s.TLSConfig.Certificates, MinVersion: tls.VersionTLS12}
	if o.TLSCA == "" {
		return nil
	}
	text, err := files.Read(o.TLSCA)
	if err != nil {
		return err
	}
	s.Cluster.TLSConfig.RootCAs = x509.NewCertPool()
	if !s.Cluster.TLSConfig.RootCAs.AppendCertsFromPEM(text) {
		return fmt.Errorf("%s holds no certificate", o.TLSCA)
	}
	return nil
}
