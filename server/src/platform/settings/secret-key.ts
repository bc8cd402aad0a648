import { randomBytes } from 'node:crypto'
import { chmodSync, closeSync, existsSync, fsyncSync, openSync, readFileSync, statSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { LogyardError } from '../errors.ts'
import type { Log } from '../log.ts'

const KEY_BYTES = 32
const MIN_SECRET_LENGTH = 16

export const SECRET_KEY_FILE = 'secret.key'

const secretTooShort = () =>
  new LogyardError('invalid', 'secret-too-short', `LOGYARD_SECRET needs at least ${MIN_SECRET_LENGTH} characters`)

const secretKeyDamaged = (path: string) =>
  new LogyardError(
    'unavailable',
    'secret-key-damaged',
    `${path} is not a key that Logyard wrote: restore it from a backup`,
  )

/** The key for secrets at rest: `LOGYARD_SECRET`, else what `secret.key` holds; made at the first start. */
export function readSecretKey(dataFolder: string, secret: string, log: Log): Uint8Array {
  if (secret !== '') {
    if (secret.length < MIN_SECRET_LENGTH) throw secretTooShort()
    return Buffer.from(secret, 'utf8')
  }
  const path = join(dataFolder, SECRET_KEY_FILE)
  if (!existsSync(path)) writeNewKey(path)
  const key = Buffer.from(readFileSync(path, 'utf8').trim(), 'base64')
  if (key.length !== KEY_BYTES) throw secretKeyDamaged(path)
  if ((statSync(path).mode & 0o077) !== 0) {
    log.warn({ path }, 'others could read the secret key; its permissions were tightened')
    chmodSync(path, 0o600)
  }
  return key
}

function writeNewKey(path: string): void {
  const file = openSync(path, 'wx', 0o600)
  try {
    writeSync(file, `${randomBytes(KEY_BYTES).toString('base64')}\n`)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}
