/** The kind of configurations of collectors. */
import {
  type ConfigurationCheck,
  type ConfigurationDraft,
  configurations,
} from '@logyard/contract/sidecars/configurations'
import { MAX_CONFIGURATIONS } from '@logyard/contract/sidecars/sidecar-limits'
import { Type } from 'typebox'
import { type Decoded, withDefault } from '../../entities/codecs/codec.ts'
import { text } from '../../entities/codecs/scalar-codecs.ts'
import { plain, shape } from '../../entities/codecs/shape-codecs.ts'
import { entityKind, type KindDeps } from '../../entities/entity-kind.ts'
import { type PackPart, permissionsOf } from '../../entities/pack-part.ts'
import type { Problems } from '../../http/validation-answer.ts'
import type { RunOptions } from '../../platform/bounded-runs/bounded-runs.ts'
import { LogyardError } from '../../platform/errors.ts'
import type { Replica } from '../../platform/settings/replica.ts'
import { requireNoProblems } from '../name-rules.ts'
import { configurationRefused, tooMany } from '../sidecar-errors.ts'
import { configurationOf, configurationProblems, nameTaken } from './configuration-rules.ts'
import { configurationCollection, type StoredConfiguration } from './configuration-store.ts'
import type { Rendering } from './rendering.ts'

/** User for whom templates are tried. */
type By = RunOptions

export type ConfigurationKind = ReturnType<typeof configurationKind>

export interface ConfigurationKindDeps extends KindDeps {
  readonly replica: Replica<StoredConfiguration>
  readonly rendering: Rendering
  /** Whether the configuration is assigned to a sidecar by name; tags do not count. */
  readonly isAssigned: (configurationId: string) => Promise<boolean>
}

export function configurationKind(deps: ConfigurationKindDeps) {
  const { rendering, isAssigned } = deps
  async function problemsOf(draft: ConfigurationCheck, id: string | undefined, by: By): Promise<Problems> {
    const stored = await kind.list()
    const templateProblem = await rendering.findProblem(draft.template ?? '', by)
    return configurationProblems(draft, { id, stored, templateProblem })
  }
  async function requireUnassigned(id: string, refused: () => LogyardError): Promise<void> {
    if (await isAssigned(id)) throw refused()
  }
  const kind = entityKind<StoredConfiguration, ConfigurationDraft, By, PackData>(deps, {
    collection: configurationCollection,
    replica: deps.replica,
    titleOf: ({ name }) => name,
    async read(draft, { id, before, by }) {
      if (before !== undefined && before.collector_id !== draft.collector_id)
        await requireUnassigned(id, collectorFixed)
      requireNoProblems(await problemsOf(draft, before?.id, by), configurationRefused)
      return configurationOf(id, draft, before?.tags ?? [])
    },
    requireUnused: ({ id }) => requireUnassigned(id, configurationInUse),
    notFound: (id) =>
      new LogyardError('not-found', 'sidecar-configuration-not-found', `Could not find configuration ${id}`),
    // Two requests at once can pass the check with the same name.
    taken: ({ name }) => configurationRefused({ name: [nameTaken(name)] }),
    limit: { most: MAX_CONFIGURATIONS, error: (most) => tooMany('configurations', most) },
    pack: { ...pack, requireRemovable: (id) => requireUnassigned(id, configurationInUse) },
  })
  return { ...kind, problemsOf: (draft: ConfigurationCheck, by: By) => problemsOf(draft, draft.id ?? undefined, by) }
}

const configurationInUse = () =>
  new LogyardError('invalid', 'sidecar-configuration-in-use', 'Configuration still in use, cannot delete.')

const collectorFixed = () =>
  new LogyardError(
    'invalid',
    'sidecar-configuration-in-use',
    'Configuration still in use, cannot change collector type.',
  )

const tags = withDefault(
  plain<string[]>(Type.Array(Type.String({ maxLength: 200 }), { maxItems: 100 }), 'a list of tags'),
  [],
)
const codec = shape({ collector_id: text, title: text, color: text, template: text, tags })
type PackData = Decoded<typeof codec>

const pack: PackPart<StoredConfiguration, ConfigurationDraft, By, PackData> = {
  type: { name: 'sidecar_collector_configuration', version: '1' },
  permissions: permissionsOf(configurations),
  codec,
  fieldsElsewhere: { name: 'title' },
  mapReferences: (data, replaced) => ({
    ...data,
    collector_id: replaced({ type: 'sidecar_collector', id: data.collector_id }),
  }),
  dataOf: ({ id: _, name: title, ...facts }) => ({ ...facts, title }),
  draftOf: ({ title: name, ...facts }) => ({ ...facts, name }),
  by: ({ caller: { userId }, signal }) => ({ userId, signal }),
}
