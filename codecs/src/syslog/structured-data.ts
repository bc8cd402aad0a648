import { type SyslogContext, TAKEN_NAMES } from './syslog-reading.ts'

/**
 * Reads `[id name="value"][id2]` into the fields of the context. Returns the position behind it, or -1 if it is broken;
 * fields read until then stay.
 */
export function readStructuredData(text: string, start: number, context: SyslogContext): number {
  let at = start
  while (text[at] === '[') {
    at = readElement(text, at + 1, context)
    if (at < 0) return -1
  }
  return at
}

function readElement(text: string, start: number, context: SyslogContext): number {
  let at = nameEnd(text, start)
  if (at === start) return -1
  const id = text.slice(start, at)
  while (text[at] === ' ') {
    while (text[at] === ' ') at++
    if (text[at] === ']') break
    const equals = nameEnd(text, at)
    if (equals === at || text[equals] !== '=' || text[equals + 1] !== '"') return -1
    const quote = closingQuote(text, equals + 2)
    if (quote < 0) return -1
    const name = text.slice(at, equals)
    const isExpanded = context.expandStructuredData || TAKEN_NAMES.has(name)
    context.fields[isExpanded ? `${id}_${name}` : name] = unescaped(text.slice(equals + 2, quote))
    at = quote + 1
  }
  return text[at] === ']' ? at + 1 : -1
}

/** Names end at the special characters of structured data and may contain anything else. */
function nameEnd(text: string, start: number): number {
  for (let at = start; at < text.length; at++) {
    const character = text[at]
    if (character === ' ' || character === '=' || character === ']' || character === '"') return at
  }
  return text.length
}

function closingQuote(text: string, start: number): number {
  for (let at = start; at < text.length; at++) {
    const character = text[at]
    if (character === '"') return at
    if (character === '\\') at++
  }
  return -1
}

const unescaped = (value: string): string => (value.includes('\\') ? value.replace(/\\(["\\\]])/g, '$1') : value)
