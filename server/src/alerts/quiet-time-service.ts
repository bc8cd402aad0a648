/** Quiet times as users see and change them. */
import { MAX_QUIET_TIMES, type QuietTime, type QuietTimeDraft } from '@logyard/contract/alerts/quiet-times'
import { sortedByTitle } from '../configured/stored-configured.ts'
import { entityKind, type KindDeps } from '../entities/entity-kind.ts'
import type { Caller } from '../http/caller.ts'
import type { Clock } from '../platform/clock.ts'
import { notAuthorized, validationFailed } from '../platform/errors.ts'
import { quietTimeNotFound, tooManyQuietTimes } from './alert-errors.ts'
import type { QuietEnds } from './quiet-ends.ts'
import { isQuietAt, nextEndOf, nextStartOf, scheduleProblems } from './quiet-schedule.ts'
import { type HeldBackCounts, quietTimeCollection, type StoredQuietTime } from './quiet-time-store.ts'

export interface QuietTimeServiceDeps extends KindDeps {
  readonly heldBackCounts: HeldBackCounts
  readonly ends: QuietEnds
  readonly clock: Clock
}

export type QuietTimeService = ReturnType<typeof createQuietTimeService>

export function createQuietTimeService(deps: QuietTimeServiceDeps) {
  const { heldBackCounts, clock } = deps
  const kind = quietTimeKind(deps)

  async function get(caller: Caller, id: string): Promise<StoredQuietTime> {
    const found = await kind.get(id)
    // Who may not read it shall not learn that it exists.
    if (!mayRead(caller, found)) throw quietTimeNotFound(id)
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
      const readable = (await kind.list()).filter((time) => mayRead(caller, time))
      return Promise.all(readable.map(shown))
    },
    get: async (caller: Caller, id: string) => shown(await get(caller, id)),
    create: async (caller: Caller, draft: QuietTimeDraft) => shown(await kind.create(draft, caller)),
    async update(caller: Caller, id: string, draft: QuietTimeDraft): Promise<QuietTime> {
      await get(caller, id)
      return shown(await kind.replace(id, () => draft, caller))
    },
    async delete(caller: Caller, id: string): Promise<void> {
      await get(caller, id)
      await kind.delete(id, (time) => requireEdit(caller, time))
    },
  }
}

function quietTimeKind(deps: QuietTimeServiceDeps) {
  const { heldBackCounts, ends, clock } = deps
  return entityKind<StoredQuietTime, QuietTimeDraft, Caller>(deps, {
    collection: quietTimeCollection,
    titleOf: ({ title }) => title,
    sorted: sortedByTitle,
    read(draft, { id, before, by }) {
      if (before !== undefined) requireEdit(by, before)
      requireEdit(by, draft)
      const now = clock.now().toISOString()
      return { id, created_by: by.username, created_at: now, ...before, ...readDraft(draft), updated_at: now }
    },
    async beside(change) {
      if (change.action !== 'delete') return ends.planning(change.after)
      const { id } = change.before
      const counts = await heldBackCounts.listBy('quietTime', id)
      return [...counts.map((count) => heldBackCounts.deleting(count.id)), ...(await ends.forgetting(id))]
    },
    notFound: quietTimeNotFound,
    limit: { most: MAX_QUIET_TIMES, error: tooManyQuietTimes },
  })
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
