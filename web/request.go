package web

import (
	"context"
	"net/http"
	"net/netip"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"gambito/words"
)

// Spoken is the part of a request that says in which language the answer is to be.
type Spoken struct {
	Lang string `query:"lang" enum:"en,es" doc:"Language of what is told in words; else Accept-Language decides."`
}

// request is what handlers may want to know of the request they answer, beside what
// it asks for.
type request struct {
	words   words.Words
	client  string // its address, by which what it may use is counted
	control *http.ResponseController
}

type requestKey struct{}

// requestOf is the request of a context.
func requestOf(ctx context.Context) request {
	r, _ := ctx.Value(requestKey{}).(request)
	return r
}

// wordsOf are those of the language of a request.
func wordsOf(ctx context.Context) words.Words { return requestOf(ctx).words }

// clientOf is the address of who has sent a request.
func clientOf(ctx context.Context) string { return requestOf(ctx).client }

// takeTime lifts the deadline for reading the request, which has been read: it would
// end the work on the answer too.
func (r request) takeTime() {
	if r.control != nil {
		_ = r.control.SetReadDeadline(time.Time{}) // a recorder of a test has none
	}
}

// meet finds out whose request it is, and in which language.
func meet(ctx huma.Context, next func(huma.Context)) {
	sent, w := humago.Unwrap(ctx)
	r := request{words: languageOf(sent), client: addressOf(sent), control: http.NewResponseController(w)}
	next(huma.WithValue(ctx, requestKey{}, r))
}

// languageOf are the words of the language in which a request is to be answered.
func languageOf(r *http.Request) words.Words {
	l, err := words.ParseLanguage(r.URL.Query().Get("lang"))
	if err != nil {
		l = accepted(r.Header.Get("Accept-Language"))
	}
	return words.For(l)
}

// addressOf is the address of who has sent a request, without the port. Of IPv6 it is
// the network: one machine has as many addresses in it as it likes.
func addressOf(r *http.Request) string {
	at, err := netip.ParseAddrPort(r.RemoteAddr)
	if err != nil {
		return r.RemoteAddr
	}
	address := at.Addr().Unmap().WithZone("")
	if address.Is4() || address.IsLoopback() {
		return address.String()
	}
	network, _ := address.Prefix(64) // it has as many bits
	return network.Addr().String()
}

// accepted is the first language of a header Accept-Language that gambito speaks.
// Browsers list what people like best first.
func accepted(header string) words.Language {
	for part := range strings.SplitSeq(header, ",") {
		code, _, _ := strings.Cut(part, ";")
		if l, err := words.ParseLanguage(strings.TrimSpace(code)); err == nil {
			return l
		}
	}
	return words.English
}
