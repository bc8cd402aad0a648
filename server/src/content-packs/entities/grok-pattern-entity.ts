import { findReferences } from '@logyard/languages/grok/grok-reference'
import { plainText } from '../../entities/codecs/scalar-codecs.ts'
import { shape } from '../../entities/codecs/shape-codecs.ts'
import { entityDiffers } from '../../entities/entity-errors.ts'
import { type EntityName, entityType } from '../../entities/entity-type.ts'
import type { GrokPatterns } from '../../grok/grok-patterns.ts'

const codec = shape({ name: plainText, pattern: plainText })

export function namesInPattern(pattern: string): readonly EntityName[] {
  return findReferences(pattern).flatMap(({ name, definition }) => [
    { type: 'grok_pattern', name },
    ...(definition === undefined ? [] : namesInPattern(definition)),
  ])
}

export function grokPatternEntity(grok: Pick<GrokPatterns, 'list' | 'preparing' | 'delete' | 'deleteAll'>) {
  return entityType({
    type: { name: 'grok_pattern', version: '1' },
    permissions: { read: () => ['inputs:read'], create: 'inputs:create', edit: 'inputs:edit', delete: 'inputs:edit' },
    codec,
    titleOf: ({ name }) => name,
    mapReferences: (data) => data,
    namesUsed: ({ pattern }) => namesInPattern(pattern),
    list: async () => (await grok.list()).map(({ id, name }) => ({ id: id ?? '', title: name })),
    async export(id) {
      const found = (await grok.list()).find((one) => one.id === id)
      if (found === undefined) return undefined
      const { name, pattern } = found
      return { title: name, data: { name, pattern }, shown: { name, pattern } }
    },
    async findExisting({ name, pattern }) {
      const found = (await grok.list()).find((one) => one.name === name)
      if (found === undefined) return undefined
      if (found.pattern !== pattern) {
        throw entityDiffers(
          `Expected Grok pattern for name "${name}": <${pattern}>; actual Grok pattern: <${found.pattern}>`,
        )
      }
      return { id: found.id ?? '', title: name }
    },
    async prepare(data, { caller, signal, included }, id) {
      const others = Array.from(included.grokPatterns, ([name, pattern]) => ({ name, pattern }))
      const run = { userId: caller.userId, signal }
      const prepared = await grok.preparing({ ...data }, { others, id, run })
      return { ...prepared, entity: { id: prepared.entity.id ?? '', title: data.name } }
    },
    remove: (id) => grok.delete(id),
    removeAll: grok.deleteAll,
  })
}
