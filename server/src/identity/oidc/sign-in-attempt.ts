/**
 * A sign-in that a browser began. It travels in a cookie of that browser, sealed, so that strangers who begin many
 * sign-ins fill no memory here, and no other browser can finish it.
 */
import { createCipheriv, createDecipheriv } from 'node:crypto'
import { unlessThrown } from '@logyard/languages/errors/unless-thrown'
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import type { Ids } from '../../platform/ids.ts'
import type { SettingsStore } from '../../platform/settings/settings-store.ts'

export const SignInAttempt = Type.Object({
  providerId: Type.String(),
  redirectUri: Type.String(),
  /** Path of the console. */
  returnTo: Type.String(),
  state: Type.String(),
  nonce: Type.String(),
  verifier: Type.String(),
  untilMs: Type.Number(),
})
export type SignInAttempt = Static<typeof SignInAttempt>

const ALGORITHM = 'aes-256-gcm'
const IV_BYTES = 12
const TAG_BYTES = 16

/** The key is the same on every node, as the browser may come back to another one. */
export function createAttemptSeal(ids: Pick<Ids, 'bytes'>, settings: Pick<SettingsStore, 'keyFor'>) {
  const key = settings.keyFor('sign-in attempts')
  return {
    seal(attempt: SignInAttempt) {
      const iv = ids.bytes(IV_BYTES)
      const cipher = createCipheriv(ALGORITHM, key, iv)
      const text = Buffer.concat([cipher.update(JSON.stringify(attempt), 'utf8'), cipher.final()])
      return Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64url')
    },
    /** Undefined for what no node of this cluster sealed. */
    open(sealed: string) {
      const bytes = Buffer.from(sealed, 'base64url')
      if (bytes.length <= IV_BYTES + TAG_BYTES) return undefined
      const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES })
      decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
      // A changed text fails its authentication, which Node reports with an error without a code.
      const text = unlessThrown(Error, () =>
        Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]).toString('utf8'),
      )
      const attempt: unknown = text === undefined ? undefined : JSON.parse(text)
      return Value.Check(SignInAttempt, attempt) ? attempt : undefined
    },
  }
}
