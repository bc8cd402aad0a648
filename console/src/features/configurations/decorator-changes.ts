/** The requests that turn the stored decorators into the edited ones. */
import type { Decorator, DecoratorDraft, StoredDecorator } from '@logyard/contract/search/decorators'

export interface DecoratorChanges {
  readonly created: readonly DecoratorDraft[]
  readonly updated: readonly (DecoratorDraft & { readonly id: string })[]
  readonly deleted: readonly string[]
}

const isNew = ({ id }: Decorator) => id === null || id === undefined

export function decoratorChanges(stored: readonly StoredDecorator[], edited: readonly Decorator[]): DecoratorChanges {
  const byId = new Map(stored.map((one) => [one.id, one]))
  const editedIds = new Set(edited.map(({ id }) => id))
  const updated = edited.flatMap((one) => {
    const { id } = one
    if (id === null || id === undefined) return []
    const { type, config, stream = null, order = 0 } = one
    const before = byId.get(id)
    const isSame =
      before !== undefined && before.order === order && JSON.stringify(before.config) === JSON.stringify(config)
    return isSame ? [] : [{ id, type, config, stream, order }]
  })
  return {
    created: edited
      .filter(isNew)
      .map(({ type, config, stream = null, order = 0 }) => ({ type, config, stream, order })),
    updated,
    deleted: stored.filter(({ id }) => !editedIds.has(id)).map(({ id }) => id),
  }
}
