/**
 * What was unusual about the messages of streams and inputs: counted in memory as processing tells of it, and kept in
 * the settings every few seconds. Nothing here keeps a message from being stored.
 */
import type { UnusualMessages as Answer, UnusualField } from '@logyard/contract/fields/unusual-messages'
import { Type } from 'typebox'
import type { Metrics } from '../metrics/metrics.ts'
import type { Clock } from '../platform/clock.ts'
import type { Log } from '../platform/log.ts'
import { defineCollection, type SettingsStore } from '../platform/settings/settings-store.ts'
import { kindsOf } from './field-forms.ts'

export type Owner = 'stream' | 'input'

/** Messages of one input and list of streams with the same thing about them. */
export interface Unusual {
  readonly kind: UnusualField['kind']
  readonly field: string
  readonly indexSet: string
  /** Bits of field-forms.ts. */
  readonly usualForm: number
  readonly form: number
  readonly inputId: string
  readonly streams: readonly string[]
  readonly count: number
  readonly example: { readonly index: string; readonly id: string }
}

/** Which streams, or inputs, there are. */
export interface OwnersThere {
  exists(id: string): Promise<boolean>
  onChange(listener: () => void): Disposable
}

export interface UnusualMessages extends AsyncDisposable {
  add(found: readonly Unusual[]): void
  of(owner: Owner, id: string): Answer
  /** Those with something unusual, with the number of messages. */
  counts(owner: Owner): readonly { readonly id: string; readonly count: number }[]
  forget(owner: Owner, id: string): Promise<void>
}

const KEEP_MS = 5000
/** Of one kind, for one stream or input; further ones share an entry. */
const MAX_FIELDS = 50

const recordCollection = defineCollection({
  name: 'unusual_messages',
  schema: Type.Object({
    id: Type.String(),
    owner: Type.String(),
    kind: Type.Union([Type.Literal('type-clash'), Type.Literal('long-value'), Type.Literal('field-flood')]),
    field: Type.String(),
    index_set: Type.String(),
    usual_form: Type.Integer(),
    other_forms: Type.Integer(),
    count: Type.Integer(),
    first_seen: Type.String(),
    last_seen: Type.String(),
    example_index: Type.String(),
    example_id: Type.String(),
  }),
  keys: { owner: { unique: false, of: ({ owner }) => [owner] } },
})

interface Entry {
  readonly id: string
  readonly owner: string
  readonly kind: UnusualField['kind']
  field: string
  readonly index_set: string
  readonly usual_form: number
  other_forms: number
  count: number
  readonly first_seen: string
  last_seen: string
  example_index: string
  example_id: string
  /** Whether the settings have it. */
  isKept: boolean
}

const METRIC_NAMES = {
  'type-clash': 'typeClashes',
  'long-value': 'longValues',
  'field-flood': 'fieldFloods',
} as const

export async function openUnusualMessages(deps: {
  readonly settings: SettingsStore
  readonly metrics: Metrics
  readonly clock: Clock
  readonly owners: Readonly<Record<Owner, OwnersThere>>
  readonly log: Log
}): Promise<UnusualMessages> {
  const { settings, metrics, owners, clock, log } = deps
  const records = settings.collection(recordCollection)
  const byOwner = new Map<string, Map<string, Entry>>()
  const changed = new Set<Entry>()
  const entriesOf = (owner: string) => byOwner.getOrInsertComputed(owner, () => new Map<string, Entry>())
  for (const record of await records.list()) {
    entriesOf(record.owner).set(record.id, { ...record, isKept: true })
  }

  function count(owner: Owner, ownerId: string, found: Unusual) {
    const key = `${owner} ${ownerId}`
    const entries = entriesOf(key)
    metrics.meter(`logyard.${owner}s.${ownerId}.${METRIC_NAMES[found.kind]}`).mark(found.count)
    const prefix = `${key} ${found.kind} ${found.indexSet} `
    // Each field of a flood is another one: they are one entry.
    const own = found.kind === 'field-flood' ? '' : found.field
    const isFull =
      !entries.has(prefix + own) && [...entries.values()].filter((one) => one.kind === found.kind).length >= MAX_FIELDS
    const id = isFull ? prefix : prefix + own
    const now = clock.now().toISOString()
    const before = entries.get(id)
    if (before !== undefined) {
      before.count += found.count
      before.other_forms |= found.form
      before.last_seen = now
      before.example_index = found.example.index
      before.example_id = found.example.id
      if (found.kind === 'field-flood') before.field = found.field
      changed.add(before)
      return
    }
    const entry: Entry = {
      id,
      owner: key,
      kind: found.kind,
      field: isFull ? '' : found.field,
      index_set: found.indexSet,
      usual_form: found.usualForm,
      other_forms: found.form,
      count: found.count,
      first_seen: now,
      last_seen: now,
      example_index: found.example.index,
      example_id: found.example.id,
      isKept: false,
    }
    entries.set(id, entry)
    changed.add(entry)
  }

  let keeping: Promise<void> = Promise.resolve()
  function keep() {
    keeping = keeping
      .then(async () => {
        if (changed.size === 0) return
        const due = [...changed]
        changed.clear()
        try {
          await settings.commit(
            due.map(({ isKept, ...record }) => (isKept ? records.replacing(record) : records.inserting(record))),
          )
        } catch (error) {
          for (const entry of due) changed.add(entry)
          throw error
        }
        for (const entry of due) entry.isKept = true
      })
      .catch((error: unknown) => log.warn({ err: error }, 'counts of unusual messages could not be kept'))
  }

  async function forget(owner: Owner, id: string) {
    const key = `${owner} ${id}`
    for (const entry of byOwner.get(key)?.values() ?? []) changed.delete(entry)
    byOwner.delete(key)
    await keeping
    await settings.commit((await records.listBy('owner', key)).map((record) => records.deleting(record.id)))
  }

  const ticking = clock.every(KEEP_MS, keep)
  async function forgetGone(owner: Owner) {
    for (const key of byOwner.keys()) {
      const id = key.startsWith(`${owner} `) ? key.slice(owner.length + 1) : undefined
      if (id !== undefined && !(await owners[owner].exists(id))) await forget(owner, id)
    }
  }
  const watching = (['stream', 'input'] as const).map((owner) =>
    owners[owner].onChange(() => {
      forgetGone(owner).catch((error: unknown) =>
        log.warn({ err: error }, 'counts of unusual messages could not be forgotten'),
      )
    }),
  )

  return {
    add(found) {
      for (const one of found) {
        count('input', one.inputId, one)
        for (const stream of one.streams) count('stream', stream, one)
      }
    },
    of(owner, id) {
      const entries = [...(byOwner.get(`${owner} ${id}`)?.values() ?? [])]
      const fields = entries.sort((a, b) => (a.last_seen < b.last_seen ? 1 : -1)).map(answerOf)
      return { total: fields.reduce((total, field) => total + field.count, 0), fields }
    },
    counts(owner) {
      const prefix = `${owner} `
      return [...byOwner].flatMap(([key, entries]) => {
        const count = entries.values().reduce((sum, entry) => sum + entry.count, 0)
        return key.startsWith(prefix) && count > 0 ? [{ id: key.slice(prefix.length), count }] : []
      })
    },
    forget,
    async [Symbol.asyncDispose]() {
      ticking[Symbol.dispose]()
      for (const one of watching) one[Symbol.dispose]()
      keep()
      await keeping
    },
  }
}

function answerOf(entry: Entry): UnusualField {
  const [usual = 'string'] = kindsOf(entry.usual_form)
  return {
    kind: entry.kind,
    field: entry.field,
    index_set: entry.index_set,
    usual_type: usual,
    other_types: entry.kind === 'type-clash' ? [...kindsOf(entry.other_forms)] : [],
    count: entry.count,
    first_seen: entry.first_seen,
    last_seen: entry.last_seen,
    example: { index: entry.example_index, message_id: entry.example_id },
  }
}
