/**
 * Gives each operation its entry. The first commit of an operation writes the entry in its own transaction, further
 * ones add to it, so that neither can be on the disk without the other. A change outside the settings store has its
 * entry before, without an outcome until the change is made.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { AuditEntryBody } from '@logyard/contract/audit/audit-entry'
import type { AuditedOutcome, AuditHook } from '../http/audit-hook.ts'
import { statusOfError } from '../http/error-handler.ts'
import type { Clock } from '../platform/clock.ts'
import type { Log } from '../platform/log.ts'
import type { CommitWitness, EntryLog, EntryWrite } from '../platform/settings/entry-log.ts'
import { outcomeOf } from './audit-entry.ts'
import { createChangeSums } from './change-sums.ts'
import { createCommitWitness } from './commit-witness.ts'
import type { OpenEntries } from './open-entries.ts'
import { bodyOf, firstWriteOf, newScope, type Scope, writeOf } from './operation-scope.ts'

export interface AuditedOperations extends Pick<AuditHook, 'perform'> {
  readonly witness: CommitWitness
}

export function createAuditedOperations(deps: {
  readonly entries: EntryLog
  readonly open: OpenEntries
  readonly clock: Clock
  readonly log: Log
  readonly nodeId: string
  readonly changesOfUserPerHour: number
  /** Called for operations that were refused or failed before they changed anything. */
  readonly onRefused: (entry: AuditEntryBody) => void
  /** Writes it once the settings store accepts it. */
  readonly later: (write: EntryWrite) => void
}): AuditedOperations {
  const { entries, open, clock, log, nodeId } = deps
  const scopes = new AsyncLocalStorage<Scope>()
  const sums = createChangeSums(deps)
  const places = { open, sums }
  const active = () => {
    const scope = scopes.getStore()
    // Work that an operation leaves running is the server's own.
    return scope === undefined || scope.isEnded ? undefined : scope
  }

  async function finish(scope: Scope, { status, created }: AuditedOutcome): Promise<void> {
    if (scope.isSummed) return
    const body = bodyOf(scope, outcomeOf(status), status, created)
    if (scope.sequence !== undefined) await writeOutcome(scope, body)
    else if (scope.call.isReading) return
    else if (status >= 400) deps.onRefused(body)
    else await writeWithoutChange(scope, body)
  }

  /**
   * Operations that change nothing in the settings do not fail with their entry: on a full disk an administrator must
   * be able to delete indices. The entry is written once there is space.
   */
  async function begin(scope: Scope): Promise<void> {
    try {
      await entries.write([firstWriteOf(scope, bodyOf(scope, 'started', null), places)])
    } catch (error) {
      log.error({ err: error, event: scope.call.event }, 'audit entry not stored yet')
    }
  }

  async function writeWithoutChange(scope: Scope, body: AuditEntryBody): Promise<void> {
    const write = firstWriteOf(scope, body, places)
    try {
      await entries.write([write])
    } catch (error) {
      log.error({ err: error, event: body.event }, 'audit entry not stored yet')
      deps.later({ ...write, onStored: () => undefined })
    }
  }

  async function writeOutcome(scope: Scope, body: AuditEntryBody): Promise<void> {
    const write = writeOf(scope, body, open)
    if (write.entry.body === scope.written) return
    try {
      await entries.write([write])
    } catch (error) {
      log.error({ err: error, event: body.event }, 'outcome of an audit entry not stored yet')
      scope.isDeferred = true
      deps.later({ ...write, onStored: (sequence) => open.remove(sequence) })
    }
  }

  async function fail(scope: Scope, error: unknown): Promise<void> {
    if (scope.isSummed) return
    const status = statusOfError(error)
    const body = bodyOf(scope, outcomeOf(status), status)
    if (scope.sequence !== undefined) await writeOutcome(scope, body)
    // Refused passwords are reported where they are checked.
    else if (status !== 401 && !scope.call.isReading) deps.onRefused(body)
  }

  return {
    witness: createCommitWitness({ ...deps, ...places, active }),
    async perform(call, work) {
      const scope = newScope(call, clock.now(), nodeId)
      try {
        if (call.isOutside) await begin(scope)
        const { answer, outcome } = await scopes.run(scope, work)
        scope.isEnded = true
        await finish(scope, outcome)
        return answer
      } catch (error) {
        scope.isEnded = true
        await fail(scope, error)
        throw error
      } finally {
        if (scope.sequence !== undefined && !scope.isDeferred) open.remove(scope.sequence)
      }
    },
  }
}
