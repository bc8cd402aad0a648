/**
 * Unusual messages of streams and inputs: counted in memory as processing reports them, and saved in the settings every
 * few seconds. They are stored like all others.
 */

import type { Metrics } from '../metrics/metrics.ts'
import type { Clock } from '../platform/clock.ts'
import type { Log } from '../platform/log.ts'
import type { SettingsStore } from '../platform/settings/settings-store.ts'
import { createUnusualCounts, type Unusual } from './unusual-counts.ts'
import { createUnusualRecords, recordCollection, unusualField } from './unusual-records.ts'

export type Owner = 'stream' | 'input'

/** The streams or the inputs that exist. */
export interface ExistingOwners {
  exists(id: string): Promise<boolean>
  onChange(listener: () => void): Disposable
}

export type UnusualMessages = Awaited<ReturnType<typeof openUnusualMessages>>

const SAVE_EVERY_MS = 5000
const OWNERS: readonly Owner[] = ['stream', 'input']

const METRIC_NAMES = {
  'type-clash': 'typeClashes',
  'long-value': 'longValues',
  'field-flood': 'fieldFloods',
} as const

const ownerKey = (owner: Owner, id: string) => `${owner} ${id}`

export async function openUnusualMessages(deps: {
  readonly settings: SettingsStore
  readonly metrics: Metrics
  readonly clock: Clock
  readonly owners: Readonly<Record<Owner, ExistingOwners>>
  readonly log: Log
}) {
  const { settings, metrics, owners, clock, log } = deps
  const records = createUnusualRecords(settings)
  const counts = createUnusualCounts(records.changed)
  for (const entry of await records.list()) counts.load(entry)

  function count(owner: Owner, id: string, found: Unusual) {
    metrics.meter(`logyard.${owner}s.${id}.${METRIC_NAMES[found.kind]}`).mark(found.count)
    counts.count(ownerKey(owner, id), found, clock.now().toISOString())
  }
  const save = () =>
    records.save().catch((error: unknown) => log.warn({ err: error }, 'counts of unusual messages could not be stored'))

  async function forget(owner: Owner, id: string) {
    const key = ownerKey(owner, id)
    await records.delete(key, counts.forget(key))
  }
  const idsOf = (owner: Owner) => {
    const prefix = ownerKey(owner, '')
    return counts.owners().flatMap((key) => (key.startsWith(prefix) ? [key.slice(prefix.length)] : []))
  }
  async function forgetDeleted(owner: Owner) {
    for (const id of idsOf(owner)) if (!(await owners[owner].exists(id))) await forget(owner, id)
  }

  const others = settings.onChange(recordCollection.name, async (change) => {
    for (const record of await records.readChanged(change)) counts.load({ ...record, savedCount: record.count })
  })
  const timer = clock.every(SAVE_EVERY_MS, () => void save())
  const subscriptions = OWNERS.map((owner) =>
    owners[owner].onChange(() => {
      forgetDeleted(owner).catch((error: unknown) =>
        log.warn({ err: error }, 'counts of unusual messages could not be forgotten'),
      )
    }),
  )

  return {
    add(found: readonly Unusual[]) {
      for (const one of found) {
        count('input', one.inputId, one)
        for (const stream of one.streams) count('stream', stream, one)
      }
    },
    of(owner: Owner, id: string) {
      const entries = counts.of(ownerKey(owner, id))
      const fields = entries.toSorted((a, b) => (a.last_seen < b.last_seen ? 1 : -1)).map(unusualField)
      return { total: totalOf(fields), fields }
    },
    /** The number of unusual messages of each owner that has some. */
    counts: (owner: Owner) =>
      idsOf(owner)
        .map((id) => ({ id, count: totalOf(counts.of(ownerKey(owner, id))) }))
        .filter(({ count }) => count > 0),
    forget,
    async [Symbol.asyncDispose]() {
      timer[Symbol.dispose]()
      others[Symbol.dispose]()
      for (const one of subscriptions) one[Symbol.dispose]()
      await save()
    },
  }
}

const totalOf = (entries: readonly { readonly count: number }[]) =>
  entries.reduce((total, { count }) => total + count, 0)
