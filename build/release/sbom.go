package main

import (
	"crypto/sha256"
	"debug/buildinfo"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// The parts of CycloneDX 1.5 that tell what is in a binary.
type (
	bom struct {
		Format     string      `json:"bomFormat"`
		Spec       string      `json:"specVersion"`
		Serial     string      `json:"serialNumber"`
		Version    int         `json:"version"`
		Metadata   metadata    `json:"metadata"`
		Components []component `json:"components"`
	}
	metadata struct {
		Time      string    `json:"timestamp"`
		Component component `json:"component"`
	}
	component struct {
		Type       string           `json:"type"`
		Ref        string           `json:"bom-ref"`
		Name       string           `json:"name"`
		Version    string           `json:"version"`
		URL        string           `json:"purl,omitempty"`
		Licences   []licenceChoice  `json:"licenses,omitempty"`
		Hashes     []componentHash  `json:"hashes,omitempty"`
		Properties []componentEntry `json:"properties,omitempty"`
	}
	licenceChoice struct {
		Licence struct {
			ID string `json:"id"`
		} `json:"license"`
	}
	componentHash struct {
		Algorithm string `json:"alg"`
		Content   string `json:"content"`
	}
	componentEntry struct {
		Name  string `json:"name"`
		Value string `json:"value"`
	}
)

// components lists what a binary says it was made of, and what is in its page. A module
// whose licence is not in the file of licences is refused.
func (s source) components(binary, platform string) ([]byte, error) {
	info, err := buildinfo.ReadFile(binary)
	if err != nil {
		return nil, err
	}
	text, err := os.ReadFile(filepath.Join(s.folder, licencesFile))
	if err != nil {
		return nil, err
	}
	known := listedLicences(string(text))
	digest, err := sum(binary)
	if err != nil {
		return nil, err
	}
	id := sha256.Sum256([]byte(s.commit + " " + platform))
	b := bom{Format: "CycloneDX", Spec: "1.5", Version: 1, Serial: "urn:uuid:" + uuid(id)}
	b.Metadata.Time = s.time.Format(time.RFC3339)
	b.Metadata.Component = component{Type: "application", Ref: "gambito", Name: "gambito", Version: s.version,
		Licences: licence("Apache-2.0"), Hashes: []componentHash{{"SHA-256", digest}}, Properties: []componentEntry{{"platform", platform}, {"commit", s.commit}}}
	add := func(name, version, url, sum string) error {
		id := known[part{name: name, version: version}.title()]
		if name == "Go" {
			id = known[name]
		}
		if id == "" {
			return fmt.Errorf("%s %s is in the binary and not in %s: run go run ./build/release --licences", name, version, licencesFile)
		}
		c := component{Type: "library", Ref: url, Name: name, Version: version, URL: url, Licences: licence(id)}
		if sum != "" {
			c.Properties = []componentEntry{{"go.sum", sum}}
		}
		b.Components = append(b.Components, c)
		return nil
	}
	if err := add("Go", strings.TrimPrefix(info.GoVersion, "go"), "pkg:golang/std@"+strings.TrimPrefix(info.GoVersion, "go"), ""); err != nil {
		return nil, err
	}
	for _, m := range info.Deps {
		if err := add(m.Path, m.Version, "pkg:golang/"+m.Path+"@"+m.Version, m.Sum); err != nil {
			return nil, err
		}
	}
	parts, err := pageParts(s.folder)
	if err != nil {
		return nil, err
	}
	for _, p := range parts {
		if err := add(p.name, p.version, "pkg:npm/"+strings.Replace(p.name, "@", "%40", 1)+"@"+p.version, ""); err != nil {
			return nil, err
		}
	}
	out, err := json.MarshalIndent(b, "", "  ")
	return append(out, '\n'), err
}

func licence(id string) []licenceChoice {
	var c licenceChoice
	c.Licence.ID = id
	return []licenceChoice{c}
}

// uuid makes a digest look like one.
func uuid(digest [32]byte) string {
	digest[6], digest[8] = digest[6]&0x0f|0x80, digest[8]&0x3f|0x80
	text := hex.EncodeToString(digest[:16])
	return text[:8] + "-" + text[8:12] + "-" + text[12:16] + "-" + text[16:20] + "-" + text[20:]
}
