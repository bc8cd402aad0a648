/** Collectors of sidecars, and their configurations. */

import { Type } from 'typebox'
import { withDefault } from '../../entities/codecs/codec.ts'
import { text, textOrEmpty } from '../../entities/codecs/scalar-codecs.ts'
import { plain, shape } from '../../entities/codecs/shape-codecs.ts'
import { entityType } from '../../entities/entity-type.ts'
import type { CollectorService } from '../../sidecars/collectors/collector-service.ts'
import type { ConfigurationService } from '../../sidecars/configurations/configuration-service.ts'

const collectorCodec = shape({
  name: text,
  service_type: text,
  node_operating_system: text,
  executable_path: text,
  execute_parameters: textOrEmpty,
  validation_parameters: textOrEmpty,
  default_template: textOrEmpty,
})

export function collectorEntity(collectors: Pick<CollectorService, 'list' | 'preparing' | 'requireRoom' | 'delete'>) {
  const find = async (id: string) => (await collectors.list()).find((one) => one.id === id)
  return entityType({
    type: { name: 'sidecar_collector', version: '1' },
    permissions: {
      read: () => ['sidecar_collectors:read'],
      create: 'sidecar_collectors:create',
      edit: 'sidecar_collectors:update',
      delete: 'sidecar_collectors:delete',
    },
    codec: collectorCodec,
    titleOf: ({ name }) => name,
    textName: ({ name, node_operating_system: os }) => `${name} on ${os}`,
    mapReferences: (data) => data,
    list: async () => (await collectors.list()).map(({ id, name }) => ({ id, title: name })),
    async export(id) {
      const found = await find(id)
      if (found === undefined) return undefined
      const { id: _, execute_parameters, validation_parameters, default_template, ...facts } = found
      const data = {
        ...facts,
        execute_parameters: execute_parameters ?? '',
        validation_parameters: validation_parameters ?? '',
        default_template: default_template ?? '',
      }
      return { title: found.name, data, shown: data }
    },
    async findExisting({ name, node_operating_system: os }) {
      const found = (await collectors.list()).find((one) => one.name === name && one.node_operating_system === os)
      return found && { id: found.id, title: found.name }
    },
    async prepare(data, _installing, id) {
      const prepared = await collectors.preparing(data, id)
      return { ...prepared, entity: { id: prepared.entity.id, title: prepared.entity.name } }
    },
    requireRoom: ({ length }) => collectors.requireRoom(length),
    staysWhileUsed: true,
    remove: (id) => collectors.delete(id),
  })
}

const tags = withDefault(
  plain<string[]>(Type.Array(Type.String({ maxLength: 200 }), { maxItems: 100 }), 'a list of tags'),
  [],
)
const configurationCodec = shape({ collector_id: text, title: text, color: text, template: text, tags })

export function collectorConfigurationEntity(
  configurations: Pick<ConfigurationService, 'list' | 'preparing' | 'requireRoom' | 'requireUnassigned' | 'delete'>,
) {
  return entityType({
    type: { name: 'sidecar_collector_configuration', version: '1' },
    permissions: {
      read: () => ['sidecar_collector_configurations:read'],
      create: 'sidecar_collector_configurations:create',
      edit: 'sidecar_collector_configurations:update',
      delete: 'sidecar_collector_configurations:delete',
    },
    codec: configurationCodec,
    titleOf: ({ title }) => title,
    mapReferences: (data, replaced) => ({
      ...data,
      collector_id: replaced({ type: 'sidecar_collector', id: data.collector_id }),
    }),
    list: async () => (await configurations.list()).map(({ id, name }) => ({ id, title: name })),
    async export(id) {
      const found = (await configurations.list()).find((one) => one.id === id)
      if (found === undefined) return undefined
      const { collector_id, name, color, template } = found
      const data = { collector_id, title: name, color, template, tags: found.tags }
      return { title: name, data, shown: data }
    },
    async prepare({ title: name, ...facts }, { caller: { userId }, signal }, id) {
      const prepared = await configurations.preparing({ ...facts, name }, id, { userId, signal })
      return { ...prepared, entity: { id: prepared.entity.id, title: name } }
    },
    requireRoom: ({ length }) => configurations.requireRoom(length),
    requireRemovable: configurations.requireUnassigned,
    remove: (id) => configurations.delete(id),
  })
}
