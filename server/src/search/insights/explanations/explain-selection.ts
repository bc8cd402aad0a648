/** Explains what a request asks for, with the caller's permissions. */
import type { Explanation, ExplanationRequest } from '@logyard/contract/search/explanations'
import type { Caller } from '../../../http/caller.ts'
import type { Clock } from '../../../platform/clock.ts'
import { resolveRange } from '../../ranges/resolve-range.ts'
import type { MessageSelections } from '../message-selections.ts'
import { type Asking, explain } from './explain.ts'

export async function explainSelection(
  { selections, clock, ...asking }: Asking & { readonly selections: MessageSelections; readonly clock: Clock },
  caller: Caller,
  { inside = {}, compare_with: comparedWith = 'rest', outside, ...selection }: ExplanationRequest,
): Promise<Explanation> {
  const nowMs = clock.now().getTime()
  // Compared with another time, only the messages of the query are, on both sides.
  const isByQuery = inside.query !== undefined && outside === undefined && comparedWith === 'rest'
  const more = inside.query === undefined || isByQuery ? [] : [inside.query]
  const selected = await selections.select(caller, { ...selection, filters: [...(selection.filters ?? []), ...more] })
  return await explain(asking, {
    selected,
    inside: inside.timerange === undefined ? undefined : resolveRange(inside.timerange, nowMs),
    insideQuery: isByQuery ? inside.query : undefined,
    comparedWith: outside === undefined ? comparedWith : resolveRange(outside, nowMs),
  })
}
