import type { InputSummary } from '@logyard/contract/ingest/inputs'
import { Box, type BoxProps, Text } from '@mantine/core'
import { useText } from '../../base/text/text.tsx'
import { sendCommand } from '../../ingest/send-command.ts'
import { SenderHostChoice, useSenderHost } from '../../ingest/sending/sender-host.tsx'
import { CommandToCopy } from '../../ui/command-to-copy/command-to-copy.tsx'
import { addressOf } from './input-address.ts'

interface FirstMessageCommandProps extends Pick<BoxProps, 'className' | 'mb'> {
  readonly input: InputSummary
  readonly text: 'inputs.silent' | 'inputs.diagnosis.try'
  /** Whether a firewall is named as the next reason. */
  readonly withFirewall?: boolean
}

/** The first thing to try when nothing arrives: a message from the sender's machine. */
export function FirstMessageCommand({ input, text, withFirewall = false, ...box }: FirstMessageCommandProps) {
  const t = useText()
  const sender = useSenderHost()
  const command = sendCommand(input, sender.host)
  const address = addressOf(input)
  if (command === undefined || address === undefined) return null
  return (
    <Box {...box}>
      <Text size="sm" mb="xs">
        {t(command.kind === 'shell' ? text : `${text}.settings`, { address })}
      </Text>
      <SenderHostChoice sender={sender} input={input} />
      <CommandToCopy text={command.text} />
      {withFirewall && (
        <Text size="sm" mt="xs">
          {t('inputs.diagnosis.firewall', { address })}
        </Text>
      )}
    </Box>
  )
}
