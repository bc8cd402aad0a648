import { Badge, Group } from '@mantine/core'

/** The administrator role grants everything, so its badge is highlighted. */
const ADMIN_ROLE = 'Admin'

export function RoleBadges({ names }: { names: readonly string[] }) {
  return (
    <Group gap={4} translate="no">
      {names
        .toSorted((a, b) => a.localeCompare(b))
        .map((name) => (
          <Badge key={name} color={name === ADMIN_ROLE ? 'amber' : 'gray'}>
            {name}
          </Badge>
        ))}
    </Group>
  )
}
