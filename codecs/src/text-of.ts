const utf8 = new TextDecoder('utf-8', { ignoreBOM: true })

/** Decodes UTF-8; invalid bytes become U+FFFD. */
export function textOf(bytes: Uint8Array): string {
  return Buffer.isBuffer(bytes) ? bytes.toString('utf8') : utf8.decode(bytes)
}

/** A Buffer over the same memory; its methods accept positions. */
export function bufferOf(bytes: Uint8Array): Buffer {
  return Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}
