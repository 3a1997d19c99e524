# Completions of `asmx` for fish, which quotes what it inserts.
function __asmx_completions
    set --local words (commandline --current-process --tokenize --cut-at-cursor)
    set --local current (commandline --current-token --cut-at-cursor)
    set --local found (command asmx completions fish -- $words "$current" 2>/dev/null)
    if test (count $found) -gt 0
        printf '%s\n' $found
    else
        __fish_complete_path "$current"
    end
end
complete --command asmx --erase
complete --command asmx --no-files --keep-order --arguments '(__asmx_completions)'
