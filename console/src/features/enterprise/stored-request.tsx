import { deleteLicenseRequest } from '@logyard/contract/license/license'
import { Alert, Button, Stack, Text } from '@mantine/core'
import { IconClipboardCheck, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useCall } from '../../base/services/services.tsx'
import { useText } from '../../base/text/text.tsx'
import { useReportedMutation } from '../../base/toasts/use-reported-mutation.ts'
import { useConfirm } from '../../ui/confirm/confirm.tsx'
import { DefinitionList } from '../../ui/definition-list.tsx'
import { LoadFailed } from '../../ui/page/load-failed.tsx'
import { LoadingLines } from '../../ui/page/loading.tsx'
import { Instant } from '../../ui/time/instant.tsx'
import { LICENSE_STATUS_KEY, licenseRequestQuery } from './license-queries.ts'

/** The request that this installation has stored, and whether it was sent. */
export function StoredRequest() {
  const t = useText()
  const confirm = useConfirm()
  const stored = useQuery(licenseRequestQuery(useCall()))
  const remove = useDelete()
  if (stored.isPending) return <LoadingLines />
  if (stored.data === undefined) return <LoadFailed error={stored.error} onRetry={stored.refetch} />
  const { request, created_at, delivery, attempts, last_problem } = stored.data
  const data = (text: string) => <span translate="no">{text}</span>
  const askAndRemove = async () => {
    const confirmed = await confirm({
      title: t('enterprise.delete'),
      text: t('enterprise.delete.text'),
      confirmLabel: t('enterprise.delete'),
      isDangerous: true,
    })
    if (confirmed) remove.mutate(undefined)
  }
  return (
    <Stack gap="md" align="flex-start">
      <Alert color="amber" variant="light" icon={<IconClipboardCheck />} title={t('enterprise.staged')} w="100%">
        {t(`enterprise.delivery.${delivery}`, { attempts })}
        {last_problem !== null && (
          <Text size="sm" mt={4} translate="no">
            {last_problem}
          </Text>
        )}
      </Alert>
      <DefinitionList
        items={[
          { label: t('enterprise.createdAt'), value: <Instant instant={created_at} /> },
          { label: t('enterprise.first_name'), value: data(request.first_name) },
          { label: t('enterprise.last_name'), value: data(request.last_name) },
          { label: t('enterprise.company'), value: data(request.company) },
          { label: t('enterprise.email'), value: data(request.email) },
          { label: t('enterprise.phone'), value: data(request.phone) },
        ]}
      />
      <Button variant="default" leftSection={<IconTrash size={16} />} loading={remove.isPending} onClick={askAndRemove}>
        {t('enterprise.delete')}
      </Button>
    </Stack>
  )
}

function useDelete() {
  const t = useText()
  const call = useCall()
  return useReportedMutation({
    run: (_: undefined) => call(deleteLicenseRequest, {}),
    succeeded: () => t('enterprise.deleted'),
    failed: (_, status) => ({
      title: t('enterprise.deleteFailed.title'),
      text: t('enterprise.deleteFailed', { status }),
    }),
    // Not the request itself: it is gone.
    changes: [LICENSE_STATUS_KEY],
  })
}
