/**
 * Splits concatenated JSON values, with or without separators, as HEC accepts them. Text that does not start a value is
 * returned as an item of its own, so that it can be reported. Linear in the text.
 */
export function splitJson(text: string, maxPieces: number): readonly string[] {
  const pieces: string[] = []
  for (let at = skipSpaces(text, 0); at < text.length && pieces.length < maxPieces; at = skipSpaces(text, at)) {
    const end = isOpening(text.charCodeAt(at)) ? endOfValue(text, at) : nextOpening(text, at)
    pieces.push(text.slice(at, end))
    at = end
  }
  return pieces
}

const QUOTE = 0x22
const BACKSLASH = 0x5c

function skipSpaces(text: string, from: number): number {
  let at = from
  while (at < text.length && text.charCodeAt(at) <= 0x20) at++
  return at
}

const isOpening = (code: number): boolean => code === 0x7b || code === 0x5b
const isClosing = (code: number): boolean => code === 0x7d || code === 0x5d

function nextOpening(text: string, from: number): number {
  let at = from
  while (at < text.length && !isOpening(text.charCodeAt(at))) at++
  return at
}

/** The position after the bracket that closes the one at `start`, or the end of the text. */
function endOfValue(text: string, start: number): number {
  let depth = 0
  for (let at = start; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) at = closingQuote(text, at)
    else if (isOpening(code)) depth++
    else if (isClosing(code) && --depth === 0) return at + 1
  }
  return text.length
}

function closingQuote(text: string, quote: number): number {
  for (let at = text.indexOf('"', quote + 1); at >= 0; at = text.indexOf('"', at + 1)) {
    let backslashes = 0
    while (text.charCodeAt(at - 1 - backslashes) === BACKSLASH) backslashes++
    if (backslashes % 2 === 0) return at
  }
  return text.length
}
