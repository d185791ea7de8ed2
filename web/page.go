package web

import (
	"bytes"
	"compress/gzip"
	"embed"
	"io/fs"
	"mime"
	"net/http"
	"path"
	"strings"
	"sync"

	"gambito/agent"
)

// built is the page as web/app/build.sh has built it.
//
//go:embed all:app/dist
var built embed.FS

// pageFile is a file of the page.
type pageFile struct {
	content []byte
	kind    string // its media type
	tag     string // that identifies the content
	lasting bool   // its name changes with its content

	compressed func() []byte // or nil where that saves nothing
}

// servePage adds the page. Its URLs say where one is, so that every path which is
// none of its files answers with the page itself.
func servePage(mux *http.ServeMux) error {
	dist, err := fs.Sub(built, "app/dist")
	if err != nil {
		return err
	}
	files := map[string]*pageFile{}
	err = fs.WalkDir(dist, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		content, err := fs.ReadFile(dist, name)
		files["/"+name] = newPageFile(name, content)
		return err
	})
	if err != nil {
		return err
	}
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodGet && r.Method != http.MethodHead {
			writeRefusal(w, &Refusal{http.StatusMethodNotAllowed, "the page can be read only; /api/docs lists what can be sent"})
			return
		}
		f, ok := files[r.URL.Path]
		switch {
		case ok:
		case strings.HasPrefix(r.URL.Path, "/assets/"):
			http.NotFound(w, r)
			return
		default:
			f = files["/index.html"]
		}
		f.serve(w, r)
	})
	return nil
}

func newPageFile(name string, content []byte) *pageFile {
	f := &pageFile{content: content, kind: mime.TypeByExtension(path.Ext(name)), tag: `"` + agent.Digest(content)[:16] + `"`}
	switch path.Ext(name) { // what the machine knows of types may differ
	case ".js":
		f.kind = "text/javascript; charset=utf-8"
	case ".css":
		f.kind = "text/css; charset=utf-8"
	case ".html":
		f.kind = "text/html; charset=utf-8"
	case ".svg":
		f.kind = "image/svg+xml"
	}
	f.lasting = strings.HasPrefix(name, "assets/")
	f.compressed = sync.OnceValue(func() []byte {
		var b bytes.Buffer
		z, _ := gzip.NewWriterLevel(&b, gzip.BestCompression) // the level is one of its own
		z.Write(content)
		z.Close()
		if b.Len() >= len(content) {
			return nil
		}
		return b.Bytes()
	})
	return f
}

// serve answers with the file.
func (f *pageFile) serve(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Content-Type", f.kind)
	h.Set("ETag", f.tag)
	h.Set("Vary", "Accept-Encoding")
	h.Set("Cache-Control", "no-cache")
	if f.lasting {
		h.Set("Cache-Control", "public, max-age=31536000, immutable")
	}
	if r.Header.Get("If-None-Match") == f.tag {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	content := f.content
	if strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
		if c := f.compressed(); c != nil {
			content = c
			h.Set("Content-Encoding", "gzip")
		}
	}
	if r.Method != http.MethodHead {
		w.Write(content)
	}
}
