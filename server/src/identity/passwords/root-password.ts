import { ROOT_USER_ID } from '@logyard/contract/identity/users'
import type { Ids } from '../../platform/ids.ts'
import type { Log } from '../../platform/log.ts'
import type { SettingsStore, Write } from '../../platform/settings/settings-store.ts'
import type { RootPassword, RootPasswordStore } from '../accounts/root-user.ts'
import type { SessionStore } from '../sessions/session-store.ts'
import type { InitialPassword } from './initial-password.ts'
import type { PasswordHasher } from './password-hasher.ts'

/** Without 0, O, 1, l and I, because the password is read from a terminal and typed. 20 characters are 116 bits. */
const ALPHABET = 'abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const LENGTH = 20

interface RootPasswordDeps {
  readonly settings: Pick<SettingsStore, 'commit'>
  readonly store: RootPasswordStore
  readonly sessions: SessionStore
  readonly hasher: PasswordHasher
  readonly initialPassword: InitialPassword
  readonly ids: Ids
  readonly log: Log
  readonly configured: string
}

/**
 * Stores the configured password of the root user, or generates one at the first start. Returns the generated password
 * for printing, at each start until its first use.
 */
export async function ensureRootPassword(deps: RootPasswordDeps): Promise<string | undefined> {
  const { store, hasher, initialPassword, ids, log, configured } = deps
  const stored = await store.find('root')
  const put = async (password: string) => {
    const document = { id: 'root', password_hash: await hasher.hash(password) }
    const write = stored === undefined ? store.inserting(document) : store.replacing(document)
    // A password is often changed because it leaked, so its sessions end.
    await deps.settings.commit([write, ...(await sessionEndings(deps))])
  }

  if (configured !== '') {
    if (stored === undefined || !(await hasher.verify(stored.password_hash, configured))) {
      await put(configured)
      log.info('root password taken from the configuration')
    }
    initialPassword.remove()
    return undefined
  }
  if (stored !== undefined) return stillInitial(deps, stored)
  const password = generatePassword(ids)
  // Written before its hash: an interrupted start must not leave a password that nobody has seen.
  initialPassword.write(password)
  await put(password)
  log.info('root password generated')
  return password
}

async function sessionEndings({ sessions }: RootPasswordDeps): Promise<readonly Write[]> {
  const own = (await sessions.list()).filter(({ user_id }) => user_id === ROOT_USER_ID)
  return own.map(({ id }) => sessions.deleting(id))
}

async function stillInitial(
  { hasher, initialPassword }: RootPasswordDeps,
  { password_hash }: RootPassword,
): Promise<string | undefined> {
  const password = initialPassword.read()
  if (password === undefined) return undefined
  if (await hasher.verify(password_hash, password)) return password
  initialPassword.remove()
  return undefined
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
