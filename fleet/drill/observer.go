package drill

import (
	"context"
	"fmt"
	"strings"
	"time"

	"gambito/fleet"
)

// observer looks at the fleet now and then, without a wire between: how many units were
// done twice, and that nobody is banned who did right. What happens between two looks
// is not seen, so that its counts are the least there were.
type observer struct {
	link  *fleet.Link
	jobs  map[string]counts // by job, those of its coordinator of the last look
	total counts            // of coordinators before
}

// counts are what coordinators tell.
type counts struct{ twice, aside int }

// observe looks until ctx ends.
func (t *stage) observe(ctx context.Context) (total func() counts) {
	o := &observer{jobs: map[string]counts{}}
	done := make(chan struct{})
	go func() {
		defer close(done)
		for sleep(ctx, t.settings.Patience/4) {
			o.look(ctx, t)
		}
		if o.link != nil {
			o.look(context.WithoutCancel(ctx), t)
			o.link.Close()
		}
		for id := range o.jobs {
			t.past[id] = true
		}
	}()
	return func() counts {
		<-done
		sum := o.total
		for _, c := range o.jobs {
			sum.twice, sum.aside = sum.twice+c.twice, sum.aside+c.aside
		}
		return sum
	}
}

// look looks once; a broker that is away is no news here.
func (o *observer) look(ctx context.Context, t *stage) {
	ctx, cancel := context.WithTimeout(ctx, 2*time.Second)
	defer cancel()
	if o.link == nil {
		link, err := fleet.Connect(ctx, fleet.Options{URL: "nats://" + token + "@" + t.address, Name: "observer", AnyBuild: true})
		if err != nil {
			return
		}
		o.link = link
	}
	s, err := o.link.Status(ctx)
	if err != nil {
		return
	}
	for _, j := range s.Jobs {
		if t.past[j.ID] { // of a work before
			continue
		}
		now, before := counts{j.Twice, j.Aside}, o.jobs[j.ID]
		if now.twice < before.twice || now.aside < before.aside { // another coordinator counts anew
			o.total.twice, o.total.aside = o.total.twice+before.twice, o.total.aside+before.aside
		}
		o.jobs[j.ID] = now
	}
	for _, b := range s.Banned {
		if strings.HasPrefix(b.Worker, "worker") { // and what is added if the one before is still known
			t.unjust.Do(func() { t.problem(fmt.Errorf("%s does right and is banned: %s", b.Worker, strings.TrimSpace(b.Why))) })
		}
	}
}
