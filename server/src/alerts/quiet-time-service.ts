/** Quiet times as users see and change them. */
import { MAX_QUIET_TIMES, type QuietTime, type QuietTimeDraft } from '@logyard/contract/alerts/quiet-times'
import { sortedByTitle } from '../configured/stored-configured.ts'
import type { Caller } from '../http/caller.ts'
import type { Clock } from '../platform/clock.ts'
import { notAuthorized, validationFailed } from '../platform/errors.ts'
import type { Ids } from '../platform/ids.ts'
import type { SettingsStore, Write } from '../platform/settings/settings-store.ts'
import { quietTimeNotFound, tooManyQuietTimes } from './alert-errors.ts'
import type { QuietEnds } from './quiet-ends.ts'
import { isQuietAt, nextEndOf, nextStartOf, scheduleProblems } from './quiet-schedule.ts'
import type { HeldBackCounts, QuietTimeStore, StoredQuietTime } from './quiet-time-store.ts'

export interface QuietTimeServiceDeps {
  readonly settings: SettingsStore
  readonly store: QuietTimeStore
  readonly heldBackCounts: HeldBackCounts
  readonly ends: QuietEnds
  readonly clock: Clock
  readonly ids: Ids
}

export type QuietTimeService = ReturnType<typeof createQuietTimeService>

export function createQuietTimeService(deps: QuietTimeServiceDeps) {
  const { settings, store, heldBackCounts, ends, clock, ids } = deps

  async function find(caller: Caller, id: string) {
    const found = await store.findVersioned(id)
    // Who may not read it shall not learn that it exists.
    if (found === undefined || !mayRead(caller, found.document)) throw quietTimeNotFound(id)
    return found
  }

  async function shown(time: StoredQuietTime): Promise<QuietTime> {
    const now = clock.now()
    const counts = await heldBackCounts.listBy('quietTime', time.id)
    const isActive = isQuietAt(time.schedule, now)
    return {
      ...time,
      is_active: isActive,
      next_start: nextStartOf(time.schedule, now)?.toISOString() ?? null,
      ends_at: isActive ? (nextEndOf(time.schedule, now)?.toISOString() ?? null) : null,
      held_back_notifications: counts.reduce((sum, { count }) => sum + count, 0),
    }
  }

  return {
    async list(caller: Caller): Promise<readonly QuietTime[]> {
      const readable = (await store.list()).filter((time) => mayRead(caller, time))
      return Promise.all(sortedByTitle(readable).map(shown))
    },
    get: async (caller: Caller, id: string) => shown((await find(caller, id)).document),
    async create(caller: Caller, draft: QuietTimeDraft): Promise<QuietTime> {
      requireEdit(caller, draft)
      const now = clock.now().toISOString()
      const facts = { created_by: caller.username, created_at: now, updated_at: now }
      const time = { id: ids.next(), ...readDraft(draft), ...facts }
      if ((await store.count()) >= MAX_QUIET_TIMES) throw tooManyQuietTimes(MAX_QUIET_TIMES)
      await settings.commit([store.inserting(time), ...(await ends.planning(time))])
      return shown(time)
    },
    async update(caller: Caller, id: string, draft: QuietTimeDraft): Promise<QuietTime> {
      const { document, version } = await find(caller, id)
      requireEdit(caller, document)
      requireEdit(caller, draft)
      const time = { ...document, ...readDraft(draft), updated_at: clock.now().toISOString() }
      await settings.commit([store.replacing(time, version), ...(await ends.planning(time))])
      return shown(time)
    },
    async delete(caller: Caller, id: string): Promise<void> {
      const { document, version } = await find(caller, id)
      requireEdit(caller, document)
      const counts = await heldBackCounts.listBy('quietTime', id)
      const writes: Write[] = counts.map((count) => heldBackCounts.deleting(count.id))
      await settings.commit([store.deleting(id, version), ...writes, ...(await ends.forgetting(id))])
    },
  }
}

type Targets = Pick<StoredQuietTime, 'event_definitions' | 'tags'>

/** One of tags, or of all definitions, applies to definitions that nobody named. */
const isGeneral = ({ event_definitions, tags }: Targets) => tags.length > 0 || event_definitions.length === 0

function mayRead(caller: Caller, time: Targets): boolean {
  if (isGeneral(time)) return caller.holds('eventdefinitions:read')
  return time.event_definitions.some((id) => caller.holds(`eventdefinitions:read:${id}`))
}

function requireEdit(caller: Caller, time: Targets): void {
  if (isGeneral(time)) caller.require('eventdefinitions:edit')
  const refused = time.event_definitions.find((id) => !caller.holds(`eventdefinitions:edit:${id}`))
  if (refused !== undefined) throw notAuthorized(refused)
}

function readDraft({ title, event_definitions, tags, schedule, at_end }: QuietTimeDraft) {
  if (title.trim() === '') throw validationFailed({ title: ['The title cannot be empty.'] })
  const problems = scheduleProblems(schedule)
  if (Object.keys(problems).length > 0) throw validationFailed(problems)
  return {
    title: title.trim(),
    event_definitions: [...new Set(event_definitions)],
    tags: [...new Set(tags)],
    schedule,
    at_end,
  }
}
