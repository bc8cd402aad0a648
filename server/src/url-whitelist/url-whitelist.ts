/**
 * The URL whitelist. It guards every address that the server requests because a user configured it: notifications,
 * data adapters and callbacks.
 */
import {
  URL_WHITELIST_KEY,
  UrlWhitelist as UrlWhitelistDocument,
  type UrlWhitelistEntry,
} from '@logyard/contract/url-whitelist/url-whitelist'
import type { ClusterConfig } from '../cluster-config/cluster-config.ts'
import type { BoundedRuns, RunOptions } from '../platform/bounded-runs/bounded-runs.ts'
import type { CheckedRequest, FetchChecked } from '../platform/outgoing/fetch-checked.ts'
import { createKnownAnswers, type FindMatch } from './known-answers.ts'
import { patternCheck, urlMatch } from './match-url.ts'
import { urlNotWhitelisted, urlWhitelistRefused } from './url-whitelist-errors.ts'

export type UrlWhitelist = ReturnType<typeof createUrlWhitelist>

const DEFAULT: UrlWhitelistDocument = { entries: [], disabled: false }
const SAVING: RunOptions = { userId: 'whitelist' }

export function createUrlWhitelist(deps: {
  readonly clusterConfig: Pick<ClusterConfig, 'register' | 'get'>
  readonly boundedRuns: BoundedRuns
  /** The threads for work of the server, which does not wait for users. */
  readonly serverRuns: BoundedRuns
  readonly fetchChecked: FetchChecked
}) {
  const { clusterConfig, boundedRuns, serverRuns, fetchChecked } = deps
  const config = clusterConfig.register({
    key: URL_WHITELIST_KEY,
    draft: UrlWhitelistDocument,
    document: UrlWhitelistDocument,
    default: DEFAULT,
    permissions: { read: 'urlwhitelist:read', write: 'urlwhitelist:write' },
    complete: async (draft) => ((await problemOf(serverRuns, draft.entries)) === undefined ? draft : undefined),
  })

  const knownAnswers = createKnownAnswers(serverRuns)

  async function isListed(url: string, findMatch: FindMatch): Promise<boolean> {
    const { entries, disabled } = await config.read()
    if (disabled || entries.some(({ type, value }) => type === 'literal' && isSame(value, url))) return true
    const patterns = entries.filter(({ type }) => type === 'regex').map(({ value }) => value)
    return patterns.length > 0 && (await findMatch(url, patterns))
  }

  /** Whether the server may request the URL itself. */
  const isAllowed = (url: string) => isListed(url, knownAnswers)

  return {
    read: config.read,
    async replace(document: UrlWhitelistDocument) {
      const problem = await problemOf(serverRuns, document.entries)
      if (problem !== undefined) throw urlWhitelistRefused(problem)
      await clusterConfig.get(URL_WHITELIST_KEY).replace(document)
    },
    /** Write for a commit with other changes: the whitelist with these entries, and without those of `removed`, by id. */
    async changing(entries: readonly UrlWhitelistEntry[], removed: readonly string[]) {
      const { entries: before, disabled } = await config.read()
      const replaced = new Set([...removed, ...entries.map(({ id }) => id)])
      const changed = { entries: [...before.filter(({ id }) => !replaced.has(id)), ...entries], disabled }
      const problem = await problemOf(serverRuns, changed.entries)
      if (problem !== undefined) throw urlWhitelistRefused(problem)
      return config.replacing(changed)
    },
    /** Checks for a user who tries a URL. */
    check: (tried: string, options: RunOptions) =>
      isListed(tried, (url, patterns) => boundedRuns.run(urlMatch, { url, patterns }, options)),
    isAllowed,
    /** Checks the URL, and the URL of each redirect. Throws `urlNotWhitelisted`. */
    fetch: (request: Omit<CheckedRequest, 'check'>) =>
      fetchChecked({
        ...request,
        async check({ href }) {
          if (!(await isAllowed(href))) throw urlNotWhitelisted(href)
        },
      }),
  }
}

/** The time of compiling depends on the patterns, too. */
async function problemOf(runs: BoundedRuns, entries: readonly UrlWhitelistEntry[]): Promise<string | undefined> {
  const ids = new Set<string>()
  for (const { id } of entries) {
    if (ids.has(id)) return `Two entries of the URL whitelist have the id ${id}.`
    ids.add(id)
  }
  const expressions = entries.filter(({ type }) => type === 'regex')
  if (expressions.length === 0) return undefined
  const invalid = await runs.run(
    patternCheck,
    expressions.map(({ value }) => value),
    SAVING,
  )
  if (invalid === undefined) return undefined
  return `The value of the entry "${expressions[invalid.at]?.title}" is not a valid regular expression: ${invalid.problem}`
}

/** A URL without a path is requested with the path `/`. */
const isSame = (value: string, url: string): boolean =>
  value === url || (URL.canParse(value) && new URL(value).href === url)
