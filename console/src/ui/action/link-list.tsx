import { List, Stack, Text } from '@mantine/core'
import { AppLink } from '../../base/routes/app-link.tsx'

export interface LinkedObject {
  readonly name: string
  readonly to: string
}

/** A sentence, and links to the objects that it speaks of. */
export function LinkList({ text, links }: { text: string | undefined; links: readonly LinkedObject[] }) {
  return (
    <Stack gap="sm">
      <Text size="sm">{text}</Text>
      <List size="sm">
        {links.map(({ name, to }) => (
          <List.Item key={to}>
            <AppLink inherit underline="always" to={to} translate="no">
              {name}
            </AppLink>
          </List.Item>
        ))}
      </List>
    </Stack>
  )
}
