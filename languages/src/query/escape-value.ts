/** Values and names of fields in the words of the query language: always just that, never an operator. */

const SPECIAL = /&{2,}|\|{2,}|[:\\/+\-!(){}[\]^"~*?]/g
/** What means something although no sign in it does: blanks, operators, and the beginning of a comparison. */
const NEEDS_QUOTES = /[\s\u3000]|^(?:AND|OR|NOT)$|^[<>]|^$/

/** In quotes when there is a blank in it, else with a backslash before what means something. Line ends become blanks. */
export function escapeValue(value: string): string {
  const line = value.replaceAll(/\r\n|\r|\n/g, ' ')
  if (NEEDS_QUOTES.test(line)) return withoutParameters(`"${line.replaceAll(/["\\]/g, '\\$&')}"`)
  // A backslash takes the meaning from two signs in a row, but not from the third.
  const escaped = line.replaceAll(SPECIAL, (sign) => (sign.length > 2 ? sign.replaceAll(/./g, '\\$&') : `\\${sign}`))
  return withoutParameters(escaped)
}

/** `$name$` is no place for a value any more. */
const withoutParameters = (text: string) => text.replaceAll(/(?<=\$[A-Za-z_]\w*)\$/g, '\\$')

/** For the place before the colon. */
export function escapeFieldName(name: string): string {
  const escaped = name.replaceAll(/^[-+<>]|[\s\u3000&|:\\/!(){}[\]^"~*?]/g, '\\$&')
  return withoutParameters(/^(?:AND|OR|NOT)$/.test(name) ? `\\${name}` : escaped)
}
