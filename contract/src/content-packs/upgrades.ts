/** Upgrades of an installation in place: another revision, with the same objects. */
import { type Static, Type } from 'typebox'
import { int, MAX_NAMED } from '../http/bounds.ts'
import { ApiError, nullable, refusedBody } from '../http/envelope.ts'
import { mapOf } from '../http/open-parts.ts'
import { holds, inArea, READS_ONLY } from '../http/operation.ts'
import { ContentPackInstallation } from './content-packs.ts'
import { EntityId, ModelType, ValueReference } from './model-types.ts'

/** One place in the data of an entity. */
export const Difference = Type.Object(
  {
    path: Type.String({ description: 'Dotted: `stream_rules.0.value`' }),
    before: nullable(Type.String()),
    after: nullable(Type.String()),
  },
  { title: 'Difference' },
)
export type Difference = Static<typeof Difference>

export const PlannedEntity = Type.Object(
  {
    content_pack_entity_id: Type.String(),
    type: ModelType,
    title: Type.String(),
    id: nullable(Type.String({ description: 'Of the object; null if it would be created' })),
    action: Type.Union(
      [
        Type.Literal('create'),
        Type.Literal('update'),
        Type.Literal('delete'),
        Type.Literal('keep'),
        Type.Literal('unchanged'),
      ],
      { description: '`keep`: the new revision lacks it, but something else uses it' },
    ),
    changed_by_hand: Type.Boolean({ description: 'It was changed since it was installed' }),
    differences: Type.Array(Difference, { description: 'From the object as it is to what the revision says' }),
  },
  { title: 'PlannedEntity' },
)
export type PlannedEntity = Static<typeof PlannedEntity>

export const UpgradePlan = Type.Object(
  { from: Type.Integer(), to: Type.Integer(), entities: Type.Array(PlannedEntity) },
  { title: 'UpgradePlan' },
)
export type UpgradePlan = Static<typeof UpgradePlan>

const target = {
  revision: int({ minimum: 1, description: 'The revision to upgrade to; also an older one' }),
  parameters: Type.Optional(
    nullable(mapOf(ValueReference, { description: 'Values of parameters; others stay as they were installed' })),
  ),
}

export const UpgradePlanRequest = Type.Object(target, { title: 'UpgradePlanRequest', additionalProperties: false })
export type UpgradePlanRequest = Static<typeof UpgradePlanRequest>

export const UpgradeRequest = Type.Object(
  {
    ...target,
    overwrite: Type.Optional(
      Type.Array(EntityId, {
        maxItems: MAX_NAMED,
        description: 'Pack ids of entities that were changed by hand, and are to be replaced or deleted all the same',
      }),
    ),
  },
  { title: 'UpgradeRequest', additionalProperties: false },
)
export type UpgradeRequest = Static<typeof UpgradeRequest>

const path = '/logyard/content_packs/{id}/installations/{iid}/upgrade'

const { post } = inArea('content_packs')

export const planUpgrade = post(`${path}/plan`, {
  id: 'logyard.content_packs.plan_upgrade',
  summary: 'The changes that an upgrade of an installation would make',
  access: holds('contentpack:install:<id>'),
  audit: READS_ONLY,
  body: UpgradePlanRequest,
  answers: { 200: UpgradePlan, 400: refusedBody, 404: ApiError },
})

export const upgradeInstallation = post(path, {
  id: 'logyard.content_packs.upgrade',
  summary: 'Upgrade an installation in place; entities that were changed by hand stay unless they are named',
  access: holds('contentpack:install:<id>'),
  audit: 'content_pack:upgrade',
  body: UpgradeRequest,
  answers: { 200: ContentPackInstallation, 400: refusedBody, 404: ApiError },
})
