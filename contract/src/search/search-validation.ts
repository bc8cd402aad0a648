/** Errors and warnings for a query before it is executed. */

import { type Static, Type } from 'typebox'
import { MAX_LIST, MAX_STREAMS } from '../http/bounds.ts'
import { ApiError, MissingStreamPermissionError, nullable } from '../http/envelope.ts'
import { mapOf } from '../http/open-parts.ts'
import { inArea, READS_ONLY, signedIn } from '../http/operation.ts'
import { Binding, Parameter } from './searches.ts'

export const QueryValidationRequest = Type.Object(
  {
    query_string: Type.String(),
    streams: Type.Optional(
      nullable(Type.Array(Type.String(), { maxItems: MAX_STREAMS, description: 'All readable ones when it is empty' })),
    ),
    parameters: Type.Optional(nullable(Type.Array(Parameter, { maxItems: MAX_LIST }))),
    parameter_bindings: Type.Optional(nullable(mapOf(Binding))),
  },
  { title: 'QueryValidationRequest', additionalProperties: false },
)
export type QueryValidationRequest = Static<typeof QueryValidationRequest>

export const QueryFix = Type.Object(
  {
    from: Type.Integer({ description: 'In UTF-16 units of the query' }),
    to: Type.Integer(),
    insert: Type.String({ description: 'Replaces the text from `from` to `to`' }),
    count: Type.Optional(Type.Integer({ description: 'Messages that the changed query finds' })),
  },
  { title: 'QueryFix' },
)
export type QueryFix = Static<typeof QueryFix>

const MAX_FIXES = 3

export const QueryExplanation = Type.Object(
  {
    severity: Type.Union([Type.Literal('error'), Type.Literal('warning'), Type.Literal('info')]),
    code: Type.Union([
      Type.Literal('syntax'),
      Type.Literal('unbound-parameter'),
      Type.Literal('undeclared-parameter'),
      Type.Literal('unknown-field'),
      Type.Literal('value-does-not-fit'),
      Type.Literal('pattern-does-not-fit'),
      Type.Literal('lower-case-operator'),
      Type.Literal('anchor-in-regex'),
      Type.Literal('unit-does-not-fit'),
      Type.Literal('unit-read'),
      Type.Literal('level-comparison'),
      Type.Literal('comparison-as-text'),
      Type.Literal('path-as-regex'),
      Type.Literal('regex-as-text'),
      Type.Literal('other-value'),
      Type.Literal('part-of-word'),
      Type.Literal('either-word'),
    ]),
    message: Type.String(),
    from: Type.Integer({ description: 'In UTF-16 units of query_string' }),
    to: Type.Integer(),
    fixes: Type.Optional(
      Type.Array(QueryFix, { maxItems: MAX_FIXES, description: 'Alternatives, best first; none where it is unclear' }),
    ),
  },
  { title: 'QueryExplanation' },
)
export type QueryExplanation = Static<typeof QueryExplanation>

export const QueryValidation = Type.Object(
  {
    status: Type.Union([Type.Literal('OK'), Type.Literal('WARNING'), Type.Literal('ERROR')]),
    explanations: Type.Array(QueryExplanation, { description: 'In the order of the text' }),
  },
  { title: 'QueryValidation' },
)
export type QueryValidation = Static<typeof QueryValidation>

const { post } = inArea('search')

export const validateQuery = post('/logyard/search/validate', {
  id: 'logyard_search.validate',
  summary: 'List errors and warnings for a query without executing it',
  access: signedIn,
  audit: READS_ONLY,
  body: QueryValidationRequest,
  answers: { 200: QueryValidation, 400: ApiError, 403: MissingStreamPermissionError },
})
