// Package results is what the published experiments came to here, as it comes with
// gambito: the tables that reproduce wrote, and what README.md says of them in words.
package results

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"regexp"
	"strings"
	"sync"

	"gambito/papers"
)

//go:embed *.md
var pages embed.FS

// read are the pages by study.
var read = sync.OnceValues(func() (map[string]papers.Page, error) {
	studies, err := papers.All()
	if err != nil {
		return nil, err
	}
	all := map[string]papers.Page{}
	for _, s := range studies {
		name := strings.ReplaceAll(s.ID, "/", "-") + ".md"
		text, err := pages.ReadFile(name)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		page, err := papers.ReadMarkdown(string(text))
		if err == nil && page.Study.ID != s.ID {
			err = fmt.Errorf("it is of %s", page.Study.ID)
		}
		if err != nil {
			return nil, fmt.Errorf("docs/results/%s: %w", name, err)
		}
		all[s.ID] = page
	}
	return all, nil
})

// Of is the page of a study, and whether there is one. Its findings are not to be
// changed.
func Of(study string) (papers.Page, bool, error) {
	all, err := read()
	page, there := all[study]
	return page, there, err
}

// sections are those of README.md, without the text before the first.
var sections = sync.OnceValue(func() []string {
	text, _ := pages.ReadFile("README.md") // it is embedded
	return strings.Split(string(text), "\n## ")[1:]
})

var linked = regexp.MustCompile(`\]\(([\w.-]+)\.md\)`)

// Words is what README.md says of a study, as Markdown with its heading: the section
// that is about it, or else the first that mentions it; "" if none does. Links lead to
// other pages of the folder.
func Words(study string) string {
	page := strings.ReplaceAll(study, "/", "-")
	names := func(text string) bool {
		for _, link := range linked.FindAllStringSubmatch(text, -1) {
			if link[1] == page {
				return true
			}
		}
		return false
	}
	mention := ""
	for _, section := range sections() {
		heading, body, _ := strings.Cut(section, "\n")
		text := "## " + strings.TrimSpace(section) + "\n"
		if names(heading) {
			return text
		}
		if mention == "" && names(body) {
			mention = text
		}
	}
	return mention
}
