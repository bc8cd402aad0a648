/** Checks of the server itself: its threads are not those of users, and answers are remembered while the patterns stay. */

import type { BoundedMap } from '@logyard/languages/caches/bounded-map'
import { createLruMap } from '@logyard/languages/caches/lru-map'
import type { BoundedRuns } from '../platform/bounded-runs/bounded-runs.ts'
import { LogyardError } from '../platform/errors.ts'
import { urlMatch } from './match-url.ts'

const MAX_KNOWN_URLS = 2000

export type FindMatch = (url: string, patterns: readonly string[]) => Promise<boolean>

export function createKnownAnswers(runs: Pick<BoundedRuns, 'run'>): FindMatch {
  let known: { readonly patterns: readonly string[]; readonly answers: BoundedMap<string, Promise<boolean>> } = {
    patterns: [],
    answers: createLruMap(MAX_KNOWN_URLS),
  }
  return (url, patterns) => {
    if (!isSame(known.patterns, patterns)) known = { patterns, answers: createLruMap(MAX_KNOWN_URLS) }
    const { answers } = known
    const before = answers.get(url)
    if (before !== undefined) return before
    // A host whose URLs are slow to check delays only its own.
    const answer = runs.run(urlMatch, { url, patterns }, { userId: hostOf(url) })
    answers.set(url, answer)
    answer.catch((error: unknown) => {
      // What was stopped would be stopped again.
      const isSlow = error instanceof LogyardError && error.code === 'run-too-slow'
      if (!isSlow && answers.get(url) === answer) answers.delete(url)
    })
    return answer
  }
}

const isSame = (some: readonly string[], others: readonly string[]) =>
  some.length === others.length && some.every((pattern, at) => pattern === others[at])

const hostOf = (url: string) => (URL.canParse(url) ? new URL(url).host : '')
