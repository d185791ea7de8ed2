package breed

import (
	"fmt"
	"strings"
	"sync"

	"gambito/agent"
	"gambito/files"
	"gambito/games/backgammon/networks"
	"gambito/learn/genetic"
)

// The numbers of a network are its weights in steps of 1/weightUnit, so that they are
// whole as all others are. A mutation of creep c is a deviation of c × 2 × mostWeight.
const (
	weightUnit = 1 << 16
	mostWeight = 16
)

// networkKind is a plain network of backgammon. Its default is to know nothing: all
// weights are zero.
func networkKind() Kind {
	k := Kind{Name: "network", Game: backgammonGame, Genome: make(genetic.Genome, networks.PlainSize), Default: make([]int, networks.PlainSize), Names: networks.PlainGroups, network: true}
	for i := range k.Genome {
		k.Genome[i] = genetic.Range{Low: -mostWeight * weightUnit, High: mostWeight * weightUnit}
	}
	return k
}

// mostNumbers is how many numbers of a vector are looked at one by one.
const mostNumbers = 100

// Long reports whether vectors have too many numbers to be shown and logged.
func (k Kind) Long() bool { return len(k.Genome) > mostNumbers && k.depth == 0 }

// Shown is what is shown of a vector, named by Names: its numbers, of a network how large
// the weights of every group are, in thousandths, or of trees how often each symbol stands in
// them.
func (k Kind) Shown(genes []int) []int {
	if k.depth > 0 && genes != nil {
		return k.grammar.counts(genes)
	}
	if !k.network {
		return genes
	}
	var shown []int
	for _, size := range networks.PlainSizes(weightsOf(genes)) {
		shown = append(shown, min(int(1000*size+0.5), mostSize))
	}
	return shown
}

// mostSize is the largest size that is shown.
const mostSize = 4000

// ShownRange is between what limits Shown is.
func (k Kind) ShownRange(i int) genetic.Range {
	switch {
	case k.network:
		return genetic.Range{High: mostSize}
	case k.depth > 0:
		return genetic.Range{High: mostCounted}
	}
	return k.Genome[i]
}

// weightsOf are the weights that the numbers of a network stand for.
func weightsOf(genes []int) []float32 {
	weights := make([]float32, len(genes))
	for i, g := range genes {
		weights[i] = float32(g) / weightUnit
	}
	return weights
}

// modelOf is a network as a file.
func modelOf(genes []int) []byte {
	data, err := networks.NewPlain(weightsOf(genes)).Encode(nil)
	if err != nil {
		panic(err) // tensors with names of their own can be written
	}
	return data
}

// nursery has the networks that play at the moment: agents read them as files that are
// named by their content.
type nursery struct {
	registry *agent.Registry

	mutex  sync.Mutex
	models map[string][]byte
}

func newNursery(agents *agent.Registry) *nursery {
	n := &nursery{models: map[string][]byte{}}
	registry := *agents
	registry.Environment = agent.NewSealed(agents.Environment.Folder(), n.read)
	n.registry = &registry
	return n
}

func (n *nursery) read(name string) ([]byte, error) {
	n.mutex.Lock()
	defer n.mutex.Unlock()
	if data, ok := n.models[name]; ok {
		return data, nil
	}
	return nil, fmt.Errorf("there is no network %q", name)
}

// add returns the agent that plays by a network.
func (n *nursery) add(model []byte) (agent.Spec, error) {
	name := agent.Digest(model)[:16]
	n.mutex.Lock()
	n.models[name] = model
	n.mutex.Unlock()
	return n.registry.Parse("td:model=" + name)
}

// empty forgets all networks.
func (n *nursery) empty() {
	n.mutex.Lock()
	defer n.mutex.Unlock()
	clear(n.models)
}

// ModelFile is the file of the best network beside that of an evolution.
func ModelFile(name string) string { return strings.TrimSuffix(name, ".json") + ".safetensors" }

// keepModel writes the best network beside the file of the evolution, if there is one,
// and returns the agent spec that plays by it.
func (e *Evolution) keepModel(genes []int) (string, error) {
	if e.file == "" {
		return "", nil
	}
	name := ModelFile(e.file)
	return "td:model=" + name, files.Replace(name, modelOf(genes))
}
