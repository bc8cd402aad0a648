/** Applies decorators to messages and reports the changed fields. */
import { isDeepStrictEqual } from 'node:util'
import type { Decorator, MessageDecorationStats } from '@logyard/contract/search/decorators'
import type { MessageDocument, MessageHit } from '@logyard/contract/search/search-results'
import type { Log } from '../../platform/log.ts'
import type { DecorateList, DecoratorUse } from './decorator-type.ts'
import type { DecoratorTypes } from './decorator-types.ts'

/** The index of messages that a decorator created. */
const CREATED_INDEX = '[created from decorator]'

/** Each message, followed by those that decorators created from it. */
export type DecorateDocuments = (messages: readonly MessageDocument[]) => Promise<readonly DecoratedDocument[]>

export interface DecoratedDocument {
  readonly message: MessageDocument
  /** Undefined if a decorator created the message. */
  readonly original: MessageDocument | undefined
}

export type Decoration = ReturnType<typeof createDecoration>

interface Step {
  readonly type: string
  readonly decorate: DecorateList
}

export function createDecoration(deps: { readonly types: Pick<DecoratorTypes, 'find'>; readonly log: Log }) {
  const { types, log } = deps
  /**
   * Applies the decorators in order. Unknown types are ignored, and one that fails is skipped. Undefined if there is
   * nothing to apply.
   */
  async function compile(decorators: readonly Decorator[], use: DecoratorUse): Promise<DecorateDocuments | undefined> {
    const steps: Step[] = []
    for (const [at, { type, config }] of decorators.entries()) {
      const decorate = await types.find(type)?.create(config, use, decorators.slice(0, at))
      if (decorate !== undefined) steps.push({ type, decorate })
    }
    if (steps.length === 0) return undefined
    return async (messages) => {
      let documents = messages.map((message): DecoratedDocument => ({ message, original: message }))
      for (const step of steps) documents = await applyStep(step, documents, use.signal)
      return documents
    }
  }

  async function applyStep(
    { type, decorate }: Step,
    documents: DecoratedDocument[],
    signal: AbortSignal,
  ): Promise<DecoratedDocument[]> {
    try {
      const decorated = await decorate(documents.map(({ message }) => message))
      return documents.flatMap((document, at) => {
        const { message = document.message, created = [] } = decorated[at] ?? {}
        return [{ ...document, message }, ...created.map((each) => ({ message: each, original: undefined }))]
      })
    } catch (error) {
      signal.throwIfAborted()
      log.warn({ err: error, decoratorType: type }, 'decorator skipped')
      return documents
    }
  }

  return {
    compile,
    async hits(hits: readonly MessageHit[], decorators: readonly Decorator[], use: DecoratorUse) {
      const decorate = await compile(decorators, use)
      if (decorate === undefined) return hits
      const byDocument = new Map(hits.map((hit) => [hit.message, hit]))
      return (await decorate(hits.map(({ message }) => message))).map(({ message, original }) => {
        const hit = original && byDocument.get(original)
        if (original === undefined || hit === undefined) return createdHit(message)
        return { ...hit, message, decoration_stats: statsOf(original, message) }
      })
    },
  }
}

const createdHit = (message: MessageDocument): MessageHit => ({
  message,
  index: CREATED_INDEX,
  highlight_ranges: {},
  decoration_stats: null,
})

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
