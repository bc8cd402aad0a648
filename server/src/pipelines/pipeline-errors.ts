import type { ParseError } from '@logyard/contract/pipelines/parse-errors'
import { LogyardError } from '../platform/errors.ts'

export const ruleNotFound = (id: string) => new LogyardError('not-found', 'rule-not-found', `No rule with id ${id}`)

export const pipelineNotFound = (id: string) =>
  new LogyardError('not-found', 'pipeline-not-found', `No pipeline with id ${id}`)

export const connectionsNotFound = (streamId: string) =>
  new LogyardError('not-found', 'pipeline-connections-not-found', `No pipeline connections with for stream ${streamId}`)

export const ruleVersionNotFound = (ruleId: string, version: number) =>
  new LogyardError('not-found', 'rule-version-not-found', `No version ${version} of the rule ${ruleId}`)

/** The source of a rule or pipeline does not parse: clients get the errors themselves. */
export const sourceRefused = (errors: readonly ParseError[]) =>
  new LogyardError('invalid', 'source-refused', 'The source does not parse', { body: errors })

export const ruleTitleTaken = (title: string) =>
  new LogyardError('invalid', 'rule-title-taken', `There is another rule with the name "${title}".`)

export const pipelineTitleTaken = (title: string) =>
  new LogyardError('invalid', 'pipeline-title-taken', `There is another pipeline with the name "${title}".`)

export const sourcesTooMany = (what: 'rules' | 'pipelines', limit: number) =>
  new LogyardError('invalid', 'sources-too-many', `There can be at most ${limit} ${what}.`)

export const sourcesTooLarge = (what: 'rules' | 'pipelines', limit: number) =>
  new LogyardError('invalid', 'sources-too-large', `The sources of all ${what} can have at most ${limit} characters.`)

/** The rule reaches more than its author may. */
export const ruleNeedsPermission = (title: string, permission: string, object: string) =>
  new LogyardError(
    'denied',
    'rule-needs-permission',
    `Not authorized: the rule "${title}" needs the permission ${permission} for ${object}`,
  )

/** Error for callers who may not read the rule. */
export const ruleNeedsHidden = (title: string) =>
  new LogyardError(
    'denied',
    'rule-needs-permission',
    `Not authorized: the rule "${title}" needs permissions on lookup tables or streams that you do not have`,
  )

export const connectedStreamHidden = () =>
  new LogyardError(
    'denied',
    'connected-stream-hidden',
    'Not authorized: a pipeline with this change is connected to a stream that needs the permission streams:read',
  )
