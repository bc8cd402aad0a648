/** Rules, pipelines and their connections as processing, the simulator and trials run them: plain data. */

export interface PipelineSettings {
  readonly rules: readonly RuleSettings[]
  readonly pipelines: readonly PipelineSourceSettings[]
  /** Ids of pipelines by stream id. Ids of deleted pipelines are skipped. */
  readonly connections: ReadonlyMap<string, readonly string[]>
  /** Whether rules are timed. */
  readonly hasRuleMetrics: boolean
}

export interface RuleSettings {
  readonly id: string
  /** The name in the source, which pipelines refer to. */
  readonly title: string
  readonly source: string
  /** A rule that is switched off counts as not listed. */
  readonly isOff: boolean
}

export interface PipelineSourceSettings {
  readonly id: string
  readonly title: string
  readonly source: string
}

export interface PublishedPipelines extends Disposable {
  /** As of the last change, also of other nodes. */
  current(): PipelineSettings
  /** Brings committed changes into effect; listeners have been called when it resolves. */
  publish(): Promise<void>
  onChange(listener: () => void): Disposable
}
