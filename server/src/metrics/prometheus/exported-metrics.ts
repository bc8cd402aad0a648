/**
 * The metrics that Prometheus gets, under stable names. The first row whose `from` matches the name of a metric
 * exports it; `<label>` in `from` stands for a part of the name, which becomes the value of that label.
 */
export interface ExportedMetric {
  readonly name: string
  readonly help: string
  readonly from: string
  /**
   * `instant`: an ISO time or milliseconds, exported in seconds since 1970. `counter`: a gauge that only grows. `gauge`: a
   * counter that also falls.
   */
  readonly as?: 'counter' | 'gauge' | 'instant'
  /** Its values are multiplied by this: Prometheus counts in seconds, and shares from 0 to 1. */
  readonly scale?: number
  /** The same for all metrics of the row. */
  readonly labels?: Readonly<Record<string, string>>
}

const MS = 0.001
const STREAM = 'org.graylog2.plugin.streams.Stream.<stream>'
const EXTRACTOR = 'org.graylog2.inputs.extractors.<class>.<type>.<extractor>'
const PIPELINES = 'org.graylog.plugins.pipelineprocessor'
const CACHE = 'org.graylog2.lookup.caches.<cache>'
const ADAPTER = 'org.graylog2.lookup.adapters.<adapter>'
const CHUNKS = 'org.graylog2.inputs.codecs.GelfChunkAggregator'
const INPUT = '<type>.<input>'
const CODEC = '<codec>.<input>'

type Row = readonly [name: string, from: string, help: string, more?: Pick<ExportedMetric, 'as' | 'scale' | 'labels'>]

const throughput: readonly Row[] = [
  ['logyard_messages_received_total', 'org.graylog2.throughput.input', 'Messages that inputs received.'],
  ['logyard_messages_stored_total', 'org.graylog2.throughput.output', 'Messages that were stored.'],
  ['logyard_received_bytes_total', 'org.graylog2.traffic.input', 'Bytes that inputs received.'],
  ['logyard_decoded_bytes_total', 'org.graylog2.traffic.decoded', 'Bytes of decoded messages.'],
  ['logyard_stored_bytes_total', 'org.graylog2.traffic.output', 'Bytes of stored messages.'],
]

const journal: readonly Row[] = [
  ['logyard_journal_messages', 'org.graylog2.journal.entries-uncommitted', 'Messages that wait in the journal.'],
  ['logyard_journal_bytes', 'org.graylog2.journal.size', 'Size of the journal.'],
  ['logyard_journal_limit_bytes', 'org.graylog2.journal.size-limit', 'Maximum size of the journal.'],
  ['logyard_journal_utilization_ratio', 'org.graylog2.journal.utilization-ratio', 'Used share of the journal, 0 to 1.'],
  ['logyard_journal_segments', 'org.graylog2.journal.segments', 'Blocks in the journal.'],
  [
    'logyard_journal_oldest_timestamp_seconds',
    'org.graylog2.journal.oldest-segment',
    'When the oldest block of the journal was written; now if the journal is empty.',
    { as: 'instant' },
  ],
  [
    'logyard_journal_damaged_messages_total',
    'logyard.journal.damaged-entries',
    'Messages of the journal whose bytes had changed on the disk.',
    { as: 'counter' },
  ],
  ['logyard_buffer_messages', 'org.graylog2.buffers.<buffer>.usage', 'Messages or batches in a buffer.'],
  ['logyard_buffer_limit_messages', 'org.graylog2.buffers.<buffer>.size', 'Size of a buffer.'],
]

const processing: readonly Row[] = [
  ['logyard_processing_block_seconds', 'logyard.processing.blockTime', 'Time to process a block of messages.'],
  [
    'logyard_processing_invalid_timestamps_total',
    'logyard.processing.invalidTimestamps',
    'Messages whose timestamp was invalid.',
  ],
  ['logyard_processing_dropped_fields_total', 'logyard.processing.droppedFields', 'Fields that were not stored.'],
  ['logyard_processing_dropped_messages_total', 'logyard.processing.droppedMessages', 'Messages that rules dropped.'],
  [
    'logyard_processing_crashed_messages_total',
    'logyard.processing.crashedMessages',
    'Messages that ended a processing thread.',
  ],
  ['logyard_processing_refused_rows_total', 'logyard.processing.refusedRows', 'Messages that the store refused.'],
  ['logyard_failures', 'logyard.failures.kept', 'Failed messages that can be replayed.'],
  [
    'logyard_failures_evicted_total',
    'logyard.failures.evicted',
    'Failed messages that were deleted, because there were too many.',
    { as: 'counter' },
  ],
  [
    'logyard_pipelines_run_seconds',
    `${PIPELINES}.processors.PipelineInterpreter.executionTime`,
    'Time of a message in the pipelines.',
  ],
  [
    'logyard_pipeline_stage_messages_total',
    `${PIPELINES}.ast.Pipeline.<pipeline>.stage.<stage>.executed`,
    'Messages that a stage of a pipeline processed.',
  ],
  [
    'logyard_pipeline_messages_total',
    `${PIPELINES}.ast.Pipeline.<pipeline>.executed`,
    'Messages that a pipeline processed.',
  ],
  ['logyard_rule_runs_total', `${PIPELINES}.ast.Rule.<rule>.<outcome>`, 'Runs of a rule, by outcome.'],
  ['logyard_rule_counter_total', 'org.graylog.rulemetrics.<counter>', 'Counters that rules increment.'],
]

const streams: readonly Row[] = [
  ['logyard_stream_messages_total', `${STREAM}.incomingMessages`, 'Messages of a stream.'],
  [
    'logyard_stream_faults_total',
    `${STREAM}.matchingExceptions`,
    'Faults of the rules of a stream, by kind.',
    { labels: { kind: 'exception' } },
  ],
  ['logyard_stream_faults_total', `${STREAM}.ruleTimeouts`, '', { labels: { kind: 'timeout' } }],
  ['logyard_stream_faults_total', `${STREAM}.faultsExceeded`, '', { labels: { kind: 'paused' } }],
  ['logyard_stream_rule_seconds', `${STREAM}.StreamRule.<rule>.executionTime`, 'Time to check a rule of a stream.'],
  [
    'logyard_unusual_messages_total',
    'logyard.<owner>.<id>.typeClashes',
    'Unusual messages of a stream or an input, by kind.',
    { labels: { kind: 'type-clash' } },
  ],
  ['logyard_unusual_messages_total', 'logyard.<owner>.<id>.longValues', '', { labels: { kind: 'long-value' } }],
  ['logyard_unusual_messages_total', 'logyard.<owner>.<id>.fieldFloods', '', { labels: { kind: 'field-flood' } }],
  ['logyard_output_messages_total', 'logyard.outputs.<output>.written', 'Messages that an output sent.'],
  ['logyard_output_dropped_messages_total', 'logyard.outputs.<output>.dropped', 'Messages that an output dropped.'],
  ['logyard_output_faults_total', 'logyard.outputs.<output>.faults', 'Failed attempts of an output to send.'],
  ['logyard_output_queued_messages', 'logyard.outputs.<output>.queuedMessages', 'Messages that wait for an output.'],
  ['logyard_output_queued_bytes', 'logyard.outputs.<output>.queuedBytes', 'Bytes that wait for an output.'],
]

const lookups: readonly Row[] = [
  ['logyard_lookup_cache_requests_total', `${CACHE}.requests`, 'Lookups in a cache.'],
  ['logyard_lookup_cache_hits_total', `${CACHE}.hits`, 'Lookups that a cache answered.'],
  ['logyard_lookup_cache_misses_total', `${CACHE}.misses`, 'Lookups that a cache could not answer.'],
  ['logyard_lookup_cache_entries', `${CACHE}.entries`, 'Entries of a cache; -1 for one without a memory.'],
  ['logyard_lookup_cache_seconds', `${CACHE}.lookupTime`, 'Time of a lookup in a cache.'],
  ['logyard_lookup_adapter_request_seconds', `${ADAPTER}.requests`, 'Time of a request to a data adapter.'],
  ['logyard_lookup_adapter_refresh_seconds', `${ADAPTER}.refresh`, 'Time to load the data of a data adapter.'],
]

const extractors: readonly Row[] = [
  ['logyard_extractor_seconds', `${EXTRACTOR}.completeExecutionTime`, 'Time of an extractor for a message.'],
  [
    'logyard_extractor_phase_seconds',
    `${EXTRACTOR}.conditionTime`,
    'Time of a phase of an extractor.',
    phase('condition'),
  ],
  ['logyard_extractor_phase_seconds', `${EXTRACTOR}.executionTime`, '', phase('execution')],
  ['logyard_extractor_phase_seconds', `${EXTRACTOR}.converterExecutionTime`, '', phase('converters')],
  ['logyard_extractor_hits_total', `${EXTRACTOR}.conditionHits`, 'Messages that met the condition of an extractor.'],
  ['logyard_extractor_misses_total', `${EXTRACTOR}.conditionMisses`, 'Messages that did not meet the condition.'],
  ['logyard_extractor_failures_total', `${EXTRACTOR}.exceptions`, 'Failures of an extractor.', phase('execution')],
  ['logyard_extractor_failures_total', `${EXTRACTOR}.converterExceptions`, '', phase('converters')],
]

function phase(name: string) {
  return { labels: { phase: name } }
}

const runtime: readonly Row[] = [
  ['logyard_log_lines_total', 'org.apache.logging.log4j.core.Appender.<level>', 'Lines of the log, by level.'],
  ['logyard_heap_used_bytes', 'jvm.memory.heap.used', 'Used memory of the JavaScript heap.'],
  ['logyard_heap_committed_bytes', 'jvm.memory.heap.committed', 'Reserved memory of the JavaScript heap.'],
  ['logyard_heap_limit_bytes', 'jvm.memory.heap.max', 'Maximum size of the JavaScript heap.'],
  [
    'logyard_event_loop_delay_seconds',
    'logyard.event-loop.delay.mean-ms',
    'How late timers of the main thread fire: the mean, and the 99th percentile.',
    { scale: MS, labels: { statistic: 'mean' } },
  ],
  [
    'logyard_event_loop_delay_seconds',
    'logyard.event-loop.delay.99th-percentile-ms',
    '',
    { scale: MS, labels: { statistic: 'p99' } },
  ],
  ['logyard_garbage_collection_seconds', 'logyard.garbage-collection.<kind>', 'Pauses to collect memory.'],
  ['logyard_http_connections', 'logyard.http.connections.open', 'Open connections to console and API.'],
  [
    'logyard_http_connections_ended_total',
    'logyard.http.connections.refused',
    'Connections to console and API that were refused or displaced.',
    { as: 'counter', labels: { reason: 'refused' } },
  ],
  [
    'logyard_http_connections_ended_total',
    'logyard.http.connections.displaced',
    '',
    { as: 'counter', labels: { reason: 'displaced' } },
  ],
  [
    'logyard_http_errors_total',
    'logyard.http.refused',
    'Responses with an error status.',
    { labels: { kind: 'client' } },
  ],
  ['logyard_http_errors_total', 'logyard.http.failed', '', { labels: { kind: 'server' } }],
  ['logyard_http_request_seconds', 'logyard.http.<operation>', 'Time of a request to the API.'],
  ['logyard_scheduler_runs_total', 'logyard.scheduler.<task>.runs', 'Runs of a periodic task.'],
  ['logyard_scheduler_failures_total', 'logyard.scheduler.<task>.failures', 'Failed runs of a periodic task.'],
  ['logyard_jobs_waiting', 'logyard.jobs.waiting', 'Triggers of jobs that wait or run.'],
  ['logyard_jobs_late_seconds', 'logyard.jobs.late_ms', 'How late the first trigger is.', { scale: MS }],
  ['logyard_job_runs_total', 'logyard.jobs.<job>.runs', 'Runs of jobs.'],
  ['logyard_job_retries_total', 'logyard.jobs.<job>.retries', 'Runs of jobs that will be retried.'],
  ['logyard_job_failures_total', 'logyard.jobs.<job>.failures', 'Failed runs of jobs.'],
]

/** After all other rows: their names begin with the class of the input or codec. */
const inputs: readonly Row[] = [
  ...['complete-messages', 'expired-messages', 'total-chunks', 'duplicate-chunks', 'expired-chunks'].map(
    (name): Row => [
      'logyard_gelf_chunks_total',
      `${CHUNKS}.${name}`,
      'Chunked GELF messages and their chunks, by what happened.',
      { labels: { kind: name } },
    ],
  ),
  [
    'logyard_gelf_waiting_messages',
    `${CHUNKS}.waiting-messages`,
    'Chunked GELF messages that wait for chunks.',
    { as: 'gauge' },
  ],
  ['logyard_input_messages_total', `${INPUT}.incomingMessages`, 'Messages that an input received.'],
  ['logyard_input_bytes_total', `${INPUT}.rawSize`, 'Bytes of messages that an input received.'],
  ['logyard_input_empty_messages_total', `${INPUT}.emptyMessages`, 'Empty messages that an input ignored.'],
  ['logyard_input_invalid_messages_total', `${INPUT}.invalidMessages`, 'Messages that an input could not read.'],
  ['logyard_input_dropped_messages_total', `${INPUT}.droppedMessages`, 'Messages that an input dropped.'],
  ['logyard_input_aggregation_seconds', `${INPUT}.aggregationTime`, 'Time to join the parts of a message.'],
  [
    'logyard_input_last_message_timestamp_seconds',
    `${INPUT}.lastMessageAt`,
    'When an input received its last message.',
    { as: 'instant' },
  ],
  ['logyard_input_read_bytes_total', `${INPUT}.read_bytes_total`, 'Bytes that an input read.', { as: 'counter' }],
  ['logyard_input_written_bytes_total', `${INPUT}.written_bytes_total`, 'Bytes that an input sent.', { as: 'counter' }],
  ['logyard_input_connections', `${INPUT}.open_connections`, 'Open connections of an input.'],
  ['logyard_input_connections_total', `${INPUT}.total_connections`, 'Connections to an input.', { as: 'counter' }],
  [
    'logyard_input_refused_connections_total',
    `${INPUT}.refused_connections`,
    'Connections that an input refused.',
    { as: 'counter' },
  ],
  ['logyard_codec_messages_total', `${CODEC}.processedMessages`, 'Messages that a codec decoded.'],
  ['logyard_codec_failures_total', `${CODEC}.failures`, 'Messages that a codec could not decode.'],
  ['logyard_codec_incomplete_total', `${CODEC}.incomplete`, 'Messages that a codec could decode only in part.'],
  ['logyard_codec_seconds', `${CODEC}.parseTime`, 'Time to decode a message.'],
]

const rows = [...throughput, ...journal, ...processing, ...streams, ...lookups, ...extractors, ...runtime, ...inputs]

export const EXPORTED_METRICS: readonly ExportedMetric[] = rows.map(([name, from, help, more]) => ({
  name,
  from,
  help,
  ...more,
}))

/** Prometheus computes rates itself, and gets these from elsewhere. */
export const NOT_EXPORTED: readonly RegExp[] = [
  /\.1-sec-rate$/,
  /^logyard\.throughput\./,
  /_1sec$/,
  /^logyard\.process\./,
  /\.Appender\.all$/,
  /\.ast\.Rule\.[^.]+\.[^.]+\.\d+\./,
  /\.trace\.(evaluate|execute)\.duration$/,
]
