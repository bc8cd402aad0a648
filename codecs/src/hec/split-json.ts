/**
 * Cuts JSON values that stand one behind the other, with or without anything between them, as HEC takes them. Text that
 * opens no value comes as a piece of its own, so that it is told and not lost. Linear in the text.
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

/** Behind the bracket that closes the one at `start`; the end of the text when none does. */
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
