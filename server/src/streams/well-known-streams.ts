import {
  DEFAULT_STREAM_ID,
  EVENTS_STREAM_ID,
  SYSTEM_EVENTS_STREAM_ID,
  WELL_KNOWN_STREAM_TITLES,
} from '@logyard/contract/streams/stream-ids'
import type { Clock } from '../platform/clock.ts'
import { unlessTaken } from '../platform/settings/unless-taken.ts'
import type { StreamIndexSets } from './stream-index-sets.ts'
import type { StoredStream, StreamStore } from './stream-store.ts'

/** Creator shown for built-in streams. */
const CREATOR = 'admin'
const EVENTS_PREFIX = 'gl-events'
const SYSTEM_EVENTS_PREFIX = 'gl-system-events'

/** Creates the built-in streams at the first start; an existing one is not changed. */
export async function ensureWellKnownStreams(deps: {
  readonly store: StreamStore
  readonly indexSets: StreamIndexSets
  readonly clock: Clock
}): Promise<void> {
  const { store, indexSets, clock } = deps
  const common = {
    creator_user_id: CREATOR,
    created_at: clock.now().toISOString(),
    disabled: false,
    matching_type: 'AND',
    content_pack: null,
  } as const
  const idByPrefix = async (prefix: string) => {
    const set = (await indexSets.list()).find(({ index_prefix }) => index_prefix === prefix)
    return set === undefined ? indexSets.defaultId() : set.id
  }
  const ensure = async (
    id: string,
    make: () => Promise<Omit<StoredStream, 'id' | 'rules' | 'outputs' | keyof typeof common>>,
  ) => {
    if ((await store.find(id)) !== undefined) return
    const stream = { id, ...common, rules: [], outputs: [], ...(await make()) }
    // Another node may create it at the same time.
    await unlessTaken(store.insert(stream))
  }
  await ensure(DEFAULT_STREAM_ID, async () => ({
    title: WELL_KNOWN_STREAM_TITLES[DEFAULT_STREAM_ID],
    description: 'Every message that is not taken out by another stream',
    remove_matches_from_default_stream: false,
    index_set_id: await indexSets.defaultId(),
  }))
  await ensure(EVENTS_STREAM_ID, async () => ({
    title: WELL_KNOWN_STREAM_TITLES[EVENTS_STREAM_ID],
    description: 'Every event of the event definitions',
    remove_matches_from_default_stream: true,
    index_set_id: await idByPrefix(EVENTS_PREFIX),
  }))
  await ensure(SYSTEM_EVENTS_STREAM_ID, async () => ({
    title: WELL_KNOWN_STREAM_TITLES[SYSTEM_EVENTS_STREAM_ID],
    description: 'Every event of Logyard itself',
    remove_matches_from_default_stream: true,
    index_set_id: await idByPrefix(SYSTEM_EVENTS_PREFIX),
  }))
}
