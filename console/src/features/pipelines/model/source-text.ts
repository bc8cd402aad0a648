/** Texts as the rule language writes them. */

const ESCAPES: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t', '\b': '\\b', '\f': '\\f' }

/** A string literal. */
export const literal = (text: string): string =>
  `"${text
    .replaceAll(/["\\]/g, (sign) => `\\${sign}`)
    .replaceAll(/\p{Cc}/gu, (sign) => ESCAPES[sign] ?? `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)}"`

/** Reserved in any case: as a field, a parameter or a key they need backticks. */
const RESERVED = new Set('all either and or not pass pipeline rule during stage when then end let match'.split(' '))

/** The name of a field behind `$message.`. */
export function fieldName(name: string): string {
  if (/^[A-Za-z_]\w*$/.test(name) && !RESERVED.has(name.toLowerCase())) return name
  return name.includes('`') ? literal(name) : `\`${name}\``
}

const UNESCAPED: Readonly<Record<string, string>> = { b: '\b', t: '\t', n: '\n', f: '\f', r: '\r' }

/** The text of a string literal. */
export const textOfLiteral = (source: string): string =>
  source
    .slice(1, -1)
    .replaceAll(/\\(?:u([\da-fA-F]{4})|([0-3]?[0-7]{1,2})|([\s\S]))/g, (_, hex?: string, octal?: string, sign = '') => {
      if (hex !== undefined) return String.fromCharCode(Number.parseInt(hex, 16))
      if (octal !== undefined) return String.fromCharCode(Number.parseInt(octal, 8))
      return UNESCAPED[sign] ?? sign
    })

/** Whether the source has comments, which are lost when it is written again from what it says. */
export const hasComments = (source: string): boolean => sourceTokens(source).some((token) => /^\/[/*]/.test(token))

/** The tokens of a source, comments among them. Never throws: what is no token stands for itself. */
export const sourceTokens = (source: string): readonly string[] =>
  source.match(
    /\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|"(?:[^"\\]|\\[\s\S])*"|`[^`]*`|\$message\b|[A-Za-z_]\w*|[-+]?(?:\d[\w.]*|\.\d\w*)|[=!<>]=|&&|\|\||\S/g,
  ) ?? []
