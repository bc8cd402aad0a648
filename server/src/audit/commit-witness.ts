import type { EntityChange } from '@logyard/contract/audit/audit-entry'
import type { Clock } from '../platform/clock.ts'
import type { CommitWitness, DocumentDiff, EntryWrite } from '../platform/settings/entry-log.ts'
import { entryBodyOf, newEntryOf, SYSTEM_CALL } from './audit-entry.ts'
import type { ChangeSums } from './change-sums.ts'
import { entityChangeOf } from './entity-changes.ts'
import type { OpenEntries } from './open-entries.ts'
import { listedChanges, type Scope, writesOfChanges } from './operation-scope.ts'
import { SYSTEM_VERBS } from './system-events.ts'

/** Writes the entry of the operation that commits, or one of the system. */
export function createCommitWitness(deps: {
  /** The operation that is being performed. */
  readonly active: () => Scope | undefined
  readonly open: OpenEntries
  readonly sums: ChangeSums
  readonly clock: Clock
  readonly nodeId: string
}): CommitWitness {
  const { active, clock, nodeId } = deps

  /** A change without a request to the API: users of a directory, rotation and retention of indices. */
  function writesOfSystem(diffs: readonly DocumentDiff[]): readonly EntryWrite[] {
    return [...Map.groupBy(diffs, eventOfSystem)].flatMap(([event, group]) => {
      const changes = changesOf(group)
      if (changes.length === 0) return []
      const call = { ...SYSTEM_CALL, event }
      const draft = { call, outcome: 'done', status: null, at: clock.now(), nodeId } as const
      return [{ entry: newEntryOf(entryBodyOf({ ...draft, ...listedChanges(changes) })) }]
    })
  }

  return {
    isInterestedIn: ({ isChangedBySystem }) => active() !== undefined || isChangedBySystem === true,
    entriesOf(diffs) {
      if (diffs.length === 0) return []
      const scope = active()
      return scope === undefined ? writesOfSystem(diffs) : writesOfChanges(scope, changesOf(diffs), deps)
    },
  }
}

const eventOfSystem = ({ audit, kind }: DocumentDiff) => `${audit.type}:${SYSTEM_VERBS[kind]}`

const changesOf = (diffs: readonly DocumentDiff[]): readonly EntityChange[] =>
  diffs.flatMap((diff) => entityChangeOf(diff) ?? [])
