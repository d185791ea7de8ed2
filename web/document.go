package web

import (
	"bytes"
	"encoding/json"
	"net/http"
	"path"
	"reflect"

	"github.com/danielgtaylor/huma/v2"
)

// configuration is that of the API: an OpenAPI document, and nothing that huma would
// serve by itself, whose page of the document loads scripts from elsewhere.
func configuration() huma.Config {
	c := huma.DefaultConfig("gambito", "1")
	c.Info.Description = "The workbench for game-playing AI over HTTP: what gambito serve answers."
	c.OpenAPIPath, c.DocsPath, c.SchemasPath, c.CreateHooks = "", "", "", nil
	c.Components.Schemas = huma.NewMapRegistry("#/components/schemas/", namer())
	return c
}

// namer names the types of the document as they are called in Go. Of two that are
// called alike the second has its package before its name.
func namer() func(reflect.Type, string) string {
	known := map[string]reflect.Type{}
	return func(t reflect.Type, hint string) string {
		for t.Kind() == reflect.Pointer {
			t = t.Elem()
		}
		name := huma.DefaultSchemaNamer(t, hint)
		if other, taken := known[name]; taken && other != t && t.Name() != "" {
			name = huma.DefaultSchemaNamer(t, hint)
			folder := path.Base(t.PkgPath())
			name = string(bytes.ToUpper([]byte(folder[:1]))) + folder[1:] + name
		}
		if known[name] == nil {
			known[name] = t
		}
		return name
	}
}

// Document is the OpenAPI document, the same bytes every time.
func (s *Server) Document() ([]byte, error) {
	raw, err := json.Marshal(s.api.OpenAPI())
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	if err := json.Indent(&b, raw, "", "  "); err != nil {
		return nil, err
	}
	b.WriteByte('\n')
	return b.Bytes(), nil
}

// serveDocument adds the document, and an answer to requests that it does not know.
func serveDocument(mux *http.ServeMux, document []byte) {
	mux.HandleFunc("GET /api/openapi.json", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/openapi+json")
		w.Write(document)
	})
	mux.HandleFunc("/api/", func(w http.ResponseWriter, r *http.Request) {
		deny(w, r, http.StatusNotFound, "there is no %s %s; /api/docs lists what there is", r.Method, r.URL.EscapedPath())
	})
}

// writeRefusal answers with a refusal outside of the API's routes.
func writeRefusal(w http.ResponseWriter, r *Refusal) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(r.Status)
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	encoder.Encode(r)
}
