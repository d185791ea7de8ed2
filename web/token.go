package web

import (
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"html/template"
	"net/http"
	"strings"
)

// cookieName is that of the cookie which holds the token.
const cookieName = "gambito_token"

// NewToken is a token that nobody can guess.
func NewToken() string { return strings.ToLower(rand.Text()) }

// welcomePage leads on from the URL that holds the token, so that the token stays
// in no history. It is no redirection: browsers would not send the new cookie along
// where the link came from elsewhere.
var welcomePage = template.Must(template.New("welcome").Parse(`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta http-equiv="refresh" content="0; url={{.}}">
<title>gambito</title>
<p><a href="{{.}}">gambito</a></p>
</html>
`))

// strangerPage is for people who come without the token.
const strangerPage = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>gambito</title>
<link rel="stylesheet" href="/api/docs.css">
<h1>gambito</h1>
<p>This page needs a token: open the address that <code>gambito serve</code> has printed.</p>
<p lang="es">Esta página necesita una clave: abre la dirección que mostró <code>gambito serve</code>.</p>
</html>
`

// authorized lets requests pass that hold the token, if there is one: in a cookie,
// which a visit of ?token=… sets, or as the bearer of it.
func (s *Server) authorized(h http.Handler) http.Handler {
	if s.options.Token == "" {
		return h
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		isPage := !strings.HasPrefix(r.URL.Path, "/api/")
		switch given := r.URL.Query().Get("token"); {
		case isPage && r.Method == http.MethodGet && s.isToken(given):
			http.SetCookie(w, &http.Cookie{
				Name: cookieName, Value: given, Path: "/", MaxAge: 90 * 24 * 3600,
				HttpOnly: true, SameSite: http.SameSiteStrictMode, Secure: r.TLS != nil,
			})
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
			w.Header().Set("Cache-Control", "no-store")
			welcomePage.Execute(w, inside(r.URL))
		case s.admits(r), r.URL.Path == "/api/docs.css", r.URL.Path == healthPath:
			h.ServeHTTP(w, r)
		case isPage && r.Method == http.MethodGet:
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
			w.Header().Set("Cache-Control", "no-store")
			w.WriteHeader(http.StatusUnauthorized)
			w.Write([]byte(strangerPage))
		default:
			w.Header().Set("WWW-Authenticate", "Bearer")
			deny(w, r, http.StatusUnauthorized, "a token is needed: send it as Authorization: Bearer, or open the address that gambito serve has printed")
		}
	})
}

// admits reports whether a request holds the token.
func (s *Server) admits(r *http.Request) bool {
	if c, err := r.Cookie(cookieName); err == nil && s.isToken(c.Value) {
		return true
	}
	kind, given, _ := strings.Cut(r.Header.Get("Authorization"), " ")
	return strings.EqualFold(kind, "Bearer") && s.isToken(strings.TrimSpace(given))
}

// isToken takes the same time whatever is given.
func (s *Server) isToken(given string) bool {
	a, b := sha256.Sum256([]byte(given)), sha256.Sum256([]byte(s.options.Token))
	return subtle.ConstantTimeCompare(a[:], b[:]) == 1
}
