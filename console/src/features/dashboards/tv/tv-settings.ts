/** The settings of the full-screen view, read from the address. */
export interface TvSettings {
  /** Seconds that each page is shown. */
  readonly interval: number
  /** Seconds between refreshes. */
  readonly refresh: number
  /** Indexes of the pages to show, in order; absent: all pages. */
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

/** At least one second. */
function secondsOf(text: string | null, fallback: number): number {
  const seconds = text === null || text.trim() === '' ? Number.NaN : Number(text)
  return Number.isFinite(seconds) ? Math.max(1, Math.floor(seconds)) : fallback
}

/** The pages in display order; unknown indexes are ignored. */
export function shownPages<Page>(pages: readonly Page[], { tabs }: TvSettings): readonly Page[] {
  const named = (tabs ?? []).flatMap((index) => pages[index] ?? [])
  return named.length === 0 ? pages : named
}
