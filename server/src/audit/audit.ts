import {
  AUDIT_SETTINGS_KEY,
  AuditSettings,
  NODE_STARTED,
  NODE_STOPPED,
  SIGN_IN_REFUSED,
} from '@logyard/contract/audit/audit'
import type { OperationSpec } from '@logyard/contract/http/operation'
import type { FastifyInstance } from 'fastify'
import type { ClusterConfig } from '../cluster-config/cluster-config.ts'
import type { AuditHook } from '../http/audit-hook.ts'
import type { Clock } from '../platform/clock.ts'
import type { Log } from '../platform/log.ts'
import type { Scheduler } from '../platform/scheduler/scheduler.ts'
import type { EntryLog } from '../platform/settings/entry-log.ts'
import type { SettingsStore } from '../platform/settings/settings-store.ts'
import { entryBodyOf, newEntryOf, outcomeOf, SYSTEM_CALL } from './audit-entry.ts'
import { createAuditLog } from './audit-log.ts'
import { retainEntries } from './audit-retention.ts'
import { auditRoutes } from './audit-routes.ts'
import { createAuditedOperations } from './audited-operations.ts'
import { createOpenEntries } from './open-entries.ts'

/** Records who changed what; `http` reports the operations, identity the passwords that were refused. */
export interface Audit extends AsyncDisposable {
  readonly hook: AuditHook
  signInRefused(attempt: RefusedSignIn): void
  /** The node serves requests now; its stop is recorded when the audit log is disposed. */
  nodeStarted(): Promise<void>
  routes(api: FastifyInstance, operations: readonly OperationSpec[]): void
}

export interface RefusedSignIn {
  /** Undefined when no user has the name: people type passwords where names belong. */
  readonly username: string | undefined
  readonly address: string
}

export interface AuditDeps {
  readonly entries: EntryLog
  readonly audited: SettingsStore['audited']
  readonly clock: Clock
  readonly isClockSteady?: () => boolean
  readonly log: Log
  readonly nodeId: string
  readonly scheduler: Pick<Scheduler, 'add'>
  readonly clusterConfig: Pick<ClusterConfig, 'register'>
  readonly changesOfUserPerHour?: number
}

/** More are counted in one entry per event and minute. */
const CHANGES_OF_USER_PER_HOUR = 2000
const RETAIN_EVERY_MS = 600_000
const DEFAULTS: AuditSettings = { max_age_days: 730, max_bytes: 1_000_000_000 }

export async function createAudit(deps: AuditDeps): Promise<Audit> {
  const { entries, clock, nodeId, changesOfUserPerHour = CHANGES_OF_USER_PER_HOUR } = deps
  const open = createOpenEntries(deps)
  const auditLog = await createAuditLog({ ...deps, open })
  const operations = createAuditedOperations({
    ...deps,
    open,
    changesOfUserPerHour,
    onRefused: auditLog.refused,
    later: auditLog.later,
  })
  const witnessing = entries.witness(operations.witness)
  const settings = deps.clusterConfig.register({
    key: AUDIT_SETTINGS_KEY,
    draft: AuditSettings,
    document: AuditSettings,
    default: DEFAULTS,
    // To shorten the retention is to delete entries.
    permissions: { read: 'auditentries:read', write: 'auditentries:configure' },
    complete: (draft) => draft,
  })
  const retaining = deps.scheduler.add({
    name: 'audit-retention',
    everyMs: RETAIN_EVERY_MS,
    scope: 'cluster',
    run: async (signal) => retainEntries(deps, await settings.read(), signal),
  })
  let isStarted = false
  const ofNode = (event: string) => {
    const facts = { outcome: 'done', status: null, changes: [], moreChanges: 0, at: clock.now(), nodeId } as const
    return newEntryOf(entryBodyOf({ call: { ...SYSTEM_CALL, event, target: { nodeId } }, ...facts }))
  }

  return {
    hook: {
      perform: operations.perform,
      refused: (call, status) =>
        auditLog.refused(
          entryBodyOf({
            call,
            outcome: outcomeOf(status),
            status,
            changes: [],
            moreChanges: 0,
            at: clock.now(),
            nodeId,
          }),
        ),
    },
    signInRefused(attempt) {
      const facts = { outcome: 'refused', status: 401, changes: [], moreChanges: 0, at: clock.now(), nodeId } as const
      auditLog.refused(entryBodyOf({ call: refusedSignIn(attempt), ...facts }))
    },
    async nodeStarted() {
      isStarted = true
      await entries.write([{ entry: ofNode(NODE_STARTED) }])
    },
    routes: (api, operations) => auditRoutes(api, { ...deps, operations }),
    async [Symbol.asyncDispose]() {
      await retaining[Symbol.asyncDispose]()
      if (isStarted) await entries.write([{ entry: ofNode(NODE_STOPPED) }])
      await auditLog[Symbol.asyncDispose]()
      witnessing[Symbol.dispose]()
    },
  }
}

const refusedSignIn = ({ username, address }: RefusedSignIn) => ({
  event: SIGN_IN_REFUSED,
  operation: null,
  caller: () => undefined,
  target: username === undefined ? {} : { username },
  clientAddress: address,
  userAgent: '',
})
