/** Control characters, also of terminals, and characters that turn or hide text. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu

/** Names come from every user of the server: none may control the terminal that shows them. */
export const printable = (text: string): string =>
  text.replaceAll(UNPRINTABLE, (one) => `\\u{${one.codePointAt(0)?.toString(16)}}`)
