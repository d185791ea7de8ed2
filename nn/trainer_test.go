package nn

import (
	"bytes"
	"math"
	"slices"
	"testing"
)

// noisy has everything that could make results depend on the workers: dropout,
// normalisation, both heads.
func noisy() Architecture {
	a := Residual(3, 4, 5, 6, 8, 1)
	a.Value = slices.Insert(a.Value, 1, Layer{Kind: dropout, Rate: 0.3})
	a.Policy = slices.Insert(a.Policy, 0, Layer{Kind: dropout, Rate: 0.2})
	return a
}

func encoded(t *testing.T, e interface{ Encode() ([]byte, error) }) []byte {
	t.Helper()
	data, err := e.Encode()
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func TestTrainingDoesNotDependOnTheWorkers(t *testing.T) {
	var want []byte
	for _, workers := range []int{1, 2, 3, 8} {
		m := model(t, noisy(), 1)
		tr := trainer(t, m, Options{Shard: 5, Workers: workers, L2: 1e-3, Optimizer: Optimizer{Kind: adamW, Decay: 0.01}})
		for i := range 4 {
			tr.Step(batch(m.Architecture, 23, uint64(i)))
		}
		tr.Milestone("end")
		got := encoded(t, tr)
		if want == nil {
			want = got
		}
		if !bytes.Equal(got, want) {
			t.Errorf("%d workers train another model than 1", workers)
		}
	}
}

func TestResumedTrainingGoesOnAsIfItHadNotStopped(t *testing.T) {
	for _, optimizer := range []Optimizer{{}, {Kind: sgd}, {Kind: sgd, Momentum: 0.9}, {Kind: adamW, Decay: 0.1}} {
		o := Options{Rate: Schedule{Kind: "cosine", Rate: 0.01, Total: 10, Warmup: 3}, Optimizer: optimizer}
		straight := trainer(t, model(t, noisy(), 1), o)
		stopped := trainer(t, model(t, noisy(), 1), o)
		for i := range 6 {
			b := batch(noisy(), 9, uint64(i))
			straight.Step(b)
			if i == 3 {
				var err error
				if stopped, err = Resume(encoded(t, stopped), o); err != nil {
					t.Fatal(err)
				}
			}
			stopped.Step(b)
		}
		if !bytes.Equal(encoded(t, straight), encoded(t, stopped)) {
			t.Errorf("%+v: another model", optimizer)
		}
		if _, err := Decode(encoded(t, stopped)); err != nil {
			t.Error("a checkpoint is not a model: ", err)
		}
	}
}

func TestResumeRefusesAnotherOptimizer(t *testing.T) {
	data := encoded(t, trainer(t, model(t, noisy(), 1), Options{}))
	for _, optimizer := range []Optimizer{{Kind: sgd}, {Kind: sgd, Momentum: 0.5}} {
		if _, err := Resume(data, Options{Rate: Schedule{Rate: 1}, Optimizer: optimizer}); err == nil {
			t.Errorf("%+v goes on where adam stopped", optimizer)
		}
	}
	if _, err := Resume(encoded(t, model(t, noisy(), 1)), Options{Rate: Schedule{Rate: 1}}); err == nil {
		t.Error("adam goes on without what it remembers")
	}
}

// TestLearns trains on one batch until the network knows it by heart, with each
// optimizer.
func TestLearns(t *testing.T) {
	for _, c := range []struct {
		optimizer Optimizer
		rate      float64
	}{
		{Optimizer{Kind: sgd}, 0.1},
		{Optimizer{Kind: sgd, Momentum: 0.9}, 0.02},
		{Optimizer{Kind: adam}, 0.005},
		{Optimizer{Kind: adamW, Decay: 1e-3}, 0.005},
	} {
		a := Residual(3, 6, 7, 7, 8, 1)
		m := model(t, a, 2)
		tr := trainer(t, m, Options{Optimizer: c.optimizer, Rate: Schedule{Rate: c.rate}})
		b := batch(a, 16, 1)
		for i := range b.Size { // targets without doubt, so that the loss can vanish
			row := b.Policy[i*7 : (i+1)*7]
			clear(row)
			row[i%7] = 1
		}
		first := tr.Step(b)
		var last Loss
		for range 150 {
			last = tr.Step(b)
		}
		if last.Policy > 0.1*first.Policy || last.Value > 0.1*first.Value {
			t.Errorf("%+v: the loss went from %v only to %v", c.optimizer, first, last)
		}
	}
}

func TestRunningMeansArriveAtThoseOfTheBatch(t *testing.T) {
	a := Residual(3, 6, 7, 7, 8, 1)
	m := model(t, a, 2)
	b := batch(a, 32, 1)
	tr := trainer(t, m, Options{Rate: Schedule{Rate: 1e-12}})
	for range 200 {
		tr.Step(b)
	}
	training, _ := reference{model: m, training: true}.outputs(b.Size, b.Inputs)
	playing, _ := reference{model: m}.outputs(b.Size, b.Inputs)
	for i := range training {
		for j, x := range training[i] {
			if math.Abs(x-playing[i][j]) > 0.01 {
				t.Fatalf("logit %d of position %d is %v in training and %v in play", j, i, x, playing[i][j])
			}
		}
	}
}

// TestDropout compares the gradient with the difference quotient of the loss that
// training itself reports: the same step leaves out the same numbers.
func TestDropout(t *testing.T) {
	a := Architecture{Planes: 5, Rows: 1, Columns: 1,
		Trunk: []Layer{{Kind: dense, Size: 40, Activation: tanhName}, {Kind: dropout, Rate: 0.5}},
		Value: []Layer{{Kind: dense, Size: 2}}}
	m := model(t, a, 1)
	tr := trainer(t, m, Options{Seed: 7})
	b := batch(a, 20, 1)
	tr.gradients(b)
	for i, p := range m.parameters {
		got := slices.Clone(tr.shards[0].gradients[i])
		for j := 0; j < len(p.Data); j += 7 {
			old := p.Data[j]
			p.Data[j] = old + 0.01
			high := tr.gradients(b).Value
			p.Data[j] = old - 0.01
			low := tr.gradients(b).Value
			p.Data[j] = old
			if want := (high - low) / 0.02; math.Abs(want-float64(got[j])) > 1e-3 {
				t.Errorf("%s[%d]: the gradient is %v, not %v", p.Name, j, got[j], want)
			}
		}
	}
	tape := (&dropoutLayer{shape{channels: 10000}, 0.3}).tape(1).(*dropoutTape)
	x := slices.Repeat([]float32{2}, 10000)
	sum, zeros := float32(0), 0
	for _, y := range tape.forward(&pass{positions: 1, random: random()}, x) {
		sum += y
		if y == 0 {
			zeros++
		}
	}
	if zeros < 2800 || zeros > 3200 || math.Abs(float64(sum)/20000-1) > 0.05 {
		t.Errorf("dropout of 0.3 left out %d of 10000 and made 20000 of %v", zeros, sum)
	}
}

func TestSchedules(t *testing.T) {
	for _, c := range []struct {
		s    Schedule
		step int
		want float64
	}{
		{Schedule{Rate: 0.1}, 1000, 0.1},
		{Schedule{Kind: "step", Rate: 0.1, Every: 10, Factor: 0.5}, 9, 0.1},
		{Schedule{Kind: "step", Rate: 0.1, Every: 10, Factor: 0.5}, 20, 0.025},
		{Schedule{Kind: "cosine", Rate: 0.1, Total: 100}, 0, 0.1},
		{Schedule{Kind: "cosine", Rate: 0.1, Total: 100, Floor: 0.02}, 50, 0.06},
		{Schedule{Kind: "cosine", Rate: 0.1, Total: 100, Floor: 0.02}, 500, 0.02},
		{Schedule{Rate: 0.1, Warmup: 4}, 0, 0.025},
		{Schedule{Rate: 0.1, Warmup: 4}, 3, 0.1},
	} {
		if got := c.s.At(c.step); math.Abs(got-c.want) > 1e-12 {
			t.Errorf("%+v: %v at step %d, not %v", c.s, got, c.step, c.want)
		}
	}
}

func TestBadOptions(t *testing.T) {
	m := model(t, noisy(), 1)
	good := Schedule{Rate: 0.1}
	for _, o := range []Options{
		{},
		{Rate: Schedule{Rate: math.NaN()}},
		{Rate: Schedule{Rate: 0.1, Warmup: -1}},
		{Rate: Schedule{Kind: "steep", Rate: 0.1}},
		{Rate: Schedule{Kind: "step", Rate: 0.1}},
		{Rate: Schedule{Kind: "cosine", Rate: 0.1, Total: 5, Floor: 1}},
		{Rate: good, Optimizer: Optimizer{Kind: "adem"}},
		{Rate: good, Optimizer: Optimizer{Kind: sgd, Momentum: 1}},
		{Rate: good, Optimizer: Optimizer{Kind: adam, Decay: 0.1}},
		{Rate: good, Optimizer: Optimizer{Epsilon: -1}},
		{Rate: good, L2: -1},
		{Rate: good, Shard: -1},
	} {
		if _, err := NewTrainer(m, o); err == nil {
			t.Errorf("%+v is taken", o)
		}
	}
}

func TestLossesThatAreNoNumbersChangeNothing(t *testing.T) {
	m := model(t, noisy(), 1)
	before := encoded(t, m)
	b := batch(m.Architecture, 4, 1)
	b.Inputs[5] = float32(math.NaN())
	if loss := trainer(t, m, Options{}).Step(b); !math.IsNaN(loss.Value) {
		t.Errorf("a loss of %v", loss)
	}
	if !bytes.Equal(before, encoded(t, m)) {
		t.Error("the model has changed")
	}
}

// TestAdam pins two steps computed by hand: the first is as long as the rate.
func TestAdam(t *testing.T) {
	o, _ := Optimizer{Kind: adamW, Decay: 0.5}.complete()
	w, memory := []float32{1}, [][]float32{{0}, {0}}
	o.update(w, []float32{-4}, memory, 0.1, 0, true)
	if want := 1*(1-0.1*0.5) + 0.1; math.Abs(float64(w[0])-want) > 1e-6 {
		t.Errorf("step 1 leads to %v, not %v", w[0], want)
	}
	before := float64(w[0])
	o.update(w, []float32{2}, memory, 0.1, 1, false)
	m := (0.9*0.1*-4 + 0.1*2) / (1 - 0.81)
	v := (0.999*0.001*16 + 0.001*4) / (1 - 0.999*0.999)
	if want := before - 0.1*m/math.Sqrt(v); math.Abs(float64(w[0])-want) > 1e-6 {
		t.Errorf("step 2 leads to %v, not %v", w[0], want)
	}
}
