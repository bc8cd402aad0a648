/** Entities of packs. */
import type { PackEntity } from '@logyard/contract/content-packs/model-types'
import { stableUuid } from '../../stable-uuid.ts'

export type EntityType = 'input' | 'stream' | 'pipeline_rule' | 'pipeline' | 'dashboard' | 'search' | 'event_definition'

const VERSIONS: Readonly<Partial<Record<EntityType, string>>> = { dashboard: '2' }

export const entityId = (pack: string, type: EntityType, title: string): string =>
  stableUuid(`${pack}/${type}/${title}`)

/** `title` is unique among those of its type in the pack. */
export const entity = (pack: string, type: EntityType, title: string, data: object): PackEntity => ({
  v: '1',
  type: { name: type, version: VERSIONS[type] ?? '1' },
  id: entityId(pack, type, title),
  data,
  constraints: [{ type: 'server-version', version: '>=4.0.0' }],
})
