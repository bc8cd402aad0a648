/** The kind of collectors: programs on hosts, which sidecars run. */
import { type CollectorCheck, type CollectorDraft, collectors } from '@logyard/contract/sidecars/collectors'
import { MAX_COLLECTORS } from '@logyard/contract/sidecars/sidecar-limits'
import type { Decoded } from '../../entities/codecs/codec.ts'
import { text, textOrEmpty } from '../../entities/codecs/scalar-codecs.ts'
import { shape } from '../../entities/codecs/shape-codecs.ts'
import { entityKind, type KindDeps } from '../../entities/entity-kind.ts'
import { type PackPart, permissionsOf } from '../../entities/pack-part.ts'
import { LogyardError } from '../../platform/errors.ts'
import type { Replica } from '../../platform/settings/replica.ts'
import { requireNoProblems } from '../name-rules.ts'
import { collectorRefused, tooMany } from '../sidecar-errors.ts'
import { collectorOf, collectorProblems, nameTaken } from './collector-rules.ts'
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
    async read(draft, { id, before }) {
      requireNoProblems(collectorProblems(draft, before?.id, await kind.list()), collectorRefused)
      return collectorOf(id, draft)
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
  return {
    ...kind,
    /** Grows with every change. */
    async generation() {
      await replica.fresh()
      return replica.generation()
    },
    problemsOf: async (draft: CollectorCheck) => collectorProblems(draft, draft.id ?? undefined, await kind.list()),
  }
}

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
