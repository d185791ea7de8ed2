package fleet

import "sync"

// teller tells people what they should know, each thing once.
type teller struct {
	to    func(line string)
	mutex sync.Mutex
	told  map[string]bool
}

// say tells a line.
func (t *teller) say(line string) {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	if t.to != nil {
		t.to(shown(line))
	}
}

// once tells a line of something unless that was told.
func (t *teller) once(of, line string) {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	if t.told[of] {
		return
	}
	if t.told == nil {
		t.told = map[string]bool{}
	}
	t.told[of] = true
	if t.to != nil {
		t.to(shown(line))
	}
}

// over tells that something which was told is over.
func (t *teller) over(of, line string) {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	if t.told[of] && t.to != nil {
		t.to(shown(line))
	}
	delete(t.told, of)
}
