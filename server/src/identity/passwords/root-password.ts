import type { Ids } from '../../platform/ids.ts'
import type { Log } from '../../platform/log.ts'
import type { RootPasswordStore } from '../accounts/root-user.ts'
import type { PasswordHasher } from './password-hasher.ts'

/** Without 0, O, 1, l and I, because the password is read from a terminal and typed. 20 characters are 116 bits. */
const ALPHABET = 'abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const LENGTH = 20

/**
 * Stores the configured password of the root user. Without one, generates a password at the first start and returns
 * it, that once, for printing.
 */
export async function ensureRootPassword(deps: {
  readonly store: RootPasswordStore
  readonly hasher: PasswordHasher
  readonly ids: Ids
  readonly log: Log
  readonly configured: string
}): Promise<string | undefined> {
  const kept = await deps.store.find('root')
  const keep = async (password: string) =>
    deps.store.put({ id: 'root', password_hash: await deps.hasher.hash(password) })

  if (deps.configured !== '') {
    if (kept !== undefined && (await deps.hasher.verify(kept.password_hash, deps.configured))) return undefined
    await keep(deps.configured)
    deps.log.info('root password taken from the configuration')
    return undefined
  }
  if (kept !== undefined) return undefined
  const password = generatePassword(deps.ids)
  await keep(password)
  deps.log.info('root password made up')
  return password
}

function generatePassword(ids: Ids): string {
  let password = ''
  while (password.length < LENGTH) {
    // Bytes beyond the last full multiple of the alphabet's length would favour its first letters.
    for (const byte of ids.bytes(LENGTH)) {
      if (byte < 256 - (256 % ALPHABET.length) && password.length < LENGTH)
        password += ALPHABET.charAt(byte % ALPHABET.length)
    }
  }
  return password
}
