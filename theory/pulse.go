package theory

import "context"

// pulse is felt in the loops in which exact work spends its time: it ends work that
// nobody waits for any more by a panic, which Analyse recovers from. Without one work
// goes on to its end.
type pulse func()

// stopped is what a pulse panics with.
type stopped struct{ error }

// pulseOf ends work when a context does.
func pulseOf(ctx context.Context) pulse {
	return func() {
		if ctx.Err() != nil {
			panic(stopped{context.Cause(ctx)})
		}
	}
}

func (p pulse) feel() {
	if p != nil {
		p()
	}
}

// unlessStopped does work, and is the error with which its pulse has ended it.
func unlessStopped(work func() error) (err error) {
	defer func() {
		switch v := recover().(type) {
		case nil:
		case stopped:
			err = v.error
		default:
			panic(v)
		}
	}()
	return work()
}
