package fleet

import (
	"context"
	"fmt"

	"gambito/crew"
	"gambito/fleet/dispatch"
)

// verdict is what this machine came to about a unit that workers contradict each other
// about.
type verdict struct {
	about  dispatch.Contradiction
	result crew.Result
	err    error
}

// arbitrate has this machine do the next unit in doubt, one at a time.
func (d *desk) arbitrate(ctx context.Context) {
	if d.judging || len(d.doubts) == 0 {
		return
	}
	d.judging = true
	about := d.doubts[0]
	d.all.Go(func() {
		v := verdict{about: about}
		v.result, v.err = d.run.doer.Do(ctx, about.Unit)
		d.verdicts <- v
	})
}

// decide bans who was wrong. What these workers did that was not handed over yet is done
// again; if anything was, whoever has it must take it back.
func (d *desk) decide(ctx context.Context, v verdict) error {
	d.judging = false
	d.doubts = d.doubts[1:]
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	contradiction := ErrContradiction{Job: d.run.job.Name, Unit: v.about.Unit, Workers: v.about.Workers}
	if v.err != nil {
		return fmt.Errorf("%w; this machine cannot do it: %w", contradiction, v.err)
	}
	judged := d.dispatcher.Judge(v.about.Unit, v.result.Data)
	contradiction.Wrong = judged.Wrong
	d.shelf.drop(judged.Wrong, judged.Drop)
	before := judged.Handed > 0
	for _, name := range judged.Wrong {
		d.ban(name, fmt.Sprintf("%s, unit %d: it came to something else than others", d.run.job.Name, v.about.Unit))
		before = before || d.run.earlier || d.run.client.hasGiven(d.run.id, name)
	}
	if before && len(judged.Wrong) > 0 {
		return contradiction
	}
	return nil
}

// ban keeps a worker from doing anything for the fleet any more.
func (d *desk) ban(worker, why string) {
	if !d.shun(worker) {
		return
	}
	d.run.client.tell.say(fmt.Sprintf("worker %s is banned: %s", worker, why))
	d.all.Go(func() {
		ctx, cancel := context.WithTimeout(context.Background(), tryTime)
		defer cancel()
		d.run.insist(ctx, func(ctx context.Context) error {
			_, err := d.run.link.settings.Put(ctx, bannedKey+worker, []byte(why))
			return err
		})
	})
}
