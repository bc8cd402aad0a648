/** Requests the published lists of Tor and Spamhaus, and builds their tables. */
import { createHash } from 'node:crypto'
import { emptyResult, singleResult } from '../../lookup-results.ts'
import type { LookupResult } from '../../lookup-tables.ts'
import { encodeResult } from '../../shared-tables/encode-result.ts'
import { type NetworkKey, networkKey, networkKeys } from '../../shared-tables/network-keys.ts'
import type { SharedAnswers } from '../../shared-tables/shared-answers.ts'
import { createTableWriter } from '../../shared-tables/table-writer.ts'
import { requestFixed, requireSuccess } from '../http/request-source.ts'
import type { ListLoad, ListVersion } from '../list-thread.ts'
import { parseDroppedNetworks, parseTorExitNodes } from './parse-lists.ts'

export interface BlockListSource {
  readonly kind: 'tor' | 'spamhaus'
  readonly urls: readonly string[]
}

const MAX_LIST_BYTES = 16 * 2 ** 20
const REQUEST_LIMIT_MS = 60_000

export async function loadBlockList(
  { kind, urls }: BlockListSource,
  known: ListVersion | undefined,
  signal: AbortSignal,
): Promise<ListLoad> {
  const texts = await Promise.all(urls.map((url) => fetchText(new URL(url), signal)))
  const digest = createHash('sha256').update(texts.join('\0')).digest('hex')
  return { answers: digest === known?.digest ? undefined : BUILDS[kind](texts), version: { digest, validators: {} } }
}

async function fetchText(url: URL, signal: AbortSignal): Promise<string> {
  const answer = await requestFixed({ url, limitMs: REQUEST_LIMIT_MS, maxBytes: MAX_LIST_BYTES, signal })
  requireSuccess(answer)
  return answer.body.toString('utf8')
}

/** Builds the table of a list. Throws an `Error` with a sentence if the texts are not such a list. */
const BUILDS: Readonly<Record<BlockListSource['kind'], (texts: readonly string[]) => SharedAnswers>> = {
  tor(texts) {
    const nodes = parseTorExitNodes(texts.join('\n'))
    if (nodes.size === 0) throw new Error('The response is not a list of Tor exit nodes')
    const rows = Array.from(nodes, ([address, ids]) => ({
      address,
      result: { single: ids.join(', '), multi: { node_ids: ids } },
    }))
    return tableOf(rows, emptyResult())
  },
  spamhaus(texts) {
    const networks = texts.flatMap(parseDroppedNetworks)
    if (networks.length === 0) throw new Error('The response is not a list of Spamhaus')
    const rows = networks.map(({ subnet, sblId }) => ({
      address: subnet,
      result: { single: true, multi: { sbl_id: sblId, subnet } },
    }))
    return tableOf(rows, singleResult(false))
  },
}

interface Row {
  /** An address or a network. */
  readonly address: string
  readonly result: Parameters<typeof encodeResult>[0]
}

function tableOf(rows: readonly Row[], absent: LookupResult): SharedAnswers {
  const writer = createTableWriter()
  const keys: NetworkKey[] = []
  for (const { address, result } of rows) {
    const key = networkKey(address)
    if (key === undefined) continue
    writer.set(key.key, encodeResult(result))
    keys.push(key)
  }
  return { kind: 'table', table: writer.finished(), keys: networkKeys(keys), values: 'result', absent }
}
