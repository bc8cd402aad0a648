import { getClusterConfig } from '@logyard/contract/cluster-config/cluster-config'
import { getMailTransport } from '@logyard/contract/mail/mail'
import { Alert, type AlertProps, Text } from '@mantine/core'
import { IconMailOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { AppLink } from '../base/routes/app-link.tsx'
import { routes } from '../base/routes/routes.ts'
import { useCall } from '../base/services/services.tsx'
import { useMay } from '../base/session/current-user.tsx'
import { useText } from '../base/text/text.tsx'
import { mailTransportQuery } from './mail-transport-query.ts'

/** Says that no mail can be sent, and why. Nothing is shown if mail is set up, or to users who may not see that. */
export function MailWarning({ mb = 0 }: Pick<AlertProps, 'mb'>) {
  const t = useText()
  const may = useMay()
  const transport = useQuery({ ...mailTransportQuery(useCall()), enabled: may(getMailTransport) }).data
  if (transport === undefined || (transport.is_enabled && transport.problem === null)) return null
  return (
    <Alert color="amber" icon={<IconMailOff />} title={t('mail.warning.title')} mb={mb}>
      <Text size="sm">
        {transport.is_enabled ? <span translate="no">{transport.problem}</span> : t('mail.warning.off')}{' '}
        {may(getClusterConfig) && (
          <AppLink to={routes.configurations()} inherit underline="always">
            {t('mail.warning.settings')}
          </AppLink>
        )}
      </Text>
    </Alert>
  )
}
