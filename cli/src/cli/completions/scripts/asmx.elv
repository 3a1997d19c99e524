# Completions of `asmx` for Elvish, which quotes what it inserts.
set edit:completion:arg-completer[asmx] = {|@words|
    var found = [(e:asmx completions elvish -- $@words 2>/dev/null | from-lines)]
    if (== (count $found) 0) {
        edit:complete-filename $@words
    } else {
        put $@found
    }
}
