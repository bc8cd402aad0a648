/** Tracks which run delivers the next result of each widget. A run that no widget waits for any more is aborted. */
export interface Run {
  readonly kind: 'search' | 'page'
  readonly signal: AbortSignal
  readonly abort: () => void
  /** What the widgets that still wait for this run requested, by widget id. */
  readonly waiting: Map<string, string>
  /** Known once the server has started the job. */
  jobId: string | undefined
  /** The user has stopped it: its job is cancelled as soon as it is known. */
  isStopping: boolean
  /** The server goes on with its job in the background after it is aborted. */
  isKept: boolean
  readonly startedAt: number
}

export function createActiveRuns() {
  const runs = new Set<Run>()
  let newestSearch: Run | undefined
  const ofWidget = (widgetId: string) => [...runs].find(({ waiting }) => waiting.has(widgetId))

  function release(widgetId: string): void {
    const run = ofWidget(widgetId)
    if (run === undefined) return
    run.waiting.delete(widgetId)
    if (run.waiting.size > 0) return
    runs.delete(run)
    run.abort()
  }

  function abortAll(): void {
    const aborted = [...runs]
    runs.clear()
    for (const run of aborted) run.abort()
  }

  return {
    /** The widgets wait for this run from now on, and no longer for the one before. */
    begin(kind: Run['kind'], requested: ReadonlyMap<string, string>, startedAt: number): Run {
      for (const widgetId of requested.keys()) release(widgetId)
      const controller = new AbortController()
      const run: Run = {
        kind,
        signal: controller.signal,
        abort: () => controller.abort(),
        waiting: new Map(requested),
        jobId: undefined,
        isStopping: false,
        isKept: false,
        startedAt,
      }
      runs.add(run)
      if (kind === 'search') newestSearch = run
      return run
    },
    end: (run: Run): void => void runs.delete(run),
    abortAll,
    release,
    /** An older search still delivers results of its widgets, but no longer the status of the view. */
    isNewestSearch: (run: Run): boolean => run === newestSearch,
    searches: (): readonly Run[] => [...runs].filter(({ kind }) => kind === 'search'),
    requestedBy: (widgetId: string): string | undefined => ofWidget(widgetId)?.waiting.get(widgetId),
    loading: (): ReadonlySet<string> => new Set([...runs].flatMap(({ waiting }) => [...waiting.keys()])),
    isSearching: (): boolean => [...runs].some(({ kind }) => kind === 'search'),
  }
}
