/** How the indices of a set store their fields, in the terms of the reference's indexer. */
import { type Static, Type } from 'typebox'
import { ApiError } from '../http/envelope.ts'
import { holds, inArea, signedIn } from '../http/operation.ts'

export const IndexTemplate = Type.Object(
  { name: Type.String(), template: Type.Record(Type.String(), Type.Unknown()) },
  { title: 'IndexTemplate' },
)
export type IndexTemplate = Static<typeof IndexTemplate>

const { get, post } = inArea('indices')

export const listIndexTemplates = get('/system/indexer/indices/templates', {
  id: 'index_templates.list',
  summary: 'The template of every index set',
  access: holds('indexsets:read'),
  answers: { 200: Type.Array(IndexTemplate) },
})

export const getIndexTemplate = get('/system/indexer/indices/templates/{indexSetId}', {
  id: 'index_templates.get',
  summary: 'The template of one index set',
  access: holds('indexsets:read:<indexSetId>'),
  answers: { 200: IndexTemplate, 404: ApiError },
})

export const updateIndexTemplate = post('/system/indexer/indices/templates/{indexSetId}/update', {
  id: 'index_templates.update',
  summary: 'Update the template of one index set and return it',
  access: holds('indexsets:edit:<indexSetId>'),
  audit: 'index-template:update',
  answers: { 200: IndexTemplate, 404: ApiError },
})

export const updateIndexTemplates = post('/system/indexer/indices/templates/update', {
  id: 'index_templates.update_all',
  summary: 'The same for every index set that the caller may edit',
  access: signedIn,
  audit: 'index-template:update',
  answers: { 200: Type.Array(IndexTemplate) },
})
