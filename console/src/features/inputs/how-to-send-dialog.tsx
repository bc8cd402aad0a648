import { updateInput } from '@logyard/contract/ingest/inputs'
import { Modal } from '@mantine/core'
import { IconScissors, IconStethoscope } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { routes } from '../../base/routes/routes.ts'
import { useCall } from '../../base/services/services.tsx'
import { useMay } from '../../base/session/current-user.tsx'
import { useText } from '../../base/text/text.tsx'
import { extractorsLink } from '../../ingest/extractors-link.ts'
import { SendSteps } from '../../ingest/sending/send-steps.tsx'
import type { useFormDialog } from '../../ui/form/form-dialog.tsx'
import { NextStep, NextSteps } from '../../ui/next-steps/next-steps.tsx'
import { inputsQuery } from './input-queries.ts'

/** `subject` is the id of the input. */
type HowToSendDialogProps = Omit<ReturnType<typeof useFormDialog<string>>, 'open'>

/** The next steps for a new input: how to send a first message, and then the search for it. */
export function HowToSendDialog({ subject: id, isOpen, close }: HowToSendDialogProps) {
  const t = useText()
  const may = useMay()
  const input = useQuery(inputsQuery(useCall())).data?.find((one) => one.id === id)
  if (input === undefined) return null
  return (
    <Modal opened={isOpen} onClose={close} size="lg" title={<span translate="no">{input.title}</span>}>
      <NextSteps title={t('ingest.next')}>
        <SendSteps input={input} />
        {may(updateInput, { id: input.id }) && (
          <NextStep Icon={IconScissors} label={t('inputs.manageExtractors')} to={extractorsLink(input)} />
        )}
        <NextStep Icon={IconStethoscope} label={t('inputs.diagnose')} to={routes.inputs.diagnosis(input.id)} />
      </NextSteps>
    </Modal>
  )
}
