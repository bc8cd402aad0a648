/** The parts of the table of messages that are not in cold storage yet. */
import { sql } from '@logyard/languages/sql/sql'
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import type { ColdVolume } from '../engine/cold-volume.ts'
import { answeredForUsers } from '../engine/engine-failure.ts'
import type { MessageStore } from '../engine/message-stores.ts'
import { INDEX_OF_PART } from '../messages/index-of-part.ts'

const ColdPart = Type.Object({
  name: Type.String(),
  index: Type.String(),
  /** In days since 1970, see `partition-day.ts`. */
  day: Type.Integer(),
  bytes: Type.Number(),
})
export type ColdPart = Static<typeof ColdPart>

const DAY = sql`toUInt16(toDate(extract(partition, ${String.raw`,'(\d{4}-\d\d-\d\d)'\)$`})))`
const HOT = sql`SELECT name, ${INDEX_OF_PART} AS index, ${DAY} AS day, toFloat64(bytes_on_disk) AS bytes
  FROM system.parts
  WHERE active AND database = currentDatabase() AND table = 'messages' AND NOT has({disks:Array(String)}, disk_name)
    AND modification_time <= now() - {settled:UInt32}
  ORDER BY day, index, min_block_number`

/** Parts of a server on other disks than these, that no late message and no merge has written for some seconds: by day. */
export const hotPartsOf = (
  { client }: Pick<MessageStore, 'client'>,
  disks: readonly string[],
  settledSeconds: number,
): Promise<readonly ColdPart[]> =>
  answeredForUsers(async () => {
    const query_params = { disks, settled: settledSeconds }
    const answer = await client.query({ query: HOT, query_params, format: 'JSONEachRow' })
    return Value.Parse(Type.Array(ColdPart), await answer.json())
  })

/** A part is where it was until all of it is moved, whenever the server ends. */
export async function movePart(
  { patientClient }: Pick<MessageStore, 'patientClient'>,
  { name }: ColdPart,
  { name: volume }: ColdVolume,
  signal: AbortSignal,
): Promise<void> {
  await patientClient.command({
    query: sql`ALTER TABLE messages MOVE PART ${name} TO VOLUME ${volume}`,
    abort_signal: signal,
    clickhouse_settings: { max_execution_time: 0 },
  })
}
