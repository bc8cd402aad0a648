/** Adapters of a list that its publisher offers at a fixed address, and that an administrator enables. */
import type { AdapterStart, SharingAdapter } from './adapter.ts'
import type { BlockListSource } from './block-lists/load-block-list.ts'
import { loadingInThread } from './loading-in-thread.ts'
import { SwitchedOff } from './switched-off.ts'

interface PublishedList {
  readonly kind: BlockListSource['kind']
  /** The name that users know. */
  readonly title: string
  readonly urls: readonly URL[]
  readonly refreshEveryMs: number
}

export function publishedList(
  { kind, title, urls, refreshEveryMs }: PublishedList,
  start: AdapterStart,
): SharingAdapter {
  const { threatIntel, refreshSoon } = start
  const list = loadingInThread({ kind, urls: urls.map(({ href }) => href) }, refreshEveryMs, start)
  const subscription = threatIntel.onChange(refreshSoon)
  return {
    kind: 'sharing',
    answers: list.answers,
    refreshEveryMs,
    async refresh(signal) {
      if (threatIntel.current()[kind]) return list.refresh(signal)
      list.drop()
      throw new SwitchedOff(`The ${title} service is disabled. Enable it in System / Configurations.`)
    },
    async [Symbol.asyncDispose]() {
      subscription[Symbol.dispose]()
      await list[Symbol.asyncDispose]()
    },
  }
}
