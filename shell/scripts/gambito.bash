# Completion of gambito for bash. To use it in this shell:
#   source <(gambito completion bash)
# and in all that are to come, put it into a file of that folder:
#   gambito completion bash > ~/.local/share/bash-completion/completions/gambito

_gambito() {
    # Bash cuts words at : and = too. Those that nothing separates belong together.
    local line=${COMP_LINE:0:COMP_POINT} i part
    local -a words=()
    for ((i = 0; i <= COMP_CWORD; i++)); do
        part=${COMP_WORDS[i]}
        if [[ $i -eq 0 || $line == [[:space:]]* ]]; then
            line=${line#"${line%%[![:space:]]*}"}
            words+=("")
        fi
        ((i == COMP_CWORD)) && part=$line # as far as the cursor
        words[-1]+=$part
        line=${line#"$part"}
    done

    # A quote that is still open is no part of the word, and nothing is cut in it.
    local word=${words[-1]} cut=
    if [[ $word == [\'\"]* ]]; then
        word=${word:1}
    else
        [[ $COMP_WORDBREAKS == *:* ]] && cut+=:
        [[ $COMP_WORDBREAKS == *=* ]] && cut+==
    fi
    words=("${words[@]//[\"\'\\]/}")
    words[-1]=$word
    local before=
    [[ -n $cut && $word == *[$cut]* ]] && before=${word%"${word##*[$cut]}"}

    local answer text files= open=
    COMPREPLY=()
    while IFS=$'\t' read -r text _; do
        case $text in
        :files) files=1 ;;
        :open) open=1 ;;
        *) COMPREPLY+=("${text#"$before"}") ;;
        esac
    done < <("${COMP_WORDS[0]}" complete "${words[@]:1}" 2>/dev/null)

    [[ ${#COMPREPLY[@]} -eq 1 && ${COMPREPLY[0]} == *[=:,/] ]] && open=1
    [[ -n $open ]] && compopt -o nospace 2>/dev/null
    if [[ -n $files ]]; then
        compopt -o filenames 2>/dev/null
        while IFS= read -r text; do
            COMPREPLY+=("$text")
        done < <(compgen -f -- "${word#"$before"}")
    fi
}
complete -F _gambito gambito
