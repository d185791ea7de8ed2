package web

import (
	"bytes"
	"context"
	"errors"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"gambito/files"
	"gambito/gdl/sheets"
)

// What is kept of rulesheets that are sent.
const (
	sheetBytes = 512 << 10
	mostSheets = 500
)

// Rulesheet is one in a list.
type Rulesheet struct {
	Name    string `json:"name" doc:"Its name; gdl: and the name is the game spec."`
	Title   string `json:"title" doc:"What the game is called: the sheet's first line, if it is a comment."`
	About   string `json:"about" doc:"Its rules in a sentence: the second line, if it is a comment."`
	Comes   bool   `json:"comes" doc:"Whether it comes with gambito, and cannot be changed."`
	Secrets bool   `json:"secrets" doc:"Whether it says what players see, as in GDL-II."`
	Bytes   int    `json:"bytes" doc:"How long it is."`
	Changed string `json:"changed,omitempty" format:"date-time" doc:"When it was kept, in UTC; absent of those that come along."`
}

// RulesheetText is one with its text.
type RulesheetText struct {
	Rulesheet
	Text  string `json:"text" doc:"The sheet itself, in the Game Description Language."`
	Games int    `json:"games" doc:"How many games are kept that are played by these rules: they may no longer be read if it changes."`
}

// SheetText is the text of a rulesheet.
type SheetText struct {
	Text string `json:"text" maxLength:"524288" doc:"The sheet, in the Game Description Language."`
}

// SheetName names a rulesheet.
type SheetName struct {
	Spoken
	Name string `path:"name" maxLength:"60" doc:"Name of a rulesheet, such as hex."`
}

func (s *Server) registerRulesheets(a huma.API) {
	route(a, huma.Operation{
		OperationID: "rulesheets", Method: http.MethodGet, Path: "/api/rulesheets",
		Summary: "The rulesheets that are kept here, and those that come along",
	}, func(ctx context.Context, _ *struct{ Spoken }) (*answer[[]Rulesheet], error) {
		list, err := s.listSheets(ctx)
		if err != nil {
			return nil, err
		}
		return answered(list), nil
	})
	route(a, huma.Operation{
		OperationID: "rulesheet", Method: http.MethodGet, Path: "/api/rulesheets/{name}", Summary: "A rulesheet",
	}, func(ctx context.Context, q *SheetName) (*answer[RulesheetText], error) {
		sheet, err := s.readSheet(ctx, q.Name)
		if err != nil {
			return nil, err
		}
		if sheet.Games, err = s.played.folder.Count("gdl:" + sheet.Name); err != nil {
			return nil, refuse(http.StatusConflict, "the games that are kept cannot be read")
		}
		return answered(sheet), nil
	})
	route(a, huma.Operation{
		OperationID: "keep-rulesheet", Method: http.MethodPut, Path: "/api/rulesheets/{name}", MaxBodyBytes: 4 * sheetBytes,
		Summary: "Keep a rulesheet under a name, in place of the one that was there",
	}, func(ctx context.Context, input *struct {
		SheetName
		Body SheetText
	}) (*answer[Rulesheet], error) {
		sheet, err := s.keepSheet(ctx, input.Name, input.Body.Text)
		if err != nil {
			return nil, err
		}
		return answered(sheet), nil
	})
	route(a, huma.Operation{
		OperationID: "delete-rulesheet", Method: http.MethodDelete, Path: "/api/rulesheets/{name}", Summary: "Forget a rulesheet",
	}, func(ctx context.Context, q *SheetName) (*struct{}, error) { return nil, s.deleteSheet(q.Name) })
	s.registerSheetCheck(a)
}

// listSheets are all rulesheets, those that are kept first.
func (s *Server) listSheets(ctx context.Context) ([]Rulesheet, error) {
	names, err := s.sheetNames()
	if err != nil {
		return nil, err
	}
	list := []Rulesheet{}
	for _, name := range names {
		sheet, err := s.readSheet(ctx, name)
		switch {
		case errors.As(err, new(damagedSheet)): // whoever opens it is told
			list = append(list, Rulesheet{Name: name, Title: name})
		case err == nil && !sheet.Comes: // one that was deleted meanwhile is not there
			list = append(list, sheet.Rulesheet)
		}
	}
	for _, sheet := range sheets.All() {
		list = append(list, comesAlong(ctx, sheet).Rulesheet)
	}
	return list, nil
}

// sheetNames are those of the rulesheets that are kept.
func (s *Server) sheetNames() (names []string, err error) {
	folder := s.sheetFolder()
	if folder == "" {
		return nil, nil
	}
	entries, err := os.ReadDir(folder)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return nil, refuse(http.StatusConflict, "the folder of rulesheets cannot be read")
	}
	for _, e := range entries {
		if name, ok := strings.CutSuffix(e.Name(), ".kif"); ok && sheetName.MatchString(name) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names, nil
}

// readSheet is a rulesheet of that name: one that comes along, or one that is kept.
func (s *Server) readSheet(ctx context.Context, name string) (RulesheetText, error) {
	if sheet, ok := sheets.Find(name); ok {
		return comesAlong(ctx, sheet), nil
	}
	text, err := s.sheet(name)
	if err != nil {
		return RulesheetText{}, err
	}
	title, about := remarks(string(text))
	r := RulesheetText{Rulesheet{Name: name, Title: title, About: about, Secrets: tellsSight(text), Bytes: len(text)}, string(text), 0}
	if r.Title == "" {
		r.Title = name
	}
	if file, err := s.sheetFile(name); err == nil {
		if info, err := os.Stat(file); err == nil {
			r.Changed = info.ModTime().UTC().Format(time.RFC3339)
		}
	}
	return r, nil
}

// comesAlong is a rulesheet of gambito's own.
func comesAlong(ctx context.Context, sheet sheets.Sheet) RulesheetText {
	w := wordsOf(ctx)
	return RulesheetText{
		Rulesheet{Name: sheet.ID, Title: w.Text(sheet.Name), About: w.Text(sheet.About), Comes: true, Secrets: tellsSight(sheet.Text), Bytes: len(sheet.Text)},
		string(sheet.Text), 0,
	}
}

// tellsSight reports whether a sheet has rules for what players see, which is quick to
// find; whether they hold what they should is for whoever reads the sheet.
func tellsSight(sheet []byte) bool { return bytes.Contains(sheet, []byte("(sees ")) }

// remarks are the first two lines of a sheet, if they are comments.
func remarks(text string) (title, about string) {
	const longest = 300
	for i, to := range []*string{&title, &about} {
		line, rest, _ := strings.Cut(text, "\n")
		remark, ok := strings.CutPrefix(strings.TrimSpace(line), ";")
		if !ok || i > 0 && title == "" {
			break
		}
		*to, text = strings.TrimSpace(strings.TrimLeft(remark, ";")), rest
		*to = strings.ToValidUTF8((*to)[:min(len(*to), longest)], "")
	}
	return title, about
}

// calledSheet is what the game of a rulesheet that is kept is called: by its title, and by
// its name too, since others may have the same title.
func calledSheet(name string, text []byte) string {
	title, _ := remarks(string(text))
	switch {
	case title == "":
		return name
	case strings.EqualFold(title, name):
		return title
	}
	return title + " (" + name + ")"
}

// keepSheet writes a rulesheet into the data folder. It may be wrong still: whoever
// writes one goes on later.
func (s *Server) keepSheet(ctx context.Context, name, text string) (Rulesheet, error) {
	if _, ok := sheets.Find(name); ok {
		return Rulesheet{}, refuse(http.StatusConflict, "the rulesheet %q comes with gambito: keep yours under another name", name)
	}
	file, err := s.sheetFile(name)
	if err != nil {
		return Rulesheet{}, err
	}
	names, err := s.sheetNames()
	switch {
	case err != nil:
		return Rulesheet{}, err
	case strings.TrimSpace(text) == "":
		return Rulesheet{}, refuse(http.StatusBadRequest, "there is nothing to keep: the rulesheet is empty")
	case len(text) > sheetBytes:
		return Rulesheet{}, refuse(http.StatusRequestEntityTooLarge, "the rulesheet has more than %d kB", sheetBytes>>10)
	case len(names) >= mostSheets && !slices.Contains(names, name):
		return Rulesheet{}, refuse(http.StatusConflict, "%d rulesheets are kept already: delete some first", mostSheets)
	}
	if err = os.MkdirAll(filepath.Dir(file), 0o755); err == nil {
		err = files.Replace(file, files.SealText([]byte(text)))
	}
	sheet, unread := s.readSheet(ctx, name)
	if errors.Join(err, unread) != nil {
		return Rulesheet{}, refuse(http.StatusConflict, "the rulesheet could not be kept")
	}
	return sheet.Rulesheet, nil
}

// deleteSheet forgets a rulesheet.
func (s *Server) deleteSheet(name string) error {
	if _, ok := sheets.Find(name); ok {
		return refuse(http.StatusConflict, "the rulesheet %q comes with gambito and cannot be deleted", name)
	}
	if _, err := s.sheet(name); err != nil && !errors.As(err, new(damagedSheet)) {
		return err
	}
	file, err := s.sheetFile(name)
	if err != nil {
		return err
	}
	if err := os.Remove(file); err != nil {
		return refuse(http.StatusConflict, "the rulesheet %q could not be deleted", name)
	}
	return nil
}
