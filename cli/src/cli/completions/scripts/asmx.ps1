# Completions of `asmx` for PowerShell. The words are those of the syntax tree: nothing of the line is evaluated. Words and candidates travel
# in percent encoding, because versions of PowerShell differ in what they make of quotes, empty words and letters.
Register-ArgumentCompleter -Native -CommandName 'asmx', 'asmx.exe' -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)
    $program = Get-Command -Name asmx -CommandType Application -ErrorAction Ignore | Select-Object -First 1
    if (-not $program) { return }
    $elements = @($commandAst.CommandElements | Where-Object { $_.Extent.StartOffset -lt $cursorPosition })
    $words = @($elements | ForEach-Object {
        if ($_ -is [System.Management.Automation.Language.StringConstantExpressionAst]) { $_.Value } else { $_.Extent.Text }
    })
    if ($elements[-1].Extent.EndOffset -lt $cursorPosition) { $words += '' }
    $escaped = @($words | ForEach-Object { '+' + [uri]::EscapeDataString($_) })
    & $program completions powershell -- $escaped 2>$null | ForEach-Object {
        $text, $shown, $about = $_.Split("`t") | ForEach-Object { [uri]::UnescapeDataString($_) }
        [System.Management.Automation.CompletionResult]::new($text, $shown, 'ParameterValue', $about)
    }
}
