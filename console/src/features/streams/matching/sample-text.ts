/** A short text that a regular expression matches, for common patterns; the caller checks that it does. */

const CLASSES: Readonly<Record<string, string>> = { d: '1', w: 'a', s: ' ', D: 'a', W: '-', S: 'a', b: '', B: '' }
/** Deeper or longer patterns are not worth an example. */
const MAX_LENGTH = 500
const MAX_SAMPLE = 1000

export function sampleText(pattern: string): string {
  if (pattern.length > MAX_LENGTH) return ''
  return readAlternative({ text: pattern, at: 0 })
}

interface Reader {
  readonly text: string
  at: number
}

/** The first alternative; the others are read and dropped. */
function readAlternative(reader: Reader): string {
  let first: string | undefined
  let sample = ''
  while (reader.at < reader.text.length && reader.text[reader.at] !== ')') {
    if (reader.text[reader.at] === '|') {
      first ??= sample
      sample = ''
      reader.at += 1
      continue
    }
    const atom = readAtom(reader)
    sample = (sample + atom.repeat(readRepeats(reader))).slice(0, MAX_SAMPLE)
  }
  return first ?? sample
}

function readAtom(reader: Reader): string {
  const sign = reader.text[reader.at] ?? ''
  reader.at += 1
  switch (sign) {
    case '^':
    case '$':
      return ''
    case '.':
      return 'a'
    case '\\': {
      const escaped = reader.text[reader.at] ?? ''
      reader.at += 1
      return CLASSES[escaped] ?? escaped
    }
    case '[':
      return readClass(reader)
    case '(': {
      const flags = /^\?(?:[:=>]|<\w+>|[a-z]+:)/.exec(reader.text.slice(reader.at))
      reader.at += flags?.[0].length ?? 0
      const inner = readAlternative(reader)
      reader.at += 1
      return inner
    }
    default:
      return sign
  }
}

function readClass(reader: Reader): string {
  const end = reader.text.indexOf(']', reader.at + 1)
  const inner = reader.text.slice(reader.at, end === -1 ? undefined : end)
  reader.at = end === -1 ? reader.text.length : end + 1
  if (inner.startsWith('^')) return [...'aA1- '].find((sign) => !inner.includes(sign)) ?? '~'
  return inner.startsWith('\\') ? (CLASSES[inner[1] ?? ''] ?? inner[1] ?? '') : (inner[0] ?? '')
}

function readRepeats(reader: Reader): number {
  const found = /^(?:[*+?]|\{(\d+)(?:,\d*)?\})[?+]?/.exec(reader.text.slice(reader.at))
  if (found === null) return 1
  reader.at += found[0].length
  return found[1] === undefined ? 1 : Math.min(Number(found[1]), 100)
}
