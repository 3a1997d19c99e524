#compdef asmx
# Completions of `asmx` for zsh, which quotes what it inserts.
_asmx() {
    local -a found ended open
    local line
    found=("${(@f)$(command asmx completions zsh -- "${(@Q)words[1,CURRENT-1]}" "${(Q)PREFIX}" 2>/dev/null)}")
    if [[ -z "${found[1]}" ]]; then
        _files
        return
    fi
    for line in "${found[@]}"; do
        # After `--order.` a member follows.
        if [[ "${line%%:*}" == *. ]]; then open+=("$line"); else ended+=("$line"); fi
    done
    (( $#ended )) && _describe -V asmx ended
    (( $#open )) && _describe -V members open -S ''
}
if [[ "${funcstack[1]}" == _asmx ]]; then
    _asmx "$@"
else
    compdef _asmx asmx
fi
