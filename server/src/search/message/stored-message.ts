/** One message of the store, for those who may read one of its streams. */
import type { ResultMessage } from '@logyard/contract/messages'
import { sqlString } from '@logyard/languages/query/sql/sql-literal'
import type { Caller } from '../../http/caller.ts'
import { LogyardError } from '../../platform/errors.ts'
import { MESSAGE_SELECTION, readMessageRow } from '../message-rows.ts'
import type { SearchEngine } from '../search-engine.ts'
import type { SearchedIndices } from '../searched-indices.ts'
import { resultMessage } from './result-message.ts'

export type GetMessage = (caller: Caller, index: string, id: string, signal: AbortSignal) => Promise<ResultMessage>

const messageNotFound = (index: string, id: string) =>
  new LogyardError('not-found', 'message-not-found', `Message ${id} does not exist in index ${index}`)
const messageDenied = (id: string) =>
  new LogyardError('denied', 'message-denied', `Not authorized to access message ${id}`)

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

export function createGetMessage(deps: {
  readonly engine: SearchEngine
  readonly indices: Pick<SearchedIndices, 'get'>
}): GetMessage {
  return async (caller, index, id, signal) => {
    caller.require(`messages:read:${id}`)
    await deps.indices.get(index)
    if (!UUID.test(id)) throw messageNotFound(index, id)
    // The number of an id is what the table has an index over.
    const uuid = `toUUID(${sqlString(id.toLowerCase())})`
    const sql = `SELECT ${MESSAGE_SELECTION} FROM messages
      WHERE \`index\` = ${sqlString(index)} AND UUIDToNum(id) = UUIDToNum(${uuid}) LIMIT 1`
    const [row] = await deps.engine.rows(sql, { signal })
    if (row === undefined) throw messageNotFound(index, id)
    const { document } = readMessageRow(row)
    if (!document.streams.some((stream) => caller.holds(`streams:read:${stream}`)) && !caller.holds('streams:read:*')) {
      throw messageDenied(id)
    }
    return resultMessage(document, index)
  }
}
