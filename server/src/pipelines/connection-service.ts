/** Which pipelines are connected to which streams. */
import type {
  PipelineConnections,
  PipelineConnectionsRequest,
  StreamConnectionsRequest,
} from '@logyard/contract/pipelines/pipeline-connections'
import type { ConnectionChange } from '../entities/entity-type.ts'
import type { Caller } from '../http/caller.ts'
import type { Ids } from '../platform/ids.ts'
import { createMutex, type Mutex } from '../platform/mutex.ts'
import { commitRetrying } from '../platform/settings/commit-retrying.ts'
import type { SettingsStore, Write } from '../platform/settings/settings-store.ts'
import type { RuleAuthor, RuleRights } from './needs/author-rights.ts'
import { connectionsNotFound, pipelineNotFound } from './pipeline-errors.ts'
import { type ConnectionStore, connectionCollection, type StoredConnections } from './pipeline-store.ts'
import type { PipelineReplicas } from './publish-pipelines.ts'
import type { PublishedPipelines } from './published-pipelines.ts'
import type { SourceParser } from './sources/source-parser.ts'

/** A caller sees and changes only the connections of streams and pipelines that it may read. */
export type PipelineConnectionService = ReturnType<typeof createPipelineConnections>

export interface PipelineConnectionDeps {
  readonly settings: SettingsStore
  readonly replicas: Pick<PipelineReplicas, 'connections' | 'pipelines'>
  readonly published: Pick<PublishedPipelines, 'publish'>
  readonly parser: Pick<SourceParser, 'pipelines'>
  readonly rights: Pick<RuleRights, 'requireRules'>
  /** Throws if the stream does not exist. */
  readonly requireStream: (id: string) => Promise<unknown>
  readonly ids: Ids
}

interface State extends PipelineConnectionDeps {
  readonly store: ConnectionStore
  /** Many changes at once do not fail each other; those of other nodes and of packs are retried. */
  readonly turns: Mutex
}

export function createPipelineConnections(deps: PipelineConnectionDeps) {
  const state: State = { ...deps, store: deps.settings.collection(connectionCollection), turns: createMutex() }
  const { replicas } = state
  return {
    async list(caller: Caller) {
      await replicas.connections.fresh()
      const readable = replicas.connections.list().filter(({ stream_id }) => caller.holds(`streams:read:${stream_id}`))
      return readable.map((connections) => shownTo(caller, connections))
    },
    /** The caller may read the stream. */
    async get(streamId: string, caller: Caller) {
      await replicas.connections.fresh()
      const [connections] = replicas.connections.listBy('stream', streamId)
      if (connections === undefined) throw connectionsNotFound(streamId)
      return shownTo(caller, connections)
    },
    toStream: (request: StreamConnectionsRequest, caller: Caller) =>
      state.turns(() => connectToStream(state, request, caller)),
    toPipeline: (request: PipelineConnectionsRequest, caller: Caller) =>
      state.turns(() => connectToPipeline(state, request, caller)),
    /** The streams that the pipeline is connected to. */
    async streamsOf(pipelineId: string) {
      await replicas.connections.fresh()
      const connected = replicas.connections.list().filter(({ pipeline_ids }) => pipeline_ids.includes(pipelineId))
      return connected.map(({ stream_id }) => stream_id)
    },
    /** Throws unless the author may let the rules of these pipelines run on the messages of a further stream. */
    requireConnectable: (pipelineIds: readonly string[], by: RuleAuthor) => requireConnectable(state, pipelineIds, by),
    /** For a commit: connects pipelines to streams, and disconnects them, which leaves other connections as they are. */
    changing: (changes: readonly ConnectionChange[]) => changeConnections(state, changes),
  }
}

const shownTo = (caller: Caller, { id, stream_id, pipeline_ids }: StoredConnections): PipelineConnections => ({
  id,
  stream_id,
  pipeline_ids: pipeline_ids.filter((pipelineId) => caller.holds(`pipeline:read:${pipelineId}`)),
})

async function connectToStream(
  state: State,
  { stream_id, pipeline_ids }: StreamConnectionsRequest,
  caller: Caller,
): Promise<PipelineConnections> {
  const { settings, published, requireStream } = state
  const wanted = [...new Set(pipeline_ids)]
  caller.require('pipeline_connection:edit')
  caller.require(`streams:read:${stream_id}`)
  for (const id of wanted) caller.require(`pipeline:read:${id}`)
  await requireStream(stream_id)
  await requirePipelines(state, wanted)
  const saved = await commitRetrying(settings, async () => {
    const isHidden = (id: string) => !caller.holds(`pipeline:read:${id}`)
    const change = await changing(state, stream_id, (before) => [...wanted, ...before.filter(isHidden)])
    const joining = wanted.filter((id) => !change.before.includes(id))
    await requireConnectable(state, joining, { caller })
    return { writes: [change.write], answer: change.after }
  })
  await published.publish()
  return shownTo(caller, saved)
}

async function connectToPipeline(
  state: State,
  { pipeline_id, stream_ids }: PipelineConnectionsRequest,
  caller: Caller,
): Promise<PipelineConnections[]> {
  const { settings, replicas, published, requireStream } = state
  const wanted = new Set(stream_ids)
  caller.require('pipeline_connection:edit')
  caller.require(`pipeline:read:${pipeline_id}`)
  for (const id of wanted) caller.require(`streams:read:${id}`)
  await requirePipelines(state, [pipeline_id])
  for (const id of wanted) await requireStream(id)
  const saved = await commitRetrying(settings, async () => {
    await replicas.connections.fresh()
    const stored = replicas.connections.list()
    const left = stored
      .filter(({ stream_id, pipeline_ids }) => pipeline_ids.includes(pipeline_id) && !wanted.has(stream_id))
      .filter(({ stream_id }) => caller.holds(`streams:read:${stream_id}`))
    const known = stored.map(({ stream_id }) => stream_id).filter((id) => wanted.has(id))
    const changes: ChangedConnections[] = []
    for (const { stream_id } of left) {
      changes.push(await changing(state, stream_id, (before) => before.filter((id) => id !== pipeline_id)))
    }
    for (const id of new Set([...known, ...wanted])) {
      changes.push(await changing(state, id, (before) => withId(before, pipeline_id)))
    }
    const isJoining = changes.some(({ before, after }) => after.pipeline_ids.length > before.length)
    if (isJoining) await requireConnectable(state, [pipeline_id], { caller })
    return { writes: changes.map(({ write }) => write), answer: changes }
  })
  await published.publish()
  return saved.map(({ after, isNew }) => ({ ...shownTo(caller, after), ...(isNew ? { id: null } : {}) }))
}

interface ChangedConnections {
  readonly before: readonly string[]
  readonly after: StoredConnections
  readonly isNew: boolean
  /** Fails if the connections of the stream are changed meanwhile. */
  readonly write: Write
}

async function changing(
  { store, ids }: State,
  streamId: string,
  change: (pipelineIds: readonly string[]) => readonly string[],
): Promise<ChangedConnections> {
  const found = await store.findBy('stream', streamId)
  const stored = found && (await store.findVersioned(found.id))
  const before = stored?.document.pipeline_ids ?? []
  const after = { id: stored?.document.id ?? ids.next(), stream_id: streamId, pipeline_ids: [...change(before)] }
  const write = stored === undefined ? store.inserting(after) : store.replacing(after, stored.version)
  return { before, after, isNew: stored === undefined, write }
}

async function changeConnections(state: State, changes: readonly ConnectionChange[]): Promise<readonly Write[]> {
  const writes: Write[] = []
  for (const [streamId, ofStream] of Map.groupBy(changes, (change) => change.streamId)) {
    const changed = (before: readonly string[]) =>
      ofStream.reduce<readonly string[]>(
        (all, { pipelineId, isConnected }) =>
          isConnected ? withId(all, pipelineId) : all.filter((id) => id !== pipelineId),
        before,
      )
    writes.push((await changing(state, streamId, changed)).write)
  }
  return writes
}

async function requireConnectable(
  { replicas, parser, rights }: State,
  pipelineIds: readonly string[],
  by: RuleAuthor,
): Promise<void> {
  await replicas.pipelines.fresh()
  const stored = pipelineIds.flatMap((id) => replicas.pipelines.find(id) ?? [])
  const parsed = await parser.pipelines(stored)
  const titles = parsed.flatMap(({ stages }) => stages.flatMap(({ rules }) => rules))
  await rights.requireRules(titles, by)
}

async function requirePipelines({ replicas }: State, ids: readonly string[]): Promise<void> {
  await replicas.pipelines.fresh()
  const missing = ids.find((id) => replicas.pipelines.find(id) === undefined)
  if (missing !== undefined) throw pipelineNotFound(missing)
}

const withId = (ids: readonly string[], id: string) => (ids.includes(id) ? [...ids] : [...ids, id])
