/** Event definitions of the shop, and what they find in the day that has passed. */
import { executeEventDefinition, listEventDefinitions } from '../../contract/src/events/event-definitions.ts'
import type { CallApi } from './api-caller.ts'
import { createMissing, ofType, readShopObjects } from './shop-objects.ts'

const DAY_MS = 86_400_000
/** Messages of the last seconds may not be stored yet. */
const UNSTORED_MS = 10_000

/** Existing definitions stay unchanged; new ones run over the past day once. */
export async function setUpAlerts(call: CallApi): Promise<void> {
  const created = await createMissing(call, ofType(await readShopObjects(), 'event_definition'))
  const { event_definitions } = await call(listEventDefinitions, { query: { per_page: 0 } })
  const toMs = Date.now() - UNSTORED_MS
  const timerange = {
    type: 'absolute',
    from: new Date(toMs - DAY_MS).toISOString(),
    to: new Date(toMs).toISOString(),
  } as const
  for (const { name } of created) {
    const id = event_definitions.find(({ title }) => title === name)?.id ?? ''
    await call(executeEventDefinition, { params: { id }, body: { type: 'aggregation-v1', timerange } })
  }
}
