/**
 * Links that keep what somebody saw. A link stores ids and no values: each reader gets the messages that are still
 * there and that the reader may read. A user who may read none of its streams is not told that it exists.
 */
import {
  type FrozenLink,
  type FrozenLinkDraft,
  MAX_FROZEN_LINKS,
  type OpenedFrozenLink,
} from '@logyard/contract/search/frozen-links'
import { SYSTEM_EVENTS_STREAM_ID } from '@logyard/contract/streams/stream-ids'
import type { Caller } from '../../http/caller.ts'
import type { SystemMessages } from '../../notices/system-messages.ts'
import type { Clock } from '../../platform/clock.ts'
import { LogyardError } from '../../platform/errors.ts'
import type { Ids } from '../../platform/ids.ts'
import type { SettingsStore } from '../../platform/settings/settings-store.ts'
import { retentionTimes } from '../../store/index-sets/index-retention.ts'
import type { StreamAccess } from '../../streams/stream-access.ts'
import type { MessageSelections } from '../insights/message-selections.ts'
import { messageNotFound } from '../messages/message-errors.ts'
import type { SearchedIndices } from '../scope/searched-indices.ts'
import {
  type FrozenMessage,
  frozenLinkCollection,
  frozenMessagesCollection,
  type StoredFrozenLink,
} from './frozen-link-store.ts'
import { type FrozenMessages, keyOf } from './frozen-messages.ts'

const linkNotFound = (id: string) =>
  new LogyardError('not-found', 'frozen-link-not-found', `There is no frozen link ${id} that you may read`)
const tooManyLinks = () =>
  new LogyardError('invalid', 'too-many-frozen-links', `A user can have at most ${MAX_FROZEN_LINKS} frozen links`)

export interface FrozenLinkDeps {
  readonly settings: SettingsStore
  readonly selections: Pick<MessageSelections, 'select'>
  readonly messages: FrozenMessages
  readonly access: Pick<StreamAccess, 'among' | 'everything'>
  readonly indices: Pick<SearchedIndices, 'fateOf'>
  readonly systemMessages: Pick<SystemMessages, 'of'>
  readonly clock: Clock
  readonly ids: Ids
}

export function createFrozenLinks(deps: FrozenLinkDeps) {
  const { settings, messages, clock } = deps
  const links = settings.collection(frozenLinkCollection)
  const messagesOf = settings.collection(frozenMessagesCollection)
  const inTurn = settings.turns(frozenLinkCollection.name)
  const iso = (ms: number) => new Date(ms).toISOString()

  async function find(caller: Caller, id: string) {
    const [link, stored] = await Promise.all([links.find(id), messagesOf.find(id)])
    const frozen = stored?.messages ?? []
    if (link === undefined || !mayOpen(deps, caller, link, frozen)) throw linkNotFound(id)
    return { link, frozen }
  }

  return {
    async create(caller: Caller, draft: FrozenLinkDraft, signal: AbortSignal): Promise<FrozenLink> {
      const { note, query = '', filters = [], streams = [], columns } = draft
      const { range } = await deps.selections.select(caller, draft)
      const asked = draft.messages.map(({ index, id }) => ({ index, id: id.toLowerCase() }))
      const found = await messages.identify(caller, asked, signal)
      const frozen = [...new Map(asked.map((one) => [keyOf(one), one])).values()].map((one) => {
        const message = found.get(keyOf(one))
        if (message === undefined) throw messageNotFound(one.id, one.index)
        return message
      })
      const link: StoredFrozenLink = {
        ...{ id: deps.ids.next(), note: note.trim(), query, filters, streams, columns },
        from: iso(range.fromMs),
        to: iso(range.toMs),
        message_count: frozen.length,
        created_by: caller.username,
        owner_id: caller.userId,
        created_at: clock.now().toISOString(),
      }
      await inTurn(async () => {
        if ((await links.countBy('owner_id', caller.userId)) >= MAX_FROZEN_LINKS) throw tooManyLinks()
        await settings.commit([links.inserting(link), messagesOf.inserting({ id: link.id, messages: frozen })])
      })
      return shown(link)
    },

    list: async (caller: Caller): Promise<FrozenLink[]> =>
      (await links.listBy('owner_id', caller.userId)).toReversed().map(shown),

    async open(caller: Caller, id: string, signal: AbortSignal): Promise<OpenedFrozenLink> {
      const { link, frozen } = await find(caller, id)
      const hits = await messages.open(caller, frozen, signal)
      const here = new Set(hits.map(({ index, message }) => keyOf({ index, id: message._id })))
      const missing = frozen.filter((message) => !here.has(keyOf(message)))
      const gone = missing.filter((message) => couldRead(deps, caller, message))
      return {
        link: shown(link),
        messages: [...hits],
        gone: await reasonsOf(deps, gone),
        unreadable_count: missing.length - gone.length,
        may_delete: mayDelete(caller, link),
      }
    },

    async delete(caller: Caller, id: string): Promise<void> {
      const link = await links.find(id)
      if (link === undefined || !mayDelete(caller, link)) throw linkNotFound(id)
      await settings.commit([links.deleting(id), messagesOf.deleting(id)])
    },
  }
}
export type FrozenLinks = ReturnType<typeof createFrozenLinks>

const shown = ({ from, to, owner_id: _, ...facts }: StoredFrozenLink): FrozenLink => ({
  ...facts,
  filters: [...facts.filters],
  streams: [...facts.streams],
  columns: [...facts.columns],
  timerange: { type: 'absolute', from, to },
})

const mayDelete = (caller: Caller, { owner_id }: StoredFrozenLink) => owner_id === caller.userId || caller.holds('*')

function mayOpen(
  { access }: Pick<FrozenLinkDeps, 'access'>,
  caller: Caller,
  { owner_id, streams }: StoredFrozenLink,
  frozen: readonly FrozenMessage[],
): boolean {
  if (owner_id === caller.userId || access.everything(caller) !== undefined) return true
  return access.among(caller, [...streams, ...frozen.flatMap((one) => one.streams)]).ids.length > 0
}

/** Which events of the system a user may read depends on more than their stream, so that nothing is said of them. */
function couldRead({ access }: Pick<FrozenLinkDeps, 'access'>, caller: Caller, { streams }: FrozenMessage): boolean {
  const others = streams.filter((id) => id !== SYSTEM_EVENTS_STREAM_ID)
  return access.among(caller, others).ids.length > 0
}

async function reasonsOf(deps: FrozenLinkDeps, gone: readonly FrozenMessage[]): Promise<OpenedFrozenLink['gone']> {
  if (gone.length === 0) return []
  const retainedAt = await retentionTimes(deps.systemMessages)
  const reasonOf = async (index: string): Promise<Pick<OpenedFrozenLink['gone'][number], 'reason' | 'at'>> => {
    const fate = await deps.indices.fateOf(index)
    if (fate === 'open') return { reason: 'message_deleted', at: null }
    if (fate === 'closed') return { reason: 'index_closed', at: retainedAt('close', index) ?? null }
    const at = retainedAt('delete', index)
    return at === undefined ? { reason: 'index_deleted', at: null } : { reason: 'retention', at }
  }
  const byIndex = [...Map.groupBy(gone, ({ index }) => index)]
  return Promise.all(byIndex.map(async ([index, { length: count }]) => ({ index, count, ...(await reasonOf(index)) })))
}
