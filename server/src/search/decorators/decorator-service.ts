/** The configured decorators, for all searches or for one stream. */
import { type DecoratorDraft, StoredDecorator } from '@logyard/contract/search/decorators'
import type { Caller } from '../../http/caller.ts'
import { LogyardError } from '../../platform/errors.ts'
import type { Ids } from '../../platform/ids.ts'
import { defineCollection, type SettingsStore } from '../../platform/settings/settings-store.ts'
import type { DecoratorTypes } from './decorator-types.ts'

export interface Decorators {
  list(): Promise<readonly StoredDecorator[]>
  /** The decorators of these streams or, without streams, those that belong to no stream; sorted by order. */
  of(streamIds: readonly string[]): Promise<readonly StoredDecorator[]>
  create(caller: Caller, draft: DecoratorDraft): Promise<StoredDecorator>
  replace(caller: Caller, id: string, draft: DecoratorDraft): Promise<StoredDecorator>
  delete(caller: Caller, id: string): Promise<void>
}

/** All decorators that are configured for searches, for types that ask whether they are. */
export const listStoredDecorators = (settings: SettingsStore): Promise<readonly StoredDecorator[]> =>
  settings.collection(decoratorCollection).list()

const decoratorCollection = defineCollection({
  name: 'decorators',
  audit: { type: 'decorator' },
  schema: StoredDecorator,
})

const decoratorNotFound = (id: string) =>
  new LogyardError('not-found', 'decorator-not-found', `Decorator with id ${id} not found!`)

export function createDecorators({
  settings,
  types,
  ids,
}: {
  readonly settings: SettingsStore
  readonly types: Pick<DecoratorTypes, 'find'>
  readonly ids: Ids
}): Decorators {
  const decorators = settings.collection(decoratorCollection)

  async function get(id: string): Promise<StoredDecorator> {
    const found = await decorators.find(id)
    if (found === undefined) throw decoratorNotFound(id)
    return found
  }

  return {
    list: () => decorators.list(),
    async of(streamIds) {
      const all = await decorators.list()
      const wanted = all.filter(({ stream }) =>
        streamIds.length === 0 ? stream === null : stream !== null && streamIds.includes(stream),
      )
      return wanted.toSorted((a, b) => a.order - b.order)
    },
    async create(caller, draft) {
      requireStream(caller, draft.stream ?? null)
      await types.find(draft.type)?.requireStorable?.(draft.config, caller)
      return await decorators.insert(stored(ids.next(), draft))
    },
    async replace(caller, id, draft) {
      requireStream(caller, (await get(id)).stream)
      requireStream(caller, draft.stream ?? null)
      await types.find(draft.type)?.requireStorable?.(draft.config, caller)
      const changed = await decorators.update(id, () => stored(id, draft))
      if (changed === undefined) throw decoratorNotFound(id)
      return changed
    },
    async delete(caller, id) {
      requireStream(caller, (await get(id)).stream)
      await decorators.delete(id)
    },
  }
}

/** A decorator changes what all users see of the stream or, without a stream, of all streams. */
function requireStream(caller: Caller, stream: string | null): void {
  caller.require(stream === null ? 'streams:edit' : `streams:edit:${stream}`)
}

const stored = (id: string, { type, config, stream = null, order = 0 }: DecoratorDraft): StoredDecorator => ({
  id,
  type,
  config,
  stream,
  order,
})
