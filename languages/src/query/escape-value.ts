/** Values and names of fields in the words of the query language: always just that, never an operator. */

const SPECIAL = /^[&|]+|[&|]+$|&{2,}|\|{2,}|[:\\/+\-!(){}[\]^"~*?]/g
/** What means something although no sign in it does: blanks, operators, and the beginning of a comparison. */
const NEEDS_QUOTES = /\s|^(?:AND|OR|NOT|TO)$|^[<>=]|^$/

/** As part of a query that people edit, which is one line: line ends become blanks. */
export const escapeValue = (value: string): string => writeValue(value.replaceAll(/\r\n|\r|\n/g, ' '))

/** In quotes when there is a blank in it, else with a backslash before what means something. */
export function writeValue(value: string): string {
  if (NEEDS_QUOTES.test(value)) return `"${writeInQuotes(value)}"`
  // A backslash takes the meaning from two signs in a row, but not from a third, nor from one that follows the value.
  const escaped = value.replaceAll(SPECIAL, (signs, at: number) => {
    const isApart = signs.length <= 2 && at > 0 && at + signs.length < value.length
    return isApart ? `\\${signs}` : signs.replaceAll(/./gs, '\\$&')
  })
  return withoutParameters(escaped)
}

/** For a place that is in quotes already. */
export const writeInQuotes = (value: string): string => withoutParameters(value.replaceAll(/["\\]/g, '\\$&'))

/** `$name$` is no place for a value any more. */
const withoutParameters = (text: string) => text.replaceAll(/(?<=\$[A-Za-z_]\w*)\$/g, '\\$')

/** For the place before the colon. */
export function escapeFieldName(name: string): string {
  const escaped = name.replaceAll(/^[-+<>]|[\s\u3000&|:\\/!(){}[\]^"~*?]/g, '\\$&')
  return withoutParameters(/^(?:AND|OR|NOT)$/.test(name) ? `\\${name}` : escaped)
}
