/** The data folder of an earlier version that was killed: its table of messages, and a journal that was not committed. */
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from '@logyard/languages/sql/sql'
import type { Origin } from '../ingest/journal/journal.ts'
import { openJournal } from '../ingest/journal/lmdb-journal.ts'
import { systemClock } from '../platform/clock.ts'
import { createLog } from '../platform/log.ts'
import { createEngine } from '../store/engine/engine.ts'
import { migrationTable } from '../store/engine/migrations/001-migration-table.ts'
import { messages } from '../store/engine/migrations/002-messages.ts'
import { search } from '../store/engine/migrations/003-search.ts'
import { streamIds } from '../store/engine/migrations/004-stream-ids.ts'
import { createMessageIds, nodeNumber } from '../store/messages/message-ids.ts'
import { startServer } from './server-process.ts'

const DEFAULT_STREAM = '000000000000000000000001'
const log = createLog('off')

interface OldMessages {
  /** Messages in the journal, numbered from 1: `number 1` with the field `n`. */
  readonly accepted: number
  /** As many of these, the first ones, are in the table already. */
  readonly stored: number
}

/** Turns an empty folder into one of an earlier version. */
export async function makeOldDataFolder(dataFolder: string, { accepted, stored }: OldMessages): Promise<void> {
  await (await startServer({ dataFolder })).end('SIGTERM')
  const nodeId = readFileSync(join(dataFolder, 'node-id'), 'utf8').trim()
  const engineFolder = join(dataFolder, 'engine')
  rmSync(engineFolder, { recursive: true })

  const origin: Origin = { inputId: '00000000000000000000000a', nodeId, codec: 'gelf', configuration: {} }
  const numbers = Array.from({ length: accepted }, (_, index) => index + 1)
  const firstAtMs = Date.now()
  const receivedAtMs = (n: number) => firstAtMs + Math.floor(n / 100)
  let firstOffset = 0
  {
    await using journal = openJournal({ folder: join(dataFolder, 'journal'), clock: systemClock, log })
    firstOffset = journal.replayEndOffset
    for (const n of numbers) {
      const text = JSON.stringify({ version: '1.1', host: 'test', short_message: `number ${n}`, _n: n })
      const raw = { payload: Buffer.from(text), receivedAtMs: receivedAtMs(n), remoteAddress: '', remotePort: 0 }
      if (!journal.append(origin, raw)) throw new Error('the journal is full')
      if (n % 500 === 0) await journal.flushed()
    }
  }

  const options = { dataFolder, log, clock: systemClock }
  await using engine = await createEngine({ ...options, migrations: [migrationTable, messages, search, streamIds] })
  await engine.ready()
  const idsOf = createMessageIds(nodeNumber(nodeId))
  const rows = numbers.slice(0, stored).map((n) => {
    const { id, gl2MessageId } = idsOf(receivedAtMs(n), firstOffset + n - 1, 0)
    return {
      id,
      gl2_message_id: gl2MessageId,
      index: 'graylog_0',
      timestamp: receivedAtMs(n),
      source: 'test',
      message: `number ${n}`,
      streams: [DEFAULT_STREAM],
      gl2_source_input: origin.inputId,
      gl2_source_node: nodeId,
      fields: { n },
    }
  })
  await engine.client.insert({ table: sql`messages`, values: rows })
}
