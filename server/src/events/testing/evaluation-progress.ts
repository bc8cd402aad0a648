/** How far the nodes of a test are, and the events that they stored. */
import { sql } from '@logyard/languages/sql/sql'
import type { SettingsStore } from '../../platform/settings/settings-store.ts'
import { triggerCollection } from '../../scheduler/job-store.ts'
import type { Engine } from '../../store/engine/engine.ts'
import { readEvaluationData } from '../definitions/definition-triggers.ts'
import { outboxCollection } from '../stored/outbox.ts'
import { EVENTS_INDEX } from './evaluating-node.ts'

/** Names the jobs that are due by the clock and have not run. */
export async function pending(settings: SettingsStore, nowMs: number, waitMs: number): Promise<readonly string[]> {
  const triggers = await settings.collection(triggerCollection).list()
  const due = triggers.flatMap(({ id, status, data, problem = '' }) => {
    const range = readEvaluationData(data)?.range
    const isDone = status === 'runnable' && range !== undefined && range.toMs + waitMs > nowMs
    return isDone ? [] : [`${id} ${status} ${problem}`]
  })
  const unstored = await settings.collection(outboxCollection).count()
  return unstored === 0 ? due : [...due, `${unstored} batches of events`]
}

interface StoredEvent {
  readonly at: string
  readonly message: string
  readonly fields: { readonly key?: string; readonly source_streams?: readonly string[] }
}

/** One line for each, sorted. */
export async function storedEvents({ client }: Engine): Promise<readonly string[]> {
  const answer = await client.query({
    query: sql`SELECT toString(toUnixTimestamp64Milli(timestamp)) AS at, message, fields FROM messages
      WHERE \`index\` = ${EVENTS_INDEX}`,
    format: 'JSONEachRow',
  })
  const rows = await answer.json<StoredEvent>()
  return rows
    .map(({ at, message, fields: { key = '', source_streams = [] } }) => {
      const time = new Date(Number(at)).toISOString()
      return `${time} ${message} key=${key} in ${source_streams.toSorted().join()}`
    })
    .toSorted()
}
