# Completion of gambito for fish. To use it in this shell:
#   gambito completion fish | source
# and in all that are to come:
#   gambito completion fish > ~/.config/fish/completions/gambito.fish

function __gambito_complete
    set -l words (commandline -opc)
    set -l word (commandline -ct)
    for line in ($words[1] complete $words[2..-1] "$word" 2>/dev/null)
        switch $line
            case ':open'
            case ':files'
                # What stands before the name, such as --csv=, belongs to the word.
                set -l name (string replace -r '^.*=' '' -- "$word")
                set -l before (string sub -l (math (string length -- "$word") - (string length -- "$name")) -- "$word")
                for path in (complete -C "'' $name")
                    echo $before$path
                end
            case '*'
                echo $line
        end
    end
end

complete -c gambito -f -a '(__gambito_complete)'
