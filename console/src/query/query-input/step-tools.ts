/** What a query with steps needs in the browser. Loaded only for texts with a `|`. */
import type { OperationSpec } from '@logyard/contract/http/operation'
import { listLookupTables } from '@logyard/contract/lookup/lookup-tables'
import { compileSteps } from '@logyard/languages/query-steps/check-steps'
import { completeSteps, type StepCompletion } from '@logyard/languages/query-steps/complete-steps'
import { splitSteps } from '@logyard/languages/query-steps/split-steps'
import { similarName } from '@logyard/languages/query-steps/step-problem'
import type { StepEnvironment } from '@logyard/languages/query-steps/step-scope'
import { stepTokens, writtenName } from '@logyard/languages/query-steps/step-tokens'
import type { BaseColumn } from '@logyard/languages/query-steps/step-tree'
import type { QueryClient } from '@tanstack/react-query'
import type { Call } from '../../api/api-client.ts'
import { lookupTableNamesQuery } from '../../lookup-tables/lookup-table-names.ts'
import type { QueryProblem } from './query-problem.ts'

export interface KnownToSteps {
  readonly fields: readonly { readonly name: string; readonly type: string }[]
  readonly lookupTables: readonly string[]
}

/** The query that selects messages, and the steps behind it; these are empty if there are none. */
export function splitQuery(text: string): { readonly query: string; readonly steps: string } {
  const { query, stepsFrom } = splitSteps(text)
  return { query, steps: stepsFrom === undefined ? '' : text.slice(stepsFrom).trim() }
}

export function stepProblems(text: string, known: KnownToSteps): readonly QueryProblem[] {
  const { stepsFrom } = splitSteps(text)
  if (stepsFrom === undefined) return []
  const checked = compileSteps(text, stepsFrom, environmentOf(known))
  if (checked.ok) return unknownFields(text, stepsFrom, checked.program.base, known)
  return checked.errors.map(({ fix, ...error }) => ({ severity: 'error', ...error, ...(fix && { fixes: [fix] }) }))
}

/** `query` where the position is in front of the steps. */
export function completeStepsAt(
  text: string,
  position: number,
  known: KnownToSteps,
): StepCompletion | 'query' | undefined {
  const { stepsFrom } = splitSteps(text)
  if (stepsFrom === undefined || position <= stepsFrom) return 'query'
  return completeSteps(text, position, stepsFrom, { ...known, environment: environmentOf(known) })
}

interface TableReader {
  readonly client: QueryClient
  readonly call: Call
  readonly may: (operation: OperationSpec) => boolean
}

/** None for users who may not list them. Completion is optional, so a failure is as no tables. */
export async function lookupTableNames({ client, call, may }: TableReader): Promise<readonly string[]> {
  if (!may(listLookupTables)) return []
  const tables = await client.ensureQueryData(lookupTableNamesQuery(call)).catch(() => [])
  return tables.map(({ name }) => name)
}

const NUMBERS = /\b(?:long|double)\b/
/** Fields that any message can have, even if they are not listed. */
const ALWAYS_KNOWN = /^(?:_id|_index|message|full_message|source|streams|gl2_.*)$/
const HOUR_MS = 3_600_000

/** The server looks up grok patterns; their fields are known without it. */
function environmentOf({ fields }: KnownToSteps): StepEnvironment {
  const types = new Map(fields.map(({ name, type }) => [name, type]))
  return {
    fieldType: (name) => {
      if (name === 'timestamp') return 'time'
      const type = types.get(name)
      if (type === undefined) return ALWAYS_KNOWN.test(name) ? 'text' : 'nothing'
      return NUMBERS.test(type) ? 'number' : 'text'
    },
    grok: undefined,
    nowMs: 0,
    rangeMs: HOUR_MS,
  }
}

function unknownFields(
  text: string,
  stepsFrom: number,
  base: readonly BaseColumn[],
  { fields }: KnownToSteps,
): readonly QueryProblem[] {
  if (fields.length === 0) return []
  const unknown = new Set(base.filter(({ type }) => type === 'nothing').map(({ field }) => field))
  return stepTokens(text, stepsFrom).flatMap((token): readonly QueryProblem[] => {
    if (token.kind !== 'name' || !unknown.delete(token.text)) return []
    const { from, to } = token
    const meant = similarName(
      token.text,
      fields.map(({ name }) => name),
    )
    const message = `No message has the field ${token.text}.${meant === undefined ? '' : ` Did you mean ${meant}?`}`
    const fixes = meant === undefined ? [] : [{ from, to, insert: writtenName(meant) }]
    return [{ severity: 'warning', message, from, to, fixes }]
  })
}
