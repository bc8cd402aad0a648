/** Every type of output. `type` is part of the API: it never changes. */
import { configField } from '@logyard/contract/configured/config-field'
import { type AvailableOutput, GELF_OUTPUT, STDOUT_OUTPUT } from '@logyard/contract/outputs/outputs'
import { type ConfiguredTypes, createConfiguredTypes } from '../configured/configured-type.ts'
import { gelfBatchMessages, gelfOutputFields, gelfRetryMs, gelfSettings } from './gelf-settings.ts'
import { openGelfTcp } from './gelf-tcp-sink.ts'
import { openGelfUdp } from './gelf-udp-sink.ts'
import { DEFAULT_PREFIX, openLogSink } from './log-sink.ts'
import type { OutputType } from './output-type.ts'

/** Log writes are synchronous; small batches let other work run in between. */
const LOG_BATCH_MESSAGES = 100
const LOG_RETRY_MS = 500

export const outputTypes: ConfiguredTypes<OutputType> = createConfiguredTypes<OutputType>([
  {
    type: GELF_OUTPUT,
    name: 'GELF Output',
    configuration: gelfOutputFields,
    format: 'gelf',
    batchMessages: gelfBatchMessages,
    retryMs: gelfRetryMs,
    async open(configuration, { ids, signal }) {
      const settings = gelfSettings(configuration)
      return settings.protocol === 'UDP' ? openGelfUdp(settings, ids, signal) : openGelfTcp(settings, signal)
    },
  },
  {
    type: STDOUT_OUTPUT,
    name: 'STDOUT Output',
    configuration: {
      prefix: configField('text', 'Prefix', 'Prefix of each message in the server log', DEFAULT_PREFIX),
    },
    format: 'document',
    batchMessages: () => LOG_BATCH_MESSAGES,
    retryMs: () => LOG_RETRY_MS,
    open: async (configuration, context) => openLogSink(configuration, context),
  },
])

export const availableOutput = ({ type, name, configuration }: OutputType): AvailableOutput => ({
  name,
  type,
  human_name: name,
  link_to_docs: '',
  requested_configuration: configuration,
})
