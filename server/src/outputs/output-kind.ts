/** The kind of outputs: their rules, the writes beside a deletion, and their data in content packs. */
import { type ConfigRequest, PASSWORD_SET } from '@logyard/contract/configured/configuration'
import { grn } from '@logyard/contract/identity/shares'
import { type OutputConfiguration, type OutputUpdate, outputs } from '@logyard/contract/outputs/outputs'
import { coerceConfiguration } from '../configured/coerce-configuration.ts'
import { configurationProblem } from '../configured/configuration-problem.ts'
import { retainSecrets } from '../configured/secrets.ts'
import { sortedByTitle, storedConfiguration } from '../configured/stored-configured.ts'
import type { Decoded } from '../entities/codecs/codec.ts'
import { text } from '../entities/codecs/scalar-codecs.ts'
import { configuration, shape } from '../entities/codecs/shape-codecs.ts'
import { entityKind, type KindDeps } from '../entities/entity-kind.ts'
import type { Kind } from '../entities/kind.ts'
import { type PackPart, permissionsOf } from '../entities/pack-part.ts'
import type { Caller } from '../http/caller.ts'
import type { Identity } from '../identity/identity.ts'
import type { Clock } from '../platform/clock.ts'
import { LogyardError, validationFailed } from '../platform/errors.ts'
import type { Replica } from '../platform/settings/replica.ts'
import type { StreamOutputs } from '../streams/stream-outputs.ts'
import { boundsProblems } from './delivery-fields.ts'
import { outputCollection, type StoredOutput } from './output-store.ts'
import { outputTypes } from './output-types.ts'

/** A change keeps the fields that the draft leaves out or sets to null. A new output needs all but `content_pack`. */
export type OutputKind = Kind<StoredOutput, OutputUpdate, Caller>

export interface OutputKindDeps extends KindDeps {
  readonly replica: Replica<StoredOutput>
  readonly identity: Pick<Identity, 'entities' | 'entityDeletion'>
  readonly streams: { readonly outputs: Pick<StreamOutputs, 'having' | 'removingEverywhere' | 'publish'> }
  readonly clock: Clock
}

export function outputKind(deps: OutputKindDeps): OutputKind {
  const { identity, streams, clock } = deps
  const kind = entityKind<StoredOutput, OutputUpdate, Caller, PackData>(deps, {
    collection: outputCollection,
    replica: deps.replica,
    titleOf: ({ title }) => title,
    sorted: sortedByTitle,
    read(draft, { id, before, by }) {
      // A new configuration may send the messages elsewhere.
      if (draft.configuration != null) requireReader(streams.outputs, by, id)
      if (before !== undefined) return changed(before, draft)
      return changed(newOutput(id, draft, { caller: by, clock }), { configuration: {}, ...draft })
    },
    beside: async (change) => (change.action === 'delete' ? streams.outputs.removingEverywhere(change.before.id) : []),
    async takeEffect(change) {
      if (change.action === 'delete') await streams.outputs.publish()
    },
    shared: { deletion: identity.entityDeletion, grnOf: ({ id }) => grn('output', id) },
    notFound: (id) => new LogyardError('not-found', 'output-not-found', `Output <${id}> not found!`),
    pack,
  })
  identity.entities.register('output', {
    title: async (id) => (await kind.find(id))?.title,
    dependencies: async () => [],
  })
  return kind
}

const codec = shape({ title: text, type: text, configuration })
type PackData = Decoded<typeof codec>

const pack: PackPart<StoredOutput, OutputUpdate, Caller, PackData> = {
  type: { name: 'output', version: '1' },
  permissions: permissionsOf(outputs),
  codec,
  fieldsElsewhere: { creator_user_id: 'nowhere', created_at: 'nowhere', content_pack: 'nowhere' },
  dataOf: (output) => ({ title: output.title, type: output.type, configuration: storedConfiguration(output) }),
  shownOf: (output) => ({
    title: output.title,
    type: output.type,
    configuration: outputTypes.shownConfiguration(output, { showSecrets: false }),
  }),
  draftOf: (data) => ({ ...data, configuration: { ...data.configuration } }),
  by: ({ caller }) => caller,
}

const newOutput = (
  id: string,
  { type }: OutputUpdate,
  { caller, clock }: { readonly caller: Caller; readonly clock: Clock },
): StoredOutput => ({
  ...{ id, title: '', type: type ?? '', configuration: '{}', content_pack: null },
  creator_user_id: caller.username,
  created_at: clock.now().toISOString(),
})

function changed(output: StoredOutput, { title, type, configuration, content_pack }: OutputUpdate): StoredOutput {
  if (type != null && type !== output.type) throw validationFailed({ type: ['The type of an output stays as it is'] })
  return {
    ...output,
    title: readTitle(title ?? output.title),
    content_pack: content_pack ?? output.content_pack,
    configuration: configuration == null ? output.configuration : readConfiguration(output, configuration),
  }
}

function readTitle(title: string): string {
  if (title.trim() === '') throw validationFailed({ title: ['Value must not be empty!'] })
  return title
}

function readConfiguration(output: StoredOutput, given: OutputConfiguration): string {
  const outputType = outputTypes.find(output.type)
  if (outputType === undefined) throw validationFailed({ type: ['Invalid output type'] })
  const { configuration: fields, isStrict } = outputType
  const before = storedConfiguration(output)
  const draft = isStrict ? { ...storedSecrets(fields), ...given } : given
  const read = retainSecrets(fields, coerceConfiguration(fields, draft), before)
  const problems = boundsProblems(read)
  const problem = isStrict ? configurationProblem(fields, read) : undefined
  if (problem !== undefined)
    problems[problem.field] ??= [problem.detail === '' ? 'A value is required.' : problem.detail]
  if (Object.keys(problems).length > 0) throw validationFailed(problems)
  return JSON.stringify(read)
}

/** A secret that the draft leaves out stays as it is. */
const storedSecrets = (fields: ConfigRequest): OutputConfiguration =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, { attributes }]) =>
      attributes.includes('is_password') ? [[name, PASSWORD_SET]] : [],
    ),
  )

/** Throws if the output sends messages that the caller may not read. */
function requireReader(outputs: Pick<StreamOutputs, 'having'>, caller: Caller, outputId: string): void {
  for (const { id } of outputs.having(outputId)) caller.require(`streams:read:${id}`)
}
