/** An operation while it is performed, and the writes of its entry. */
import type { AuditEntryBody, EntityChange } from '@logyard/contract/audit/audit-entry'
import type { AuditedCall } from '../http/audit-hook.ts'
import type { EntryWrite } from '../platform/settings/entry-log.ts'
import { entryBodyOf, newEntryOf } from './audit-entry.ts'
import type { ChangeSums } from './change-sums.ts'
import type { OpenEntries } from './open-entries.ts'

export interface Scope {
  readonly call: AuditedCall
  readonly at: Date
  readonly nodeId: string
  changes: readonly EntityChange[]
  moreChanges: number
  /** The entry on the disk, and its text. */
  sequence: number | undefined
  written: string | undefined
  /** It is counted in an entry for many. */
  isSummed: boolean
  isEnded: boolean
  /** Its outcome waits until it can be written. */
  isDeferred: boolean
}

interface EntryPlaces {
  readonly open: OpenEntries
  readonly sums: ChangeSums
}

const MAX_CHANGES = 20

export const newScope = (call: AuditedCall, at: Date, nodeId: string): Scope => ({
  call,
  at,
  nodeId,
  changes: [],
  moreChanges: 0,
  sequence: undefined,
  written: undefined,
  isSummed: false,
  isEnded: false,
  isDeferred: false,
})

export const bodyOf = (
  scope: Scope,
  outcome: AuditEntryBody['outcome'],
  status: number | null,
  created?: string,
): AuditEntryBody => entryBodyOf({ ...scope, outcome, status, created })

/** Rewrites the entry of the operation if it has one, or appends it. */
export function writeOf(scope: Scope, body: AuditEntryBody, open: OpenEntries): EntryWrite {
  const entry = newEntryOf(body)
  return {
    entry,
    ...(scope.sequence === undefined ? {} : { sequence: scope.sequence }),
    onStored(sequence) {
      if (scope.sequence === undefined) {
        open.add(sequence, () => {
          scope.sequence = undefined
        })
      }
      scope.sequence = sequence
      scope.written = entry.body
    },
  }
}

/** The first entry of an operation: its own, or the one that counts the changes of a user who makes very many. */
export function firstWriteOf(scope: Scope, body: AuditEntryBody, { open, sums }: EntryPlaces): EntryWrite {
  const sum = sums.writeFor(body)
  const write = sum ?? writeOf(scope, body, open)
  return {
    ...write,
    onStored(sequence) {
      write.onStored?.(sequence)
      if (sum === undefined) sums.note(body)
      else scope.isSummed = true
    },
  }
}

/** The writes that belong to a commit of the operation. */
export function writesOfChanges(
  scope: Scope,
  changes: readonly EntityChange[],
  places: EntryPlaces,
): readonly EntryWrite[] {
  if (scope.isSummed || changes.length === 0) return []
  const next = { ...scope, ...listedChanges([...scope.changes, ...changes], scope.moreChanges) }
  const { isOutside, successStatus } = scope.call
  const body = isOutside ? bodyOf(next, 'started', null) : bodyOf(next, 'done', successStatus)
  const write = scope.sequence === undefined ? firstWriteOf(scope, body, places) : writeOf(scope, body, places.open)
  return [
    {
      ...write,
      onStored(sequence) {
        write.onStored?.(sequence)
        scope.changes = next.changes
        scope.moreChanges = next.moreChanges
      },
    },
  ]
}

export const listedChanges = (changes: readonly EntityChange[], more = 0) => ({
  changes: changes.slice(0, MAX_CHANGES),
  moreChanges: more + Math.max(0, changes.length - MAX_CHANGES),
})
