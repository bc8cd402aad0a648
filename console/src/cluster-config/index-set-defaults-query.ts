import { INDEX_SET_DEFAULTS_KEY, type IndexSetDefaults } from '@logyard/contract/store/index-set-defaults'
import { queryOptions } from '@tanstack/react-query'
import type { Call } from '../api/api-client.ts'
import { type ConfigDocument, configDocumentQuery } from './config-document-query.ts'

/** `undefined` for a server that does not know the document. */
export const indexSetDefaultsOf = (document: ConfigDocument): IndexSetDefaults | undefined =>
  isDefaults(document) ? document : undefined

/** Checks the parts: the built console has no schemas, and the server checked the document when it stored it. */
const isDefaults = (document: ConfigDocument): document is ConfigDocument & IndexSetDefaults =>
  isObject(document['rotation_strategy']) && isObject(document['retention_strategy'])

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null

export const indexSetDefaultsQuery = (call: Call) =>
  queryOptions({ ...configDocumentQuery(call, INDEX_SET_DEFAULTS_KEY), select: indexSetDefaultsOf })
