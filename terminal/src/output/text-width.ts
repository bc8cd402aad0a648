/** Characters that take two columns of a terminal. */
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1f64f}\u{1f680}-\u{1f6ff}\u{1f900}-\u{1f9ff}\u{20000}-\u{3fffd}]/u
const PLAIN = /^[\x20-\x7e]*$/

/** Columns of a printable text. */
export function textWidth(text: string): number {
  if (PLAIN.test(text)) return text.length
  let width = 0
  for (const character of text) width += columnsOf(character)
  return width
}

const columnsOf = (character: string): number => (WIDE.test(character) ? 2 : /\p{M}/u.test(character) ? 0 : 1)

/** The text, cut to that many columns; its last one is `…` then. */
export function cutToWidth(text: string, columns: number): string {
  if (PLAIN.test(text)) return text.length <= columns ? text : `${text.slice(0, Math.max(0, columns - 1))}…`
  if (textWidth(text) <= columns) return text
  let width = 0
  let cut = ''
  for (const character of text) {
    width += columnsOf(character)
    if (width > columns - 1) break
    cut += character
  }
  return `${cut}…`
}

export const padToWidth = (text: string, columns: number): string =>
  text + ' '.repeat(Math.max(0, columns - textWidth(text)))
