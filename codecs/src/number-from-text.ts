const NUMBER = /^[+-]?(?:\d{1,400}(?:\.\d*)?|\.\d+)(?:e[+-]?\d{1,4})?$/i
const WHOLE = /^[+-]?\d{1,20}$/

/** Parses a decimal number; 64-bit integers keep all digits. */
export function numberFromText(text: string): number | bigint | undefined {
  const trimmed = text.trim()
  if (!NUMBER.test(trimmed)) return undefined
  const number = Number(trimmed)
  if (!Number.isFinite(number)) return undefined
  if (Number.isSafeInteger(number) || !WHOLE.test(trimmed)) return number
  const whole = BigInt(trimmed.startsWith('+') ? trimmed.slice(1) : trimmed)
  return whole >= -(2n ** 63n) && whole < 2n ** 64n ? whole : number
}
