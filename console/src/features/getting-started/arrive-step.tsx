import type { MessageDocument } from '@logyard/contract/search/search-results'
import { useText } from '../../base/text/text.tsx'
import { FirstMessage } from '../../ingest/sending/first-message.tsx'
import { Step } from '../../ui/step/step.tsx'

interface ArriveStepProps {
  /** An input runs, so that a message can arrive. */
  readonly isWaiting: boolean
  readonly newest: MessageDocument | undefined
}

/** The newest message itself, with the way into the search. */
export function ArriveStep({ isWaiting, newest }: ArriveStepProps) {
  const t = useText()
  return (
    <Step number={3} title={t('gettingStarted.arrive')} isDone={newest !== undefined}>
      {(newest !== undefined || isWaiting) && <FirstMessage message={newest} />}
    </Step>
  )
}
