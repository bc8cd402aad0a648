/** How the indices of a set store their fields, in the terms of the reference's indexer. */
import { type Static, Type } from 'typebox'
import { ApiError } from '../http/envelope.ts'
import { holds, operation, signedIn } from '../http/operation.ts'

export const IndexTemplate = Type.Object(
  { name: Type.String(), template: Type.Record(Type.String(), Type.Unknown()) },
  { title: 'IndexTemplate' },
)
export type IndexTemplate = Static<typeof IndexTemplate>

const area = 'indices'

export const listIndexTemplates = operation({
  id: 'index_templates.list',
  area,
  method: 'GET',
  path: '/system/indexer/indices/templates',
  summary: 'The template of every index set',
  access: holds('indexsets:read'),
  answers: { 200: Type.Array(IndexTemplate) },
})

export const getIndexTemplate = operation({
  id: 'index_templates.get',
  area,
  method: 'GET',
  path: '/system/indexer/indices/templates/{indexSetId}',
  summary: 'The template of one index set',
  access: holds('indexsets:read:<indexSetId>'),
  answers: { 200: IndexTemplate, 404: ApiError },
})

export const updateIndexTemplate = operation({
  id: 'index_templates.update',
  area,
  method: 'POST',
  path: '/system/indexer/indices/templates/{indexSetId}/update',
  summary: 'Update the template of one index set and return it',
  access: holds('indexsets:edit:<indexSetId>'),
  audit: 'index-template:update',
  answers: { 200: IndexTemplate, 404: ApiError },
})

export const updateIndexTemplates = operation({
  id: 'index_templates.update_all',
  area,
  method: 'POST',
  path: '/system/indexer/indices/templates/update',
  summary: 'The same for every index set that the caller may edit',
  access: signedIn,
  audit: 'index-template:update',
  answers: { 200: Type.Array(IndexTemplate) },
})
