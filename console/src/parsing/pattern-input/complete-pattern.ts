/** What can stand at a position of a grok pattern: names after `%{`, types behind the field, formats of a date. */
import type { NamedPattern } from './pattern-input-props.ts'

interface PatternOption {
  readonly label: string
  readonly detail?: string
}

export interface PatternCompletion {
  readonly from: number
  readonly kind: 'name' | 'type' | 'format'
  readonly options: readonly PatternOption[]
}

const TYPES = ['int', 'long', 'double', 'float', 'boolean', 'date', 'string', 'short', 'byte'] as const

const DATE_FORMATS = [
  { label: 'yyyy-MM-dd HH:mm:ss', detail: '2026-03-01 09:00:00' },
  { label: 'yyyy-MM-dd HH:mm:ss,SSS', detail: '2026-03-01 09:00:00,123' },
  { label: 'dd/MMM/yyyy:HH:mm:ss Z', detail: '01/Mar/2026:09:00:00 +0000' },
  { label: 'EEE MMM dd HH:mm:ss yyyy', detail: 'Sun Mar 01 09:00:00 2026' },
] as const

/** `undefined` outside of a reference, and where a field or an inline expression is typed. */
export function completePattern(
  text: string,
  position: number,
  patterns: readonly NamedPattern[],
): PatternCompletion | undefined {
  const start = text.lastIndexOf('%{', position - 1)
  if (start < 0 || position < start + 2) return undefined
  const typed = text.slice(start + 2, position)
  if (typed.includes('}') || typed.includes('=')) return undefined
  const [name = '', , type, ...format] = typed.split(/[:;]/)
  if (!/[:;]/.test(typed)) {
    const options = patterns.map(({ name: label, pattern }) => ({ label, detail: pattern }))
    return { from: position - name.length, kind: 'name', options }
  }
  if (type === undefined) return undefined
  if (format.length === 0) {
    return { from: position - type.length, kind: 'type', options: TYPES.map((label) => ({ label })) }
  }
  if (type !== 'date' && type !== 'datetime') return undefined
  const written = typed.split(/[:;]/).slice(0, 3).join(' ').length + 1
  return { from: start + 2 + written, kind: 'format', options: DATE_FORMATS }
}
