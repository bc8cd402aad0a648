import type { ListQuery, ListQueryChunk, ListQueryValue } from './list-query.ts'

export interface ListQueryFields {
  /** The names that may stand before a colon; they are names of fields of the record too. */
  readonly fields: readonly string[]
  /** Where a value without a known field is looked for. */
  readonly defaultField: string
}

/** The query cannot be understood, or is larger than a filter box has use for. */
export class ListQueryError extends Error {
  override readonly name = 'ListQueryError'

  constructor(reason: string) {
    super(`Invalid argument in search query: ${reason}`)
  }
}

const MAX_LENGTH = 4096
/** Keeps the condition that a database makes of the query well under its limits. */
const MAX_VALUES = 100

const OPERATORS: Readonly<Record<string, ListQueryValue['operator']>> = {
  '=': 'equals',
  '=~': 'contains',
  '>': 'greater',
  '>=': 'greater-or-equal',
  '<': 'less',
  '<=': 'less-or-equal',
}

/** Clients of this API encode the query twice, so it is decoded once more; what is no encoding stays as it is. */
function decodeOnceMore(text: string): string {
  return text.replaceAll('+', ' ').replaceAll(/(%[0-9a-f]{2})+/gi, (encoded) => {
    try {
      return decodeURIComponent(encoded)
    } catch (error) {
      if (error instanceof URIError) return encoded
      throw error
    }
  })
}

/** Reads from left to right; a regular expression is tried where the last one ended. */
function scanner(text: string) {
  let at = 0
  return {
    isAtEnd: () => at === text.length,
    /** What the expression matches right here, and moves behind it; `undefined` when it does not. */
    take(sticky: RegExp): string | undefined {
      sticky.lastIndex = at
      const found = sticky.exec(text)?.[0]
      at += found?.length ?? 0
      return found
    },
  }
}
type Scanner = ReturnType<typeof scanner>

/** `undefined` for a value that is not there, as behind the colon of `field:`. */
function readValue(scan: Scanner): ListQueryValue | undefined {
  const operator = OPERATORS[scan.take(/=~|>=|<=|[=<>]/y) ?? '=~'] ?? 'contains'
  const quoted = scan.take(/"[^"]*"|'[^']*'/y)
  const bare = scan.take(/[^\s,]*/y) ?? ''
  // A quote counts at the start of a value only: an apostrophe within a name is a letter of it.
  if (quoted === undefined && /^["']/.test(bare)) throw new ListQueryError(`the quote ${bare[0]} is never closed`)
  const text = (quoted?.slice(1, -1) ?? '') + bare
  const saysNothing = text === '' && (quoted === undefined || operator === 'contains')
  return saysNothing ? undefined : { operator, text }
}

function readChunk(scan: Scanner, { fields, defaultField }: ListQueryFields): ListQueryChunk {
  const negated = scan.take(/-(?=\S)/y) !== undefined
  const name = scan.take(/[^\s:"']*:/y)?.slice(0, -1)
  const field = name !== undefined && fields.includes(name) ? name : defaultField
  const values: ListQueryValue[] = []
  do {
    const value = readValue(scan)
    if (value !== undefined) values.push(value)
  } while (scan.take(/,/y) !== undefined)
  if (name === '' && values.length === 0) throw new ListQueryError('Chunk [:] is not a valid entry')
  return { field, negated, values }
}

/**
 * Reads the text of a list's filter box. Chunks of the same field are one chunk with the values of all of them, so
 * that either of them will do; wanted and unwanted values stay apart.
 */
export function parseListQuery(text: string, fields: ListQueryFields): ListQuery {
  if (text.length > MAX_LENGTH) throw new ListQueryError(`more than ${MAX_LENGTH} characters`)
  const decoded = decodeOnceMore(text).toWellFormed().trim()
  if (decoded === '*') return { chunks: [] }
  const scan = scanner(decoded)
  const chunks = new Map<string, ListQueryChunk>()
  let valueCount = 0
  while (!scan.isAtEnd()) {
    if (scan.take(/\s+/y) !== undefined) continue
    const chunk = readChunk(scan, fields)
    if (chunk.values.length === 0) continue
    valueCount += chunk.values.length
    if (valueCount > MAX_VALUES) throw new ListQueryError(`more than ${MAX_VALUES} values`)
    const key = `${chunk.negated ? '-' : ''}${chunk.field}`
    chunks.set(key, { ...chunk, values: [...(chunks.get(key)?.values ?? []), ...chunk.values] })
  }
  return { chunks: [...chunks.values()] }
}
