import { Code, Group, Text } from '@mantine/core'
import { useText } from '../../../base/text/text.tsx'
import { Dimmed } from '../../../ui/dimmed.tsx'
import classes from './granted-permissions.module.css'

/** The granted permissions, by group. */
export function GrantedPermissions({ permissions }: { permissions: readonly string[] }) {
  const t = useText()
  if (permissions.length === 0) {
    return <Dimmed>{t('roles.permissions.none')}</Dimmed>
  }
  if (permissions.includes('*')) return <Text size="sm">{t('roles.permissions.everything')}</Text>
  const groups = Map.groupBy(permissions.toSorted(), (permission) => permission.split(':')[0] ?? permission)
  return (
    <dl className={classes['groups']} translate="no">
      {[...groups].map(([group, inGroup]) => (
        <div key={group}>
          <dt>{group}</dt>
          <dd>
            <Group gap={4}>
              {inGroup.map((permission) => (
                <Code key={permission}>{permission.slice(group.length + 1) || group}</Code>
              ))}
            </Group>
          </dd>
        </div>
      ))}
    </dl>
  )
}
