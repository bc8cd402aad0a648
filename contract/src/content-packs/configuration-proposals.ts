/** Changes of the configuration that somebody proposes, usually an agent, and a person applies or rejects. */
import { type Static, Type } from 'typebox'
import { MAX_NAMED } from '../http/bounds.ts'
import { ApiError, IsoInstant, nullable, refusedBody } from '../http/envelope.ts'
import { holds, inArea, NoBody } from '../http/operation.ts'
import { ConfigurationPlan, NamedEntity } from './configuration-text.ts'

export const MAX_OPEN_PROPOSALS = 100
export const MAX_OPEN_PROPOSALS_OF_AUTHOR = 20
export const MAX_PROPOSAL_BYTES = 256 * 1024
const MAX_TITLE = 200
const MAX_REASON = 10_000

const proposed = {
  title: Type.String({ minLength: 1, maxLength: MAX_TITLE }),
  reason: Type.String({ maxLength: MAX_REASON, description: 'Plain text for the person who decides' }),
}

export const ConfigurationProposalDraft = Type.Object(
  {
    ...proposed,
    entities: Type.Array(NamedEntity, {
      minItems: 1,
      maxItems: MAX_NAMED,
      description: 'As they will be; others stay as they are',
    }),
  },
  { title: 'ConfigurationProposalDraft', additionalProperties: false },
)
export type ConfigurationProposalDraft = Static<typeof ConfigurationProposalDraft>

export const ConfigurationProposal = Type.Object(
  {
    id: Type.String(),
    ...proposed,
    author: Type.String({ description: 'User name' }),
    token: nullable(Type.String({ description: 'Name of the access token that the author used' })),
    created_at: IsoInstant,
    state: Type.Enum(['open', 'applied', 'rejected']),
    decided_by: nullable(Type.String({ description: 'User name' })),
    decided_at: nullable(IsoInstant),
    entity_count: Type.Integer(),
  },
  { title: 'ConfigurationProposal' },
)
export type ConfigurationProposal = Static<typeof ConfigurationProposal>

export const PlannedProposal = Type.Object(
  {
    proposal: ConfigurationProposal,
    entities: Type.Array(NamedEntity),
    plan: nullable(ConfigurationPlan),
    problem: nullable(Type.String({ description: 'Why it cannot be applied now' })),
  },
  { title: 'PlannedProposal', description: 'A decided proposal has no plan' },
)
export type PlannedProposal = Static<typeof PlannedProposal>

const { get, post } = inArea('content_packs')
const path = '/logyard/configuration/proposals'
const mayPlan = holds('catalog:list', 'catalog:resolve')
const mayDecide = holds('catalog:list', 'catalog:resolve', 'contentpack:install')

export const listProposals = get(path, {
  id: 'logyard.configuration.proposals.list',
  summary: 'Your proposed changes of the configuration, or those of all for who may apply them, newest first',
  access: mayPlan,
  answers: { 200: Type.Object({ proposals: Type.Array(ConfigurationProposal) }, { title: 'ConfigurationProposals' }) },
})

export const getProposal = get(`${path}/{id}`, {
  id: 'logyard.configuration.proposals.get',
  summary: 'A proposal, with the changes that it would make now',
  access: mayPlan,
  answers: { 200: PlannedProposal, 404: ApiError },
})

export const createProposal = post(path, {
  id: 'logyard.configuration.proposals.create',
  summary: 'Propose changes, which nothing applies until a person does',
  access: mayPlan,
  audit: 'configuration-proposal:create',
  body: ConfigurationProposalDraft,
  bodyBytes: MAX_PROPOSAL_BYTES,
  created: 'proposal.id',
  answers: { 200: PlannedProposal, 400: refusedBody },
})

export const applyProposal = post(`${path}/{id}/apply`, {
  id: 'logyard.configuration.proposals.apply',
  summary: 'Make all of the proposed changes; refused for access tokens, because a person decides',
  access: mayDecide,
  audit: 'configuration-proposal:apply',
  answers: { 200: ConfigurationProposal, 400: refusedBody, 403: ApiError, 404: ApiError, 409: ApiError },
})

export const rejectProposal = post(`${path}/{id}/reject`, {
  id: 'logyard.configuration.proposals.reject',
  summary: 'Close a proposal without changes, as its author or as a user who may apply it',
  access: mayPlan,
  audit: 'configuration-proposal:reject',
  answers: { 204: NoBody, 404: ApiError, 409: ApiError },
})
