import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { join, resolve } from 'node:path'
import { LogyardError } from '../errors.ts'
import type { Log } from '../log.ts'
import { SETTINGS_FILE } from './sqlite-settings.ts'

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

const secretKeyMissing = (dataFolder: string) =>
  new LogyardError(
    'unavailable',
    'secret-key-missing',
    `${resolve(dataFolder)} has settings but no ${SECRET_KEY_FILE}: bring it back, or set the LOGYARD_SECRET that they were written with`,
  )

export function keyOfSecret(secret: string): Uint8Array {
  if (secret.length < MIN_SECRET_LENGTH) throw secretTooShort()
  return Buffer.from(secret, 'utf8')
}

/** The key for secrets at rest: `LOGYARD_SECRET`, else the content of `secret.key`, which the first start creates. */
export function readSecretKey(dataFolder: string, secret: string, log: Log): Uint8Array {
  if (secret !== '') return keyOfSecret(secret)
  const path = join(dataFolder, SECRET_KEY_FILE)
  if (!existsSync(path)) {
    if (existsSync(join(dataFolder, SETTINGS_FILE))) throw secretKeyMissing(dataFolder)
    writeNewKey(path)
  }
  const key = decodeKey(readFileSync(path, 'utf8'))
  if (key === undefined) throw secretKeyDamaged(path)
  if ((statSync(path).mode & 0o077) !== 0) {
    log.warn({ path }, 'others could read the secret key; its permissions were tightened')
    chmodSync(path, 0o600)
  }
  return key
}

/** The key in a key file; `undefined` when the file is not one. */
export function decodeKey(text: string): Uint8Array | undefined {
  const key = Buffer.from(text.trim(), 'base64')
  return key.length === KEY_BYTES ? key : undefined
}

/** The file gets its final name last, so that a partly written key file is never used as a key. */
function writeNewKey(path: string): void {
  const draft = `${path}.${randomBytes(6).toString('hex')}`
  const file = openSync(draft, 'wx', 0o600)
  try {
    writeSync(file, `${randomBytes(KEY_BYTES).toString('base64')}\n`)
    fsyncSync(file)
    linkSync(draft, path)
  } finally {
    closeSync(file)
    rmSync(draft)
  }
}
