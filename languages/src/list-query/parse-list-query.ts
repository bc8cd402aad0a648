import { unlessThrown } from '../errors/unless-thrown.ts'
import type { ListQuery, ListQueryChunk, ListQueryValue } from './list-query.ts'

export interface ListQueryFields {
  /** The names that may precede a colon; also the names of the record's fields. */
  readonly fields: readonly string[]
  /** The field of values without a known field. */
  readonly defaultField: string
}

/** The query is invalid or too large. */
export class ListQueryError extends Error {
  override readonly name = 'ListQueryError'

  constructor(reason: string) {
    super(`Invalid argument in search query: ${reason}`)
  }
}

const MAX_LENGTH = 4096
/** Keeps the SQL condition of the query well below the database's limits. */
const MAX_VALUES = 100

const OPERATORS: Readonly<Record<string, ListQueryValue['operator']>> = {
  '=': 'equals',
  '=~': 'contains',
  '>': 'greater',
  '>=': 'greater-or-equal',
  '<': 'less',
  '<=': 'less-or-equal',
}

/** Clients of this API encode the query twice, so it is decoded once more; invalid encodings are not changed. */
function decodeOnceMore(text: string): string {
  return text
    .replaceAll('+', ' ')
    .replaceAll(/(%[0-9a-f]{2})+/gi, (encoded) => unlessThrown(URIError, () => decodeURIComponent(encoded)) ?? encoded)
}

/** Reads from left to right: each expression is matched where the previous match ended. */
function scanner(text: string) {
  let at = 0
  return {
    isAtEnd: () => at === text.length,
    /** Consumes a match at the current position; returns undefined if there is none. */
    accept(sticky: RegExp): string | undefined {
      sticky.lastIndex = at
      const found = sticky.exec(text)?.[0]
      at += found?.length ?? 0
      return found
    },
  }
}
type Scanner = ReturnType<typeof scanner>

/** Returns undefined if there is no value, as after `field:`. */
function readValue(scan: Scanner): ListQueryValue | undefined {
  const operator = OPERATORS[scan.accept(/=~|>=|<=|[=<>]/y) ?? '=~'] ?? 'contains'
  const quoted = scan.accept(/"[^"]*"|'[^']*'/y)
  const bare = scan.accept(/[^\s,]*/y) ?? ''
  // Quotes are special only at the start of a value: an apostrophe within a name is an ordinary character.
  if (quoted === undefined && /^["']/.test(bare)) throw new ListQueryError(`the quote ${bare[0]} is never closed`)
  const text = (quoted?.slice(1, -1) ?? '') + bare
  const saysNothing = text === '' && (quoted === undefined || operator === 'contains')
  return saysNothing ? undefined : { operator, text }
}

function readChunk(scan: Scanner, { fields, defaultField }: ListQueryFields): ListQueryChunk {
  const negated = scan.accept(/-(?=\S)/y) !== undefined
  const name = scan.accept(/[^\s:"']*:/y)?.slice(0, -1)
  const field = name !== undefined && fields.includes(name) ? name : defaultField
  const values: ListQueryValue[] = []
  do {
    const value = readValue(scan)
    if (value !== undefined) values.push(value)
  } while (scan.accept(/,/y) !== undefined)
  if (name === '' && values.length === 0) throw new ListQueryError('Chunk [:] is not a valid entry')
  return { field, negated, values }
}

/**
 * Parses the text of a list's filter box. Chunks of the same field are merged, so that any of their values matches;
 * negated chunks are merged separately.
 */
export function parseListQuery(text: string, fields: ListQueryFields): ListQuery {
  if (text.length > MAX_LENGTH) throw new ListQueryError(`more than ${MAX_LENGTH} characters`)
  const decoded = decodeOnceMore(text).toWellFormed().trim()
  if (decoded === '*') return { chunks: [] }
  const scan = scanner(decoded)
  const chunks = new Map<string, ListQueryChunk>()
  let valueCount = 0
  while (!scan.isAtEnd()) {
    if (scan.accept(/\s+/y) !== undefined) continue
    const chunk = readChunk(scan, fields)
    if (chunk.values.length === 0) continue
    valueCount += chunk.values.length
    if (valueCount > MAX_VALUES) throw new ListQueryError(`more than ${MAX_VALUES} values`)
    const key = `${chunk.negated ? '-' : ''}${chunk.field}`
    chunks.set(key, { ...chunk, values: [...(chunks.get(key)?.values ?? []), ...chunk.values] })
  }
  return { chunks: [...chunks.values()] }
}
