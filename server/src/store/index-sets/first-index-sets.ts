/** The index sets of a fresh installation. */
import type { Clock } from '../../platform/clock.ts'
import type { Ids } from '../../platform/ids.ts'
import { FIRST_DEFAULTS } from './index-set-defaults.ts'
import type { IndexSetStore, StoredIndexSet } from './index-set-store.ts'
import { retentionConfig, rotationConfig } from './index-strategies.ts'
import type { Indices } from './indices.ts'

const forMessages = { ...FIRST_DEFAULTS, writable: true, index_template_type: null }

const forEvents = {
  ...FIRST_DEFAULTS,
  writable: true,
  rotation_strategy: rotationConfig('time', 'P1M'),
  retention_strategy: retentionConfig('delete', 12),
  field_type_refresh_interval: 60_000,
  index_template_type: 'events' as const,
}

const FIRST_SETS: readonly Omit<StoredIndexSet, 'id' | 'creation_date'>[] = [
  {
    ...forMessages,
    title: 'Default index set',
    description: 'Used by streams without their own index set',
    index_prefix: 'graylog',
  },
  {
    ...forEvents,
    title: 'Logyard Events',
    description: 'Stores events of event definitions',
    index_prefix: 'gl-events',
  },
  {
    ...forEvents,
    title: 'Logyard System Events',
    description: 'Stores system events',
    index_prefix: 'gl-system-events',
  },
]

/** Runs once, at the first start: sets that are deleted later stay deleted. */
export async function ensureFirstIndexSets(deps: {
  readonly store: IndexSetStore
  readonly indices: Pick<Indices, 'nextIndex'>
  readonly ids: Ids
  readonly clock: Clock
}): Promise<void> {
  const { store, indices, ids, clock } = deps
  if ((await store.defaults.find('default')) !== undefined) return
  const creation_date = clock.now().toISOString()
  const sets = FIRST_SETS.map((facts) => ({ id: ids.next(), creation_date, ...facts }))
  const first = await Promise.all(sets.map((set) => indices.nextIndex(set)))
  const [standard] = sets
  if (standard === undefined) return
  await store.settings.commit([
    ...sets.map((set) => store.sets.inserting(set)),
    ...first.map((index) => store.indices.inserting(index)),
    ...first.map((index) => store.writeIndices.inserting({ id: index.index_set_id, index: index.id })),
    store.defaults.inserting({ id: 'default', index_set_id: standard.id }),
  ])
}
