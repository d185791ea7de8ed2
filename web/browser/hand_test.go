package browser

import (
	"context"
	"encoding/json"
	"fmt"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// drag drags one element to another.
func (tab *Tab) drag(from, to string) {
	a, b := tab.rest(from, ""), tab.rest(to, "")
	tab.do("drag",
		chromedp.MouseEvent(chromedp.MouseMoved, a.X, a.Y),
		chromedp.MouseEvent(chromedp.MousePressed, a.X, a.Y, chromedp.ButtonType(input.MouseButtonLeft), chromedp.ClickCount(1)),
		chromedp.MouseEvent(chromedp.MouseMoved, (a.X+b.X)/2, (a.Y+b.Y)/2, chromedp.ButtonType(input.MouseButtonLeft)),
		chromedp.MouseEvent(chromedp.MouseMoved, b.X, b.Y, chromedp.ButtonType(input.MouseButtonLeft)),
		chromedp.MouseEvent(chromedp.MouseReleased, b.X, b.Y, chromedp.ButtonType(input.MouseButtonLeft), chromedp.ClickCount(1)),
	)
}

// press presses keys one after the other; package kb names those that are no letters.
func (tab *Tab) press(keys ...string) {
	for _, key := range keys {
		tab.do("press "+key, chromedp.KeyEvent(key))
	}
}

// fill writes into a field, whatever was there, and leaves it.
func (tab *Tab) fill(selector, name, text string) {
	tab.Click(selector, name)
	tab.do("select all", chromedp.KeyEvent("a", chromedp.KeyModifiers(chromedp.ModifierCtrl)))
	tab.do("write", chromedp.KeyEvent(kb.Backspace+text))
	if v := Value[string](tab, "document.activeElement?.value ?? document.activeElement?.textContent ?? ''"); v != text {
		tab.fail(fmt.Errorf("write %q into %s %q: it says %q", text, selector, name, v))
	}
	tab.do("leave the field", chromedp.Evaluate[chromedp.Void]("document.activeElement.blur()"))
}

// choose chooses an option of a select by its value.
func (tab *Tab) choose(selector, name, option string) {
	tab.rest(selector, name)
	s, _ := json.Marshal(selector)
	n, _ := json.Marshal("^(?:" + name + ")$")
	o, _ := json.Marshal(option)
	tab.until("choose "+option, func() (bool, string, error) {
		done, err := value[bool](tab, fmt.Sprintf(`((selector, name, option) => {
			%s
			const e = [...document.querySelectorAll(selector)].find((e) => name === '^(?:)$' || new RegExp(name, 'su').test(called(e)));
			if (![...e.options].some((o) => o.value === option)) return false;
			e.value = option;
			e.dispatchEvent(new Event('input', { bubbles: true }));
			e.dispatchEvent(new Event('change', { bubbles: true }));
			return true;
		})(%s, %s, %s)`, called, s, n, o))
		return done, "there is no such option", err
	})
}

// beside opens another tab of the same visitor.
func (tab *Tab) beside(t *testing.T) *Tab {
	t.Helper()
	other := open(tab.ctx, tab.look, tab.fail)
	t.Cleanup(func() { other.leave(t) })
	return other
}

// clicked runs a script that gives nothing.
func clicked(script string) chromedp.Action[chromedp.Void] {
	return chromedp.Evaluate[chromedp.Void](script)
}

// hover moves the pointer to an element.
func (tab *Tab) hover(selector, name string) {
	p := tab.rest(selector, name)
	tab.do("hover", chromedp.MouseEvent(chromedp.MouseMoved, p.X, p.Y))
}

// paste puts a text of several lines into a field.
func (tab *Tab) paste(selector, text string) {
	tab.Click(selector, "")
	tab.do("paste", chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := cdp.Call(ctx, t, input.InsertText, input.InsertTextParams{Text: text})
		return err
	}))
	tab.Wait("document.activeElement.value.length > 0")
}

// tap touches an element with a finger.
func (tab *Tab) tap(selector, name string) {
	p := tab.rest(selector, name)
	tab.do("tap", chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := cdp.Call(ctx, t, input.DispatchTouchEvent, input.DispatchTouchEventParams{
			Type: input.DispatchTouchEventTypeTouchStart, TouchPoints: []*input.TouchPoint{{X: p.X, Y: p.Y}},
		})
		if err != nil {
			return err
		}
		_, err = cdp.Call(ctx, t, input.DispatchTouchEvent, input.DispatchTouchEventParams{
			Type: input.DispatchTouchEventTypeTouchEnd, TouchPoints: []*input.TouchPoint{},
		})
		return err
	}))
}
