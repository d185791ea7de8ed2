package words

// spanishPlay is what play, watch, replay and hint say.
var spanishPlay = map[Message]string{
	"%s or %s": "%s o %s",
}
