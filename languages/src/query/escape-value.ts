/** Escapes values and field names for queries, so that they are never read as operators. */

const SPECIAL = /^[&|]+|[&|]+$|&{2,}|\|{2,}|[:\\/+\-!(){}[\]^"~*?]/g
/** Values that need quotes although they have no special character: with spaces, operators, or like a comparison. */
const NEEDS_QUOTES = /\s|^(?:AND|OR|NOT|TO)$|^[<>=]|^$/

/** For a query that the user edits in one line: line breaks become spaces. */
export const escapeValue = (value: string): string => writeValue(value.replaceAll(/\r\n|\r|\n/g, ' '))

/** In quotes if it contains a space, else with a backslash before special characters. */
export function writeValue(value: string): string {
  if (NEEDS_QUOTES.test(value)) return `"${writeInQuotes(value)}"`
  // One backslash escapes two adjacent special characters, but neither a third nor one that follows the value.
  const escaped = value.replaceAll(SPECIAL, (signs, at: number) => {
    const isApart = signs.length <= 2 && at > 0 && at + signs.length < value.length
    return isApart ? `\\${signs}` : signs.replaceAll(/./gs, '\\$&')
  })
  return withoutParameters(escaped)
}

/** Text for a position inside quotes. */
export const writeInQuotes = (value: string): string => withoutParameters(value.replaceAll(/["\\]/g, '\\$&'))

/** Escapes `$name$`, so that it is not a parameter. */
const withoutParameters = (text: string) => text.replaceAll(/(?<=\$[A-Za-z_]\w*)\$/g, '\\$')

/** Name for the position before the colon. */
export function escapeFieldName(name: string): string {
  const escaped = name.replaceAll(/^[-+<>]|[\s\u3000&|:\\/!(){}[\]^"~*?]/g, '\\$&')
  return withoutParameters(/^(?:AND|OR|NOT)$/.test(name) ? `\\${name}` : escaped)
}
