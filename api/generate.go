package api

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"time"
)

// generator makes schemas of Go types as encoding/json writes them. Structs become
// definitions, which others refer to. What it cannot tell of a type makes it panic:
// the types are known when gambito is built.
type generator struct {
	defs  map[string]*Schema
	types map[string]reflect.Type // by the name of their definition
}

func newGenerator() *generator {
	return &generator{map[string]*Schema{}, map[string]reflect.Type{}}
}

var (
	rawType  = reflect.TypeFor[json.RawMessage]()
	timeType = reflect.TypeFor[time.Time]()
)

// schema is that of a value of type t that is there.
func (g *generator) schema(t reflect.Type) *Schema {
	if values, ok := enums[t]; ok {
		return &Schema{Type: Kinds{"string"}, Enum: values}
	}
	switch t {
	case rawType:
		return &Schema{}
	case timeType:
		return &Schema{Type: Kinds{"string"}, Format: "date-time"}
	}
	switch t.Kind() {
	case reflect.Bool:
		return &Schema{Type: Kinds{"boolean"}}
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return &Schema{Type: Kinds{"integer"}}
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return &Schema{Type: Kinds{"integer"}, Minimum: new(int)}
	case reflect.Float32, reflect.Float64:
		return &Schema{Type: Kinds{"number"}}
	case reflect.String:
		return &Schema{Type: Kinds{"string"}}
	case reflect.Interface:
		return &Schema{}
	case reflect.Pointer:
		return g.schema(t.Elem()).orNull()
	case reflect.Slice:
		if t.Elem().Kind() == reflect.Uint8 {
			return &Schema{Type: Kinds{"string"}, Format: "byte"}
		}
		return &Schema{Type: Kinds{"array"}, Items: g.schema(t.Elem())}
	case reflect.Array:
		return &Schema{Type: Kinds{"array"}, Items: g.schema(t.Elem()), MinItems: t.Len(), MaxItems: t.Len()}
	case reflect.Map:
		s := &Schema{Type: Kinds{"object"}, Additional: g.schema(t.Elem())}
		if values, ok := enums[t.Key()]; ok {
			s.PropertyNames = &Schema{Enum: values}
		}
		return s
	case reflect.Struct:
		return g.reference(t)
	}
	panic(fmt.Sprintf("api: %s has no schema", t))
}

// reference refers to the definition of a struct, which it makes if there is none.
func (g *generator) reference(t reflect.Type) *Schema {
	name := nameOf(t)
	ref := &Schema{Ref: "#/$defs/" + name}
	if known, ok := g.types[name]; ok {
		if known != t {
			panic(fmt.Sprintf("api: %s and %s are both called %s", known, t, name))
		}
		return ref
	}
	g.types[name] = t
	s := &Schema{Type: Kinds{"object"}, Description: aboutOf(t), Additional: false}
	g.defs[name] = s
	g.fields(s, t)
	return ref
}

// fields adds those of a struct to an object. Fields of embedded structs are its
// own; a name of its own hides one of theirs.
func (g *generator) fields(s *Schema, t reflect.Type) {
	for f := range fieldsOf(t) {
		property := g.schema(f.Type)
		switch {
		case f.omitted && f.Type.Kind() == reflect.Pointer: // absent, never null
			property = g.schema(f.Type.Elem())
		case f.nullable:
			property = property.orNull()
		}
		property.Description = f.doc
		if format := f.Tag.Get("format"); format != "" {
			property.Format = format
		}
		s.Properties = append(s.Properties, Property{f.name, property})
		if !f.omitted {
			s.Required = append(s.Required, f.name)
		}
	}
}

// field is a field as JSON has it.
type field struct {
	reflect.StructField
	name     string
	omitted  bool // when it is empty
	nullable bool // though it is no pointer
	doc      string
}

// fieldsOf yields the fields of a struct that JSON has, in their order.
func fieldsOf(t reflect.Type) func(yield func(field) bool) {
	return func(yield func(field) bool) {
		list := collectFields(t)
		for i, f := range list {
			hidden := slices.ContainsFunc(list, func(o field) bool { return o.name == f.name && len(o.Index) < len(f.Index) })
			if hidden || slices.ContainsFunc(list[:i], func(o field) bool { return o.name == f.name && len(o.Index) == len(f.Index) }) {
				continue
			}
			if !yield(f) {
				return
			}
		}
	}
}

func collectFields(t reflect.Type) (list []field) {
	notes := notesOf(t)
	for i := range t.NumField() {
		f := t.Field(i)
		tag, tagged := f.Tag.Lookup("json")
		name, options, _ := strings.Cut(tag, ",")
		if name == "-" {
			continue
		}
		if f.Anonymous && name == "" && f.Type.Kind() == reflect.Struct {
			for _, inner := range collectFields(f.Type) {
				inner.Index = append(slices.Clone(f.Index), inner.Index...)
				list = append(list, inner)
			}
			continue
		}
		if !f.IsExported() {
			continue
		}
		if !tagged || name == "" {
			name = f.Name
		}
		one := field{
			StructField: f, name: name, doc: f.Tag.Get("doc"), nullable: f.Tag.Get("nullable") == "true" || slices.Contains(notes.nullable, name),
			omitted: slices.Contains(strings.Split(options, ","), "omitempty"),
		}
		if one.doc == "" {
			one.doc = notes.fields[name]
		}
		list = append(list, one)
	}
	return list
}

// nameOf is the name of a struct's definition: that of its type, unless it belongs to
// another package and is called something else here.
func nameOf(t reflect.Type) string {
	if n := notesOf(t); n.name != "" {
		return n.name
	}
	return t.Name()
}
