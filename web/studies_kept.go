package web

import (
	"context"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"gambito/papers"
)

// studyShelf knows the results of studies that are kept in the data folder. A file that
// has not changed is not read again: there may be many, and most never change.
type studyShelf struct {
	mutex sync.Mutex
	known map[string]studyKept // by the names of their files
}

// studyKept is what a file held when it was read.
type studyKept struct {
	size     int64
	modified time.Time
	result   papers.Result
	found    studyFound
	err      error
}

// read returns what is kept of all studies, the newest first, and a sentence for each
// file that cannot be read. Findings are not to be changed.
func (k *studyShelf) read(ctx context.Context, data string) (list []studyFound, broken []string) {
	broken = []string{}
	if data == "" {
		return nil, broken
	}
	shelf := papers.ShelfIn(data)
	files, err := shelf.Files()
	if err != nil {
		return nil, []string{withoutShelf(shelf, err)}
	}
	k.mutex.Lock()
	defer k.mutex.Unlock()
	now := map[string]studyKept{} // those that are gone are forgotten
	var kept []studyKept
	for _, file := range files {
		one, known := k.known[file.Name()]
		if !known || one.size != file.Size() || !one.modified.Equal(file.ModTime()) {
			one = readStudy(shelf, file)
		}
		now[file.Name()] = one
		if one.err != nil {
			broken = append(broken, shortened(wordsOf(ctx).Text(withoutShelf(shelf, one.err))))
			continue
		}
		kept = append(kept, one)
	}
	k.known = now
	slices.SortStableFunc(kept, func(a, b studyKept) int { return a.result.Newer(b.result) })
	for _, one := range kept {
		list = append(list, one.found)
	}
	return list, broken
}

// readStudy reads a file.
func readStudy(shelf papers.Shelf, file fs.FileInfo) studyKept {
	one := studyKept{size: file.Size(), modified: file.ModTime()}
	var study papers.Study
	if one.result, one.err = shelf.Read(file); one.err == nil {
		study, one.err = papers.Find(one.result.Study)
	}
	if one.err == nil {
		one.found = studyOutcome(one.result.Page(study))
		one.found.Finished = &one.result.Finished
	}
	return one
}

// withoutShelf is what an error says without the folder of the results, which is
// nobody's business elsewhere.
func withoutShelf(shelf papers.Shelf, err error) string {
	return strings.ReplaceAll(withoutPath(err), string(shelf)+string(filepath.Separator), "")
}
