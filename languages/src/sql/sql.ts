/**
 * The tag that creates SQL. Its template must be in the source code; texts that are inserted are quoted, so that input
 * stays a text.
 */
import { madeSql, ScopedSql, Sql } from './made-sql.ts'
import { quotedText } from './quoted.ts'

export { ScopedSql, Sql }

/** A part of a template: SQL is inserted unchanged, texts become literals, numbers are written as numbers. */
export type SqlPart = Sql | string | number | bigint

/** Scoped if at least one part is known to be scoped. */
export type SqlOf<Parts extends readonly unknown[]> = true extends {
  [At in keyof Parts]: [Parts[At]] extends [ScopedSql] ? true : false
}[number]
  ? ScopedSql
  : Sql

export function sql<const Parts extends readonly SqlPart[]>(
  strings: TemplateStringsArray,
  ...parts: Parts
): SqlOf<Parts>
export function sql(strings: TemplateStringsArray, ...parts: readonly SqlPart[]): Sql {
  requireTemplate(strings)
  let text = strings[0] ?? ''
  let isScoped = false
  for (let at = 0; at < parts.length; at++) {
    const part = parts[at]
    if (part instanceof ScopedSql) isScoped = true
    text += written(part) + (strings[at + 1] ?? '')
  }
  return madeSql(text, isScoped)
}

/** Templates that were checked: each is in the source code and never changes. */
const known = new WeakSet<TemplateStringsArray>()

function requireTemplate(strings: TemplateStringsArray): void {
  if (known.has(strings)) return
  if (!isTemplate(strings)) throw new TypeError('sql is a template tag and accepts no other texts')
  if (hasPartInQuotes(strings)) throw new TypeError('the tag sql quotes texts itself: a part must not be in quotes')
  known.add(strings)
}

/** JavaScript freezes templates and their raw texts; an array that merely imitates one is not frozen. */
const isTemplate = (strings: TemplateStringsArray): boolean =>
  Array.isArray(strings.raw) && Object.isFrozen(strings) && Object.isFrozen(strings.raw)

/** Within quotes, the quotes of the part would end the outer ones, and its text would be SQL. */
function hasPartInQuotes(strings: TemplateStringsArray): boolean {
  return strings.slice(0, -1).some((text) => {
    let quote = ''
    for (let at = 0; at < text.length; at++) {
      const character = text.charAt(at)
      if (quote === '') quote = /['"`]/.test(character) ? character : ''
      else if (character === '\\') at += 1
      else if (character === quote) quote = ''
    }
    return quote !== ''
  })
}

function written(part: unknown): string {
  if (part instanceof Sql) return part.text
  if (typeof part === 'string') return quotedText(part)
  if (typeof part === 'bigint' || (typeof part === 'number' && Number.isFinite(part))) return String(part)
  throw new TypeError(`${typeof part === 'number' ? part : `a value of type ${typeof part}`} cannot be written as SQL`)
}
