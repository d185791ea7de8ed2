package api

import (
	"bytes"
	"encoding/json"
)

// dialect is the version of JSON Schema that schemas are written in.
const dialect = "https://json-schema.org/draft/2020-12/schema"

// Schema is a JSON Schema, or a part of one: the keywords that results need.
type Schema struct {
	Dialect     string `json:"$schema,omitempty"`
	Title       string `json:"title,omitempty"`
	Description string `json:"description,omitempty"`
	Ref         string `json:"$ref,omitempty"`
	Type        Kinds  `json:"type,omitempty"`
	Format      string `json:"format,omitempty"`
	Enum        []any  `json:"enum,omitempty"`
	Minimum     *int   `json:"minimum,omitempty"`

	Items    *Schema `json:"items,omitempty"`
	MinItems int     `json:"minItems,omitempty"`
	MaxItems int     `json:"maxItems,omitempty"`

	Properties    Properties `json:"properties,omitempty"`
	Required      []string   `json:"required,omitempty"`
	Additional    any        `json:"additionalProperties,omitempty"` // false, or a *Schema
	PropertyNames *Schema    `json:"propertyNames,omitempty"`

	AnyOf []*Schema          `json:"anyOf,omitempty"`
	Defs  map[string]*Schema `json:"$defs,omitempty"`
}

// Kinds are what a value may be: one word, or a list of them.
type Kinds []string

// MarshalJSON writes one type without a list.
func (t Kinds) MarshalJSON() ([]byte, error) {
	if len(t) == 1 {
		return json.Marshal(t[0])
	}
	return json.Marshal([]string(t))
}

// Properties are those of an object, in the order in which they are printed.
type Properties []Property

// Property is a name and what its value is.
type Property struct {
	Name   string
	Schema *Schema
}

// MarshalJSON writes an object that keeps the order.
func (p Properties) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	b.WriteByte('{')
	for i, property := range p {
		if i > 0 {
			b.WriteByte(',')
		}
		if err := encoder.Encode(property.Name); err != nil {
			return nil, err
		}
		b.WriteByte(':')
		if err := encoder.Encode(property.Schema); err != nil {
			return nil, err
		}
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

// orNull is the schema of a value that may also be null.
func (s *Schema) orNull() *Schema {
	if s.Ref == "" && len(s.Type) > 0 {
		s.Type = append(s.Type, "null")
		if s.Enum != nil {
			s.Enum = append(s.Enum, nil)
		}
		return s
	}
	null := &Schema{AnyOf: []*Schema{s, {Type: Kinds{"null"}}}, Description: s.Description}
	s.Description = ""
	return null
}
