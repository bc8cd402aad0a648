/** Quotes texts and names for SQL. Used only by the tag `sql` and the functions beside it. */

const SPECIAL = /[\\'\p{Cc}]/gu

/** A string literal: `it's` becomes `'it\'s'`. Control characters and lone surrogates cannot end it. */
export function quotedText(text: string): string {
  return `'${text.toWellFormed().replace(SPECIAL, escaped)}'`
}

/** A name in backticks, with any content. */
export function quotedName(name: string): string {
  return `\`${name.toWellFormed().replace(/[\\`\p{Cc}]/gu, escaped)}\``
}

function escaped(character: string): string {
  if (character === '\\' || character === "'" || character === '`') return `\\${character}`
  const bytes = new TextEncoder().encode(character)
  return Array.from(bytes, (byte) => `\\x${byte.toString(16).padStart(2, '0')}`).join('')
}
