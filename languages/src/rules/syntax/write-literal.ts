const ESCAPES: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t', '\b': '\\b', '\f': '\\f' }

/** The literal of a text, which `readString` reads back. */
export const writeLiteral = (text: string): string =>
  `"${text
    .replaceAll(/["\\]/g, (sign) => `\\${sign}`)
    .replaceAll(/\p{Cc}/gu, (sign) => ESCAPES[sign] ?? `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)}"`
