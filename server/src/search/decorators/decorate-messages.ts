/** Applies decorators to messages and reports the changed fields. */
import { isDeepStrictEqual } from 'node:util'
import type { Decorator, MessageDecorationStats } from '@logyard/contract/search/decorators'
import type { MessageDocument, MessageHit } from '@logyard/contract/search/search-results'
import type { DecorateMessage } from './decorator-type.ts'
import { findDecoratorType } from './decorator-types.ts'

/** Applies the decorators in order. Unknown types are ignored; returns undefined if there is nothing to apply. */
export function compileDecorators(decorators: readonly Decorator[]): DecorateMessage | undefined {
  const steps = decorators.flatMap(({ type, config }) => findDecoratorType(type)?.create(config) ?? [])
  if (steps.length === 0) return undefined
  return (message) => steps.reduce((decorated, step) => step(decorated), message)
}

export function decorateMessages(hits: readonly MessageHit[], decorators: readonly Decorator[]): readonly MessageHit[] {
  const decorate = compileDecorators(decorators)
  if (decorate === undefined) return hits
  return hits.map((hit) => {
    const message = decorate(hit.message)
    return { ...hit, message, decoration_stats: statsOf(hit.message, message) }
  })
}

function statsOf(before: MessageDocument, after: MessageDocument): MessageDecorationStats {
  if (before === after) return { added_fields: {}, changed_fields: {}, removed_fields: {} }
  const names = Object.keys(before)
  const pick = (from: MessageDocument, picked: readonly string[]) =>
    Object.fromEntries(picked.map((name) => [name, from[name]]))
  return {
    added_fields: pick(
      after,
      Object.keys(after).filter((name) => !Object.hasOwn(before, name)),
    ),
    changed_fields: pick(
      before,
      names.filter((name) => Object.hasOwn(after, name) && !isDeepStrictEqual(before[name], after[name])),
    ),
    removed_fields: pick(
      before,
      names.filter((name) => !Object.hasOwn(after, name)),
    ),
  }
}
