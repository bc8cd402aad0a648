const utf8 = new TextDecoder('utf-8', { ignoreBOM: true })

/** Bytes as UTF-8; what is none becomes U+FFFD. */
export function textOf(bytes: Uint8Array): string {
  return Buffer.isBuffer(bytes) ? bytes.toString('utf8') : utf8.decode(bytes)
}

/** The same bytes as a Buffer, whose calls take positions. */
export function bufferOf(bytes: Uint8Array): Buffer {
  return Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}
