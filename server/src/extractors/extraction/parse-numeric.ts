const WHOLE = /^-?\d{1,19}$/
/** As Java writes floating point numbers: also with a type suffix, or hexadecimal with an exponent. */
const DOUBLE = /^[+-]?(?:\d{1,400}\.?\d{0,400}|\.\d{1,400})(?:[eE][+-]?\d{1,9})?[fFdD]?$/
const HEX_DOUBLE = /^([+-]?)0[xX]([\da-fA-F]{0,200})\.?([\da-fA-F]{0,200})[pP]([+-]?\d{1,9})[fFdD]?$/
const LONGEST_TEXT = 1000
const MIN_INT64 = -(2n ** 63n)
const MAX_INT64 = 2n ** 63n - 1n

/** A whole number of 64 bits with all its digits, or a double; undefined for other texts. */
export function parseNumeric(text: string): number | bigint | undefined {
  if (!startsNumber(text.charCodeAt(0)) || text.length > LONGEST_TEXT) return undefined
  if (WHOLE.test(text)) {
    const number = Number(text)
    // Never -0.
    if (Number.isSafeInteger(number)) return number + 0
    const whole = BigInt(text)
    return whole >= MIN_INT64 && whole <= MAX_INT64 ? whole : number
  }
  const number = DOUBLE.test(text) ? Number.parseFloat(text) : hexDouble(text)
  return Number.isFinite(number) ? number : undefined
}

/** A digit, a sign or a point. */
const startsNumber = (code: number): boolean =>
  (code >= 0x30 && code <= 0x39) || code === 0x2b || code === 0x2d || code === 0x2e

function hexDouble(text: string): number {
  const [, sign, whole = '', fraction = '', exponent = ''] = HEX_DOUBLE.exec(text) ?? []
  if (whole === '' && fraction === '') return Number.NaN
  const digits = Number.parseInt(whole + fraction, 16)
  return (sign === '-' ? -1 : 1) * digits * 2 ** (Number(exponent) - 4 * fraction.length)
}
