/** A reference such as `%{NUMBER:bytes;long}` in a pattern. */
export interface GrokReference {
  /** Start at the percent sign; `to` is behind the brace. */
  readonly from: number
  readonly to: number
  readonly name: string
  readonly field: string | undefined
  readonly type: string | undefined
  /** Format of a date. */
  readonly format: string | undefined
  /** The regex of `%{NAME=regex}`. */
  readonly definition: string | undefined
}

const REFERENCE = /%\{(\w+)(?::([\w:;,\-/\s.']+))?(?:=([^{}]+))?\}/g

/** Finds the references of a pattern in linear time, without those of the patterns that they name. */
export function findReferences(pattern: string): readonly GrokReference[] {
  return Array.from(pattern.matchAll(REFERENCE), (match) => {
    const [whole, name = '', target, definition] = match
    const [field, type, format] = splitTarget(target)
    return { from: match.index, to: match.index + whole.length, name, field, type, format, definition }
  })
}

/** A format may contain the delimiters. */
function splitTarget(target: string | undefined): readonly (string | undefined)[] {
  const parts = target === undefined ? null : /^([^:;]*)(?:[:;]([^:;]*)(?:[:;](.*))?)?$/s.exec(target)
  return parts === null ? [] : parts.slice(1)
}
