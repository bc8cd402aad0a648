import { setImmediate as afterOthers } from 'node:timers/promises'
import { createLruMap } from '@logyard/languages/caches/lru-map'
import { parseQuery } from '@logyard/languages/query/parse-query'
import type { QuerySyntaxError } from '@logyard/languages/query/query-syntax-error'
import type { QueryNode } from '@logyard/languages/query/query-tree'
import type { LogyardError } from '../../platform/errors.ts'
import { queryTextRefused } from '../search-errors.ts'

/** Long texts are parsed one by one, with a pause for other requests between them. */
export interface QueryTexts {
  /** The text of a query or a search type; throws `queryTextRefused`. */
  parse(text: string): Promise<QueryNode>
  /** The text of a filter, where leading wildcards are always allowed. */
  parseFilter(text: string): Promise<QueryNode>
}

type Outcome = { readonly tree: QueryNode } | { readonly refusal: LogyardError }

/** A search has few different texts. */
const MAX_KNOWN = 100
/** Characters that are parsed without a pause. */
const PARSED_AT_ONCE = 16_384

export function createQueryTexts(allowLeadingWildcard: boolean): QueryTexts {
  let sincePause = 0

  async function pauseBefore({ length }: string): Promise<void> {
    sincePause += length
    if (sincePause <= PARSED_AT_ONCE) return
    sincePause = length
    await afterOthers()
  }

  const parseWith = (allowed: boolean) => {
    // A refused text is remembered, too: hundreds of search types may share it.
    const known = createLruMap<string, Outcome>(MAX_KNOWN)
    return async (text: string): Promise<QueryNode> => {
      let outcome = known.get(text)
      if (outcome === undefined) {
        await pauseBefore(text)
        outcome = parseText(text, allowed)
        known.set(text, outcome)
      }
      if ('refusal' in outcome) throw outcome.refusal
      return outcome.tree
    }
  }
  return { parse: parseWith(allowLeadingWildcard), parseFilter: parseWith(true) }
}

function parseText(text: string, allowLeadingWildcard: boolean): Outcome {
  const parsed = parseQuery(text, { allowLeadingWildcard })
  if (parsed.ok) return parsed
  return { refusal: queryTextRefused(text, reasonOf(text, parsed.errors, allowLeadingWildcard)) }
}

/** Clients recognize a refused leading wildcard by this message. */
function reasonOf(text: string, errors: readonly QuerySyntaxError[], allowLeadingWildcard: boolean): string {
  if (!allowLeadingWildcard && parseQuery(text, { allowLeadingWildcard: true }).ok)
    return "'*' or '?' not allowed as first character"
  return errors.map(({ message }) => message).join(', ')
}
