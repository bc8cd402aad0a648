/** The encoding of forms (`application/x-www-form-urlencoded`), as Java's URLEncoder writes it. */
import type { Charset } from './charset.ts'

const PLAIN = /^[A-Za-z\d.*_-]*$/
/** Runs of characters that are encoded; a space is replaced on its own. */
const ENCODED = /[^A-Za-z\d.*_ -]+/g

export function encodeForm(text: string, charset: Charset): string {
  if (PLAIN.test(text)) return text
  return text.replaceAll(ENCODED, (part) => percentOf(charset.encode(part))).replaceAll(' ', '+')
}

const PERCENT = Array.from({ length: 256 }, (_, byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`)

function percentOf(bytes: Uint8Array): string {
  let text = ''
  for (const byte of bytes) text += PERCENT[byte] ?? ''
  return text
}

const ENCODED_BYTES = /(?:%[\da-fA-F]{2})+/g

/** Throws if a percent sign is without two hexadecimal digits. */
export function decodeForm(text: string, charset: Charset): string {
  if (/%(?![\da-fA-F]{2})/.test(text)) throw new Error('A percent sign is without two hexadecimal digits')
  return text
    .replaceAll('+', ' ')
    .replaceAll(ENCODED_BYTES, (part) => charset.decode(Buffer.from(part.replaceAll('%', ''), 'hex')))
}
