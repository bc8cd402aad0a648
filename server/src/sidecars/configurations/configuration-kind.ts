/** The kind of configurations of collectors. */
import { type ConfigurationDraft, configurations } from '@logyard/contract/sidecars/configurations'
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
import { createProblems, FORBIDDEN_CHARACTERS, hasForbiddenCharacter, requireNoProblems } from '../name-rules.ts'
import { configurationRefused, tooMany } from '../sidecar-errors.ts'
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
  /** The id is that of the configuration that the draft replaces. */
  async function problemsOf(draft: Partial<ConfigurationDraft>, by: By): Promise<Problems> {
    const { id, name = '', collector_id = '', color = '', template = '' } = draft
    const stored = await kind.list()
    const templateProblem = await rendering.findProblem(template, by)
    const problems = createProblems()
    if (name === '') problems.add('name', 'Configuration name cannot be empty.')
    else if (hasForbiddenCharacter(name)) {
      problems.add('name', `Configuration name cannot contain the characters ${FORBIDDEN_CHARACTERS}`)
    }
    if (stored.some((one) => one.name === name && one.id !== id)) problems.add('name', nameTaken(name))
    if (collector_id === '') problems.add('collector_id', 'Associated collector ID cannot be empty.')
    if (color === '') problems.add('color', 'Collector color cannot be empty.')
    if (template === '') problems.add('template', 'Collector configuration template cannot be empty.')
    else if (templateProblem !== undefined) problems.add('template', `Template error: ${templateProblem}`)
    return problems.all()
  }
  async function requireUnassigned(id: string, refused: () => LogyardError): Promise<void> {
    if (await isAssigned(id)) throw refused()
  }
  /** Each installation of a pack has a configuration of its own: one whose name is taken gets a number, and keeps it. */
  async function freeName(title: string, before: StoredConfiguration | undefined): Promise<string> {
    const others = (await kind.list()).filter(({ id }) => id !== before?.id)
    const taken = new Set(others.map(({ name }) => name))
    if (!taken.has(title)) return title
    if (before !== undefined) return before.name
    let number = 2
    while (taken.has(`${title} ${number}`)) number += 1
    return `${title} ${number}`
  }
  const kind = entityKind<StoredConfiguration, ConfigurationDraft, By, PackData>(deps, {
    collection: configurationCollection,
    replica: deps.replica,
    titleOf: ({ name }) => name,
    async read(draft, { id, before, by }) {
      if (before !== undefined && before.collector_id !== draft.collector_id)
        await requireUnassigned(id, collectorFixed)
      requireNoProblems(await problemsOf({ ...draft, id }, by), configurationRefused)
      const { collector_id, name, color, template } = draft
      // Without tags in the draft, those of the stored configuration stay.
      return { id, collector_id, name, color, template, tags: [...new Set(draft.tags ?? before?.tags)] }
    },
    requireUnused: ({ id }) => requireUnassigned(id, configurationInUse),
    notFound: (id) =>
      new LogyardError('not-found', 'sidecar-configuration-not-found', `Could not find configuration ${id}`),
    // Two requests at once can pass the check with the same name.
    taken: ({ name }) => configurationRefused({ name: [nameTaken(name)] }),
    limit: { most: MAX_CONFIGURATIONS, error: (most) => tooMany('configurations', most) },
    pack: {
      ...pack,
      async draftOf({ title, ...facts }, before, { origin }) {
        return { ...facts, name: origin === 'text' ? title : await freeName(title, before) }
      },
      requireRemovable: (id) => requireUnassigned(id, configurationInUse),
    },
  })
  return { ...kind, problemsOf }
}

const nameTaken = (name: string) => `Configuration "${name}" already exists`

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

const pack: Omit<PackPart<StoredConfiguration, ConfigurationDraft, By, PackData>, 'draftOf'> = {
  type: { name: 'sidecar_collector_configuration', version: '1' },
  permissions: permissionsOf(configurations),
  codec,
  fieldsElsewhere: { name: 'title' },
  mapReferences: (data, replaced) => ({
    ...data,
    collector_id: replaced({ type: 'sidecar_collector', id: data.collector_id }),
  }),
  dataOf: ({ id: _, name: title, ...facts }) => ({ ...facts, title }),
  by: ({ caller: { userId }, signal }) => ({ userId, signal }),
}
