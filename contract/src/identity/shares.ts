import { type Static, Type } from 'typebox'
import { IsoInstant, nullable, page, pageQuery, ValidationResult } from '../http/envelope.ts'
import { mapOf } from '../http/open-parts.ts'
import { holds, inArea, ownerDecides, READS_ONLY } from '../http/operation.ts'

export const GRN_TYPES = [
  'user',
  'role',
  'team',
  'builtin-team',
  'stream',
  'dashboard',
  'search',
  'event_definition',
  'notification',
  'output',
  'collection',
  'grant',
] as const
export type GrnType = (typeof GRN_TYPES)[number]

/** The grantee that stands for every user. */
export const EVERYONE_GRN = 'grn::::builtin-team:everyone'

/** The name of an entity of any kind. */
export const grn = (type: GrnType, id: string) => `grn::::${type}:${id}`

export interface ParsedGrn {
  readonly type: GrnType
  readonly id: string
}

/** Six tokens, read in lower case; `undefined` for anything else. */
export function parseGrn(text: string): ParsedGrn | undefined {
  const tokens = text.toLowerCase().split(':')
  const [prefix, , , , typeText, id] = tokens
  const type = GRN_TYPES.find((candidate) => candidate === typeText)
  if (tokens.length !== 6 || prefix !== 'grn' || type === undefined || id === undefined || id === '') return undefined
  return { type, id }
}

export const CAPABILITIES = ['view', 'manage', 'own'] as const
export const Capability = Type.Union([Type.Literal('view'), Type.Literal('manage'), Type.Literal('own')], {
  title: 'Capability',
})
export type Capability = Static<typeof Capability>

export const Grantee = Type.Object(
  {
    id: Type.String({ description: 'GRN' }),
    type: Type.Union([Type.Literal('user'), Type.Literal('team'), Type.Literal('global')]),
    title: Type.String(),
  },
  { title: 'Grantee' },
)
export type Grantee = Static<typeof Grantee>

const named = { id: Type.String({ description: 'GRN' }), type: Type.String(), title: Type.String() }
export const EntityRef = Type.Object({ ...named, owners: Type.Array(Type.Object(named)) }, { title: 'EntityRef' })
export type EntityRef = Static<typeof EntityRef>

const Selection = Type.Record(Type.String(), Capability, { description: 'By grantee GRN' })

export const ShareRequest = Type.Object(
  { selected_grantee_capabilities: Type.Optional(nullable(mapOf(Capability, { description: 'By grantee GRN' }))) },
  { title: 'ShareRequest', additionalProperties: false },
)
export type ShareRequest = Static<typeof ShareRequest>

export const ShareState = Type.Object(
  {
    entity: Type.String(),
    sharing_user: Type.String(),
    available_grantees: Type.Array(Grantee),
    available_capabilities: Type.Array(
      Type.Object({
        id: Capability,
        title: Type.Union([Type.Literal('Viewer'), Type.Literal('Manager'), Type.Literal('Owner')]),
      }),
    ),
    active_shares: Type.Array(Type.Object({ grant: Type.String(), grantee: Type.String(), capability: Capability })),
    selected_grantee_capabilities: Selection,
    missing_permissions_on_dependencies: Type.Record(Type.String(), Type.Array(EntityRef), {
      description: 'By grantee GRN',
    }),
    validation_result: ValidationResult,
  },
  { title: 'ShareState' },
)
export type ShareState = Static<typeof ShareState>

export const UserSharesPage = page('UserSharesPage', {
  entities: Type.Array(EntityRef),
  grand_total: Type.Integer(),
  context: Type.Object({
    grantee_capabilities: Type.Record(Type.String(), Capability, { description: 'By entity GRN' }),
  }),
})
export type UserSharesPage = Static<typeof UserSharesPage>

export const GrantSummary = Type.Object(
  {
    id: Type.String(),
    grantee: Type.String(),
    grantee_title: Type.String(),
    capability: Capability,
    target: Type.String(),
    target_title: Type.String(),
    created_by: Type.String(),
    created_at: IsoInstant,
    updated_by: Type.String(),
    updated_at: IsoInstant,
    expires_at: nullable(IsoInstant),
  },
  { title: 'GrantSummary' },
)
export type GrantSummary = Static<typeof GrantSummary>

export const GrantList = Type.Object({ grants: Type.Array(GrantSummary) }, { title: 'GrantList' })

const { get, post } = inArea('identity')

export const pageUserShares = get('/authz/shares/user/{userId}', {
  id: 'shares.for_user',
  summary: 'A page of the entities that are shared with a user',
  access: ownerDecides('users:edit:<username>'),
  query: Type.Object({
    ...pageQuery,
    capability: Type.Optional(Type.String({ description: 'view, manage or own' })),
    entity_type: Type.Optional(Type.String({ description: 'GRN type' })),
  }),
  answers: { 200: UserSharesPage },
})

export const prepareShare = post('/authz/shares/entities/{grn}/prepare', {
  id: 'shares.prepare',
  summary: 'Preview the effect of sharing an entity; changes nothing',
  access: ownerDecides('entity:own:<grn>'),
  audit: READS_ONLY,
  body: ShareRequest,
  answers: { 200: ShareState },
})

export const updateShare = post('/authz/shares/entities/{grn}', {
  id: 'shares.update',
  summary: 'Share an entity with exactly these grantees',
  access: ownerDecides('entity:own:<grn>'),
  audit: 'share:update',
  body: ShareRequest,
  answers: { 200: ShareState },
})

export const grantsOverview = get('/authz/grants-overview', {
  id: 'grants.overview',
  summary: 'Every grant',
  access: holds('grantsoverview:read'),
  answers: { 200: GrantList },
})
