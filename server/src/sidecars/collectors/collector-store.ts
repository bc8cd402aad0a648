import { nullable } from '@logyard/contract/http/envelope'
import { type Static, Type } from 'typebox'
import { defineCollection } from '../../platform/settings/settings-store.ts'

/** Without the bounds of the API: content packs and copies know others. */
const StoredCollector = Type.Object({
  id: Type.String(),
  name: Type.String(),
  service_type: Type.String(),
  node_operating_system: Type.String(),
  executable_path: Type.String(),
  execute_parameters: nullable(Type.String()),
  validation_parameters: nullable(Type.String()),
  default_template: nullable(Type.String()),
})
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
