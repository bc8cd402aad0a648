/** Characters that a terminal obeys, and characters that turn or hide text. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu

const SHORT: ReadonlyMap<string, string> = new Map([
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
])

/** Texts come from every sender of logs and every user: none may control the terminal that shows them. */
export const printable = (text: string): string =>
  text.replaceAll(UNPRINTABLE, (one) => SHORT.get(one) ?? `\\u{${one.codePointAt(0)?.toString(16)}}`)

/** The same for texts of several lines. */
export const printableLines = (text: string): string => text.split(/\r?\n/).map(printable).join('\n')
