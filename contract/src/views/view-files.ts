/** A view as a file, with the search that it shows, so that another Logyard can import it. */
import { type Static, Type } from 'typebox'
import { MAX_LIST, MAX_STREAMS } from '../http/bounds.ts'
import { ApiError, IsoInstant, MissingStreamPermissionError, nullable, refusedBody } from '../http/envelope.ts'
import { mapOf } from '../http/open-parts.ts'
import { inArea, LARGE_BODY_BYTES, ownerDecides, signedIn } from '../http/operation.ts'
import { Parameter, Search, SearchQuery } from '../search/searches.ts'
import { ViewStateDraft } from './view-drafts.ts'
import { View, ViewType } from './views.ts'

const closed = { additionalProperties: false } as const

const head = {
  format: Type.Literal('logyard-view'),
  version: Type.Literal(1),
  exported_at: Type.Optional(IsoInstant),
  streams: mapOf(Type.String(), {
    maxProperties: MAX_STREAMS,
    description:
      'Titles of the streams that it names, by id: where an id is unknown, the stream of that title is taken',
  }),
}
const { type, title, summary, description, properties, state } = View.properties
const { queries, parameters } = Search.properties

export const ViewFile = Type.Object(
  {
    ...head,
    view: Type.Object({ type, title, summary, description, properties, state }),
    search: Type.Object({ queries, parameters }),
  },
  { title: 'ViewFile' },
)
export type ViewFile = Static<typeof ViewFile>

const text = Type.Optional(nullable(Type.String()))
export const ViewFileDraft = Type.Object(
  {
    ...head,
    streams: Type.Optional(head.streams),
    view: Type.Object(
      {
        type: ViewType,
        title: Type.String(),
        summary: text,
        description: text,
        properties: Type.Optional(nullable(Type.Array(Type.String(), { maxItems: MAX_LIST }))),
        state: mapOf(ViewStateDraft, { minProperties: 1 }),
      },
      closed,
    ),
    search: Type.Object(
      {
        queries: Type.Array(SearchQuery, { maxItems: MAX_LIST }),
        parameters: Type.Optional(nullable(Type.Array(Parameter, { maxItems: MAX_LIST }))),
      },
      closed,
    ),
  },
  { title: 'ViewFileDraft', description: 'A ViewFile; properties with a default may be missing', ...closed },
)
export type ViewFileDraft = Static<typeof ViewFileDraft>

const { get, post } = inArea('views')

export const exportView = get('/logyard/views/{id}/export', {
  id: 'logyard.views.export',
  summary: 'A saved search or dashboard as a file, together with its search',
  access: ownerDecides('view:read:<id> or dashboards:read:<id>'),
  answers: { 200: ViewFile, 404: ApiError },
})

export const importView = post('/logyard/views/import', {
  id: 'logyard.views.import',
  summary: 'Import a view from a file under new ids; a dashboard requires `dashboards:create`',
  access: signedIn,
  audit: 'view:import',
  created: 'id',
  body: ViewFileDraft,
  bodyBytes: LARGE_BODY_BYTES,
  answers: {
    201: View,
    400: refusedBody,
    403: Type.Union([ApiError, MissingStreamPermissionError]),
  },
})
