/** Counts of unusual messages by owner (`stream <id>` or `input <id>`), kind and field, in memory. */
import type { UnusualField } from '@logyard/contract/fields/unusual-messages'
import { takeOver, type UnusualEntry } from './unusual-records.ts'

/** Messages of one input, and of the same streams, that are unusual for the same reason. */
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

/** Fields of one kind and owner; further fields share an entry. */
const MAX_FIELDS = 50

export function createUnusualCounts(onChange: (entry: UnusualEntry) => void) {
  const byOwner = new Map<string, Map<string, UnusualEntry>>()
  const entriesOf = (owner: string) => byOwner.getOrInsertComputed(owner, () => new Map<string, UnusualEntry>())

  const of = (owner: string) => [...(byOwner.get(owner)?.values() ?? [])]
  return {
    /** Adds what the settings have, maybe from another node. */
    load(stored: UnusualEntry) {
      const entries = entriesOf(stored.owner)
      const known = entries.get(stored.id)
      if (known === undefined) entries.set(stored.id, stored)
      else takeOver(known, stored)
    },
    count(owner: string, found: Unusual, at: string) {
      const entries = entriesOf(owner)
      const id = idFor(entries, owner, found)
      const before = entries.get(id)
      const entry = before ?? newEntry(id, owner, found, at)
      if (before === undefined) entries.set(id, entry)
      else add(before, found, at)
      onChange(entry)
    },
    of,
    owners: () => [...byOwner.keys()],
    /** Removes an owner and returns its entries. */
    forget(owner: string) {
      const entries = of(owner)
      byOwner.delete(owner)
      return entries
    },
  }
}

const sharedId = (owner: string, { kind, indexSet }: Unusual) => `${owner} ${kind} ${indexSet} `

function idFor(entries: ReadonlyMap<string, UnusualEntry>, owner: string, found: Unusual): string {
  const shared = sharedId(owner, found)
  // Each message of a flood brings other fields: they share one entry.
  if (found.kind === 'field-flood') return shared
  const own = shared + found.field
  const isFull =
    !entries.has(own) &&
    entries
      .values()
      .filter(({ kind }) => kind === found.kind)
      .toArray().length >= MAX_FIELDS
  return isFull ? shared : own
}

function newEntry(id: string, owner: string, found: Unusual, at: string): UnusualEntry {
  const isShared = id === sharedId(owner, found) && found.kind !== 'field-flood'
  return {
    id,
    owner,
    kind: found.kind,
    field: isShared ? '' : found.field,
    index_set: found.indexSet,
    usual_form: found.usualForm,
    other_forms: found.form,
    count: found.count,
    first_seen: at,
    last_seen: at,
    example_index: found.example.index,
    example_id: found.example.id,
    savedCount: 0,
  }
}

function add(entry: UnusualEntry, found: Unusual, at: string): void {
  entry.count += found.count
  entry.other_forms |= found.form
  entry.last_seen = at
  entry.example_index = found.example.index
  entry.example_id = found.example.id
  if (found.kind === 'field-flood') entry.field = found.field
}
