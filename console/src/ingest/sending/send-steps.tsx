import { searchesEverywhere } from '@logyard/contract/identity/rights'
import type { InputSummary } from '@logyard/contract/ingest/inputs'
import { IconInbox, IconSend } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useCall } from '../../base/services/services.tsx'
import { useMay } from '../../base/session/current-user.tsx'
import { useText } from '../../base/text/text.tsx'
import { NextStep } from '../../ui/next-steps/next-steps.tsx'
import type { SendCommand } from '../send-command.ts'
import { FirstMessage } from './first-message.tsx'
import { newestMessageQuery, ofInput } from './newest-message-query.ts'
import { SendLine } from './send-line.tsx'

interface SendStepsProps {
  readonly input: InputSummary
  /** Replaces the command of the input's type. */
  readonly commandFor?: (input: InputSummary, host: string) => SendCommand | undefined
}

/** Two of the `NextSteps` of an input: send a message to it, and see it arrive. */
export function SendSteps({ input, ...line }: SendStepsProps) {
  const t = useText()
  const isSeen = useMay()(searchesEverywhere)
  const query = ofInput(input.id)
  const newest = useQuery({ ...newestMessageQuery(useCall(), query), enabled: isSeen }).data
  return (
    <>
      <NextStep Icon={IconSend} label={t('ingest.howToSend')}>
        <SendLine input={input} {...line} />
      </NextStep>
      {isSeen && (
        <NextStep Icon={IconInbox} label={t('ingest.arrive')}>
          <FirstMessage message={newest ?? undefined} query={query} />
        </NextStep>
      )}
    </>
  )
}
