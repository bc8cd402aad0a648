/** How a dashboard runs on a wall, as its address says. */
export interface TvSettings {
  /** Seconds that a page stays. */
  readonly interval: number
  /** Seconds between two refreshes. */
  readonly refresh: number
  /** Places of the pages to show, in their order; absent: all of them. */
  readonly tabs: readonly number[] | undefined
}

export const DEFAULT_INTERVAL_S = 30
export const DEFAULT_REFRESH_S = 10

export function readTvSettings(values: URLSearchParams): TvSettings {
  const tabs = (values.get('tabs') ?? '').split(',').filter((part) => /^\s*\d+\s*$/.test(part))
  return {
    interval: secondsOf(values.get('interval'), DEFAULT_INTERVAL_S),
    refresh: secondsOf(values.get('refresh'), DEFAULT_REFRESH_S),
    tabs: tabs.length === 0 ? undefined : tabs.map(Number),
  }
}

/** One second is the least: what lies below would never stand still. */
function secondsOf(text: string | null, fallback: number): number {
  const seconds = text === null || text.trim() === '' ? Number.NaN : Number(text)
  return Number.isFinite(seconds) ? Math.max(1, Math.floor(seconds)) : fallback
}

/** The pages in the order in which they are shown; what the address names and is not there is left out. */
export function shownPages<Page>(pages: readonly Page[], { tabs }: TvSettings): readonly Page[] {
  const named = (tabs ?? []).flatMap((index) => pages[index] ?? [])
  return named.length === 0 ? pages : named
}
