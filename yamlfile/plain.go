package yamlfile

import "regexp"

// faults say what the parser of the library means.
var faults = []struct {
	found *regexp.Regexp
	plain string
}{
	{regexp.MustCompile(`^mapping key (.*) already defined at \[(\d+):\d+\]$`), "the key $1 is there twice, first in line $2"},
	{regexp.MustCompile(`^found character '\t' that cannot start any token$`), "it is indented by a tab, and YAML takes blanks only"},
	{regexp.MustCompile(`^could not find flow map content$`), "a { has no }"},
	{regexp.MustCompile(`^could not find end character of (double|single)-quoted text$`), "a $1 quote is not closed"},
	{regexp.MustCompile(`^unexpected key name$`), "a key is missing, or its colon, or the blank after that"},
	{regexp.MustCompile(`^',' or '(.)' must be specified$`), "a comma or $1 is missing"},
	{regexp.MustCompile(`^mapping value is not allowed in this context$`), "there is a colon too many: a text with colons stands in quotes"},
	{regexp.MustCompile(`^unexpected scalar value type$`), "it can be neither a text nor a number"},
}

// plain tells a fault as people do; one that nobody thought of stays as it is.
func plain(message string) string {
	for _, f := range faults {
		if f.found.MatchString(message) {
			return f.found.ReplaceAllString(message, f.plain)
		}
	}
	return message
}
