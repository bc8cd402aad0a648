/**
 * The tag that makes SQL. Its template has to stand in the source; what goes into it is quoted, so that a text from
 * outside stays a text.
 */
import { madeSql, ScopedSql, Sql } from './made-sql.ts'
import { quotedText } from './quoted.ts'

export { ScopedSql, Sql }

/** A part of a template: SQL goes in unchanged, a text becomes a literal, a number is written as one. */
export type SqlPart = Sql | string | number | bigint

/** Scoped where at least one part is scoped for sure. */
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

/** Templates that were looked at: each stands in the source and never changes. */
const known = new WeakSet<TemplateStringsArray>()

function requireTemplate(strings: TemplateStringsArray): void {
  if (known.has(strings)) return
  if (!isTemplate(strings)) throw new TypeError('sql is a tag of templates and takes no other texts')
  if (hasPartInQuotes(strings))
    throw new TypeError('the tag sql quotes texts by itself: a part may not stand in quotes')
  known.add(strings)
}

/** JavaScript freezes its templates and their raw texts; a list that was merely made to look alike is not frozen. */
const isTemplate = (strings: TemplateStringsArray): boolean =>
  Array.isArray(strings.raw) && Object.isFrozen(strings) && Object.isFrozen(strings.raw)

/** There the quotes of the part would end those around it, and its text would be SQL. */
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
