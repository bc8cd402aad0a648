import { storedConfiguration } from '../../configured/stored-configured.ts'
import { text } from '../../entities/codecs/scalar-codecs.ts'
import { configuration, shape } from '../../entities/codecs/shape-codecs.ts'
import { entityType } from '../../entities/entity-type.ts'
import type { OutputService } from '../../outputs/output-service.ts'
import { outputTypes } from '../../outputs/output-types.ts'

const codec = shape({ title: text, type: text, configuration })

export function outputEntity(outputs: Pick<OutputService, 'list' | 'findMany' | 'preparing' | 'delete'>) {
  return entityType({
    type: { name: 'output', version: '1' },
    permissions: {
      read: (id) => [`outputs:read:${id}`],
      create: 'outputs:create',
      edit: 'outputs:edit',
      delete: 'outputs:terminate',
    },
    codec,
    titleOf: ({ title }) => title,
    mapReferences: (data) => data,
    list: async () => (await outputs.list()).map(({ id, title }) => ({ id, title })),
    async export(id) {
      const [output] = await outputs.findMany([id])
      if (output === undefined) return undefined
      const { title, type } = output
      const shown = outputTypes.shownConfiguration(output, { showSecrets: false })
      return {
        title,
        data: { title, type, configuration: storedConfiguration(output) },
        shown: { title, type, configuration: shown },
      }
    },
    prepare: ({ title, type, configuration: config }, { caller }, id) =>
      outputs.preparing(caller, { title, type, configuration: { ...config } }, id),
    remove: (id) => outputs.delete(id),
  })
}
