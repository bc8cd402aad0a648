/** Versions of rules: each save stores one. Logyard only. */
import { type Static, Type } from 'typebox'
import { int } from '../http/bounds.ts'
import { ApiError, IsoInstant, nullable } from '../http/envelope.ts'
import { holds, inArea } from '../http/operation.ts'
import { RuleSource, refusedSource } from './rules.ts'

/** Versions per rule; saving another one deletes the oldest. */
export const MAX_RULE_VERSIONS = 100

const versionFacts = {
  version: Type.Integer({ description: 'Grows with each save, from 1' }),
  saved_at: IsoInstant,
  username: Type.String({ description: 'The user who saved it' }),
  title: nullable(Type.String()),
  description: nullable(Type.String()),
  restored_from: nullable(Type.Integer({ description: 'The version that this one restored' })),
}

export const RuleVersionSummary = Type.Object(
  { ...versionFacts, characters: Type.Integer({ description: 'Length of the source' }) },
  { title: 'RuleVersionSummary' },
)
export type RuleVersionSummary = Static<typeof RuleVersionSummary>

export const RuleVersion = Type.Object({ ...versionFacts, source: Type.String() }, { title: 'RuleVersion' })

export const RuleVersionList = Type.Object(
  { versions: Type.Array(RuleVersionSummary, { description: 'Newest first; the first one is in use' }) },
  { title: 'RuleVersionList' },
)

const { get, post } = inArea('rules')
const ofVersion = Type.Object({ ruleId: Type.String(), version: int({ minimum: 1 }) }, { additionalProperties: false })

export const listRuleVersions = get('/logyard/pipelines/rules/{ruleId}/versions', {
  id: 'logyard.rules.versions',
  summary: 'The versions of a rule, without their sources',
  access: holds('pipeline_rule:read:<ruleId>'),
  answers: { 200: RuleVersionList, 404: ApiError },
})

export const getRuleVersion = get('/logyard/pipelines/rules/{ruleId}/versions/{version}', {
  id: 'logyard.rules.version',
  summary: 'One version of a rule',
  access: holds('pipeline_rule:read:<ruleId>'),
  params: ofVersion,
  answers: { 200: RuleVersion, 404: ApiError },
})

export const restoreRuleVersion = post('/logyard/pipelines/rules/{ruleId}/versions/{version}/restore', {
  id: 'logyard.rules.restore_version',
  summary: 'Save an earlier version of a rule again',
  access: holds('pipeline_rule:edit:<ruleId>'),
  audit: 'pipeline-rule:restore',
  params: ofVersion,
  answers: { 200: RuleSource, 400: refusedSource, 404: ApiError },
})
