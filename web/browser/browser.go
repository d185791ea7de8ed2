// Package browser looks at the page as a person does: a chromium without a window
// whose tabs are clicked, typed into and read. The tests of the page use it, and the
// command that takes its screenshots.
package browser

import (
	"context"
	"errors"
	"fmt"
	"os/exec"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
)

// ErrNone says that there is no browser here.
var ErrNone = errors.New("no chromium is installed (on Debian: apt-get install chromium)")

// Browser is a chromium. Its tabs may be used at once, each by one goroutine.
type Browser struct {
	ctx   context.Context
	close []context.CancelFunc
}

// Start starts a chromium that reaches nothing but this machine. Whoever starts it
// stops it.
func Start() (*Browser, error) {
	path, err := find()
	if err != nil {
		return nil, err
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(path),
		chromedp.Flag("no-sandbox", true), // it must run as root, too; all it shows is ours
		chromedp.Flag("disable-gpu", true),
		chromedp.Flag("hide-scrollbars", true),
		chromedp.Flag("host-resolver-rules", "MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"),
	)
	b := &Browser{ctx: context.Background()}
	var cancel context.CancelFunc
	b.ctx, cancel = chromedp.NewExecAllocator(b.ctx, options...)
	b.close = append(b.close, cancel)
	b.ctx, cancel = chromedp.NewContext(b.ctx)
	b.close = append(b.close, cancel)
	if err := chromedp.Do(b.ctx); err != nil {
		b.Stop()
		return nil, fmt.Errorf("%s does not start: %w", path, err)
	}
	return b, nil
}

func find() (string, error) {
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome", "chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			return path, nil
		}
	}
	return "", ErrNone
}

// Stop ends the chromium and closes its tabs.
func (b *Browser) Stop() {
	for i := len(b.close) - 1; i >= 0; i-- {
		b.close[i]()
	}
}

// Look is how a visitor sees the page.
type Look struct {
	Width, Height int
	Dark          bool
	Language      string // such as "en" or "es"
	Motion        bool   // pieces move on the screen; otherwise they are where they belong
}

// Visit opens a tab of somebody who was never here. What goes wrong in it, fail is told
// and does not return.
func (b *Browser) Visit(look Look, fail func(error)) *Tab {
	return open(b.ctx, look, fail, chromedp.WithNewBrowserContext())
}

func open(parent context.Context, look Look, fail func(error), options ...chromedp.ContextOption) *Tab {
	t := &Tab{look: look, fail: fail}
	t.ctx, t.Close = chromedp.NewContext(parent, options...)
	if err := chromedp.Do(t.ctx, look.actions()...); err != nil {
		fail(err)
	}
	t.watch()
	return t
}

func (l Look) actions() []chromedp.Action[chromedp.Void] {
	return []chromedp.Action[chromedp.Void]{chromedp.EmulateViewport(int64(l.Width), int64(l.Height)), chromedp.Func(l.emulate)}
}

// emulate sets the language and the colours that a visitor prefers.
func (l Look) emulate(ctx context.Context, t *chromedp.Target) error {
	agent, err := chromedp.Evaluate[string]("navigator.userAgent")(ctx, t)
	if err != nil {
		return err
	}
	if _, err := cdp.Call(ctx, t, emulation.SetUserAgentOverride, emulation.SetUserAgentOverrideParams{UserAgent: agent, AcceptLanguage: l.Language}); err != nil {
		return err
	}
	scheme, motion := "light", "reduce"
	if l.Dark {
		scheme = "dark"
	}
	if l.Motion {
		motion = "no-preference"
	}
	_, err = cdp.Call(ctx, t, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
		Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}, {Name: "prefers-reduced-motion", Value: motion}},
	})
	return err
}
