/** Pipelines with their connections, and rules. */

import type { Decoded } from '../../entities/codecs/codec.ts'
import { text, textOrEmpty } from '../../entities/codecs/scalar-codecs.ts'
import { shape, sortedTexts } from '../../entities/codecs/shape-codecs.ts'
import { entityDiffers, entityInvalid } from '../../entities/entity-errors.ts'
import { type EntityForm, entityType } from '../../entities/entity-type.ts'
import type { Pipelines } from '../../pipelines/pipelines.ts'
import type { Streams } from '../../streams/stream-service.ts'
import { rulesInPipeline } from './rules-in-pipeline.ts'
import { tablesInRule } from './tables-used.ts'

const facts = { title: text, description: textOrEmpty, source: text }
const pipelineCodec = shape({ ...facts, connected_streams: sortedTexts })
const ruleCodec = shape(facts)

export const pipelineForm: EntityForm<Decoded<typeof pipelineCodec>> = {
  type: { name: 'pipeline', version: '1' },
  codec: pipelineCodec,
  mapReferences: (data, replaced) => ({
    ...data,
    connected_streams: data.connected_streams.map((id) => replaced({ type: 'stream', id })).sort(),
  }),
}

export const pipelineRuleForm: EntityForm<Decoded<typeof ruleCodec>> = {
  type: { name: 'pipeline_rule', version: '1' },
  codec: ruleCodec,
  mapReferences: (data) => data,
}

interface PipelineEntityDeps {
  readonly pipelines: Pick<Pipelines, 'service' | 'connections'>
  readonly streams: Pick<Streams, 'list'>
}

export function pipelineEntity({ pipelines: { service, connections }, streams }: PipelineEntityDeps) {
  const all = () => service.list(() => true)
  return entityType({
    ...pipelineForm,
    permissions: {
      read: (id) => [`pipeline:read:${id}`],
      create: 'pipeline:create',
      edit: 'pipeline:edit',
      delete: 'pipeline:delete',
    },
    alsoNeeded: ({ connected_streams }) => (connected_streams.length > 0 ? ['pipeline_connection:edit'] : []),
    titleOf: ({ title }) => title,
    namesUsed: ({ source }) => rulesInPipeline(source).map((name) => ({ type: 'pipeline_rule', name })),
    list: async () => (await all()).map(({ id, title }) => ({ id: id ?? '', title: title ?? '' })),
    async export(id) {
      const found = (await all()).find((one) => one.id === id)
      if (found === undefined) return undefined
      const title = found.title ?? ''
      const connected = new Set(await connections.streamsOf(id))
      // Connections outlive their streams.
      const connected_streams = (await streams.list()).map((stream) => stream.id).filter((one) => connected.has(one))
      const facts = { title, description: found.description ?? '', source: found.source }
      const data = { ...facts, connected_streams: connected_streams.sort() }
      return { title, data, shown: data }
    },
    async prepare({ description, source, connected_streams }, { caller, signal, shared, included }, id) {
      const by = { caller, signal, created: included }
      const prepared = await service.preparing({ description, source }, by, id)
      const { id: pipelineId, title } = prepared.entity
      if ((await all()).some((one) => one.title === title && one.id !== pipelineId)) {
        throw entityInvalid('source', `has the title "${title}", which another pipeline has`)
      }
      const before = id === undefined ? [] : await connections.streamsOf(id)
      const isJoining = connected_streams.some((one) => !before.includes(one))
      if (id !== undefined && isJoining) await connections.requireConnectable([id], by)
      // As by the API, connections of streams that the caller may not read stay.
      const left = before.filter((one) => !connected_streams.includes(one) && caller.holds(`streams:read:${one}`))
      for (const streamId of left) shared.connect({ pipelineId, streamId, isConnected: false })
      for (const streamId of connected_streams) shared.connect({ pipelineId, streamId, isConnected: true })
      return prepared
    },
    requireRoom: (created) => service.requireRoom(created.map(({ source }) => source)),
    remove: (id) => service.delete(id),
    removeAll: service.deleteAll,
  })
}

export function pipelineRuleEntity({ rules }: Pick<Pipelines, 'rules'>) {
  return entityType({
    ...pipelineRuleForm,
    permissions: {
      read: (id) => [`pipeline_rule:read:${id}`],
      create: 'pipeline_rule:create',
      edit: 'pipeline_rule:edit',
      delete: 'pipeline_rule:delete',
    },
    titleOf: ({ title }) => title,
    namesUsed: ({ source }) => tablesInRule(source),
    list: async () => (await rules.list()).map(({ id, title }) => ({ id: id ?? '', title: title ?? '' })),
    async export(id) {
      const found = (await rules.list()).find((one) => one.id === id)
      if (found === undefined) return undefined
      const title = found.title ?? ''
      const data = { title, description: found.description ?? '', source: found.source }
      return { title, data, shown: data }
    },
    async findExisting({ title, source }) {
      const found = (await rules.list()).find((one) => one.title === title)
      if (found === undefined) return undefined
      if (found.source !== source) {
        throw entityDiffers(`Different pipeline rule sources for pipeline rule with name "${title}"`)
      }
      return { id: found.id ?? '', title }
    },
    prepare({ title, description, source }, { caller, signal, origin, included }, id) {
      const by = { caller, signal, created: included }
      return rules.preparing({ description, source }, by, { id, ...(origin === 'pack' ? { title } : {}) })
    },
    requireRoom: (created) => rules.requireRoom(created.map(({ source }) => source)),
    remove: (id) => rules.delete(id),
    removeAll: rules.deleteAll,
  })
}
