/** The stored outputs, and the streams that use them. */
import { grn } from '@logyard/contract/identity/shares'
import type { OutputDraft, OutputSummary, OutputUpdate } from '@logyard/contract/outputs/outputs'
import { coerceConfiguration } from '../configured/coerce-configuration.ts'
import { retainSecrets } from '../configured/secrets.ts'
import { sortedByTitle, storedConfiguration } from '../configured/stored-configured.ts'
import type { Caller } from '../http/caller.ts'
import type { Identity } from '../identity/identity.ts'
import type { Clock } from '../platform/clock.ts'
import { validationFailed } from '../platform/errors.ts'
import type { Ids } from '../platform/ids.ts'
import type { Prepared } from '../platform/settings/prepared.ts'
import type { Replica } from '../platform/settings/replica.ts'
import type { Write } from '../platform/settings/settings-store.ts'
import type { StreamOutputs } from '../streams/stream-outputs.ts'
import type { Streams } from '../streams/stream-service.ts'
import { outputNotFound } from './output-errors.ts'
import type { OutputStore, StoredOutput } from './output-store.ts'
import { outputTypes } from './output-types.ts'

export interface OutputService {
  /** Sorted by title. */
  list(): Promise<readonly StoredOutput[]>
  get(id: string): Promise<StoredOutput>
  /** Those of these outputs that exist, sorted by title. */
  findMany(ids: readonly string[]): Promise<readonly StoredOutput[]>
  create(caller: Caller, draft: OutputDraft): Promise<StoredOutput>
  /** To be stored together with others. With an id it replaces that output. */
  preparing(caller: Caller, draft: OutputDraft, id: string | undefined): Promise<Prepared<StoredOutput>>
  /** A new configuration may send the messages elsewhere: it needs the permission to read the streams of the output. */
  update(caller: Caller, id: string, update: OutputUpdate): Promise<StoredOutput>
  delete(id: string): Promise<void>
  listOf(streamId: string): Promise<readonly StoredOutput[]>
  /** An output sends the messages: a caller who may not read them, or not the output, gives none to the stream. */
  assign(caller: Caller, streamId: string, ids: readonly string[]): Promise<void>
  unassign(streamId: string, id: string): Promise<void>
  /** With passwords only if the caller may edit the output. */
  summary(output: StoredOutput, caller: Caller): OutputSummary
}

const outputGrn = (id: string) => grn('output', id)

interface OutputServiceDeps {
  readonly store: OutputStore
  readonly replica: Replica<StoredOutput>
  readonly identity: Pick<Identity, 'entities' | 'deleteEntity'>
  readonly streams: Pick<Streams, 'get'> & { readonly outputs: StreamOutputs }
  readonly clock: Clock
  readonly ids: Ids
}

export function createOutputService(deps: OutputServiceDeps): OutputService {
  const { store, identity, streams } = deps
  const reader = createOutputReader(deps)
  identity.entities.register('output', {
    title: async (id) => (await reader.find(id))?.title,
    dependencies: async () => [],
  })

  return {
    list: reader.list,
    get: reader.get,
    findMany: reader.findMany,
    create: (caller, draft) => store.insert(newOutput(deps, caller, draft)),
    async preparing(caller, draft, id) {
      const before = id === undefined ? undefined : await store.findVersioned(id)
      const takeEffect = async () => undefined
      const output = newOutput(deps, caller, draft)
      if (before === undefined) return { entity: output, writes: [store.inserting(output)], takeEffect }
      const { document, version } = before
      requireReader(streams.outputs, caller, document.id)
      const { title, type, configuration } = output
      const changed = { ...document, title, type, configuration }
      return { entity: changed, writes: [store.replacing(changed, version)], takeEffect }
    },
    async update(caller, id, update) {
      if (update.configuration != null) requireReader(streams.outputs, caller, id)
      const changed = await store.update(id, (output) => ({ ...output, ...readUpdate(output, update) }))
      if (changed === undefined) throw outputNotFound(id)
      return changed
    },
    async delete(id) {
      await identity.deleteEntity(outputGrn(id), id, (deletingGrants) =>
        streams.outputs.removeEverywhere(id, async () => {
          const { version } = await getVersioned(store, id)
          return [store.deleting(id, version), ...(await deletingGrants())]
        }),
      )
    },
    ...createStreamAssignments(deps, reader),
    summary(output, caller) {
      const showSecrets = caller.holds(`outputs:edit:${output.id}`)
      return { ...output, configuration: outputTypes.shownConfiguration(output, { showSecrets }) }
    },
  }
}

const newOutput = (
  { clock, ids }: Pick<OutputServiceDeps, 'clock' | 'ids'>,
  caller: Caller,
  draft: OutputDraft,
): StoredOutput => ({
  id: ids.next(),
  title: readTitle(draft.title),
  type: draft.type,
  creator_user_id: caller.username,
  created_at: clock.now().toISOString(),
  content_pack: draft.content_pack ?? null,
  configuration: JSON.stringify(coerceConfiguration(fieldsOf(draft.type), draft.configuration)),
})

/** Throws if the output sends messages that the caller may not read. */
function requireReader(outputs: Pick<StreamOutputs, 'having'>, caller: Caller, outputId: string): void {
  for (const { id } of outputs.having(outputId)) caller.require(`streams:read:${id}`)
}

type OutputReader = ReturnType<typeof createOutputReader>

function createOutputReader({ replica }: Pick<OutputServiceDeps, 'replica'>) {
  const find = async (id: string) => {
    await replica.fresh()
    return replica.find(id)
  }
  return {
    find,
    async get(id: string) {
      const output = await find(id)
      if (output === undefined) throw outputNotFound(id)
      return output
    },
    async list() {
      await replica.fresh()
      return sortedByTitle(replica.list())
    },
    async findMany(wanted: readonly string[]) {
      await replica.fresh()
      return sortedByTitle(wanted.flatMap((id) => replica.find(id) ?? []))
    },
  }
}

function createStreamAssignments(
  { store, streams }: Pick<OutputServiceDeps, 'store' | 'streams'>,
  { get, findMany }: OutputReader,
): Pick<OutputService, 'listOf' | 'assign' | 'unassign'> {
  return {
    listOf: async (streamId) => findMany((await streams.get(streamId)).outputs),
    async assign(caller, streamId, outputIds) {
      requireAssignable(caller, await streams.get(streamId), outputIds)
      const claims = async (): Promise<readonly Write[]> => {
        const stored = await Promise.all([...new Set(outputIds)].map((id) => getVersioned(store, id)))
        return stored.map(({ document, version }) => store.replacing(document, version))
      }
      await streams.outputs.add(streamId, outputIds, claims)
    },
    async unassign(streamId, id) {
      await streams.get(streamId)
      await get(id)
      await streams.outputs.remove(streamId, id)
    },
  }
}

/** Outputs that the stream has already need no permission: they stay. */
function requireAssignable(
  caller: Caller,
  { id, outputs }: { readonly id: string; readonly outputs: readonly string[] },
  outputIds: readonly string[],
): void {
  const added = outputIds.filter((outputId) => !outputs.includes(outputId))
  if (added.length > 0) caller.require(`streams:read:${id}`)
  for (const outputId of added) caller.require(`outputs:read:${outputId}`)
}

async function getVersioned(store: OutputStore, id: string) {
  const stored = await store.findVersioned(id)
  if (stored === undefined) throw outputNotFound(id)
  return stored
}

function fieldsOf(type: string) {
  const outputType = outputTypes.find(type)
  if (outputType === undefined) throw validationFailed({ type: ['Invalid output type'] })
  return outputType.configuration
}

function readTitle(title: string): string {
  if (title.trim() === '') throw validationFailed({ title: ['Value must not be empty!'] })
  return title
}

function readUpdate(output: StoredOutput, { title, type, configuration, content_pack }: OutputUpdate) {
  if (type != null && type !== output.type) throw validationFailed({ type: ['The type of an output stays as it is'] })
  const fields = configuration == null ? undefined : fieldsOf(output.type)
  return {
    ...(title == null ? {} : { title: readTitle(title) }),
    ...(content_pack == null ? {} : { content_pack }),
    ...(fields === undefined || configuration == null
      ? {}
      : { configuration: JSON.stringify(readConfiguration(fields, configuration, output)) }),
  }
}

const readConfiguration = (
  fields: ReturnType<typeof fieldsOf>,
  configuration: OutputDraft['configuration'],
  before: StoredOutput,
) => retainSecrets(fields, coerceConfiguration(fields, configuration), storedConfiguration(before))
