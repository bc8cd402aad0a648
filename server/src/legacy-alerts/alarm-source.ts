/** Makes alarms: of an alert, of a test, and of an event whose notification runs an alarm callback. */
import type { TemplateModel } from '@logyard/contract/event-notifications/event-notifications'
import type { StreamAlertCondition } from '@logyard/contract/legacy-alerts/alert-conditions'
import type { Caller } from '../http/caller.ts'
import { legacyInstant } from '../identity/accounts/legacy-instant.ts'
import type { Clock } from '../platform/clock.ts'
import { LogyardError } from '../platform/errors.ts'
import type { Streams } from '../streams/stream-service.ts'
import { streamFacts } from '../streams/stream-views.ts'
import type { Alarm } from './callbacks/alarm.ts'
import type { StreamConditions } from './stream-conditions.ts'

type StoredStream = Awaited<ReturnType<Streams['get']>>

export type AlarmSource = ReturnType<typeof createAlarmSource>

export function createAlarmSource(deps: {
  readonly streams: Pick<Streams, 'get'>
  readonly conditions: StreamConditions
  /** Address of the console, without a slash at the end; may be empty. */
  readonly consoleUrl: string
  readonly clock: Clock
}) {
  const { streams, conditions, consoleUrl, clock } = deps
  const streamUrl = (id: string) => (consoleUrl === '' ? '' : `${consoleUrl}/streams/${id}/search`)

  async function ofStream(stream: StoredStream): Promise<Pick<Alarm, 'stream' | 'streamUrl'>> {
    const factsOf = await conditions.read()
    return { stream: streamFacts(stream, factsOf(stream.id)), streamUrl: streamUrl(stream.id) }
  }

  return {
    ofCheck: async (streamId: string, check: Omit<Alarm, 'stream' | 'streamUrl'>) => ({
      ...check,
      ...(await ofStream(await streams.get(streamId))),
    }),
    async dummy(caller: Caller, streamId: string) {
      const now = clock.now()
      return {
        ...(await ofStream(await streams.get(streamId))),
        condition: dummyCondition(caller.username, now),
        description: 'This is a test of an alarm callback: no condition was met.',
        triggeredAt: now.toISOString(),
        messages: [],
      }
    },
    async ofEvent(model: TemplateModel, streamId: string | undefined) {
      const { event, backlog } = model
      return {
        ...(await ofStream((await findStream(streams, streamId)) ?? unknownStream(event.timestamp))),
        condition: {
          id: model.event_definition_id,
          type: model.event_definition_type,
          title: model.event_definition_title,
          creator_user_id: '',
          created_at: legacyInstant(Date.parse(event.timestamp)),
          parameters: { grace: 0, backlog: backlog.length, repeat_notifications: false },
        },
        description: event.message,
        triggeredAt: event.timestamp,
        messages: backlog,
      }
    },
  }
}

const dummyCondition = (username: string, now: Date): StreamAlertCondition => ({
  id: '00000000-0000-0000-0000-000000000000',
  type: 'dummy',
  title: 'Test Alert',
  creator_user_id: username,
  created_at: legacyInstant(now.getTime()),
  parameters: {},
})

async function findStream({ get }: Pick<Streams, 'get'>, id: string | undefined): Promise<StoredStream | undefined> {
  if (id === undefined) return undefined
  try {
    return await get(id)
  } catch (error) {
    if (error instanceof LogyardError && error.kind === 'not-found') return undefined
    throw error
  }
}

/** Stream for events of definitions that name none. */
const unknownStream = (createdAt: string): StoredStream => ({
  id: '',
  title: 'All streams',
  description: null,
  creator_user_id: '',
  created_at: createdAt,
  disabled: false,
  matching_type: 'AND',
  remove_matches_from_default_stream: false,
  index_set_id: '',
  content_pack: null,
  rules: [],
  outputs: [],
})
