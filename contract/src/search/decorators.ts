/** Decorators change messages in a result, never in the store. */
import { type Static, Type } from 'typebox'
import { ConfigRequest } from '../configured/configuration.ts'
import { crud, perKind } from '../http/crud.ts'
import { ApiError, nullable, refusedBody } from '../http/envelope.ts'
import { freeMap } from '../http/open-parts.ts'
import { holds, inArea, NoBody, signedIn } from '../http/operation.ts'
import { primitiveInt } from '../http/primitive.ts'

/** Types whose configuration refers to other objects: to a pipeline by its id, and to a table by its name. */
export const PIPELINE_DECORATOR = 'org.graylog.plugins.pipelineprocessor.PipelineProcessorMessageDecorator'
export const LOOKUP_TABLE_DECORATOR = 'org.graylog2.decorators.LookupTableDecorator'

export const Decorator = Type.Object(
  {
    id: Type.Optional(nullable(Type.String())),
    type: Type.String(),
    config: freeMap('The configuration depends on the decorator type'),
    stream: Type.Optional(nullable(Type.String({ description: 'The stream whose searches it belongs to' }))),
    order: Type.Optional(primitiveInt()),
  },
  { title: 'Decorator', additionalProperties: false },
)
export type Decorator = Static<typeof Decorator>

/** A configured decorator, for all searches or for those of one stream. */
export const StoredDecorator = Type.Object(
  {
    id: Type.String(),
    type: Type.String(),
    config: Type.Record(Type.String(), Type.Unknown()),
    stream: nullable(Type.String()),
    order: Type.Integer({ description: 'Lower ones are applied first' }),
  },
  { title: 'StoredDecorator' },
)
export type StoredDecorator = Static<typeof StoredDecorator>

export const DecoratorDraft = Type.Object(
  { ...Decorator.properties, type: Type.String({ pattern: '\\S' }) },
  { title: 'DecoratorDraft', additionalProperties: false },
)
export type DecoratorDraft = Static<typeof DecoratorDraft>

export const DecoratorTypeInfo = Type.Object(
  {
    type: Type.String(),
    name: Type.String(),
    human_name: Type.String(),
    link_to_docs: Type.String(),
    requested_configuration: ConfigRequest,
  },
  { title: 'DecoratorTypeInfo' },
)
export type DecoratorTypeInfo = Static<typeof DecoratorTypeInfo>

const changes = Type.Record(Type.String(), Type.Unknown())
export const MessageDecorationStats = Type.Object(
  {
    added_fields: Type.Record(Type.String(), Type.Unknown(), { description: 'With their new values' }),
    changed_fields: changes,
    removed_fields: changes,
  },
  { title: 'MessageDecorationStats', description: 'Changed and removed fields with their original values' },
)
export type MessageDecorationStats = Static<typeof MessageDecorationStats>

const area = 'decorators'
const { get } = inArea(area)

export const decorators = crud({
  id: 'decorators',
  area,
  path: '/search/decorators',
  key: 'id',
  one: 'decorator',
  access: { ...perKind('decorators', 'edit'), update: holds('decorators:create'), delete: holds('decorators:edit') },
  audit: 'decorator',
  entity: StoredDecorator,
  draft: DecoratorDraft,
  refused: refusedBody,
  list: { summary: 'Decorators that are configured, of all streams' },
  create: {
    summary: 'Configure a decorator; with a stream it needs `streams:edit` on it as well',
    answers: { 200: StoredDecorator, 400: refusedBody, 403: ApiError },
  },
  update: {
    summary: 'Replace a decorator; needs `streams:edit` on the stream that it had',
    answers: { 200: StoredDecorator, 400: refusedBody, 403: ApiError, 404: ApiError },
  },
  delete: {
    summary: 'Delete a decorator; with a stream it needs `streams:edit` on it as well',
    answers: { 204: NoBody, 403: ApiError, 404: ApiError },
  },
})
export const {
  list: listDecorators,
  create: createDecorator,
  update: updateDecorator,
  delete: deleteDecorator,
} = decorators

export const listDecoratorTypes = get('/search/decorators/available', {
  id: 'decorators.available',
  summary: 'Types of decorators with what they can be configured with, by type',
  access: signedIn,
  answers: { 200: Type.Record(Type.String(), DecoratorTypeInfo, { title: 'DecoratorTypes' }) },
})
