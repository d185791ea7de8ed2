package main

import "gambito/web/browser"

// page is a page in a state that shows what it is for.
type page struct {
	name    string
	address func(server string) string // its path; what it needs is made first
	prepare func(*browser.Tab)         // makes the state and waits for it
	readme  string                     // where the README looks for its picture
}

var pages = []page{
	{name: "start", address: at("/"), prepare: wait("((seen) => seen.length && seen.every((e) => e.querySelector('svg')))([...document.querySelectorAll('.picture')].filter((e) => e.getBoundingClientRect().top < innerHeight))")},
	{name: "setup", address: at("/?new=backgammon"), prepare: func(tab *browser.Tab) {
		tab.Click("dialog summary", "Clock, position, dice")
		tab.See("dialog label", "Seed")
	}},
	{name: "saved", address: at("/games"), prepare: wait("document.querySelector('main h1')")},
}

// at is a page that needs nothing.
func at(path string) func(string) string {
	return func(string) string { return path }
}

// wait waits until a page shows something.
func wait(condition string) func(*browser.Tab) {
	return func(tab *browser.Tab) { tab.Wait(condition) }
}
