import type { Caller } from '../http/caller.ts'

/** Whether the caller may read all streams whose messages made the event, or all streams if none are named. */
export const mayReadEvent = (caller: Pick<Caller, 'holds'>, sourceStreams: readonly string[]): boolean =>
  sourceStreams.length === 0
    ? caller.holds('streams:read')
    : sourceStreams.every((id) => caller.holds(`streams:read:${id}`))
