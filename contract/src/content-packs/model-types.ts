/** The kinds of entities that content packs carry, and the typed values in their data. */
import { type Static, Type } from 'typebox'
import { anyJson } from '../http/open-parts.ts'

export const VALUE_TYPES = ['boolean', 'double', 'float', 'integer', 'long', 'string', 'parameter'] as const
export type ValueTypeName = (typeof VALUE_TYPES)[number]

/** A value with its type; of the type `parameter`, the name of a parameter of the pack. */
export const ValueReference = Type.Object(
  {
    '@type': Type.String({ maxLength: 20, description: `One of ${VALUE_TYPES.join(', ')}, in any case` }),
    '@value': anyJson('A text, number or boolean; the installation checks it'),
  },
  { title: 'ValueReference', additionalProperties: false },
)
export type ValueReference = Static<typeof ValueReference>

const name = Type.String({ maxLength: 100 })
export const ModelType = Type.Object({ name, version: name }, { title: 'ModelType', additionalProperties: false })
export type ModelType = Static<typeof ModelType>

/** Ids of entities are texts of any form: in packs mostly UUIDs, in the system the ids of the objects. */
export const EntityId = Type.String({ maxLength: 200 })

export const EntityDescriptor = Type.Object(
  { id: EntityId, type: ModelType },
  { title: 'EntityDescriptor', additionalProperties: false },
)
export type EntityDescriptor = Static<typeof EntityDescriptor>

export const EntityExcerpt = Type.Object(
  { id: Type.String(), type: ModelType, title: Type.String() },
  { title: 'EntityExcerpt' },
)
export type EntityExcerpt = Static<typeof EntityExcerpt>

const constraintVersion = Type.String({ maxLength: 1000, description: 'A range of versions as npm writes it' })
export const Constraint = Type.Object(
  {
    type: Type.Union([Type.Literal('server-version'), Type.Literal('plugin-version')]),
    plugin: Type.Optional(Type.String({ maxLength: 10_000, description: 'The id of the plugin, of a plugin-version' })),
    version: constraintVersion,
  },
  { title: 'Constraint', additionalProperties: false },
)
export type Constraint = Static<typeof Constraint>

export const PackEntity = Type.Object(
  {
    v: Type.Union([Type.Literal('1'), Type.Literal(1), Type.Literal('0'), Type.Literal(0)]),
    type: ModelType,
    id: EntityId,
    data: anyJson('By type; checked when the pack is installed'),
    constraints: Type.Optional(Type.Array(Constraint, { maxItems: 100 })),
  },
  { title: 'PackEntity', additionalProperties: false },
)
export type PackEntity = Static<typeof PackEntity>
