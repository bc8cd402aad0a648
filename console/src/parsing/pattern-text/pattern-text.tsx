import { highlightCode } from '@lezer/highlight'
import { useMemo } from 'react'
import { patternHighlighter, patternParsers } from './pattern-highlighting.ts'
import classes from './pattern-text.module.css'

/** Longer patterns are cut in lists; the tooltip shows them whole. */
const MAX_SHOWN = 300

interface PatternTextProps {
  readonly pattern: string
  readonly language?: 'grok' | 'regex'
  /** Shows all of it, on several lines. */
  readonly isWhole?: boolean
}

/** A pattern with the colours of the editor, for lists. */
export function PatternText({ pattern, language = 'grok', isWhole = false }: PatternTextProps) {
  const shown = isWhole ? pattern : pattern.slice(0, MAX_SHOWN)
  const tokens = useMemo(() => tokensOf(shown, language), [shown, language])
  return (
    <code
      className={classes['pattern']}
      data-whole={isWhole || undefined}
      title={isWhole ? undefined : pattern}
      translate="no"
    >
      {tokens.map(({ at, text, style }) => (
        <span key={at} className={style}>
          {text}
        </span>
      ))}
      {shown.length < pattern.length && '…'}
    </code>
  )
}

function tokensOf(pattern: string, language: 'grok' | 'regex') {
  const tokens: { readonly at: number; readonly text: string; readonly style: string }[] = []
  let at = 0
  const add = (text: string, style: string) => {
    tokens.push({ at, text, style })
    at += text.length
  }
  highlightCode(pattern, patternParsers[language].parse(pattern), patternHighlighter, add, () => add('\n', ''))
  return tokens
}
