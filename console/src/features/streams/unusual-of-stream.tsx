import { forgetUnusualOfStream } from '@logyard/contract/fields/unusual-messages'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useCall } from '../../base/services/services.tsx'
import { useMay } from '../../base/session/current-user.tsx'
import { useText } from '../../base/text/text.tsx'
import { useReportedMutation } from '../../base/toasts/use-reported-mutation.ts'
import { FormSection } from '../../ui/form/form-section.tsx'
import { UnusualList } from '../../unusual-messages/unusual-list.tsx'
import { UNUSUAL_KEY, unusualOfStreamQuery } from '../../unusual-messages/unusual-queries.ts'
import { mayEditStream } from './stream-permissions.ts'

/** The stream's messages whose shape suggests an error of their sender; hidden if there are none. */
export function UnusualOfStream({ streamId }: { streamId: string }) {
  const t = useText()
  const call = useCall()
  const canForget = mayEditStream(useMay(), { id: streamId })
  const unusual = useQuery(unusualOfStreamQuery(call, streamId))
  const forget = useReportedMutation({
    run: () => call(forgetUnusualOfStream, { params: { streamId } }),
    succeeded: () => t('unusual.forgotten'),
    failed: (_, status) => ({ text: t('unusual.forgetFailed', { status }) }),
    changes: [UNUSUAL_KEY],
  })
  if (unusual.data === undefined || unusual.data.fields.length === 0) return null
  return (
    <FormSection
      title={t('unusual.title')}
      description={t('unusual.description')}
      action={
        canForget && (
          <Button size="xs" variant="default" loading={forget.isPending} onClick={() => forget.mutate(undefined)}>
            {t('unusual.forget')}
          </Button>
        )
      }
    >
      <UnusualList fields={unusual.data.fields} />
    </FormSection>
  )
}
