import { deleteLicenseRequest } from '@logyard/contract/license/license'
import { Alert, Button, Stack, Text } from '@mantine/core'
import { IconClipboardCheck, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useCall } from '../../base/services/services.tsx'
import { useText } from '../../base/text/text.tsx'
import { useAskedAction } from '../../ui/action/use-action.ts'
import { DefinitionList } from '../../ui/definition-list.tsx'
import { Loaded } from '../../ui/page/loaded.tsx'
import { Instant } from '../../ui/time/instant.tsx'
import { FIELDS } from './license-form.tsx'
import { LICENSE_STATUS_KEY, licenseRequestQuery } from './license-queries.ts'

/** The request that this installation has stored, and whether it was sent. */
export function StoredRequest() {
  const t = useText()
  const stored = useQuery(licenseRequestQuery(useCall()))
  const remove = useDelete()
  const data = (text: string) => <span translate="no">{text}</span>
  return (
    <Loaded query={stored} lines={4}>
      {({ request, created_at, delivery, attempts, last_problem }) => (
        <Stack gap="md" align="flex-start">
          <Alert color="amber" icon={<IconClipboardCheck />} title={t('enterprise.staged')} w="100%">
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
              ...FIELDS.map((field) => ({ label: t(`enterprise.${field}`), value: data(request[field]) })),
            ]}
          />
          <Button variant="default" leftSection={<IconTrash size={16} />} onClick={() => void remove(undefined)}>
            {t('enterprise.delete')}
          </Button>
        </Stack>
      )}
    </Loaded>
  )
}

const useDelete = () =>
  useAskedAction({
    run: (call, _: undefined) => call(deleteLicenseRequest),
    texts: 'enterprise.delete',
    question: 'enterprise.delete',
    confirmLabel: 'enterprise.delete',
    // Not the request itself: it is gone.
    changes: [LICENSE_STATUS_KEY],
  })
