/** Pattern files: one `NAME pattern` per line. Comments, blank lines and lines of another form are skipped. */
import type { NamedPattern } from '../../parsing/pattern-input/pattern-input-props.ts'

interface PatternLine {
  /** Line, counted from 1. */
  readonly line: number
  readonly text: string
  /** Absent: the line is skipped. */
  readonly pattern?: NamedPattern
}

const LINE = /^(\w+)[ \t]+(\S.*)$/

/** Every line but the blank ones and comments, which need no mention. */
export function readPatternFile(file: string): readonly PatternLine[] {
  return file.split(/\r\n|[\r\n]/).flatMap((text, index) => {
    const trimmed = text.trim()
    if (trimmed === '' || trimmed.startsWith('#')) return []
    const [, name, pattern] = LINE.exec(text) ?? []
    const line = { line: index + 1, text }
    return [name === undefined || pattern === undefined ? line : { ...line, pattern: { name, pattern } }]
  })
}

export const writePatternFile = (patterns: readonly NamedPattern[]): string =>
  patterns.map(({ name, pattern }) => `${name} ${pattern}\n`).join('')
