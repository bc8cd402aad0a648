/**
 * Explains alerts when they open: a durable job asks in the name of the definition's owner, and the answer is stored with
 * the alert. Few alerts a minute are explained, so that a storm of them does not take the engine.
 */
import type { AlertExplanation } from '@logyard/contract/alerts/alert-evidence'
import type { EventDto } from '@logyard/contract/events/events'
import type { Explanation } from '@logyard/contract/search/explanations'
import type { ExplainEvent } from '../../events/figures/explain-event.ts'
import { mayReadEvent } from '../../events/may-read-event.ts'
import type { Caller } from '../../http/caller.ts'
import type { Clock } from '../../platform/clock.ts'
import { LogyardError } from '../../platform/errors.ts'
import type { Log } from '../../platform/log.ts'
import type { SettingsStore, Write } from '../../platform/settings/settings-store.ts'
import { type JobOutcome, type JobRun, type JobType, SERVER_OWNER } from '../../scheduler/job-type.ts'
import type { Jobs } from '../../scheduler/jobs.ts'
import type { AlertStore, StoredAlert } from '../alert-store.ts'
import { askedExplanationCollection, explanationCollection } from './explanation-store.ts'
import { explanationText } from './explanation-text.ts'

const EXPLAINING = 'alert-explanation-v1'
const EXPLAINED_AT_ONCE = 2
/** Alerts that a node explains in a minute; further ones have no explanation. */
export const MAX_EXPLAINED_PER_MINUTE = 20
/** Alerts that one run of a definition opens, and that are explained. */
export const MAX_EXPLAINED_OF_RUN = 5
/** Duration of one explanation. */
export const EXPLAIN_ALERT_MS = 20_000
/** A notification waits so long for the explanation of its alert, and then goes without. */
export const EXPLANATION_WAIT_MS = 10_000
const WAIT_STEP_MS = 200
/** Characters. Findings that do not fit are left out. */
const MAX_STORED = 40_000
const MINUTE_MS = 60_000
const MESSAGE_URN = 'urn:graylog:message:es:'

const NONE: AlertExplanation = { state: 'none', explained_at: null, explanation: null }

export interface AlertExplanationsDeps {
  readonly settings: SettingsStore
  readonly alerts: AlertStore
  readonly jobs: Pick<Jobs, 'writes' | 'findJob'>
  readonly explainEvent: ExplainEvent
  readonly clock: Clock
  readonly log: Log
}

export type AlertExplanations = ReturnType<typeof createAlertExplanations>

export function createAlertExplanations(deps: AlertExplanationsDeps) {
  const { settings, alerts, jobs, clock } = deps
  const asked = settings.collection(askedExplanationCollection)
  const stored = settings.collection(explanationCollection)
  /** Explanation of an alert that the caller may read. */
  async function shown(caller: Caller, alertId: string): Promise<AlertExplanation> {
    const state = (await asked.find(alertId))?.state ?? 'none'
    if (state !== 'ready') return { ...NONE, state }
    const found = await stored.find(alertId)
    if (found === undefined || !mayReadEvent(caller, found.streams)) return NONE
    const { explained_at, explanation } = found
    return { state, explained_at, explanation }
  }
  return {
    asked,
    stored,
    job: explanationJob(deps),
    /** The writes that ask for explanations of alerts that open in this commit. */
    async asking(opened: readonly StoredAlert[]): Promise<readonly Write[]> {
      const explained = opened.filter(({ latest_event }) => hasWindow(latest_event)).slice(0, MAX_EXPLAINED_OF_RUN)
      if (explained.length === 0) return []
      const nextTime = clock.now()
      const found = await jobs.findJob(EXPLAINING, CLUSTER)
      const made = found === undefined ? jobs.writes.inserting(JOB) : { job: found.document, writes: [] }
      return [
        ...made.writes,
        ...explained.flatMap(
          ({ id, event_definition_id, group, first_event_id: event_id, first_event_at: event_at }) => [
            asked.inserting({
              ...{ id, event_definition_id, event_id, event_at, group },
              ...{ state: 'waiting', asked_at: nextTime.toISOString() },
            }),
            jobs.writes.triggering(made.job.id, { schedule: { type: 'once' }, nextTime, data: { alert_id: id } }),
          ],
        ),
      ]
    },
    shown,
    /** For the notification of an event; waits while the explanation of its alert is being made. */
    async textOf({ id }: Pick<EventDto, 'id'>, signal: AbortSignal): Promise<string> {
      const alert = (await alerts.listBy('event', id)).at(-1)
      if (alert === undefined) return ''
      const startedMs = clock.monotonicMs()
      for (;;) {
        const found = await asked.find(alert.id)
        if (found?.state === 'ready') return textOf((await stored.find(alert.id))?.explanation)
        const waitedMs = Math.max(
          clock.monotonicMs() - startedMs,
          clock.now().getTime() - Date.parse(found?.asked_at ?? ''),
        )
        if (found?.state !== 'waiting' || waitedMs >= EXPLANATION_WAIT_MS) return ''
        await clock.sleep(WAIT_STEP_MS, signal)
      }
    },
    /** For the preview of a notification. */
    async textFor(caller: Caller, { id }: Pick<EventDto, 'id'>): Promise<string> {
      const alert = (await alerts.listBy('event', id)).at(-1)
      return alert === undefined ? '' : textOf((await shown(caller, alert.id)).explanation)
    },
    forgetting: (alertId: string): readonly Write[] => [asked.deleting(alertId), stored.deleting(alertId)],
  }
}

const CLUSTER = 'cluster'
const JOB = { title: 'Explanations of alerts', description: '', config: { type: EXPLAINING, scope: CLUSTER } }

const textOf = (explanation: Explanation | null | undefined): string =>
  explanation === null || explanation === undefined ? '' : explanationText(explanation)

/** An event about one message has none. */
const hasWindow = ({ origin_context }: EventDto): boolean => origin_context?.startsWith(MESSAGE_URN) !== true

function explanationJob(deps: AlertExplanationsDeps): JobType {
  const budget = createMinuteBudget(deps.clock)
  return {
    type: EXPLAINING,
    atOnce: EXPLAINED_AT_ONCE,
    ownerOf: async () => SERVER_OWNER,
    run: (run) => explainAlert(deps, budget, run),
  }
}

function createMinuteBudget(clock: Clock) {
  let taken: readonly number[] = []
  return {
    take(): boolean {
      const now = clock.monotonicMs()
      taken = taken.filter((at) => at > now - MINUTE_MS)
      if (taken.length >= MAX_EXPLAINED_PER_MINUTE) return false
      taken = [...taken, now]
      return true
    },
  }
}

async function explainAlert(
  deps: AlertExplanationsDeps,
  budget: ReturnType<typeof createMinuteBudget>,
  { trigger, signal }: JobRun,
): Promise<JobOutcome> {
  const { settings, clock, log } = deps
  const asked = settings.collection(askedExplanationCollection)
  const id: unknown = Reflect.get(Object(trigger.data), 'alert_id')
  const found = typeof id === 'string' ? await asked.findVersioned(id) : undefined
  if (found === undefined || found.document.state !== 'waiting') return { kind: 'done' }
  const { document, version } = found
  const ended = (state: 'ready' | 'none') => asked.replacing({ ...document, state }, version)
  if (!budget.take()) return { kind: 'done', writes: [ended('none')] }
  try {
    const { event_definition_id: definitionId, event_at, group } = document
    const limited = AbortSignal.any([signal, AbortSignal.timeout(EXPLAIN_ALERT_MS)])
    const explained = await deps.explainEvent({ definitionId, atMs: Date.parse(event_at), group }, limited)
    if (explained === undefined) return { kind: 'done', writes: [ended('none')] }
    const streams = [...explained.streams]
    const explanation = shortened(explained.explanation)
    const storing = settings
      .collection(explanationCollection)
      .inserting({ id: document.id, explained_at: clock.now().toISOString(), streams, explanation })
    return { kind: 'done', writes: [ended('ready'), storing] }
  } catch (error) {
    if (signal.aborted) throw error
    if (!(error instanceof LogyardError)) log.warn({ err: error, alertId: document.id }, 'an alert was not explained')
    return { kind: 'done', writes: [ended('none')] }
  }
}

function shortened(explanation: Explanation): Explanation {
  let shown = { ...explanation, not_compared: explanation.not_compared.slice(0, MAX_NAMED) }
  while (shown.findings.length > 0 && JSON.stringify(shown).length > MAX_STORED)
    shown = { ...shown, findings: shown.findings.slice(0, -1) }
  return shown
}

const MAX_NAMED = 30
