import { ActionIcon, Indicator } from '@mantine/core'
import { IconBellRinging } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { notificationsQuery } from '../../base/queries/notifications-query.ts'
import { useLinkProps } from '../../base/routes/app-link.tsx'
import { routes } from '../../base/routes/routes.ts'
import { useCall } from '../../base/services/services.tsx'
import { useText } from '../../base/text/text.tsx'
import { Tooltip } from '../../ui/tooltip/tooltip.tsx'

/** The number of open notifications of the server; hidden if there are none. */
export function NotificationBadge() {
  const t = useText()
  const link = useLinkProps(routes.overview())
  const { data } = useQuery(notificationsQuery(useCall()))
  if (data === undefined || data.total === 0) return null
  const label = t('shell.notifications', { count: data.total })
  return (
    <Tooltip label={label}>
      <Indicator label={data.total > 99 ? '99+' : data.total} size={16} color="red.6" offset={4}>
        <ActionIcon component="a" {...link} size="lg" aria-label={label}>
          <IconBellRinging size={18} />
        </ActionIcon>
      </Indicator>
    </Tooltip>
  )
}
