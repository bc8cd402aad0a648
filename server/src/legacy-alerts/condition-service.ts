/** The alert conditions of streams: changes of a condition, and checks that people ask for. */
import type {
  AlertCondition,
  AlertConditionDraft,
  AlertConditionTest,
} from '@logyard/contract/legacy-alerts/alert-conditions'
import type { AlertChecks } from '@logyard/contract/legacy-alerts/legacy-alerts'
import type { Caller } from '../http/caller.ts'
import type { Clock } from '../platform/clock.ts'
import { LogyardError } from '../platform/errors.ts'
import type { Ids } from '../platform/ids.ts'
import { commitRetrying } from '../platform/settings/commit-retrying.ts'
import type { Replica } from '../platform/settings/replica.ts'
import type { SettingsStore, Write } from '../platform/settings/settings-store.ts'
import { isOpen, type LegacyAlertStore, type StoredLegacyAlert } from './alert-store.ts'
import type { CheckedCondition, CheckResult, ConditionChecks } from './check-condition.ts'
import { isInGrace, latestOf } from './condition-state.ts'
import type { StoredCondition } from './condition-store.ts'
import { getConditionType } from './conditions/condition-types.ts'
import { alertConditionNotFound, tooManyAlertConditions } from './legacy-alert-errors.ts'
import { conditionFacts, type StreamConditions } from './stream-conditions.ts'

/** Conditions per stream. */
export const MAX_ALERT_CONDITIONS = 100
/** The checks of a stream are not repeated for this long. */
const CHECKS_CACHED_MS = 30_000

export interface ConditionServiceDeps {
  readonly settings: SettingsStore
  readonly conditions: StreamConditions
  readonly alerts: LegacyAlertStore
  readonly alertReplica: Replica<StoredLegacyAlert>
  readonly checks: ConditionChecks
  readonly intervalMs: number
  readonly clock: Clock
  readonly ids: Ids
}

export type ConditionService = ReturnType<typeof createConditionService>

export function createConditionService(deps: ConditionServiceDeps) {
  const { conditions, clock, ids } = deps
  const cached = new Map<string, { readonly untilMs: number; readonly checks: AlertChecks }>()
  return {
    async list(streamIds: readonly string[]) {
      await conditions.fresh()
      await deps.alertReplica.fresh()
      return streamIds.flatMap((id) => conditions.conditionsOf(id)).map((condition) => answer(deps, condition))
    },
    async get(streamId: string, id: string) {
      const condition = await getCondition(deps, streamId, id)
      await deps.alertReplica.fresh()
      return answer(deps, condition)
    },
    async create(caller: Caller, streamId: string, draft: AlertConditionDraft) {
      const read = getConditionType(draft.type).read(draft.parameters)
      await conditions.fresh()
      const count = conditions.conditionsOf(streamId).length
      if (count >= MAX_ALERT_CONDITIONS) throw tooManyAlertConditions(MAX_ALERT_CONDITIONS)
      const { id } = await conditions.conditions.insert({
        id: ids.uuid(),
        stream_id: streamId,
        type: draft.type,
        title: draft.title ?? null,
        creator_user_id: caller.username,
        created_at: clock.now().toISOString(),
        parameters: read,
      })
      cached.delete(streamId)
      return id
    },
    async update(streamId: string, id: string, draft: AlertConditionDraft) {
      await updateCondition(deps, streamId, id, draft)
      cached.delete(streamId)
    },
    async delete(streamId: string, id: string) {
      await deleteCondition(deps, streamId, id)
      cached.delete(streamId)
    },
    // The API reports a mistake in the draft as the result of its test.
    testDraft: (caller: Caller, streamId: string, { type, parameters }: AlertConditionDraft, signal: AbortSignal) =>
      tested(async () => {
        const read = getConditionType(type).read(parameters)
        return checkNow(deps, caller, { stream_id: streamId, type, parameters: read }, signal)
      }),
    async test(caller: Caller, streamId: string, id: string, signal: AbortSignal) {
      const condition = await getCondition(deps, streamId, id)
      return tested(() => checkNow(deps, caller, condition, signal))
    },
    async checkAll(caller: Caller, streamId: string, signal: AbortSignal) {
      const nowMs = clock.monotonicMs()
      for (const [id, { untilMs }] of cached) if (untilMs <= nowMs) cached.delete(id)
      const found = cached.get(streamId)
      if (found !== undefined) return found.checks
      const checks = await runAll(deps, caller, streamId, signal)
      cached.set(streamId, { untilMs: clock.monotonicMs() + CHECKS_CACHED_MS, checks })
      return checks
    },
  }
}

function answer({ alertReplica, clock }: ConditionServiceDeps, condition: StoredCondition): AlertCondition {
  const latest = latestOf(alertReplica.listBy('condition', condition.id))
  return {
    ...conditionFacts(condition),
    in_grace: isInGrace(condition, latest, clock.now().getTime()),
    stream_id: condition.stream_id,
  }
}

async function getCondition({ conditions }: ConditionServiceDeps, streamId: string, id: string) {
  await conditions.fresh()
  const condition = conditions.findCondition(id)
  if (condition === undefined || condition.stream_id !== streamId) throw alertConditionNotFound(streamId, id)
  return condition
}

async function updateCondition(
  deps: ConditionServiceDeps,
  streamId: string,
  id: string,
  { title, parameters }: AlertConditionDraft,
): Promise<void> {
  const store = deps.conditions.conditions
  await commitRetrying(deps.settings, async () => {
    const stored = await store.findVersioned(id)
    if (stored === undefined || stored.document.stream_id !== streamId) throw alertConditionNotFound(streamId, id)
    const { document, version } = stored
    const read = getConditionType(document.type).read({ ...document.parameters, ...parameters })
    const changed = { ...document, title: title ?? null, parameters: read }
    return { writes: [store.replacing(changed, version), ...(await resolving(deps, id))], answer: null }
  })
}

/** An unknown condition is not an error, as the API always had it. */
async function deleteCondition(deps: ConditionServiceDeps, streamId: string, id: string): Promise<void> {
  const store = deps.conditions.conditions
  await commitRetrying(deps.settings, async () => {
    const stored = await store.findVersioned(id)
    if (stored === undefined || stored.document.stream_id !== streamId) return { writes: [], answer: null }
    return { writes: [store.deleting(id, stored.version), ...(await resolving(deps, id))], answer: null }
  })
}

/** The open alert of the condition ends. */
async function resolving({ alerts, clock }: ConditionServiceDeps, conditionId: string): Promise<readonly Write[]> {
  const open = await alerts.findBy('open', conditionId)
  const stored = open && (await alerts.findVersioned(open.id))
  if (stored === undefined || !isOpen(stored.document)) return []
  return [alerts.replacing({ ...stored.document, resolved_at: clock.now().toISOString() }, stored.version)]
}

function checkNow(
  { checks, clock, intervalMs }: ConditionServiceDeps,
  caller: Caller,
  condition: CheckedCondition,
  signal: AbortSignal,
) {
  const toMs = clock.now().getTime()
  return checks.check(condition, {
    until: { fromMs: toMs - intervalMs, toMs, atMs: toMs },
    turnOf: caller.userId,
    signal,
  })
}

async function tested(check: () => Promise<CheckResult>): Promise<AlertConditionTest> {
  try {
    const { description } = await check()
    const isMet = description !== undefined
    return { triggered: isMet, description: description ?? null, error: false, error_messages: [] }
  } catch (error) {
    if (!(error instanceof LogyardError)) throw error
    const error_messages = [{ type: error.code, message: error.message }]
    return { triggered: false, description: null, error: true, error_messages }
  }
}

async function runAll(
  deps: ConditionServiceDeps,
  caller: Caller,
  streamId: string,
  signal: AbortSignal,
): Promise<AlertChecks> {
  const calculated_at = deps.clock.now().toISOString()
  await deps.conditions.fresh()
  await deps.alertReplica.fresh()
  const results: AlertChecks['results'] = []
  for (const condition of deps.conditions.conditionsOf(streamId)) {
    const { triggered, description } = await tested(() => checkNow(deps, caller, condition, signal))
    results.push({
      condition: answer(deps, condition),
      triggered,
      ...(description === null ? {} : { alert_description: description }),
    })
  }
  return { results, calculated_at, total_triggered: results.filter(({ triggered }) => triggered).length }
}
