/** Texts and names as they stand in SQL. Only the tag `sql` and its makers write them. */

const SPECIAL = /[\\'\p{Cc}]/gu

/** A string literal: `it's` becomes `'it\'s'`. Control characters and halves of pairs cannot break out or break off. */
export function quotedText(text: string): string {
  return `'${text.toWellFormed().replace(SPECIAL, escaped)}'`
}

/** A quoted name: anything between backticks is one name, whatever it holds. */
export function quotedName(name: string): string {
  return `\`${name.toWellFormed().replace(/[\\`\p{Cc}]/gu, escaped)}\``
}

function escaped(character: string): string {
  if (character === '\\' || character === "'" || character === '`') return `\\${character}`
  const bytes = new TextEncoder().encode(character)
  return Array.from(bytes, (byte) => `\\x${byte.toString(16).padStart(2, '0')}`).join('')
}
