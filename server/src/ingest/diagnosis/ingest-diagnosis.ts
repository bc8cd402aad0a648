/** Collects why messages are missing: the facts of this node about all inputs, dropping rules, and what is stored. */
import type * as contract from '@logyard/contract/ingest/ingest-diagnosis'
import type { Caller } from '../../http/caller.ts'
import { createHourTotals, growth } from '../../metrics/hour-totals.ts'
import type { Metrics } from '../../metrics/metrics.ts'
import { ruleMetricPrefix } from '../../pipelines/metrics/pipeline-metric-names.ts'
import type { RuleSettings } from '../../pipelines/published-pipelines.ts'
import type { Clock } from '../../platform/clock.ts'
import type { CountMatchingMessages } from '../../search/insights/matching-messages.ts'
import type { ReadStoredLately, StoredGroup } from '../../search/insights/stored-lately.ts'
import type { Streams } from '../../streams/stream-service.ts'
import type { Failures } from '../failures/failures.ts'
import { readInstant } from '../failures/read-instant.ts'
import type { StoredInput } from '../inputs/input-store.ts'
import type { Inputs } from '../inputs/inputs.ts'
import type { Journal } from '../journal/journal.ts'
import { nodeOf } from './input-diagnosis.ts'

interface DiagnosisQuery {
  readonly stream?: string
  readonly from?: string
  readonly to?: string
}

export type DiagnoseIngest = (caller: Caller, query: DiagnosisQuery) => Promise<contract.IngestDiagnosis>

export interface IngestDiagnosisDeps {
  readonly nodeId: string
  readonly config: { readonly LOGYARD_TIMEZONE: string }
  readonly inputs: Pick<Inputs, 'kind' | 'runOf' | 'ofThisNode'>
  readonly failures: Pick<Failures, 'figures'>
  readonly journal: Pick<Journal, 'figures'>
  readonly metrics: Pick<Metrics, 'find' | 'history'>
  readonly rules: () => readonly RuleSettings[]
  readonly streams: Pick<Streams, 'get' | 'names'>
  readonly storedLately: ReadStoredLately
  readonly matchingMessages: CountMatchingMessages
  readonly isStoreUp: () => boolean
  readonly isPaused: () => boolean
  readonly clock: Clock
}

const MAX_STREAMS_OF_INPUT = 5
/** Samples of a metric are ten seconds apart. */
const SAMPLES_OF_MINUTE = 6

const receivedMetric = ({ type, id }: StoredInput) => `${type}.${id}.incomingMessages`
const droppedMetric = ({ id }: RuleSettings) => `${ruleMetricPrefix(id)}dropped`

export function createIngestDiagnosis(deps: IngestDiagnosisDeps): { readonly diagnose: DiagnoseIngest } & Disposable {
  const totals = createHourTotals({
    clock: deps.clock,
    read: () =>
      new Map(
        [...deps.inputs.ofThisNode().map(receivedMetric), ...deps.rules().map(droppedMetric)].map((name) => [
          name,
          totalOf(deps, name),
        ]),
      ),
  })
  return {
    async diagnose(caller, query) {
      // Refuses streams that the caller may not read before anything is told about them.
      if (query.stream !== undefined) caller.require(`streams:read:${query.stream}`)
      const isStoreUp = deps.isStoreUp()
      const [stream, stored] = await Promise.all([
        query.stream === undefined ? null : streamOf(deps, caller, query.stream, isStoreUp),
        isStoreUp ? deps.storedLately(caller, { streamId: query.stream, range: rangeOf(deps, query) }) : undefined,
      ])
      const lastHour = totals.lastHour()
      const mayReadFailures = caller.holds('indices:failures')
      return {
        checked_at: deps.clock.now().toISOString(),
        is_store_up: isStoreUp,
        processing: caller.holds('journal:read')
          ? { is_paused: deps.isPaused(), waiting: deps.journal.figures().uncommittedEntries }
          : null,
        inputs: inputsOf(deps, caller, lastHour, stored?.groups),
        sees_all_inputs: caller.holds('inputs:read:*'),
        failures: mayReadFailures ? deps.failures.figures().failures : null,
        drops: dropsOf(deps, caller, lastHour),
        newest_at: instantOf(stored?.newestMs),
        in_range: stored?.inRange ?? null,
        stream,
      }
    },
    [Symbol.dispose]: () => totals[Symbol.dispose](),
  }
}

function rangeOf({ config }: IngestDiagnosisDeps, { from, to }: DiagnosisQuery) {
  if (from === undefined && to === undefined) return undefined
  const msOf = (text: string) => readInstant(text, config.LOGYARD_TIMEZONE).getTime()
  return {
    ...(from === undefined ? {} : { fromMs: msOf(from) }),
    ...(to === undefined ? {} : { toMs: msOf(to) }),
  }
}

async function streamOf(
  deps: IngestDiagnosisDeps,
  caller: Caller,
  id: string,
  isStoreUp: boolean,
): Promise<contract.DiagnosedStream> {
  const stream = await deps.streams.get(id)
  const matching = isStoreUp ? await deps.matchingMessages(caller, stream) : undefined
  const { title, disabled, rules } = stream
  return { id, title, is_paused: disabled, rules: rules.length, matching: matching ?? null }
}

function inputsOf(
  deps: IngestDiagnosisDeps,
  caller: Caller,
  lastHour: ReadonlyMap<string, number>,
  groups: readonly StoredGroup[] | undefined,
): contract.DiagnosedInput[] {
  const failures = caller.holds('indices:failures') ? deps.failures.figures() : undefined
  const readable = new Map(
    deps.streams.names().flatMap(({ id, title }) => (caller.holds(`streams:read:${id}`) ? [[id, title] as const] : [])),
  )
  const visible = deps.inputs.ofThisNode().filter(({ id }) => caller.holds(`inputs:read:${id}`))
  return visible.map((input) => {
    const { state, reason, received, connections, signs } = nodeOf(deps, input)
    const name = receivedMetric(input)
    const ofInput = groups?.filter(({ inputId }) => inputId === input.id)
    return {
      id: input.id,
      title: input.title,
      type: input.type,
      state,
      reason,
      last_minute: lastMinuteOf(deps, name),
      last_hour: lastHour.get(name) ?? 0,
      last_received_at: received?.last_at ?? null,
      refused: (connections?.refused ?? 0) + (received?.invalid ?? 0),
      lost: received?.dropped ?? 0,
      sign: signs[0]?.kind ?? null,
      failures:
        failures === undefined
          ? null
          : { count: failures.byInput.get(input.id) ?? 0, reason: failures.reasonOf(input.id) ?? null },
      stored: ofInput === undefined ? null : storedOf(ofInput, readable),
    }
  })
}

function storedOf(
  groups: readonly StoredGroup[],
  readable: ReadonlyMap<string, string>,
): NonNullable<contract.DiagnosedInput['stored']> {
  const byStream = new Map<string, number>()
  for (const { streams, lastHour } of groups)
    for (const id of streams) if (readable.has(id)) byStream.set(id, (byStream.get(id) ?? 0) + lastHour)
  const newestMs = groups.flatMap((group) => group.newestMs ?? [])
  return {
    last_hour: groups.reduce((sum, group) => sum + group.lastHour, 0),
    ahead: groups.reduce((sum, group) => sum + group.ahead, 0),
    newest_at: instantOf(newestMs.length === 0 ? undefined : Math.max(...newestMs)),
    streams: Array.from(byStream, ([id, messages]) => ({ id, title: readable.get(id) ?? id, messages }))
      .filter(({ messages }) => messages > 0)
      .sort((a, b) => b.messages - a.messages)
      .slice(0, MAX_STREAMS_OF_INPUT),
  }
}

function dropsOf(
  deps: IngestDiagnosisDeps,
  caller: Caller,
  lastHour: ReadonlyMap<string, number>,
): contract.IngestDiagnosis['drops'] {
  return deps
    .rules()
    .filter(({ id }) => caller.holds(`pipeline_rule:read:${id}`))
    .map((rule) => ({ rule_id: rule.id, rule_title: rule.title, last_hour: lastHour.get(droppedMetric(rule)) ?? 0 }))
    .filter((drop) => drop.last_hour > 0)
    .sort((a, b) => b.last_hour - a.last_hour)
}

function totalOf({ metrics }: Pick<IngestDiagnosisDeps, 'metrics'>, name: string): number {
  const metric = metrics.find(name)
  return metric?.type === 'meter' ? metric.rates.total : 0
}

function lastMinuteOf(deps: IngestDiagnosisDeps, name: string): number {
  const before = deps.metrics.history(name).at(-SAMPLES_OF_MINUTE)?.value ?? 0
  return growth(before, totalOf(deps, name))
}

const instantOf = (ms: number | undefined): string | null => (ms === undefined ? null : new Date(ms).toISOString())
