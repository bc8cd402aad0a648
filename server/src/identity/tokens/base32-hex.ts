const DIGITS = '0123456789abcdefghijklmnopqrstuv'

/** RFC 4648 base 32 with the extended hex digits, in lower case and without padding. */
export function base32Hex(bytes: Uint8Array): string {
  let text = ''
  let bits = 0
  let pending = 0
  for (const byte of bytes) {
    pending = (pending << 8) | byte
    bits += 8
    while (bits >= 5) {
      bits -= 5
      text += DIGITS.charAt((pending >> bits) & 31)
    }
    pending &= (1 << bits) - 1
  }
  return bits === 0 ? text : text + DIGITS.charAt((pending << (5 - bits)) & 31)
}
