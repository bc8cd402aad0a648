import { Alert, List, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useText } from '../../base/text/text.tsx'
import type { WidgetResult } from '../../view-document/model/view-model.ts'
import { MESSAGES_PER_PAGE } from '../../view-document/model/widget-search-types.ts'

/** Why a widget has no result. */
export function RetrievalErrors({ result }: { result: WidgetResult }) {
  const t = useText()
  const limit = result.errors.find(({ type }) => type === 'result_window_limit')?.result_window_limit
  return (
    <Alert m="xs" color="red" icon={<IconAlertTriangle />} role="alert" title={t('widgets.errors.retrieving')}>
      {limit !== undefined && (
        <Text size="sm">
          {t('widgets.errors.window', {
            limit,
            size: MESSAGES_PER_PAGE,
            pages: Math.floor(limit / MESSAGES_PER_PAGE),
          })}
        </Text>
      )}
      <List size="sm" translate="no">
        {[...new Set(result.errors.map(({ description }) => description))].map((description) => (
          <List.Item key={description}>{description}</List.Item>
        ))}
      </List>
    </Alert>
  )
}
