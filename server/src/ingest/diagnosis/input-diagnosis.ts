/** Collects the facts of this node about an input: why messages arrive, or why none do. */
import { textSetting } from '@logyard/codecs/config-fields'
import type * as contract from '@logyard/contract/ingest/input-diagnosis'
import { storedConfiguration } from '../../configured/stored-configured.ts'
import type { Caller } from '../../http/caller.ts'
import type { Metrics } from '../../metrics/metrics.ts'
import { failureSummary } from '../failures/failure-summary.ts'
import type { Failures } from '../failures/failures.ts'
import type { StoredInput } from '../inputs/input-store.ts'
import type { Inputs } from '../inputs/inputs.ts'

export type DiagnoseInput = (caller: Caller, inputId: string, signal: AbortSignal) => Promise<contract.InputDiagnosis>

export interface InputDiagnosisDeps {
  readonly nodeId: string
  readonly inputs: Pick<Inputs, 'kind' | 'runOf' | 'titleOf'>
  readonly failures: Pick<Failures, 'search'>
  readonly metrics: Pick<Metrics, 'find'>
  /** Counts by stream id, only for streams that the caller may read. */
  readonly messagesOfInput: (
    caller: Caller,
    options: { readonly inputId: string; readonly seconds: number },
    signal: AbortSignal,
  ) => Promise<ReadonlyMap<string, number>>
  readonly streams: { list(): Promise<readonly StreamFacts[]> }
  readonly indexSets: { list(): Promise<readonly { readonly id: string; readonly title: string }[]> }
}

export type NodeDeps = Pick<InputDiagnosisDeps, 'nodeId' | 'metrics'> & {
  readonly inputs: Pick<Inputs, 'runOf'>
}

interface StreamFacts {
  readonly id: string
  readonly title: string
  readonly index_set_id: string
}

const RANGE_SECONDS = 900
const SAMPLES = 5

export function createInputDiagnosis(deps: InputDiagnosisDeps): DiagnoseInput {
  const { inputs } = deps

  async function failuresOf(caller: Caller, inputId: string): Promise<contract.InputDiagnosis['failures']> {
    if (!caller.holds('indices:failures')) return null
    const { rows, total } = await deps.failures.search({ inputId }, { offset: 0, limit: SAMPLES })
    return { total, newest: rows.map((row) => failureSummary(row, inputs.titleOf)) }
  }

  async function targetsOf(
    caller: Caller,
    inputId: string,
    signal: AbortSignal,
  ): Promise<contract.InputDiagnosis['targets']> {
    const counts = await deps.messagesOfInput(caller, { inputId, seconds: RANGE_SECONDS }, signal)
    const streams = new Map((await deps.streams.list()).map((stream) => [stream.id, stream]))
    const maySee = (id: string) => caller.holds(`indexsets:read:${id}`)
    const indexSets = new Map((await deps.indexSets.list()).map(({ id, title }) => [id, title]))
    return [...counts].flatMap(([stream_id, messages]) => {
      const stream = streams.get(stream_id)
      if (stream === undefined) return []
      const { title, index_set_id } = stream
      const index_set_title = maySee(index_set_id) ? (indexSets.get(index_set_id) ?? null) : null
      return [{ stream_id, stream_title: title, index_set_id, index_set_title, messages }]
    })
  }

  return async (caller, inputId, signal) => {
    const input = await inputs.kind.get(inputId)
    const [failures, targets] = await Promise.all([failuresOf(caller, inputId), targetsOf(caller, inputId, signal)])
    return { input_id: inputId, nodes: [nodeOf(deps, input)], failures, range_seconds: RANGE_SECONDS, targets }
  }
}

/** What this node knows about an input. */
export function nodeOf({ nodeId, inputs, metrics }: NodeDeps, input: StoredInput): contract.NodeDiagnosis {
  const run = inputs.runOf(input.id)
  const port = run?.port
  const address = textSetting(storedConfiguration(input), 'bind_address') ?? '0.0.0.0'
  return {
    node_id: nodeId,
    state: run?.state ?? null,
    reason: run?.detail ?? null,
    started_at: run?.startedAt.toISOString() ?? null,
    listening: port === undefined ? null : { address, port },
    ...(run?.state === 'RUNNING' ? figuresOf(metrics, input) : { connections: null, received: null }),
    signs: (run?.signs ?? []).map(({ kind, count, lastAt, lastAddress, detail }) => ({
      kind,
      count,
      last_at: lastAt.toISOString(),
      last_address: lastAddress,
      detail: detail ?? null,
    })),
  }
}

function figuresOf(
  metrics: Pick<Metrics, 'find'>,
  { type, id }: StoredInput,
): Pick<contract.NodeDiagnosis, 'connections' | 'received'> {
  const find = (name: string): number | undefined => {
    const metric = metrics.find(`${type}.${id}.${name}`)
    if (metric?.type === 'meter') return metric.rates.total
    if (metric?.type === 'counter') return metric.count
    return metric?.type === 'gauge' && typeof metric.value === 'number' ? metric.value : undefined
  }
  const open = find('open_connections')
  const lastMs = find('lastMessageAt')
  return {
    connections:
      open === undefined
        ? null
        : { open, total: find('total_connections') ?? open, refused: find('refused_connections') ?? 0 },
    received: {
      messages: find('incomingMessages') ?? 0,
      bytes: find('rawSize') ?? 0,
      last_at: lastMs === undefined ? null : new Date(lastMs).toISOString(),
      empty: find('emptyMessages') ?? 0,
      invalid: find('invalidMessages') ?? 0,
      dropped: find('droppedMessages') ?? 0,
    },
  }
}
