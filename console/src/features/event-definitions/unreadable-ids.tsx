import { Alert, List } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'

interface UnreadableIdsProps {
  readonly title: string
  readonly text?: string
  readonly ids: readonly string[]
}

/** Lists the ids of objects that the user may not read. */
export function UnreadableIds({ title, text, ids }: UnreadableIdsProps) {
  return (
    <Alert color="amber" icon={<IconLock />} title={title}>
      {text}
      <List size="sm">
        {ids.map((id) => (
          <List.Item key={id}>
            <span translate="no">{id}</span>
          </List.Item>
        ))}
      </List>
    </Alert>
  )
}
