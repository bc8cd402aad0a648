import { Alert } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useText } from '../../../base/text/text.tsx'

/** Says that the server does not know its own address, which providers need. */
export function AddressUnknown() {
  const t = useText()
  return (
    <Alert color="amber" icon={<IconAlertTriangle />}>
      {t('authentication.providers.addressUnknown')}
    </Alert>
  )
}
