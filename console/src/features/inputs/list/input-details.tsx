import type { InputSummary, InputTypeInfo } from '@logyard/contract/ingest/inputs'
import { Box, Text } from '@mantine/core'
import { useText } from '../../../base/text/text.tsx'
import type { LiveMetrics } from '../../../cluster/live-metrics.ts'
import { NodeLink } from '../../../cluster/node-link.tsx'
import { sendCommand } from '../../../ingest/send-command.ts'
import { CommandToCopy } from '../../../ui/command-to-copy/command-to-copy.tsx'
import { ConfigurationSummary } from '../configuration-summary.tsx'
import { ExtractorCount } from '../extractor-count.tsx'
import { addressOf } from '../input-address.ts'
import { InputTraffic } from '../input-traffic.tsx'
import classes from '../inputs.module.css'
import { StaticFields } from '../static-fields/static-fields.tsx'
import { UnusualOfInput } from '../unusual-of-input.tsx'

interface InputDetailsProps {
  readonly input: InputSummary
  readonly type: InputTypeInfo | undefined
  readonly metrics: LiveMetrics | undefined
  readonly nodeCount: number
  /** It runs, and no message has arrived. */
  readonly isSilent: boolean
}

/** The configuration and the traffic of an input, below its row. */
export function InputDetails({ input, type, metrics, nodeCount, isSilent }: InputDetailsProps) {
  const t = useText()
  return (
    <div className={classes['details']}>
      {isSilent && <Silent input={input} />}
      <div className={classes['columns']}>
        <div>
          {nodeCount > 1 && (
            <Text component="div" size="sm" mb="xs">
              {input.global || input.node === null ? (
                t('inputs.onAllNodes')
              ) : (
                <>
                  {t('inputs.onNode')} <NodeLink nodeId={input.node} />
                </>
              )}
            </Text>
          )}
          <ConfigurationSummary input={input} type={type} />
          <StaticFields input={input} />
          <ExtractorCount input={input} />
        </div>
        <div>
          <InputTraffic input={input} metrics={metrics} isByNode={nodeCount > 1 && input.global} />
          <UnusualOfInput input={input} />
        </div>
      </div>
    </div>
  )
}

/** The first thing to try when nothing arrives: a message from the sender's machine. */
function Silent({ input }: { input: InputSummary }) {
  const t = useText()
  const command = sendCommand(input, window.location.hostname)
  const address = addressOf(input)
  if (command === undefined || address === undefined) return null
  return (
    <Box mb="md">
      <Text size="sm" mb="xs">
        {t(command.kind === 'shell' ? 'inputs.silent' : 'inputs.silent.settings', { address })}
      </Text>
      <CommandToCopy text={command.text} />
    </Box>
  )
}
