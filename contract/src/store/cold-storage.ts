/** The place of old messages, beside the local disk of the message store. */
import { type Static, Type } from 'typebox'
import { ApiError } from '../http/envelope.ts'
import { holds, inArea } from '../http/operation.ts'

export const ColdStorage = Type.Object(
  {
    is_configured: Type.Boolean({ description: 'By settings of the server' }),
    hot_bytes: Type.Integer({ description: 'Of open indices on the local disk' }),
    cold_bytes: Type.Integer({ description: 'Of open indices in cold storage' }),
  },
  { title: 'ColdStorage' },
)
export type ColdStorage = Static<typeof ColdStorage>

const { get } = inArea('indices')

export const getColdStorage = get('/system/indices/cold_storage', {
  id: 'indices.cold_storage',
  summary: 'Size of messages on the local disk and in cold storage, if there is one',
  access: holds('indexsets:read'),
  answers: { 200: ColdStorage, 503: ApiError },
})
