/** The configured decorators, for all searches or for one stream. */
import { type DecoratorDraft, StoredDecorator } from '@logyard/contract/search/decorators'
import { entityKind, type KindDeps } from '../../entities/entity-kind.ts'
import type { Caller } from '../../http/caller.ts'
import { LogyardError } from '../../platform/errors.ts'
import { defineCollection, type SettingsStore } from '../../platform/settings/settings-store.ts'
import type { DecoratorTypes } from './decorator-types.ts'

export type Decorators = ReturnType<typeof createDecorators>

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

export function createDecorators(deps: KindDeps & { readonly types: Pick<DecoratorTypes, 'find'> }) {
  const kind = entityKind<StoredDecorator, DecoratorDraft, Caller>(deps, {
    collection: decoratorCollection,
    titleOf: ({ type }) => type,
    async read(draft, { id, before, by }) {
      if (before !== undefined) requireStream(by, before.stream)
      requireStream(by, draft.stream ?? null)
      await deps.types.find(draft.type)?.requireStorable?.(draft.config, by)
      return stored(id, draft)
    },
    notFound: decoratorNotFound,
  })
  return {
    list: kind.list,
    /** The decorators of these streams or, without streams, those that belong to no stream; sorted by order. */
    async of(streamIds: readonly string[]) {
      const wanted = (await kind.list()).filter(({ stream }) =>
        streamIds.length === 0 ? stream === null : stream !== null && streamIds.includes(stream),
      )
      return wanted.toSorted((a, b) => a.order - b.order)
    },
    create: (caller: Caller, draft: DecoratorDraft) => kind.create(draft, caller),
    replace: (caller: Caller, id: string, draft: DecoratorDraft) => kind.replace(id, () => draft, caller),
    async delete(caller: Caller, id: string) {
      await kind.delete(id, ({ stream }) => requireStream(caller, stream))
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
