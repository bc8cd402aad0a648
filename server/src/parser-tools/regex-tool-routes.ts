import * as contract from '@logyard/contract/parser-tools/regex-tools'
import type { FastifyInstance } from 'fastify'
import { serve } from '../http/serve.ts'
import type { BoundedRuns, RunOptions } from '../platform/bounded-runs/bounded-runs.ts'
import { regexInvalid, replacementInvalid } from './parser-tool-errors.ts'
import { regexRuns } from './regex-runs.ts'

interface RegexInput {
  readonly regex: string
  readonly string: string
}

interface ReplaceInput extends RegexInput {
  readonly replacement?: string
  readonly replace_all?: boolean
}

export function regexToolRoutes(api: FastifyInstance, runs: BoundedRuns): void {
  async function find({ regex, string }: RegexInput, options: RunOptions): Promise<contract.RegexTest> {
    const outcome = await runs.run(regexRuns.find, { regex, string }, options)
    if (outcome.kind === 'invalid') throw regexInvalid(outcome.problem)
    const { matched, group } = outcome
    return { matched, ...(group === undefined ? {} : { match: group }), regex, string }
  }

  async function replace(input: ReplaceInput, options: RunOptions): Promise<contract.RegexReplaceTest> {
    const { regex, string, replacement = '', replace_all = false } = input
    const run = { regex, string, replacement: replacement === '' ? '$1' : replacement, replaceAll: replace_all }
    const outcome = await runs.run(regexRuns.replace, run, options)
    if (outcome.kind === 'invalid') throw regexInvalid(outcome.problem)
    if (outcome.kind === 'replacement-invalid') throw replacementInvalid(outcome.problem)
    const { replaced } = outcome
    const match = replaced === undefined ? {} : { match: replaced }
    return { matched: replaced !== undefined, ...match, regex, replacement, replace_all, string }
  }

  async function validate(regex: string, options: RunOptions): Promise<contract.RegexValidation> {
    const outcome = await runs.run(regexRuns.find, { regex, string: '' }, options)
    if (outcome.kind === 'invalid') return { regex, is_valid: false, validation_message: outcome.problem }
    return { regex, is_valid: true }
  }

  serve(api, contract.testRegex, ({ body, caller: { userId }, signal }) => find(body, { userId, signal }))
  serve(api, contract.testRegexByQuery, ({ query, caller: { userId }, signal }) => find(query, { userId, signal }))
  serve(api, contract.validateRegex, ({ query, caller: { userId }, signal }) =>
    validate(query.regex, { userId, signal }),
  )
  serve(api, contract.testRegexReplace, ({ body, caller: { userId }, signal }) => replace(body, { userId, signal }))
  serve(api, contract.testRegexReplaceByQuery, ({ query, caller: { userId }, signal }) =>
    replace(query, { userId, signal }),
  )
}
