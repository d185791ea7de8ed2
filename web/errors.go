package web

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"runtime/debug"
	"strings"

	"github.com/danielgtaylor/huma/v2"
)

// Refusal is the answer to a request that cannot be fulfilled.
type Refusal struct {
	Status int    `json:"status" doc:"Status of HTTP, from 400 on."`
	Detail string `json:"detail" doc:"What is wrong and what would be right, in one sentence."`
}

// Error implements error.
func (r *Refusal) Error() string { return r.Detail }

// GetStatus tells huma the status.
func (r *Refusal) GetStatus() int { return r.Status }

// refuse is a refusal with a status of its own; any other error is one with 400.
func refuse(status int, format string, args ...any) error {
	return &Refusal{status, fmt.Sprintf(format, args...)}
}

func init() { // what huma refuses by itself looks like everything else
	huma.DefaultArrayNullable = false // lists are empty, not null
	huma.NewError = func(status int, message string, errs ...error) huma.StatusError {
		return &Refusal{status, sentence(message, errs)}
	}
	huma.NewErrorWithContext = func(ctx huma.Context, status int, message string, errs ...error) huma.StatusError {
		var most int64
		if _, err := fmt.Sscanf(message, "request body is too large limit=%d", &most); err == nil {
			return refusalOf(ctx.Context(), refuse(http.StatusRequestEntityTooLarge, "the request has more than %d bytes", most))
		}
		if status >= http.StatusInternalServerError { // a body that could not be read is not our mistake
			status = http.StatusBadRequest
			for _, err := range errs {
				if large := new(http.MaxBytesError); errors.As(err, &large) {
					return refusalOf(ctx.Context(), refuse(http.StatusRequestEntityTooLarge, "the request has more than %d bytes", large.Limit))
				}
			}
		}
		return refusalOf(ctx.Context(), &Refusal{status, sentence(message, errs)})
	}
}

// alike are other ways in which huma says the same.
var alike = map[string]string{
	"invalid integer": "expected integer", "invalid float": "expected number", "invalid boolean": "expected boolean",
	"expected string to be a whole number": "expected integer",
}

// sentence is one of what is wrong, the first, instead of a list.
func sentence(message string, errs []error) string {
	for _, err := range errs {
		var d *huma.ErrorDetail
		switch {
		case errors.As(err, &d):
			place := d.Location
			for _, part := range []string{"body.", "query.", "path."} {
				place = strings.TrimPrefix(place, part)
			}
			return strings.TrimPrefix(place+": "+cmp.Or(alike[d.Message], d.Message), ": ")
		case err != nil:
			return message + ": " + err.Error()
		}
	}
	return cmp.Or(message, "it cannot be done")
}

// longest is how long a sentence may be: it may quote what was sent.
const longest = 600

// refusalOf is the answer that an error comes to, in the language of the request.
func refusalOf(ctx context.Context, err error) *Refusal {
	r := &Refusal{Status: http.StatusBadRequest}
	var known huma.StatusError
	switch {
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		r.Status, err = http.StatusRequestTimeout, errors.New("it took too long, or nobody has waited for it")
	case errors.As(err, &known):
		r.Status = known.GetStatus()
	}
	r.Detail = shortened(wordsOf(ctx).Text(shortened(withoutPath(err))))
	return r
}

// withoutPath is what an error says, without the names of files of this machine, which
// are nobody's business elsewhere.
func withoutPath(err error) string {
	text := err.Error()
	var file *fs.PathError
	var link *os.LinkError
	switch {
	case errors.As(err, &file):
		return strings.ReplaceAll(text, file.Error(), file.Err.Error())
	case errors.As(err, &link):
		return strings.ReplaceAll(text, link.Error(), link.Err.Error())
	}
	return text
}

// shortened leaves out the middle of a sentence that is too long.
func shortened(text string) string {
	if len(text) <= longest {
		return text
	}
	return strings.ToValidUTF8(text[:longest*2/3], "") + " … " + strings.ToValidUTF8(text[len(text)-longest/3:], "")
}

// errMistake is the answer where something of ours has panicked.
var errMistake = &Refusal{http.StatusInternalServerError, "gambito made a mistake; its terminal tells more"}

// recovered answers where a handler has panicked, which is a mistake of ours: it is
// logged, and the server goes on.
func (s *Server) recovered(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		defer func() {
			v := recover()
			switch v {
			case nil:
				return
			case http.ErrAbortHandler: // the client must see that the answer has no end
				panic(v)
			}
			s.log.Error("panic", "method", r.Method, "path", r.URL.Path, "panic", fmt.Sprint(v), "stack", string(debug.Stack()))
			writeRefusal(w, errMistake)
		}()
		h.ServeHTTP(w, r)
	})
}
