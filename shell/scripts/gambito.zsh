#compdef gambito
# Completion of gambito for zsh. To use it in this shell, after compinit:
#   source <(gambito completion zsh)
# and in all that are to come, put it into a folder of $fpath as _gambito:
#   gambito completion zsh > "${fpath[1]}/_gambito"

_gambito() {
    local line text help open files word
    local -a texts shown
    word=${(Q)PREFIX}
    for line in "${(@f)$("${(Q)words[1]}" complete "${(@Q)words[2,CURRENT-1]}" "$word" 2>/dev/null)}"; do
        case $line in
        '') ;;
        :files) files=1 ;;
        :open) open=1 ;;
        *)
            text=${line%%$'\t'*} help=${line#*$'\t'}
            texts+=("$text")
            shown+=("${text}${help:+  -- $help}")
            ;;
        esac
    done
    local -a space
    [[ -n $open ]] && space=(-S '')
    local done=1
    if (( $#texts )); then
        [[ $#texts -eq 1 && $texts[1] == *[=:,/] ]] && space=(-S '')
        compadd -l -d shown "${space[@]}" -a texts && done=0
    fi
    if [[ -n $files ]]; then
        [[ $PREFIX == *=* ]] && compset -P '*='
        _files && done=0
    fi
    return done
}

if [[ ${funcstack[1]} == _gambito ]]; then
    _gambito "$@"
else
    compdef _gambito gambito
fi
