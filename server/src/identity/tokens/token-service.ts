import type { TokenSettings } from '@logyard/contract/identity/token-settings'
import type { Token, TokenCreate } from '@logyard/contract/identity/tokens'
import type { Caller } from '../../http/caller.ts'
import type { Clock } from '../../platform/clock.ts'
import { LogyardError } from '../../platform/errors.ts'
import type { Ids } from '../../platform/ids.ts'
import type { Log } from '../../platform/log.ts'
import type { SettingsStore } from '../../platform/settings/settings-store.ts'
import type { Account } from '../accounts/accounts.ts'
import { createHeldSecrets } from '../secrets/held-secrets.ts'
import { secretHash } from '../secrets/secret-hash.ts'
import { createFreshValues } from './fresh-values.ts'
import { expiryOf } from './token-expiry.ts'
import { type StoredToken, type TokenStore, tokenCollection } from './token-store.ts'

export type Tokens = ReturnType<typeof createTokens>

const VALUE_BYTES = 32
const NEVER_USED = new Date(0).toISOString()
const LAG_MS = 10_000

const notAllowed = (what: string, username: string) =>
  new LogyardError('denied', 'tokens-not-allowed', `Not allowed to ${what} tokens for user ${username}`)
const tokenNotFound = (username: string) =>
  new LogyardError('not-found', 'token-not-found', `Couldn't find access token for user ${username}`)

export function createTokens(deps: {
  readonly settings: SettingsStore
  readonly store: TokenStore
  readonly clock: Clock
  readonly ids: Ids
  readonly log: Log
  readonly tokenSettings: () => Promise<TokenSettings>
}) {
  const { settings, store: collection, clock, ids, log } = deps
  const held = createHeldSecrets({
    settings,
    spec: tokenCollection,
    indexes: { hash: (token: StoredToken) => [token.hash] },
    clock,
    log,
    // The first use is written soon, so that a token in use does not look unused after a crash.
    lagMs: ({ last_access }: StoredToken) => (last_access === NEVER_USED ? 0 : LAG_MS),
    isLive: ({ expires_at }: StoredToken) => expires_at === null || Date.parse(expires_at) > clock.now().getTime(),
  })
  const { replica, lastUses, isLive, remove } = held
  const fresh = createFreshValues(deps)

  const findLive = (value: string) => replica.listBy('hash', secretHash(value)).find(isLive)

  const wire = (token: StoredToken, value: string): Token => ({
    id: token.id,
    name: token.name,
    token: value,
    last_access: new Date(lastUses.lastUseMs(token)).toISOString(),
    created_at: token.created_at,
    expires_at: token.expires_at,
  })

  return {
    /** Tokens with masked values, except for those that the caller has just created. */
    async list(caller: Caller, { user }: Account) {
      if (!caller.holds(`users:tokenlist:${user.username}`)) throw notAllowed('list', user.username)
      await Promise.all([replica.fresh(), fresh.fresh()])
      return replica
        .listBy('user', user.id)
        .map((token) => wire(token, fresh.find(token.id, caller) ?? `****${token.last_four}`))
    },
    async create(caller: Caller, { user }: Account, name: string, wishes: TokenCreate) {
      if (!caller.holds(`users:tokencreate:${user.username}`)) throw notAllowed('create', user.username)
      const { longest_lifetime_ms: longestMs } = await deps.tokenSettings()
      const expires_at = expiryOf(wishes, clock.now(), longestMs)
      const value = base32Hex(ids.bytes(VALUE_BYTES))
      const token = await collection.insert({
        id: ids.next(),
        user_id: user.id,
        name,
        hash: secretHash(value),
        last_four: value.slice(-4),
        last_access: NEVER_USED,
        created_at: clock.now().toISOString(),
        expires_at,
      })
      await fresh.note(token.id, caller, value)
      return wire(token, value)
    },
    async delete(caller: Caller, { user }: Account, idOrValue: string) {
      if (!caller.holds(`users:tokenremove:${user.username}`)) throw notAllowed('remove', user.username)
      await replica.fresh()
      const token = replica.find(idOrValue) ?? replica.listBy('hash', secretHash(idOrValue))[0]
      if (token?.user_id !== user.id) throw tokenNotFound(user.username)
      await fresh.drop(token.id)
      await remove(token.id)
    },
    /** The user of the token, unless it has expired. */
    async use(value: string) {
      await replica.fresh()
      const token = findLive(value)
      if (token !== undefined) lastUses.note(token)
      return token?.user_id
    },
    isLive: (value: string) => replica.fresh().then(() => findLive(value) !== undefined),
    /** The name of a token that was used a moment ago. */
    nameOf: (value: string) => replica.listBy('hash', secretHash(value))[0]?.name,
    /** Writes to commit together with the deletion of the user. */
    endings: held.endings,
    async purge() {
      const { expired_retained_ms: retainedMs } = await deps.tokenSettings()
      const latestMs = clock.now().getTime() - retainedMs
      await held.purge(({ expires_at }) => expires_at !== null && Date.parse(expires_at) <= latestMs)
      await fresh.purge()
    },
    async [Symbol.asyncDispose]() {
      await held[Symbol.asyncDispose]()
      fresh[Symbol.dispose]()
    },
  }
}

const DIGITS = '0123456789abcdefghijklmnopqrstuv'

/** RFC 4648 base 32 with the extended hex digits, in lower case and without padding. */
function base32Hex(bytes: Uint8Array): string {
  let text = ''
  let bits = 0
  let pending = 0
  for (const byte of bytes) {
    pending = (pending << 8) | byte
    bits += 8
    while (bits >= 5) {
      bits -= 5
      text += DIGITS.charAt((pending >> bits) & 31)
    }
    pending &= (1 << bits) - 1
  }
  return bits === 0 ? text : text + DIGITS.charAt((pending << (5 - bits)) & 31)
}
