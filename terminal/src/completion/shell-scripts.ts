import type { Shell } from './candidates.ts'

/** Candidates are whole words, quoted as the typed one is, with the space behind them. */
export const COMPLETION_SCRIPTS: Readonly<Record<Shell, string>> = {
  bash: `# Completion of logyard for bash: eval "$(logyard completion bash)"
_logyard() {
  local candidate
  COMPREPLY=()
  while IFS= read -r candidate; do
    COMPREPLY+=("$candidate")
  done < <(logyard __complete bash "\${COMP_LINE:0:COMP_POINT}" 2>/dev/null)
}
complete -o default -o nospace -F _logyard logyard
`,
  zsh: `#compdef logyard
# Completion of logyard for zsh: eval "$(logyard completion zsh)"
_logyard() {
  local -a candidates
  candidates=("\${(@f)$(logyard __complete zsh "\${(j: :)words[1,CURRENT]}" 2>/dev/null)}")
  candidates=("\${(@)candidates:#}")
  if (( \${#candidates} )); then
    compadd -U -Q -S '' -- "\${candidates[@]}"
  else
    _files
  fi
}
compdef _logyard logyard
`,
  fish: `# Completion of logyard for fish: logyard completion fish | source
function __logyard_complete
  logyard __complete fish (commandline -cp | string collect) 2>/dev/null
end
complete -c logyard -f -a '(__logyard_complete)'
complete -c logyard -l file -l ca -r -F
`,
}
