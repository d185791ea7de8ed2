package web

import (
	"context"
	"errors"
	"io"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"gambito/run"
	"gambito/store"
)

const (
	// mostUpload is how many bytes an archive may have that is sent: those of some
	// millions of games.
	mostUpload = 1 << 30

	// mostUnpacked is how many they may be once they are unpacked.
	mostUnpacked = 8 << 30

	// uploadTime is how long it may take to arrive and to be stored, and downloadTime how
	// long to be sent.
	uploadTime   = 15 * time.Minute
	downloadTime = time.Hour
)

// importPath is where archives are sent to, which may be larger than anything else.
const importPath = "/api/runs/import"

// RunUpload is an archive that is sent. It is read while it arrives.
type RunUpload struct {
	Spoken
	As string `query:"as" maxLength:"64" doc:"Another name for the run; else it has its own."`

	body    io.Reader
	control *http.ResponseController
}

// Resolve takes the body, which nobody has read.
func (u *RunUpload) Resolve(ctx huma.Context) []error {
	_, w := humago.Unwrap(ctx)
	u.body, u.control = ctx.BodyReader(), http.NewResponseController(w)
	return nil
}

func (s *Server) registerRunArchives(a huma.API, tags []string) {
	binary := map[string]*huma.MediaType{"application/gzip": {Schema: &huma.Schema{Type: huma.TypeString, Format: "binary"}}}
	route(a, huma.Operation{
		OperationID: "runArchive", Method: http.MethodGet, Path: "/api/runs/{name}/archive", Tags: tags,
		Summary:   "A run with all its games as one file",
		Responses: map[string]*huma.Response{"200": {Description: "The archive.", Content: binary}},
	}, s.exportRun)
	route(a, huma.Operation{
		OperationID: "importRun", Method: http.MethodPost, Path: importPath, Tags: tags,
		Summary:     "Store the run of an archive; if anything is wrong with it, nothing is stored",
		RequestBody: &huma.RequestBody{Required: true, Description: "The archive.", Content: binary},
	}, s.importRun)
}

// exportRun sends the archive of a run. What goes wrong after the first bytes ends the
// answer before its end, which whoever reads it sees.
func (s *Server) exportRun(ctx context.Context, in *RunNamed) (*huma.StreamResponse, error) {
	db, info, err := s.runs.find(in.Name)
	if err != nil {
		return nil, err
	}
	return &huma.StreamResponse{Body: func(h huma.Context) {
		_, w := humago.Unwrap(h)
		_ = http.NewResponseController(w).SetWriteDeadline(time.Now().Add(downloadTime)) // a recorder of a test has none
		w.Header().Set("Content-Type", "application/gzip")
		w.Header().Set("Content-Disposition", `attachment; filename="`+in.Name+`.gambito.gz"`)
		ctx, cancel := context.WithCancel(h.Context())
		defer cancel()
		defer context.AfterFunc(s.ctx, cancel)()
		if err := db.Export(ctx, info, w, nil); err != nil {
			panic(http.ErrAbortHandler)
		}
	}}, nil
}

// importRun stores the run of an archive.
func (s *Server) importRun(ctx context.Context, in *RunUpload) (*answer[RunLine], error) {
	db, err := s.runs.store()
	if err != nil {
		return nil, err
	}
	if !s.runs.importing.TryLock() {
		return nil, refuse(http.StatusConflict, "another archive is being read: try again when that is done")
	}
	defer s.runs.importing.Unlock()
	_ = in.control.SetReadDeadline(time.Now().Add(uploadTime)) // a recorder of a test has none
	_ = in.control.SetWriteDeadline(time.Now().Add(uploadTime + time.Minute))
	ctx, cancel := context.WithTimeout(ctx, uploadTime)
	defer cancel()
	defer context.AfterFunc(s.ctx, cancel)()
	info, err := run.Import(ctx, db, in.body, store.Import{As: in.As, Most: mostUnpacked})
	large := new(http.MaxBytesError)
	switch {
	case errors.As(err, &large):
		return nil, refuse(http.StatusRequestEntityTooLarge, "the request has more than %d bytes", large.Limit)
	case errors.As(err, new(store.ErrArchive)):
		return nil, refuse(http.StatusBadRequest, "the archive: %s", err)
	case errors.As(err, new(store.ErrTaken)):
		return nil, refuse(http.StatusConflict, "the run of the archive has the name of one that is there: give it another with as=NAME")
	case err != nil:
		return nil, runRefusal(err)
	}
	return answered(s.runs.line(ctx, db, info, time.Now())), nil
}
