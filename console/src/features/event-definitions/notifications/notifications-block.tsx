import { getClusterConfig } from '@logyard/contract/cluster-config/cluster-config'
import type { EventNotification } from '@logyard/contract/event-notifications/event-notifications'
import { EVENTS_CONFIG_DEFAULTS, EVENTS_CONFIG_KEY } from '@logyard/contract/events/events-config'
import { ActionIcon, Group, Select, Stack, Table } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useCall } from '../../../base/services/services.tsx'
import { useMay } from '../../../base/session/current-user.tsx'
import { useText } from '../../../base/text/text.tsx'
import { configDocumentQuery } from '../../../cluster-config/config-document-query.ts'
import { NotificationTypeName } from '../../../notification-form/notification-types.tsx'
import { Dimmed } from '../../../ui/dimmed.tsx'
import { Fold } from '../../../ui/fields/fold.tsx'
import type { BlockProps } from '../model/block.ts'
import { allNotificationsQuery } from '../notification-queries.ts'
import { UnreadableIds } from '../unreadable-ids.tsx'
import { NewNotification } from './new-notification.tsx'
import { NotificationSettings } from './notification-settings.tsx'
import { useTellingText } from './use-telling-text.ts'

/** Who hears of the events, and how often. */
export function NotificationsBlock(props: BlockProps) {
  const { draft, onChange } = props
  const t = useText()
  const { data = [], isSuccess } = useQuery(allNotificationsQuery(useCall()))
  const assigned = draft.notifications.map(({ notification_id: id }) => id)
  const find = (id: string) => data.find((one) => one.id === id)
  const unknown = isSuccess ? assigned.filter((id) => find(id) === undefined) : []
  const offered = data.filter(({ id }) => !assigned.includes(id))
  const defaultBacklog = useDefaultBacklog()
  const tellingText = useTellingText()
  const assign = (id: string) =>
    onChange({ notifications: [...draft.notifications, { notification_id: id, notification_parameters: null }] })
  return (
    <Stack gap="md" maw={760}>
      <Dimmed>{t('definitions.notifications.help')}</Dimmed>
      {unknown.length > 0 && <UnreadableIds title={t('definitions.notifications.unreadable')} ids={unknown} />}
      {assigned.length > 0 && (
        <Assigned
          ids={assigned}
          find={find}
          onRemove={(removed) =>
            onChange({ notifications: draft.notifications.filter(({ notification_id: id }) => id !== removed) })
          }
        />
      )}
      <Select
        label={t('definitions.notifications.add')}
        placeholder={t('definitions.notifications.choose')}
        nothingFoundMessage={<span translate="yes">{t('definitions.notifications.nothing')}</span>}
        searchable
        attributes={{ dropdown: { translate: 'no' } }}
        data={offered.map(({ id, title }) => ({ value: id, label: title }))}
        value={null}
        onChange={(id) => id !== null && assign(id)}
      />
      <NewNotification onCreated={assign} />
      {assigned.length > 0 && (
        <>
          <Dimmed>{tellingText(draft)}</Dimmed>
          <Fold label={t('definitions.settings')} hasError={false}>
            <NotificationSettings {...props} defaultBacklog={defaultBacklog} />
          </Fold>
        </>
      )}
    </Stack>
  )
}

interface AssignedProps {
  readonly ids: readonly string[]
  readonly find: (id: string) => EventNotification | undefined
  readonly onRemove: (id: string) => void
}

function Assigned({ ids, find, onRemove }: AssignedProps) {
  const t = useText()
  return (
    <Table aria-label={t('definitions.notifications')}>
      <Table.Tbody>
        {ids.map((id) => {
          const { title = id, config } = find(id) ?? {}
          return (
            <Table.Tr key={id}>
              <Table.Td>
                <span translate="no">{title}</span>
              </Table.Td>
              <Table.Td c="dimmed">{config !== undefined && <NotificationTypeName type={config.type} />}</Table.Td>
              <Table.Td>
                <Group justify="flex-end">
                  <ActionIcon
                    aria-label={t('definitions.notifications.remove', { title })}
                    onClick={() => onRemove(id)}
                  >
                    <IconTrash size={16} />
                  </ActionIcon>
                </Group>
              </Table.Td>
            </Table.Tr>
          )
        })}
      </Table.Tbody>
    </Table>
  )
}

/** How many messages a notification has with it, unless its definition says otherwise. */
function useDefaultBacklog(): number {
  const mayRead = useMay()(getClusterConfig)
  const { data } = useQuery({ ...configDocumentQuery(useCall(), EVENTS_CONFIG_KEY), enabled: mayRead })
  const size = data?.['events_notification_default_backlog']
  return typeof size === 'number' ? size : EVENTS_CONFIG_DEFAULTS.events_notification_default_backlog
}
