import { Collector } from '@logyard/contract/sidecars/collectors'
import { type Static, Type } from 'typebox'
import { defineCollection } from '../../platform/settings/settings-store.ts'

const StoredCollector = Type.Object({ ...Collector.properties, id: Type.String() })
export type StoredCollector = Static<typeof StoredCollector>

/** A name stands for a collector on each operating system. */
export const collectorKey = ({
  name,
  node_operating_system,
}: Pick<StoredCollector, 'name' | 'node_operating_system'>) => `${node_operating_system}/${name}`

export const collectorCollection = defineCollection({
  name: 'sidecar_collectors',
  audit: { type: 'sidecar-collector', secretTexts: ['default_template'] },
  schema: StoredCollector,
  keys: { subject: { unique: true, of: (collector: StoredCollector) => [collectorKey(collector)] } },
})
