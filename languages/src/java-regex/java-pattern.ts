/**
 * Translates regular expressions from Java's syntax, which users of the API write, to JavaScript's. Common syntax is
 * left as it is; constructs that JavaScript lacks make the pattern invalid.
 */

/** Java's character classes that JavaScript lacks. */
const CLASSES: Readonly<Record<string, string>> = {
  Lower: 'a-z',
  Upper: 'A-Z',
  ASCII: '\\x00-\\x7F',
  Alpha: 'a-zA-Z',
  Digit: '0-9',
  Alnum: 'a-zA-Z0-9',
  Punct: '!-\\/:-@\\[-`\\{-~',
  Graph: '!-~',
  Print: ' -~',
  Blank: ' \\t',
  Cntrl: '\\x00-\\x1F\\x7F',
  XDigit: '0-9a-fA-F',
  Space: ' \\t\\n\\x0B\\f\\r',
}
const ANCHORS: Readonly<Record<string, string>> = { A: '(?<![^])', z: '(?![^])', Z: '(?=\\n?(?![^]))' }

/** Returns undefined if the pattern is invalid. The dot also matches line ends. */
export function compileJavaPattern(pattern: string): RegExp | undefined {
  const { flags, rest } = leadingFlags(pattern)
  const translated = translate(rest)
  // With `u`, a code point beyond 16 bits is one character, as in Java. But `u` also forbids escapes that Java allows.
  for (const mode of ['u', '']) {
    try {
      return new RegExp(translated, `${flags}${mode}`)
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error
    }
  }
  return undefined
}

/** Leading flags such as `(?im)` apply to the whole pattern and become flags of the JavaScript expression. */
function leadingFlags(pattern: string): { flags: string; rest: string } {
  const match = /^\(\?([imsud]+)\)/.exec(pattern)
  const given = match?.[1] ?? ''
  const flags = `s${given.includes('i') ? 'i' : ''}${given.includes('m') ? 'm' : ''}`
  return { flags, rest: pattern.slice(match?.[0].length ?? 0) }
}

function translate(pattern: string): string {
  let text = ''
  let isInClass = false
  for (let at = 0; at < pattern.length; at += 1) {
    const character = pattern[at] ?? ''
    if (character !== '\\') {
      if (character === '[') isInClass = true
      if (character === ']') isInClass = false
      text += character
      continue
    }
    const rest = pattern.slice(at)
    const quoted = /^\\Q(.*?)(\\E|$)/s.exec(rest)
    const named = /^\\([pP])\{(\w+)\}/.exec(rest)
    const characters = CLASSES[named?.[2] ?? '']
    const next = pattern[at + 1] ?? ''
    if (quoted !== null) {
      text += (quoted[1] ?? '').replaceAll(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')
      at += quoted[0].length - 1
    } else if (named !== null && characters !== undefined) {
      const isNegated = named[1] === 'P'
      text += isInClass && !isNegated ? characters : `[${isNegated ? '^' : ''}${characters}]`
      at += named[0].length - 1
    } else {
      text += isInClass ? `\\${next}` : next === 'h' ? '[ \\t\\xA0]' : (ANCHORS[next] ?? `\\${next}`)
      at += 1
    }
  }
  return text
}
