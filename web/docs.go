package web

import (
	"bytes"
	_ "embed"
	"html/template"
	"maps"
	"net/http"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"
)

//go:embed docs.html
var docsPage string

//go:embed docs.css
var docsStyle []byte

// docs is what the page of the document shows.
type docs struct {
	Routes []docsRoute
	Types  []docsType
}

type docsRoute struct {
	ID, Method, Path, Summary, About, Body, Answer string
	Parameters                                     []docsField
}

type docsType struct {
	Name   string
	Fields []docsField
}

type docsField struct{ Name, In, About string }

// serveDocs adds a page for people that shows the document. It needs no script.
func serveDocs(mux *http.ServeMux, document *huma.OpenAPI) error {
	page, err := template.New("docs").Parse(docsPage)
	if err != nil {
		return err
	}
	var b bytes.Buffer
	if err := page.Execute(&b, newDocs(document)); err != nil {
		return err
	}
	serve := func(kind string, content []byte) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", kind)
			w.Write(content)
		}
	}
	mux.HandleFunc("GET /api/docs", serve("text/html; charset=utf-8", b.Bytes()))
	mux.HandleFunc("GET /api/docs.css", serve("text/css; charset=utf-8", docsStyle))
	return nil
}

// newDocs takes from the document what is shown, in a fixed order.
func newDocs(document *huma.OpenAPI) (d docs) {
	for _, path := range slices.Sorted(maps.Keys(document.Paths)) {
		item := document.Paths[path]
		for _, op := range []*huma.Operation{item.Get, item.Post, item.Put, item.Delete} {
			if op != nil {
				d.Routes = append(d.Routes, newDocsRoute(path, op))
			}
		}
	}
	schemas := document.Components.Schemas.Map()
	for _, name := range slices.Sorted(maps.Keys(schemas)) {
		t := docsType{Name: name}
		for _, field := range slices.Sorted(maps.Keys(schemas[name].Properties)) {
			s := schemas[name].Properties[field]
			t.Fields = append(t.Fields, docsField{field, typeOf(s), s.Description})
		}
		d.Types = append(d.Types, t)
	}
	return d
}

func newDocsRoute(path string, op *huma.Operation) docsRoute {
	r := docsRoute{ID: op.OperationID, Method: op.Method, Path: path, Summary: op.Summary, About: op.Description}
	for _, p := range op.Parameters {
		r.Parameters = append(r.Parameters, docsField{p.Name, p.In, p.Description})
	}
	if op.RequestBody != nil {
		r.Body = contentOf(op.RequestBody.Content)
	}
	if ok := op.Responses["200"]; ok != nil {
		r.Answer = contentOf(ok.Content)
	}
	return r
}

// contentOf names what is sent.
func contentOf(content map[string]*huma.MediaType) string {
	kinds := slices.Sorted(maps.Keys(content))
	if len(kinds) == 0 {
		return ""
	}
	s := content[kinds[0]].Schema
	switch {
	case s == nil:
		return kinds[0]
	case kinds[0] != "text/event-stream":
		return typeOf(s)
	}
	var events []string
	for _, e := range s.Items.OneOf {
		events = append(events, e.Title+": "+typeOf(e.Properties["data"]))
	}
	return "events " + strings.Join(events, ", ")
}

// typeOf names a type.
func typeOf(s *huma.Schema) string {
	switch {
	case s.Ref != "":
		return s.Ref[strings.LastIndex(s.Ref, "/")+1:]
	case s.Items != nil:
		return "list of " + typeOf(s.Items)
	}
	return s.Type
}
