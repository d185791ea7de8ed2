package words

// spanishValue is how values of positions are told.
var spanishValue = map[Message]string{}
