import { forgetUnusualOfStream } from '@logyard/contract/fields/unusual-messages'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useCall } from '../../base/services/services.tsx'
import { useMay } from '../../base/session/current-user.tsx'
import { useText } from '../../base/text/text.tsx'
import { useAction } from '../../ui/action/use-action.ts'
import { FormSection } from '../../ui/form/form-section.tsx'
import { UnusualList } from '../../unusual-messages/unusual-list.tsx'
import { UNUSUAL_KEY, unusualOfStreamQuery } from '../../unusual-messages/unusual-queries.ts'

/** The stream's messages whose shape suggests an error of their sender; hidden if there are none. */
export function UnusualOfStream({ streamId }: { streamId: string }) {
  const t = useText()
  const canForget = useMay()(forgetUnusualOfStream, { streamId })
  const unusual = useQuery(unusualOfStreamQuery(useCall(), streamId))
  const forget = useAction({
    run: (call, id: string) => call(forgetUnusualOfStream, { params: { streamId: id } }),
    texts: 'unusual.forget',
    changes: [UNUSUAL_KEY],
  })
  if (unusual.data === undefined || unusual.data.fields.length === 0) return null
  return (
    <FormSection
      title={t('unusual.title')}
      description={t('unusual.description')}
      action={
        canForget && (
          <Button size="xs" variant="default" loading={forget.isPending} onClick={() => forget.mutate(streamId)}>
            {t('unusual.forget')}
          </Button>
        )
      }
    >
      <UnusualList fields={unusual.data.fields} />
    </FormSection>
  )
}
