package words

// spanishReview is what reviews of games say.
var spanishReview = map[Message]string{}
