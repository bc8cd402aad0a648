import { hkdfSync } from 'node:crypto'

/** A key for one purpose, which tells nothing about the secret key or the keys of other purposes. */
export const keyFor = (secretKey: Uint8Array, purpose: string): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', secretKey, '', `logyard ${purpose}`, 32))
