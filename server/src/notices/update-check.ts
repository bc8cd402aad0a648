/** Compares this version with the newest one, where an administrator configured an address that tells it. */
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import type { Log } from '../platform/log.ts'
import type { FetchChecked } from '../platform/outgoing/fetch-checked.ts'
import type { Notifications } from './notifications.ts'

export const UPDATE_CHECK_MS = 3_600_000
const LIMIT_MS = 10_000
const MAX_BYTES = 65_536
const TYPE = 'outdated_version'

/** The document at the address. It may have more keys. */
const Newest = Type.Object({
  version: Type.String({ pattern: '^\\d{1,5}\\.\\d{1,5}\\.\\d{1,5}$', description: 'Such as 1.12.0' }),
})
type Newest = Static<typeof Newest>

export function createUpdateCheck(deps: {
  /** Empty: no address is requested. */
  readonly url: string
  readonly version: string
  readonly notifications: Notifications
  readonly log: Log
  readonly fetchChecked: FetchChecked
}) {
  const { url, version, notifications, log, fetchChecked } = deps

  async function removeUnless(isOutdated: (newest: string) => boolean): Promise<void> {
    const raised = (await notifications.list()).find(({ type }) => type === TYPE)
    if (raised !== undefined && !isOutdated(String(raised.details['current_version']))) await notifications.remove(TYPE)
  }

  return {
    /** Removes a notice that the version that runs now has made obsolete. */
    start: () => removeUnless((newest) => url !== '' && isNewer(newest, version)),
    /** Requests the address. Nothing about this installation is sent. */
    async run(signal: AbortSignal) {
      const newest = await readNewest(url, fetchChecked, signal).catch((error: unknown) => {
        if (!signal.aborted) log.warn({ err: error }, 'the newest version could not be read')
      })
      if (newest === undefined) return
      // A newer one than the notice names replaces the notice.
      await removeUnless((named) => named === newest.version && isNewer(named, version))
      if (isNewer(newest.version, version)) {
        await notifications.raise(TYPE, 'normal', { current_version: newest.version })
      }
    },
  }
}

async function readNewest(url: string, fetchChecked: FetchChecked, signal: AbortSignal): Promise<Newest> {
  const { ok, status, body } = await fetchChecked({ url: new URL(url), limitMs: LIMIT_MS, maxBytes: MAX_BYTES, signal })
  if (!ok) throw new Error(`the address of the newest version answers with status ${status}`)
  return Value.Parse(Newest, Value.Clean(Newest, JSON.parse(body.toString('utf8'))))
}

const numbersOf = (version: string) => version.split('-', 1)[0]?.split('.').map(Number) ?? []

function isNewer(candidate: string, version: string): boolean {
  const own = numbersOf(version)
  for (const [at, number] of numbersOf(candidate).entries()) {
    const difference = number - (own[at] ?? 0)
    if (difference !== 0) return difference > 0
  }
  return false
}
