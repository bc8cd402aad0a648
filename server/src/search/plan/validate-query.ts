import type {
  QueryExplanation,
  QueryValidation,
  QueryValidationRequest,
} from '@logyard/contract/search/search-validation'
import { describeQueryProblems, type QueryProblem } from '@logyard/languages/query/editor/describe-query-problems'
import { parameterNames } from '@logyard/languages/query/fill-parameters'
import { parseQuery } from '@logyard/languages/query/parse-query'
import type { FieldSchema, StoredType } from '@logyard/languages/query-sql/field-schema'
import { createParameterValues, UnboundParameter } from './parameters.ts'

export function validateQueryText(
  request: QueryValidationRequest,
  schema: FieldSchema,
  options: { readonly allowLeadingWildcard: boolean },
): QueryValidation {
  const text = request.query_string
  const parsed = parseQuery(text, options)
  const explanations = parsed.ok
    ? [
        ...unboundParameters(request),
        ...describeQueryProblems(text, parsed.tree, {
          types: typesOf(schema),
          parameters: new Set((request.parameters ?? []).map(({ name }) => name)),
        }).map(warningOf),
      ]
    : parsed.errors.map((error): QueryExplanation => ({ severity: 'error', code: 'syntax', ...error }))
  const hasErrors = explanations.some(({ severity }) => severity === 'error')
  return {
    status: hasErrors ? 'ERROR' : explanations.length > 0 ? 'WARNING' : 'OK',
    explanations: explanations.toSorted((a, b) => a.from - b.from),
  }
}

function unboundParameters(request: QueryValidationRequest): readonly QueryExplanation[] {
  const { query_string: text, parameters, parameter_bindings: bindings } = request
  const values = createParameterValues(parameters ?? [], bindings ?? {})
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

function warningOf(problem: QueryProblem): QueryExplanation {
  const { code, from, to } = problem
  return { severity: 'warning', code, message: sentence(problem), from, to }
}

function sentence(problem: QueryProblem): string {
  switch (problem.code) {
    case 'unknown-field':
      return problem.similar === undefined
        ? `No message has a field ${problem.field}`
        : `No message has a field ${problem.field}; there is ${problem.similar}`
    case 'value-does-not-fit':
      return `${problem.value} finds nothing in ${problem.field}, whose type is ${problem.type}`
    case 'pattern-does-not-fit':
      return `Patterns find nothing in ${problem.field}, whose type is ${problem.type}`
    case 'lower-case-operator':
      return `${problem.word} is searched as a word; the operator is ${problem.word.toUpperCase()}`
    case 'undeclared-parameter':
      return `The parameter ${problem.name} is not declared, so it is searched as text`
    case 'anchor-in-regex':
      return `${problem.sign} is an ordinary character here: an expression always has to match the whole value`
    default:
      throw problem satisfies never
  }
}

const typesOf = (schema: FieldSchema): ReadonlyMap<string, string> =>
  new Map(schema.names().map((name) => [name, typeOf(schema.types(name))]))

/** The type for comparisons with the field; anything can be compared with texts. */
function typeOf(types: readonly StoredType[]): string {
  if (types.length > 0 && types.every((type) => type === 'Int64' || type === 'UInt64')) return 'long'
  if (types.length > 0 && types.every((type) => NUMBERS.includes(type))) return 'double'
  return types.length === 1 && types[0] === 'Bool' ? 'boolean' : 'string'
}

const NUMBERS: readonly StoredType[] = ['Int64', 'UInt64', 'Float64']
