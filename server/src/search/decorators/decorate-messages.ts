/** Applies decorators to the messages of a result, and notes what they changed. */
import { isDeepStrictEqual } from 'node:util'
import type { Decorator, MessageDecorationStats } from '@logyard/contract/search/decorators'
import type { MessageDocument, MessageHit } from '@logyard/contract/search/search-results'
import type { DecorateMessage } from './decorator-type.ts'
import { findDecoratorType } from './decorator-types.ts'

/** In the order of the list. Decorators of a type that is not known are left out; `undefined` when none is left. */
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
  const pick = (from: MessageDocument, kept: readonly string[]) =>
    Object.fromEntries(kept.map((name) => [name, from[name]]))
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
