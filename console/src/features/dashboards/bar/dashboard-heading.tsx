import type { View } from '@logyard/contract/views/views'
import { ActionIcon, Popover, Stack, Text, Title } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { useText } from '../../../base/text/text.tsx'
import classes from './dashboard-bar.module.css'

/** The title of the dashboard, and what its author wrote about it. */
export function DashboardHeading({ view }: { view: View | undefined }) {
  const t = useText()
  const about = [view?.summary ?? '', view?.description ?? ''].filter((text) => text !== '')
  return (
    <div className={classes['heading']}>
      <Title order={2} className={classes['title'] ?? ''} translate={view === undefined ? 'yes' : 'no'}>
        {view?.title ?? t('dashboards.new')}
      </Title>
      {about.length > 0 && (
        <Popover position="bottom-start" shadow="md" width={320}>
          <Popover.Target>
            <ActionIcon size={24} aria-label={t('dashboards.about')}>
              <IconInfoCircle size={16} />
            </ActionIcon>
          </Popover.Target>
          <Popover.Dropdown>
            <Stack gap="xs">
              {about.map((text) => (
                <Text key={text} size="sm" translate="no" style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}>
                  {text}
                </Text>
              ))}
            </Stack>
          </Popover.Dropdown>
        </Popover>
      )}
    </div>
  )
}
