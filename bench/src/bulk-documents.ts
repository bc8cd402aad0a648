/** The same realistic `_bulk` requests in every run: documents of 12 fields and about 400 bytes. */
import { packBody } from '@logyard/codecs/batch/packed-body'
import type { RawMessage } from '@logyard/codecs/codec'
import type { ProcessingSettings } from '@logyard/server/processing/settings/processing-settings'
import type { StoredFieldColumn } from '@logyard/server/store/messages/field-column-table'
import { benchSettings, createRandom, RECEIVED_AT_MS, streamOf } from './processing-messages.ts'

type Random = ReturnType<typeof createRandom>

const SERVICES = ['checkout', 'catalog', 'payments', 'search', 'accounts', 'gateway', 'mailer', 'stock'] as const
const LEVELS = ['info', 'info', 'info', 'info', 'warn', 'error', 'debug'] as const
const STATUSES = [200, 200, 200, 200, 201, 204, 301, 404, 500, 503] as const

const hex = (next: Random, words: number): string =>
  Array.from({ length: words }, () =>
    next(2 ** 31)
      .toString(16)
      .padStart(8, '0'),
  ).join('')

const TEXTS: readonly ((next: Random) => string)[] = [
  (next) => `Accepted password for user${next(900)} from 10.${next(256)}.${next(256)}.7 port ${next(65_536)} ssh2`,
  (next) =>
    `INFO dfs.DataNode$PacketResponder: Received block blk_${next(2 ** 31)} of size ${next(2 ** 26)} from /10.251.${next(256)}.${next(256)}`,
  (next) => `pam_unix(sshd:auth): check pass; user unknown, session ${hex(next, 2)}`,
  (next) =>
    `[instance: ${hex(next, 1)}-5e62-4a1f-8f23-${hex(next, 1)}0a1b] Took ${next(90)}.${next(99)} seconds to spawn the instance on the hypervisor.`,
  (next) => `generating core.${next(4096)}: "ddr error(s) detected and corrected on rank 0, symbol ${next(32)}"`,
  (next) => `jk2_init() Found child ${next(9000)} in scoreboard slot ${next(12)}`,
]

function documentOf(next: Random, number: number): string {
  return JSON.stringify({
    '@timestamp': new Date(RECEIVED_AT_MS + number).toISOString(),
    message: TEXTS[next(TEXTS.length)]?.(next),
    host: `web-${next(40)}.example.com`,
    service: SERVICES[next(SERVICES.length)],
    level: LEVELS[next(LEVELS.length)],
    trace_id: hex(next, 4),
    user: `user-${next(20_000)}`,
    http_path: `/api/v1/${SERVICES[next(SERVICES.length)]}/items/${next(125)}`,
    status: STATUSES[next(STATUSES.length)],
    took_ms: next(4000),
    client_ip: `10.20.${next(256)}.${next(256)}`,
    bytes: next(100_000),
  })
}

export const bulkRequests = (documents: number, perRequest: number): readonly RawMessage[] => {
  const next = createRandom()
  return Array.from({ length: documents / perRequest }, (_, request) => {
    const items = Array.from({ length: perRequest }, (_, at) => {
      return `{"create":{"_index":"logs"}}\n${documentOf(next, request * perRequest + at)}\n`
    })
    const payload = packBody({}, Buffer.from(items.join('')))
    return { payload, receivedAtMs: RECEIVED_AT_MS + request, remoteAddress: '10.0.0.1', remotePort: 40_000 }
  })
}

const column = (field: string, type: StoredFieldColumn['type'], isRepetitive: boolean) => ({
  field,
  type,
  isRepetitive,
  numberInValues: undefined,
})

/** The columns that the fields of these documents get. */
const BULK_COLUMNS: readonly StoredFieldColumn[] = [
  column('host', 'String', true),
  column('service', 'String', true),
  column('level', 'String', true),
  column('trace_id', 'String', false),
  column('user', 'String', false),
  column('http_path', 'String', true),
  column('status', 'Int64', false),
  column('took_ms', 'Int64', false),
  column('client_ip', 'String', false),
  column('bytes', 'Int64', false),
  column('target_index', 'String', true),
]

/** Three streams with two rules each. */
export const bulkSettings: ProcessingSettings = {
  ...benchSettings,
  routing: [
    streamOf('errors', 'AND', ['level', 1, 'error'], ['status', 3, '499']),
    streamOf('slow', 'AND', ['took_ms', 3, '3000'], ['http_path', 6, '/items/']),
    streamOf('logins', 'OR', ['message', 2, 'password for user\\d+'], ['service', 1, 'accounts']),
  ],
  fieldColumns: BULK_COLUMNS,
}
