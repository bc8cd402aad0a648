import type { InputSummary } from '@logyard/contract/ingest/inputs'
import { Text } from '@mantine/core'
import { useText } from '../../base/text/text.tsx'
import { CommandToCopy } from '../../ui/command-to-copy/command-to-copy.tsx'
import { type SendCommand, sendCommand } from '../send-command.ts'
import { SenderHostChoice, useSenderHost } from './sender-host.tsx'

interface SendLineProps {
  readonly input: InputSummary
  /** Replaces the command of the input's type. */
  readonly commandFor?: (input: InputSummary, host: string) => SendCommand | undefined
}

/** How to send a message to an input, ready to copy. */
export function SendLine({ input, commandFor = sendCommand }: SendLineProps) {
  const t = useText()
  const sender = useSenderHost()
  const command = commandFor(input, sender.host)
  if (command === undefined) return <Text size="sm">{t('ingest.send.none')}</Text>
  const { kind, text } = command
  return (
    <>
      <SenderHostChoice sender={sender} input={input} />
      <Text size="sm" mb="xs">
        {t(kind === 'shell' && sender.isHere ? 'ingest.send.shell.here' : `ingest.send.${kind}`)}
      </Text>
      <CommandToCopy text={text} />
    </>
  )
}
