/** Adapters of a list that its publisher offers at a fixed address, and that an administrator enables. */
import { fetchChecked } from '../../../platform/outgoing/fetch-checked.ts'
import type { SharedAnswers } from '../../shared-tables/shared-answers.ts'
import type { ThreatIntelSources } from '../../threat-intelligence/threat-intel-settings.ts'
import type { AdapterStart, SharingAdapter } from '../adapter.ts'
import { requestFailed, requireSuccess } from '../http/request-source.ts'

interface PublishedList {
  readonly source: keyof ThreatIntelSources
  /** As users know it. */
  readonly title: string
  readonly urls: readonly URL[]
  readonly refreshEveryMs: number
  /** Throws, with a sentence, if the texts are not such a list. */
  build(texts: readonly string[]): SharedAnswers
}

const MAX_LIST_BYTES = 16 * 2 ** 20
const REQUEST_LIMIT_MS = 60_000

export function publishedList(
  { source, title, urls, refreshEveryMs, build }: PublishedList,
  { threatIntel, refreshSoon }: Pick<AdapterStart, 'threatIntel' | 'refreshSoon'>,
): SharingAdapter {
  let answers: SharedAnswers | undefined
  let before: string | undefined
  const subscription = threatIntel.onChange(refreshSoon)
  return {
    kind: 'sharing',
    answers: () => answers,
    refreshEveryMs,
    async refresh(signal) {
      if (!threatIntel.current()[source]) {
        answers = undefined
        before = undefined
        throw new Error(`The ${title} service is disabled. Enable it in System / Configurations.`)
      }
      const texts = await Promise.all(urls.map((url) => fetchText(url, signal)))
      const text = texts.join('\0')
      if (text === before) return 'unchanged'
      answers = build(texts)
      before = text
      return 'changed'
    },
    async [Symbol.asyncDispose]() {
      subscription[Symbol.dispose]()
    },
  }
}

async function fetchText(url: URL, signal: AbortSignal): Promise<string> {
  const answer = await fetchChecked({ url, limitMs: REQUEST_LIMIT_MS, maxBytes: MAX_LIST_BYTES, signal }).catch(
    (error: unknown) => {
      signal.throwIfAborted()
      throw requestFailed(error)
    },
  )
  requireSuccess(answer)
  return answer.body.toString('utf8')
}
