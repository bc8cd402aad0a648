/** The references of the decorators of views. */

import { type Decorator, LOOKUP_TABLE_DECORATOR, PIPELINE_DECORATOR } from '@logyard/contract/search/decorators'
import { tableNamed } from '../entities/entity-refs.ts'
import type { EntityName, EntityRef } from '../entities/entity-type.ts'

/** References are optional: a decorator whose pipeline or stream does not exist is not applied. */
export function withReferences(decorator: Decorator, replaced: (ref: EntityRef) => string): Decorator {
  const { type, config, stream } = decorator
  const changed = (name: string, id: string) => replaced({ type: name, id, isOptional: true })
  const { pipeline } = config
  const hasPipeline = type === PIPELINE_DECORATOR && typeof pipeline === 'string' && pipeline !== ''
  return {
    ...decorator,
    ...(hasPipeline ? { config: { ...config, pipeline: changed('pipeline', pipeline) } } : {}),
    ...(stream ? { stream: changed('stream', stream) } : {}),
  }
}

export const tablesOfDecorator = ({ type, config }: Decorator): readonly EntityName[] =>
  type === LOOKUP_TABLE_DECORATOR ? tableNamed(config['lookup_table_name']) : []
