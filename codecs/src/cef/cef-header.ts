/** The seven parts before the extensions, unescaped. */
export interface CefHeader {
  readonly vendor: string
  readonly product: string
  readonly version: string
  readonly eventClassId: string
  readonly name: string
  readonly severity: string
  /** Where the extensions begin. */
  readonly end: number
}

const PARTS = 6

/** Reads `vendor|product|version|event class id|name|severity|`; the last bar may be missing if nothing follows. */
export function readCefHeader(text: string, start: number): CefHeader | undefined {
  const parts: string[] = []
  let partStart = start
  let at = start
  for (; at < text.length && parts.length < PARTS; at++) {
    if (text[at] === '\\') at++
    else if (text[at] === '|') {
      parts.push(unescaped(text.slice(partStart, at)))
      partStart = at + 1
    }
  }
  if (parts.length === PARTS - 1) parts.push(unescaped(text.slice(partStart)))
  else if (parts.length < PARTS) return undefined
  const [vendor = '', product = '', version = '', eventClassId = '', name = '', severity = ''] = parts
  return { vendor, product, version, eventClassId, name, severity, end: at }
}

const unescaped = (part: string): string => (part.includes('\\') ? part.replace(/\\([|\\])/g, '$1') : part)
