import type { Ids } from '../../platform/ids.ts'
import type { Log } from '../../platform/log.ts'
import type { RootPasswordStore } from '../accounts/root-user.ts'
import type { PasswordHasher } from './password-hasher.ts'

/** Without 0, O, 1, l and I: it is read from a terminal and typed. 20 of them are 116 bits. */
const ALPHABET = 'abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const LENGTH = 20

/**
 * Keeps the configured password of the root user; without one makes one up at the first start, which is the only
 * time that it is answered, for printing.
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
    // Bytes past the last whole alphabet would favour its first letters.
    for (const byte of ids.bytes(LENGTH)) {
      if (byte < 256 - (256 % ALPHABET.length) && password.length < LENGTH)
        password += ALPHABET.charAt(byte % ALPHABET.length)
    }
  }
  return password
}
