/** Grok patterns: named regular expressions that may refer to each other. */
import { type Static, Type } from 'typebox'
import { crud, perKind } from '../http/crud.ts'
import {
  ApiError,
  BeanValidationErrors,
  nullable,
  page,
  pageQuery,
  refusedBody,
  ValidationApiError,
} from '../http/envelope.ts'
import { holds, inArea, NoBody, READS_ONLY, signedIn } from '../http/operation.ts'

export const MAX_GROK_PATTERNS = 5000
/** Characters of a name and of a definition. */
export const MAX_GROK_NAME = 200
export const MAX_GROK_DEFINITION = 10_000
/** Characters of a text that a pattern is tried on. */
export const MAX_SAMPLE = 262_144

export const GrokPattern = Type.Object(
  {
    id: nullable(Type.String()),
    name: Type.String(),
    pattern: Type.String(),
    content_pack: nullable(Type.String({ description: 'The content pack that installed it unchanged' })),
  },
  { title: 'GrokPattern' },
)
export type GrokPattern = Static<typeof GrokPattern>

export const GrokPatternList = Type.Object({ patterns: Type.Array(GrokPattern) }, { title: 'GrokPatternList' })

export const GrokPatternPage = page('GrokPatternPage', {
  grand_total: Type.Integer(),
  patterns: Type.Array(GrokPattern),
})

const definition = {
  name: Type.String({ maxLength: MAX_GROK_NAME, description: 'Letters, digits and underscores' }),
  pattern: Type.String({ maxLength: MAX_GROK_DEFINITION }),
}

export const GrokPatternDraft = Type.Object(
  {
    ...definition,
    id: Type.Optional(nullable(Type.String({ description: 'Ignored' }))),
    content_pack: Type.Optional(nullable(Type.String({ description: 'Ignored' }))),
  },
  { title: 'GrokPatternDraft', additionalProperties: false },
)
export type GrokPatternDraft = Static<typeof GrokPatternDraft>

export const GrokPatternFile = Type.String({
  title: 'GrokPatternFile',
  description: 'One `NAME pattern` per line; other lines are skipped',
})

export const GrokPatternDrafts = Type.Object(
  { patterns: Type.Array(GrokPatternDraft, { maxItems: MAX_GROK_PATTERNS }) },
  { title: 'GrokPatternDrafts', additionalProperties: false },
)

export const GrokPatternTest = Type.Object(
  {
    grok_pattern: GrokPatternDraft,
    sampleData: Type.String({ maxLength: MAX_SAMPLE }),
  },
  { title: 'GrokPatternTest', additionalProperties: false },
)

export const GrokCaptures = Type.Record(Type.String(), Type.Unknown(), {
  title: 'GrokCaptures',
  description: 'Values by name, converted to the types that the pattern names; empty without a match',
})

export const GrokPatternUses = Type.Object(
  {
    patterns: Type.Array(Type.Object({ id: Type.String(), name: Type.String() }), {
      description: 'Other grok patterns that refer to it, directly or through others',
    }),
    extractors: Type.Array(Type.Object({ id: Type.String(), title: Type.String() }), {
      description: 'Extractors that refer to it, directly or through other patterns',
    }),
  },
  { title: 'GrokPatternUses' },
)
export type GrokPatternUses = Static<typeof GrokPatternUses>

const area = 'grok'
const { get, post, put } = inArea(area)
const refused = Type.Union([ApiError, ValidationApiError, BeanValidationErrors])
const importQuery = Type.Object({
  replace: Type.Optional(
    Type.Boolean({ description: 'Delete all other patterns; without it an existing name is an error' }),
  ),
})

export const grokPatterns = crud({
  id: 'grok',
  area,
  path: '/system/grok',
  key: 'id',
  one: 'grok pattern',
  access: { ...perKind('inputs', 'edit'), delete: holds('inputs:edit') },
  audit: 'grok-pattern',
  entity: GrokPattern,
  draft: GrokPatternDraft,
  refused,
  list: { answers: { 200: GrokPatternList } },
  get: {},
  // A JSON body creates one pattern. A text body is a pattern file: it is imported whole or not at all, with 202.
  create: {
    summary: 'Create a grok pattern, or import a pattern file as text/plain',
    textBody: true,
    query: importQuery,
    body: Type.Union([GrokPatternDraft, GrokPatternFile]),
    answers: { 201: GrokPattern, 202: NoBody, 400: refused },
  },
  update: { answers: { 200: GrokPattern, 400: refused } },
  delete: {},
})
export const {
  list: listGrokPatterns,
  get: getGrokPattern,
  create: createGrokPattern,
  update: updateGrokPattern,
  delete: deleteGrokPattern,
} = grokPatterns

export const grokPatternsPaginated = get('/system/grok/paginated', {
  id: 'grok.paginated',
  summary: 'A page of grok patterns; a query searches names and definitions',
  access: holds('inputs:read'),
  query: Type.Object(pageQuery),
  answers: { 200: GrokPatternPage, 400: ApiError },
})

export const getGrokPatternUses = get('/logyard/grok-patterns/{id}/uses', {
  id: 'grok.uses',
  summary: 'List the grok patterns and extractors that refer to a grok pattern',
  access: holds('inputs:read'),
  answers: { 200: GrokPatternUses, 404: ApiError },
})

export const testGrokPattern = post('/system/grok/test', {
  id: 'grok.test',
  summary: 'Try a grok pattern on a text without storing it',
  access: signedIn,
  audit: READS_ONLY,
  body: GrokPatternTest,
  answers: { 200: GrokCaptures, 400: refusedBody },
})

export const importGrokPatterns = put('/system/grok', {
  id: 'grok.import_json',
  summary: 'Import grok patterns, all or none',
  access: holds('inputs:create'),
  audit: 'grok-pattern:import',
  query: importQuery,
  body: GrokPatternDrafts,
  answers: { 202: NoBody, 400: refused },
})
