import type {
  QueryExplanation,
  QueryValidation,
  QueryValidationRequest,
} from '@logyard/contract/search/search-validation'
import { describeQueryProblems } from '@logyard/languages/query/editor/describe-query-problems'
import type { QueryProblem } from '@logyard/languages/query/editor/query-problem'
import { parameterNames } from '@logyard/languages/query/fill-parameters'
import { parseQuery } from '@logyard/languages/query/parse-query'
import { type FieldTypes, holdsNumbers } from '@logyard/languages/query-sql/field-schema'
import type { StoredType } from '@logyard/languages/query-sql/stored-types'
import { boundedTask } from '../../platform/bounded-runs/bounded-task.ts'
import { isLookupParameter } from './lookup-parameters.ts'
import { createParameterValues, UnboundParameter } from './parameters.ts'
import { problemSentence } from './problem-sentence.ts'

/** Nobody reads more. */
const MAX_EXPLANATIONS = 20
const ONLY_INFORMS: ReadonlySet<QueryProblem['code']> = new Set(['unit-read', 'level-comparison', 'regex-as-text'])

/** Plain data, for a thread. */
export interface QueryToValidate {
  readonly request: QueryValidationRequest
  readonly types: ReadonlyMap<string, string>
  /** Fields that hold numbers. */
  readonly numbers: ReadonlySet<string>
  readonly allowLeadingWildcard: boolean
}

export const queryToValidate = (
  request: QueryValidationRequest,
  schema: FieldTypes,
  { allowLeadingWildcard }: { readonly allowLeadingWildcard: boolean },
): QueryToValidate => ({
  request,
  types: typesOf(schema),
  numbers: new Set(schema.names().filter((name) => holdsNumbers(name, schema))),
  allowLeadingWildcard,
})

export function validateQueryText(query: QueryToValidate): QueryValidation {
  const { request, types, numbers } = query
  const text = request.query_string
  const parsed = parseQuery(text, query)
  const explanations = parsed.ok
    ? [
        ...unboundParameters(request),
        ...describeQueryProblems(text, parsed.tree, {
          types,
          holdsNumbers: (name) => numbers.has(name),
          parameters: new Set((request.parameters ?? []).map(({ name }) => name)),
        }).map(explanationOf),
      ]
    : parsed.errors.map(({ fix, ...error }): QueryExplanation => {
        return { severity: 'error', code: 'syntax', ...error, ...(fix && { fixes: [fix] }) }
      })
  const has = (wanted: QueryExplanation['severity']) => explanations.some(({ severity }) => severity === wanted)
  return {
    status: has('error') ? 'ERROR' : has('warning') ? 'WARNING' : 'OK',
    explanations: explanations.toSorted((a, b) => a.from - b.from).slice(0, MAX_EXPLANATIONS),
  }
}

function unboundParameters(request: QueryValidationRequest): readonly QueryExplanation[] {
  const { query_string: text, parameters, parameter_bindings: bindings } = request
  const values = createParameterValues(
    (parameters ?? []).filter((one) => !isLookupParameter(one)),
    bindings ?? {},
  )
  return parameterNames([text]).flatMap((name): readonly QueryExplanation[] => {
    const placeholder = `$${name}$`
    try {
      values.fill(placeholder)
      return []
    } catch (error) {
      if (!(error instanceof UnboundParameter)) throw error
      const from = text.indexOf(placeholder)
      const span = { from, to: from + placeholder.length }
      return [{ severity: 'error', code: 'unbound-parameter', message: error.message, ...span }]
    }
  })
}

function explanationOf(problem: QueryProblem): QueryExplanation {
  const { code, from, to, fix } = problem
  const severity = ONLY_INFORMS.has(code) ? 'info' : 'warning'
  return { severity, code, message: problemSentence(problem), from, to, ...(fix && { fixes: [fix] }) }
}

const typesOf = (schema: FieldTypes): ReadonlyMap<string, string> =>
  new Map(schema.names().map((name) => [name, typeOf(schema.types(name))]))

/** The type for comparisons with the field; anything can be compared with texts. */
function typeOf(types: readonly StoredType[]): string {
  if (types.length > 0 && types.every((type) => type === 'Int64' || type === 'UInt64')) return 'long'
  if (types.length > 0 && types.every((type) => NUMBERS.includes(type))) return 'double'
  return types.length === 1 && types[0] === 'Bool' ? 'boolean' : 'string'
}

const NUMBERS: readonly StoredType[] = ['Int64', 'UInt64', 'Float64']

export const validateQueryTask = boundedTask(import.meta.url, validateQueryText)
