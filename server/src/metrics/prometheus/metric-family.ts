/** Samples of one name, as Prometheus reads them. */
export interface MetricFamily {
  /** That of a counter ends with `_total`. */
  readonly name: string
  readonly help: string
  readonly type: 'counter' | 'gauge' | 'summary'
  readonly samples: readonly FamilySample[]
}

export interface FamilySample {
  /** Suffix of sums and counts of a summary: its quantiles have none. */
  readonly suffix?: '_sum' | '_count'
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}
