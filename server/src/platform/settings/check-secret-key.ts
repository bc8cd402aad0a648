import type { DatabaseSync } from 'node:sqlite'
import { LogyardError } from '../errors.ts'
import type { SecretBox } from './secret-box.ts'

const PLACE = 'store/key_check'

const secretKeyWrong = (options: ErrorOptions) =>
  new LogyardError(
    'unavailable',
    'secret-key-wrong',
    'The secrets in these settings were encrypted with another key: bring back the secret.key or the LOGYARD_SECRET that belongs to them',
    options,
  )

/** Fails a start with the wrong key, before any secret is needed. The first start stores the value to check against. */
export function checkSecretKey(db: DatabaseSync, box: SecretBox): void {
  const proof = db.prepare('SELECT key_check FROM store').get()?.['key_check']
  if (typeof proof === 'string') checkProof(proof, box)
  else db.prepare('UPDATE store SET key_check = ?').run(proofOf(box))
}

export const proofOf = (box: SecretBox): string => box.seal('', PLACE)

export function checkProof(proof: string, box: SecretBox): void {
  try {
    box.open(proof, PLACE)
  } catch (error) {
    throw secretKeyWrong({ cause: error })
  }
}
