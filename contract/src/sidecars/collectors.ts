/** Collectors: how a sidecar runs one log shipper on one operating system. */
import { type Static, Type } from 'typebox'
import { crud, perKind } from '../http/crud.ts'
import { ApiError, nullable, pageQuery } from '../http/envelope.ts'
import { holds, inArea, NoBody } from '../http/operation.ts'
import { MAX_SIDECAR_TEXT, MAX_TEMPLATE } from './sidecar-limits.ts'
import { refusedSidecarDraft, sidecarPage } from './sidecar-lists.ts'

const text = Type.String({ maxLength: MAX_SIDECAR_TEXT })

const facts = {
  name: text,
  service_type: Type.String({ maxLength: 100, description: '`exec`, or `svc` on Windows' }),
  node_operating_system: Type.String({ maxLength: 100, description: '`linux` or `windows`' }),
  executable_path: text,
  execute_parameters: nullable(text),
  validation_parameters: nullable(text),
  default_template: nullable(Type.String({ maxLength: MAX_TEMPLATE })),
}

export const Collector = Type.Object({ id: nullable(Type.String()), ...facts }, { title: 'Collector' })
export type Collector = Static<typeof Collector>

export const CollectorDraft = Type.Object(
  {
    ...facts,
    id: Type.Optional(nullable(Type.String({ maxLength: 200, description: 'Ignored when the collector is created' }))),
    execute_parameters: Type.Optional(facts.execute_parameters),
    validation_parameters: Type.Optional(facts.validation_parameters),
    default_template: Type.Optional(facts.default_template),
  },
  { title: 'CollectorDraft', additionalProperties: false },
)
export type CollectorDraft = Static<typeof CollectorDraft>

export const CollectorList = Type.Object(
  { total: Type.Integer(), collectors: Type.Array(Collector) },
  { title: 'CollectorList' },
)

export const CollectorSummary = Type.Object(
  { id: Type.String(), name: Type.String(), service_type: Type.String(), node_operating_system: Type.String() },
  { title: 'CollectorSummary' },
)
export type CollectorSummary = Static<typeof CollectorSummary>

export const CollectorSummaryList = sidecarPage('CollectorSummaryList', { collectors: Type.Array(CollectorSummary) })

const area = 'sidecars'
const { get, post } = inArea(area)
/** A template may be longer than other bodies. */
export const TEMPLATE_BYTES = 4 * 1024 * 1024

export const collectors = crud({
  id: 'sidecar_collectors',
  area,
  path: '/sidecar/collectors',
  key: 'id',
  one: 'collector',
  access: perKind('sidecar_collectors', 'update'),
  audit: 'sidecar-collector',
  entity: Collector,
  draft: CollectorDraft,
  refused: refusedSidecarDraft,
  example: {
    name: 'true',
    service_type: 'exec',
    node_operating_system: 'linux',
    executable_path: '/bin/true',
    execute_parameters: null,
    validation_parameters: null,
    default_template: '',
  },
  list: {
    summary: 'All collectors, for agents; 304 if the tag of the request is that of the response',
    answers: { 200: CollectorList, 304: NoBody },
  },
  get: {},
  create: { bodyBytes: TEMPLATE_BYTES },
  update: { bodyBytes: TEMPLATE_BYTES },
  delete: {
    summary: 'Delete a collector that no configuration uses; 304 if there is none',
    answers: { 202: NoBody, 304: NoBody, 400: ApiError },
  },
  validate: {
    body: Type.Partial(CollectorDraft, { title: 'CollectorCheck', additionalProperties: false }),
    bodyBytes: TEMPLATE_BYTES,
  },
})
export const {
  list: listCollectors,
  get: getCollector,
  create: createCollector,
  update: updateCollector,
  delete: deleteCollector,
  validate: validateCollector,
} = collectors

export const summarizeCollectors = get('/sidecar/collectors/summary', {
  id: 'sidecar_collectors.summary',
  summary: 'A page of collectors without their templates',
  access: holds('sidecar_collectors:read'),
  query: Type.Object(pageQuery),
  answers: { 200: CollectorSummaryList, 400: ApiError },
})

export const copyCollector = post('/sidecar/collectors/{id}/{name}', {
  id: 'sidecar_collectors.copy',
  summary: 'Copy a collector under another name',
  access: holds('sidecar_collectors:read', 'sidecar_collectors:create'),
  audit: 'sidecar-collector:copy',
  answers: { 202: NoBody, 400: refusedSidecarDraft, 404: ApiError },
})
