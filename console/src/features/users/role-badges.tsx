import { Badge, Group } from '@mantine/core'

/** The administrator role grants everything, so its badge is highlighted. */
const ADMIN_ROLE = 'Admin'

export function RoleBadges({ names, isOneLine = false }: { names: readonly string[]; isOneLine?: boolean }) {
  return (
    <Group gap={4} wrap={isOneLine ? 'nowrap' : 'wrap'} translate="no">
      {names
        .toSorted((a, b) => a.localeCompare(b))
        .map((name) => (
          <Badge key={name} flex="none" miw="max-content" color={name === ADMIN_ROLE ? 'amber' : 'gray'}>
            {name}
          </Badge>
        ))}
    </Group>
  )
}
