/** The labels of a stream as Loki writes them: `{job="api", path="C:\\logs"}`. Returns undefined if they are malformed. */
export function parseLabels(text: string): readonly (readonly [name: string, value: string])[] | undefined {
  const body = text.trim()
  if (!body.startsWith('{') || !body.endsWith('}')) return undefined
  const labels: [string, string][] = []
  const end = body.length - 1
  for (let at = skipBetween(body, 1); at < end; at = skipBetween(body, at)) {
    const equals = body.indexOf('=', at)
    const name = body.slice(at, equals).trim()
    const quote = skipSpaces(body, equals + 1)
    if (equals < 0 || name === '') return undefined
    const close = closingQuote(body, quote)
    if (close < 0 || close >= end) return undefined
    const quoted = body.slice(quote + 1, close)
    labels.push([name, body[quote] === '"' ? withoutEscapes(quoted) : quoted])
    at = close + 1
  }
  return labels
}

/** Skips commas and spaces between labels. */
function skipBetween(text: string, from: number): number {
  let at = from
  while (text[at] === ',' || isSpace(text[at])) at++
  return at
}

function skipSpaces(text: string, from: number): number {
  let at = from
  while (isSpace(text[at])) at++
  return at
}

const isSpace = (character: string | undefined): boolean =>
  character === ' ' || character === '\t' || character === '\n' || character === '\r'

/** The end of a text in quotes or in backticks (without escapes); -1 if there is none. */
function closingQuote(text: string, quote: number): number {
  if (text[quote] === '`') return text.indexOf('`', quote + 1)
  if (text[quote] !== '"') return -1
  for (let at = quote + 1; at < text.length; at++) {
    if (text[at] === '"') return at
    if (text[at] === '\\') at++
  }
  return -1
}

const ESCAPE = /\\(?:x([\dA-Fa-f]{2})|u([\dA-Fa-f]{4})|U([\dA-Fa-f]{8})|([0-7]{3})|([\s\S]))/g
const CONTROL: Readonly<Record<string, string>> = { a: '\x07', b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' }

function withoutEscapes(text: string): string {
  if (!text.includes('\\')) return text
  return text.replace(ESCAPE, (all, byte?: string, short?: string, long?: string, octal?: string, one?: string) => {
    if (one !== undefined) return CONTROL[one] ?? one
    if (octal !== undefined) return character(Number.parseInt(octal, 8), all)
    return character(Number.parseInt(byte ?? short ?? long ?? '', 16), all)
  })
}

const character = (code: number, otherwise: string): string =>
  code <= 0x10ffff ? String.fromCodePoint(code) : otherwise
