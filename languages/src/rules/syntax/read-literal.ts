/** The values of literals, in the spelling that the grammar accepts. */

const SIMPLE_ESCAPES: Readonly<Partial<Record<string, string>>> = {
  b: '\b',
  t: '\t',
  n: '\n',
  f: '\f',
  r: '\r',
}

const ESCAPE = /\\(?:u+([0-9a-fA-F]{4})|([0-3]?[0-7]{1,2})|([\s\S]))/g

/** The text between the quotes, which are the first and the last character. */
export function readString(literal: string): string {
  return literal.slice(1, -1).replace(ESCAPE, (_, hex?: string, octal?: string, letter = '') => {
    if (hex !== undefined) return String.fromCharCode(Number.parseInt(hex, 16))
    if (octal !== undefined) return String.fromCharCode(Number.parseInt(octal, 8))
    return SIMPLE_ESCAPES[letter] ?? letter
  })
}

/** Undefined if the number needs more than 64 bits. A leading zero does not make it octal. */
export function readInteger(literal: string): bigint | undefined {
  const [, sign = '', digits = ''] = /^([+-]?)(.*?)[lL]?$/.exec(literal.replaceAll('_', '')) ?? []
  const size = BigInt(digits)
  const value = sign === '-' ? -size : size
  return BigInt.asIntN(64, value) === value ? value : undefined
}

export function readFloat(literal: string): number {
  const text = literal.replaceAll('_', '')
  const hex = /^([+-]?)0[xX]([0-9a-fA-F]*)\.?([0-9a-fA-F]*)[pP]([+-]?\d+)/.exec(text)
  if (hex === null) return Number.parseFloat(text)
  const [, sign, whole = '', fraction = '', exponent] = hex
  const size = Number.parseInt(`0${whole}${fraction}`, 16) * 2 ** (Number(exponent) - 4 * fraction.length)
  return sign === '-' ? -size : size
}
