package browser

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// patience is how long anything on the page may take. It is never waited for in vain
// where the page works.
const patience = 20 * time.Second

// often is how often a condition is looked at.
const often = 15 * time.Millisecond

// Tab is a page that is open.
type Tab struct {
	Close context.CancelFunc

	ctx  context.Context
	look Look
	fail func(error)
	watched
}

// Go shows an address and returns once its document is there.
func (t *Tab) Go(address string) {
	t.do("go to "+address, chromedp.Navigate(address))
}

// do does something in the tab.
func (t *Tab) do(what string, actions ...chromedp.Action[chromedp.Void]) {
	ctx, cancel := context.WithTimeout(t.ctx, patience)
	defer cancel()
	if err := chromedp.Do(ctx, actions...); err != nil {
		t.fail(fmt.Errorf("%s: %w", what, err))
	}
}

// Value is what a script gives; promises are waited for.
func Value[T any](t *Tab, script string) T {
	v, err := value[T](t, script)
	if err != nil {
		t.fail(fmt.Errorf("%s: %w", script, err))
	}
	return v
}

func value[T any](t *Tab, script string) (T, error) {
	ctx, cancel := context.WithTimeout(t.ctx, patience)
	defer cancel()
	return chromedp.Run(ctx, chromedp.Evaluate[T](script, chromedp.EvalAwaitPromise))
}

// until looks at the page until look is content. Errors of scripts are looked past: a
// page that is being loaded answers with some.
func (t *Tab) until(what string, look func() (done bool, why string, err error)) {
	why := ""
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(often) {
		done, w, err := look()
		switch {
		case done:
			return
		case t.ctx.Err() != nil:
			t.fail(fmt.Errorf("%s: %w", what, t.ctx.Err()))
		case err != nil:
			why = err.Error()
		default:
			why = w
		}
	}
	seen, _ := value[string](t, `location.href + "\n" + (document.querySelector('dialog[open]') ?? document.querySelector('main') ?? document.body).innerText.slice(0, 1000)`)
	t.fail(fmt.Errorf("%s: not within %v (%s); the page at that time: %s", what, patience, why, seen))
}

// Wait waits until a script gives something that is true.
func (t *Tab) Wait(condition string) {
	t.until("wait for "+condition, func() (bool, string, error) {
		is, err := value[bool](t, "!!("+condition+")")
		return is, "it is not so", err
	})
}

// See waits until an element is to be seen whose name fits; see named.
func (t *Tab) See(selector, name string) {
	t.until(fmt.Sprintf("see %s %q", selector, name), func() (bool, string, error) {
		p, err := t.find(selector, name)
		return err == nil && p.Why != nothing, p.Why, err
	})
}

// place is where an element is.
type place struct {
	X, Y float64
	Why  string // it cannot be clicked
}

const nothing = "there is none"

// called is a function of the page that tells what an element is called by those who
// hear it.
const called = `const called = (e) => {
	const heard = (n) => n.nodeType === 3 ? n.data : n.nodeType === 1 && n.ariaHidden !== 'true' && n.tagName !== 'SELECT' && n.tagName !== 'TEXTAREA' ? [...n.childNodes].map(heard).join(' ') : '';
	const label = e.labels?.[0];
	const text = e.ariaLabel || (label ? heard(label) : e.querySelector('[aria-hidden=true], select') ? heard(e) : e.innerText ?? e.textContent);
	return text.replace(/\s+/g, ' ').trim();
};`

// find finds the first element that is to be seen, matches a selector, and is called by
// a name that fits a regular expression: by its label, or else by its text. A name that
// is empty fits all. It is scrolled to.
func (t *Tab) find(selector, name string) (place, error) {
	s, _ := json.Marshal(selector)
	n, _ := json.Marshal("^(?:" + name + ")$")
	return value[place](t, fmt.Sprintf(`((selector, name, any) => {
		const seen = (e) => { const r = e.getBoundingClientRect(); return (r.width > 0 || r.height > 0) && getComputedStyle(e).visibility === 'visible'; };
		%s
		const e = [...document.querySelectorAll(selector)].find((e) => seen(e) && (any || new RegExp(name, 'su').test(called(e))));
		if (!e) return { Why: %q };
		const at = () => { const { x, y, width, height } = e.getBoundingClientRect(); return { X: x + width / 2, Y: y + height / 2, Why: '' }; };
		const hit = (p) => document.elementFromPoint(p.X, p.Y);
		const free = (h) => h && (e.contains(h) || e.closest('svg')?.contains(h) || e.closest('label')?.contains(h));
		// As little scrolling as can be; more where something would lie upon it.
		let p = at();
		for (const block of ['nearest', 'center']) {
			if (free(hit(p))) break;
			e.scrollIntoView({ block, inline: 'nearest', behavior: 'instant' });
			p = at();
		}
		window.wanted = { e, free };
		if (e.matches(':disabled')) p.Why = 'it is disabled';
		else if (!hit(p)) p.Why = 'it is not within the window';
		else if (!free(hit(p))) p.Why = 'it lies under ' + hit(p).outerHTML.slice(0, 100);
		return p;
	})(%s, %s, %v)`, called, nothing, s, n, name == ""))
}

// Click clicks an element as find finds it, once it rests and nothing lies upon it. If
// the page moves under the pointer meanwhile, before the button goes down or before it
// goes up, the click is made again. Where something else takes it time and again that
// would happen to people, too.
func (t *Tab) Click(selector, name string) {
	missed := 0
	t.until(fmt.Sprintf("click %s %q", selector, name), func() (bool, string, error) {
		p := t.rest(selector, name)
		if _, err := value[any](t, `for (const event of ['pointerdown', 'pointerup']) addEventListener(event, ({ target }) => (window.wanted.hits ??= []).push(target), { capture: true, once: true }); null`); err != nil {
			return false, "", err
		}
		t.do("click", chromedp.MouseEvent(chromedp.MouseMoved, p.X, p.Y), chromedp.MouseClickXY(p.X, p.Y))
		taken, err := value[string](t, `(({ e, free, hits }) => {
			const hit = hits?.find((hit) => !free(hit));
			if (!hit || !e.isConnected) return '';
			return hit.closest?.('a, button, input, select, textarea, summary, label, [role=gridcell]')?.outerHTML.slice(0, 100) ?? 'nothing';
		})(window.wanted ?? {})`)
		if err == nil && taken != "" && taken != "nothing" {
			missed++
		}
		if missed == 3 {
			t.fail(fmt.Errorf("click %s %q: the page has moved, and %s was clicked", selector, name, taken))
		}
		return err != nil || taken == "", "the page moves", nil // a page that has gone was clicked
	})
}

// rest waits until an element can be clicked and stays where it is.
func (t *Tab) rest(selector, name string) (at place) {
	last, looks := place{Why: "it moves"}, 0
	t.until(fmt.Sprintf("reach %s %q", selector, name), func() (bool, string, error) {
		p, err := t.find(selector, name)
		if p != last {
			looks = 0
		}
		looks++
		at, last = p, p
		return err == nil && p.Why == "" && looks == 3, p.Why, err
	})
	return at
}

// Screenshot is a picture of the whole page, as PNG.
func (t *Tab) Screenshot() []byte {
	return t.capture(page.CaptureScreenshotParams{CaptureBeyondViewport: new(true)})
}

// View is a picture of what is to be seen at once, as WebP, which takes few bytes.
func (t *Tab) View() []byte {
	return t.capture(page.CaptureScreenshotParams{Format: page.CaptureScreenshotFormatWebp, Quality: new(int64(85))})
}

func (t *Tab) capture(how page.CaptureScreenshotParams) []byte {
	ctx, cancel := context.WithTimeout(t.ctx, patience)
	defer cancel()
	picture, err := chromedp.Run(ctx, func(ctx context.Context, at *chromedp.Target) ([]byte, error) {
		r, err := cdp.Call(ctx, at, page.CaptureScreenshot, how)
		return r.Data, err
	})
	if err == nil && len(picture) == 0 {
		err = errors.New("the picture is empty")
	}
	if err != nil {
		t.fail(err)
	}
	return picture
}
