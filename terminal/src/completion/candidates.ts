/** A completion of the typed word, as the text that a shell puts there. */
import type { TypedWord } from './shell-words.ts'

export const SHELLS = ['bash', 'zsh', 'fish'] as const
export type Shell = (typeof SHELLS)[number]

export interface Candidate {
  /** The whole word, without quotes and escapes. */
  readonly text: string
  /** Nothing more belongs to the word. */
  readonly isWhole: boolean
}

/** Names and values come from senders of logs: with these characters they are not offered. */
const REFUSED = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u

export function candidateLines(shell: Shell, word: TypedWord, candidates: readonly Candidate[]): readonly string[] {
  return candidates.flatMap(({ text, isWhole }) => {
    if (REFUSED.test(text)) return []
    // It quotes candidates, and adds the space.
    if (shell === 'fish') return [text]
    const quoted = quotedText(text, word.quote)
    if (quoted === undefined) return []
    const rest = shell === 'bash' && word.quote === undefined ? behindBreak(quoted, word.raw) : quoted
    return [isWhole && word.quote === undefined ? `${rest} ` : rest]
  })
}

/** Undefined for a text that cannot be written between these quotes. */
function quotedText(text: string, quote: TypedWord['quote']): string | undefined {
  if (quote === undefined) return text.replaceAll(/[^\w./:=,@%+-]/gu, (sign) => `\\${sign}`)
  if (quote === "'") return text.includes("'") ? undefined : text
  return text.includes('!') ? undefined : text.replaceAll(/["\\$`]/g, (sign) => `\\${sign}`)
}

/** Bash completes only what follows the last colon or equals sign of a word. */
function behindBreak(quoted: string, raw: string): string {
  const end = Math.max(raw.lastIndexOf(':'), raw.lastIndexOf('=')) + 1
  return quoted.startsWith(raw.slice(0, end)) ? quoted.slice(end) : quoted
}
