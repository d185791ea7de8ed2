// Command screenshots takes pictures of every page of the workbench, for people to look
// at: at the width of a desk's screen and of a phone, in light and in dark colours. It
// serves the page itself and needs chromium:
//
//	go run ./web/screenshots --out DIR
//
// With --readme it writes the few that the README shows into docs instead.
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"

	"gambito/web/browser"
)

func main() {
	out := flag.String("out", "screenshots", "folder to write the pictures to")
	only := flag.String("only", "", "take the pictures of one page alone")
	readme := flag.Bool("readme", false, "write the pictures that the README shows into docs")
	flag.Parse()
	if err := take(*out, *only, *readme); err != nil {
		fmt.Fprintln(os.Stderr, "screenshots:", err)
		os.Exit(1)
	}
}

// looks are the ways to look at a page, and how their pictures are called.
var looks = []struct {
	name string
	browser.Look
}{
	{"wide-light", browser.Look{Width: 1280, Height: 800, Language: "en"}},
	{"wide-dark", browser.Look{Width: 1280, Height: 800, Language: "en", Dark: true}},
	{"narrow-light", browser.Look{Width: 360, Height: 740, Language: "en"}},
	{"narrow-dark", browser.Look{Width: 360, Height: 740, Language: "en", Dark: true}},
}

// failure carries what went wrong in a tab to take.
type failure struct{ error }

// take takes the pictures of all pages, or of one.
func take(out, only string, readme bool) (err error) {
	data, err := os.MkdirTemp("", "gambito-screenshots")
	if err != nil {
		return err
	}
	defer os.RemoveAll(data)
	server, err := browser.Serve(data)
	if err != nil {
		return err
	}
	defer server.Stop()
	chromium, err := browser.Start()
	if err != nil {
		return err
	}
	defer chromium.Stop()
	defer func() {
		if f, ok := recover().(failure); ok {
			err = f.error
		}
	}()
	if err := os.MkdirAll(out, 0o755); err != nil {
		return err
	}
	taken := 0
	for _, p := range pages {
		if only != "" && only != p.name {
			continue
		}
		if readme && p.readme == "" {
			continue
		}
		path, err := p.address(server.Address)
		if err != nil {
			return err
		}
		for _, look := range looks {
			file := filepath.Join(out, p.name+"-"+look.name+".png")
			if readme {
				if file = p.readme; look.name != "wide-light" {
					continue
				}
			}
			if err := p.picture(chromium, look.Look, server.Address+path, file); err != nil {
				return err
			}
			taken++
		}
	}
	if taken == 0 {
		return errors.New("there is no such page")
	}
	return nil
}

// picture takes one picture of a page.
func (p page) picture(chromium *browser.Browser, look browser.Look, address, file string) error {
	tab := chromium.Visit(look, func(err error) { panic(failure{fmt.Errorf("%s: %w", file, err)}) })
	defer tab.Close()
	tab.Go(address)
	p.prepare(tab)
	for _, problem := range tab.Problems() {
		fmt.Fprintf(os.Stderr, "%s: %s\n", file, problem)
	}
	take := tab.Screenshot
	if file == p.readme {
		take = tab.View
	}
	if err := os.WriteFile(file, take(), 0o644); err != nil {
		return err
	}
	fmt.Println(file)
	return nil
}
