# Completions of `asmx` for bash. The words are read by `asmx` itself: nothing of the line is evaluated.
_asmx() {
    local candidate
    COMPREPLY=()
    while IFS= read -r candidate; do
        COMPREPLY+=("$candidate")
    done < <(command asmx completions bash -- "$COMP_WORDBREAKS" "${COMP_LINE:0:$COMP_POINT}" 2>/dev/null)
    # A candidate ends with its own blank. Without candidates bash completes files.
    if [ ${#COMPREPLY[@]} -gt 0 ]; then
        compopt -o nospace 2>/dev/null || COMPREPLY=("${COMPREPLY[@]% }")
    fi
}
complete -o nosort -o bashdefault -o default -F _asmx asmx 2>/dev/null || complete -o bashdefault -o default -F _asmx asmx
