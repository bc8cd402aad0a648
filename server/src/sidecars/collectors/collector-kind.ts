/** The kind of collectors: programs on hosts, which sidecars run. */
import { type CollectorDraft, collectors } from '@logyard/contract/sidecars/collectors'
import { MAX_COLLECTORS } from '@logyard/contract/sidecars/sidecar-limits'
import type { Decoded } from '../../entities/codecs/codec.ts'
import { text, textOrEmpty } from '../../entities/codecs/scalar-codecs.ts'
import { shape } from '../../entities/codecs/shape-codecs.ts'
import { entityKind, type KindDeps } from '../../entities/entity-kind.ts'
import { type PackPart, permissionsOf } from '../../entities/pack-part.ts'
import type { Problems } from '../../http/validation-answer.ts'
import { LogyardError } from '../../platform/errors.ts'
import type { Replica } from '../../platform/settings/replica.ts'
import { createProblems, FORBIDDEN_CHARACTERS, hasForbiddenCharacter, requireNoProblems } from '../name-rules.ts'
import { collectorRefused, tooMany } from '../sidecar-errors.ts'
import { collectorCollection, type StoredCollector } from './collector-store.ts'

export type CollectorKind = ReturnType<typeof collectorKind>

export interface CollectorKindDeps extends KindDeps {
  readonly replica: Replica<StoredCollector>
  /** Whether a configuration belongs to the collector. */
  readonly isInUse: (collectorId: string) => Promise<boolean>
}

export function collectorKind(deps: CollectorKindDeps) {
  const { replica, isInUse } = deps
  const kind = entityKind<StoredCollector, CollectorDraft, void, PackData>(deps, {
    collection: collectorCollection,
    replica,
    titleOf: ({ name }) => name,
    async read(draft, { id }) {
      requireNoProblems(await problemsOf({ ...draft, id }), collectorRefused)
      const { name, service_type, node_operating_system, executable_path } = draft
      const { execute_parameters = null, validation_parameters = null, default_template = null } = draft
      return {
        ...{ id, name, service_type, node_operating_system, executable_path },
        ...{ execute_parameters, validation_parameters, default_template },
      }
    },
    async requireUnused({ id }) {
      if (await isInUse(id)) throw collectorInUse()
    },
    notFound: (id) => new LogyardError('not-found', 'sidecar-collector-not-found', `Could not find collector ${id}`),
    // Two requests at once can pass the check with the same name.
    taken: (collector) => collectorRefused({ name: [nameTaken(collector)] }),
    limit: { most: MAX_COLLECTORS, error: (most) => tooMany('collectors', most) },
    pack,
  })
  const problemsOf = async (draft: Partial<CollectorDraft>) => collectorProblems(draft, await kind.list())
  return {
    ...kind,
    /** Grows with every change. */
    async generation() {
      await replica.fresh()
      return replica.generation()
    },
    problemsOf,
  }
}

const NAME = /^[A-Za-z0-9_.-]+$/
/** The service types of each operating system. */
const SERVICES: Readonly<Record<string, readonly string[]>> = { linux: ['exec'], windows: ['exec', 'svc'] }

/** The id is that of the collector that the draft replaces. */
function collectorProblems(draft: Partial<CollectorDraft>, stored: readonly StoredCollector[]): Problems {
  const { id, name = '', node_operating_system: os = '', service_type = '', executable_path = '' } = draft
  const problems = createProblems()
  if (name === '') problems.add('name', 'Collector name cannot be empty.')
  else if (!NAME.test(name)) {
    problems.add('name', 'Collector name can only contain the following characters: A-Z,a-z,0-9,_,-,.')
  }
  const isTaken = stored.some((one) => one.name === name && one.node_operating_system === os && one.id !== id)
  if (isTaken) problems.add('name', nameTaken({ name, node_operating_system: os }))
  if (executable_path === '') problems.add('executable_path', 'Collector binary path cannot be empty.')
  else if (hasForbiddenCharacter(executable_path)) {
    problems.add('executable_path', `Collector binary path cannot contain the characters ${FORBIDDEN_CHARACTERS}`)
  }
  if (SERVICES[os] === undefined) {
    problems.add('node_operating_system', `Operating system can only be one of ${Object.keys(SERVICES).join(', ')}.`)
  }
  if (!(SERVICES[os] ?? []).includes(service_type)) {
    const allowed = (SERVICES[os] ?? []).join(', ')
    problems.add('service_type', `${os === '' ? 'The operating system' : os} supports the service types: ${allowed}`)
  }
  return problems.all()
}

const nameTaken = ({ name, node_operating_system }: Pick<StoredCollector, 'name' | 'node_operating_system'>) =>
  `Collector "${name}" already exists for the "${node_operating_system}" operating system.`

const collectorInUse = () =>
  new LogyardError('invalid', 'sidecar-collector-in-use', 'Collector still in use, cannot delete.')

const codec = shape({
  name: text,
  service_type: text,
  node_operating_system: text,
  executable_path: text,
  execute_parameters: textOrEmpty,
  validation_parameters: textOrEmpty,
  default_template: textOrEmpty,
})
type PackData = Decoded<typeof codec>

const pack: PackPart<StoredCollector, CollectorDraft, void, PackData> = {
  type: { name: 'sidecar_collector', version: '1' },
  permissions: permissionsOf(collectors),
  codec,
  fieldsElsewhere: {},
  textName: ({ name, node_operating_system: os }) => `${name} on ${os}`,
  dataOf: ({ id: _, execute_parameters, validation_parameters, default_template, ...facts }) => ({
    ...facts,
    execute_parameters: execute_parameters ?? '',
    validation_parameters: validation_parameters ?? '',
    default_template: default_template ?? '',
  }),
  standsFor: (collector, data) =>
    collector.name === data.name && collector.node_operating_system === data.node_operating_system,
  draftOf: (data) => data,
  by: () => undefined,
  staysWhileUsed: true,
}
