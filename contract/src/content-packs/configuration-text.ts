/** The configuration of the system as entities with names, to be kept as text and applied again. */
import { type Static, Type } from 'typebox'
import { MAX_NAMED } from '../http/bounds.ts'
import { nullable, refusedBody } from '../http/envelope.ts'
import { anyJson, mapOf } from '../http/open-parts.ts'
import { holds, inArea, LARGE_BODY_BYTES, READS_ONLY } from '../http/operation.ts'
import { ModelType } from './model-types.ts'
import { Difference } from './upgrades.ts'

const entityName = Type.String({
  maxLength: 1000,
  description: 'Unique among the entities of its type: the title, with a number where several have the same',
})

export const NamedEntity = Type.Object(
  {
    type: ModelType,
    name: entityName,
    data: anyJson(
      'By type, with plain values. References are names; a secret is `{"secret": NAME}`; the service checks it',
    ),
  },
  { title: 'NamedEntity', additionalProperties: false },
)
export type NamedEntity = Static<typeof NamedEntity>

export const NamedConfiguration = Type.Object(
  { entities: Type.Array(NamedEntity) },
  { title: 'NamedConfiguration', description: 'Sorted by type and name; entities of default streams are left out' },
)
export type NamedConfiguration = Static<typeof NamedConfiguration>

export const ConfigurationRequest = Type.Object(
  {
    entities: Type.Array(NamedEntity, { maxItems: MAX_NAMED }),
    secrets: Type.Optional(
      mapOf(Type.String({ maxLength: 1024 * 1024 }), {
        maxProperties: MAX_NAMED,
        description: 'Values of secrets by name; a secret without a value stays as it is',
      }),
    ),
    prune: Type.Optional(
      nullable(Type.Boolean({ description: 'Delete entities that are not named, of the types that are' })),
    ),
  },
  { title: 'ConfigurationRequest', additionalProperties: false },
)
export type ConfigurationRequest = Static<typeof ConfigurationRequest>

export const PlannedChange = Type.Object(
  {
    type: ModelType,
    name: Type.String(),
    action: Type.Union([Type.Literal('create'), Type.Literal('update'), Type.Literal('delete')]),
    differences: Type.Array(Difference, { description: 'From the system to the text; secrets are not shown' }),
  },
  { title: 'PlannedChange' },
)
export type PlannedChange = Static<typeof PlannedChange>

export const ConfigurationPlan = Type.Object(
  { changes: Type.Array(PlannedChange), unchanged: Type.Integer() },
  { title: 'ConfigurationPlan' },
)
export type ConfigurationPlan = Static<typeof ConfigurationPlan>

const { get, post } = inArea('content_packs')
const path = '/logyard/configuration'

export const readConfiguration = get(path, {
  id: 'logyard.configuration.read',
  summary: 'Every entity that content packs can carry, with names for references and without secrets',
  access: holds('catalog:list', 'catalog:resolve'),
  answers: { 200: NamedConfiguration },
})

export const planConfiguration = post(`${path}/plan`, {
  id: 'logyard.configuration.plan',
  summary: 'The changes that applying this configuration would make',
  access: holds('catalog:list', 'catalog:resolve'),
  audit: READS_ONLY,
  body: ConfigurationRequest,
  bodyBytes: LARGE_BODY_BYTES,
  answers: { 200: ConfigurationPlan, 400: refusedBody },
})

export const applyConfiguration = post(`${path}/apply`, {
  id: 'logyard.configuration.apply',
  summary: 'Make the system as this configuration says: all of the changes, or none',
  access: holds('catalog:list', 'catalog:resolve', 'contentpack:install'),
  audit: 'configuration:apply',
  body: ConfigurationRequest,
  bodyBytes: LARGE_BODY_BYTES,
  answers: { 200: ConfigurationPlan, 400: refusedBody },
})
