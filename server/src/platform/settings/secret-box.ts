import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { keyFor } from './key-for.ts'

const PREFIX = 'secret:1:'
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** Encrypts secrets at rest. A secret is bound to its place, so that it cannot be moved to another document. */
export type SecretBox = ReturnType<typeof createSecretBox>

export function createSecretBox(secretKey: Uint8Array) {
  const key = keyFor(secretKey, 'settings secrets')
  return {
    seal(text: string, place: string) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(place))
      const sealed = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
      return PREFIX + sealed.toString('base64')
    },
    /** Throws when the text was sealed with another key or for another place, or was changed since. */
    open(sealed: string, place: string) {
      if (!sealed.startsWith(PREFIX)) throw new Error(`the secret in ${place} was not sealed`)
      const bytes = Buffer.from(sealed.slice(PREFIX.length), 'base64')
      const nonce = bytes.subarray(0, NONCE_BYTES)
      const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES })
      decipher.setAAD(Buffer.from(place)).setAuthTag(bytes.subarray(-TAG_BYTES))
      return decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
    },
  }
}
