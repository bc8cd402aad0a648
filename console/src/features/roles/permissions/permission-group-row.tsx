import { Checkbox, Chip, Group, Tooltip } from '@mantine/core'
import { useText } from '../../../base/text/text.tsx'
import { Dimmed } from '../../../ui/dimmed.tsx'
import classes from './permission-picker.module.css'
import type { PermissionGroup } from './permission-selection.ts'

export interface PermissionGroupRowProps {
  readonly group: PermissionGroup
  readonly selected: ReadonlySet<string>
  /** The wider permission that already grants this one. */
  readonly grantedBy: (permission: string) => string | undefined
  readonly onAdd: (permissions: readonly string[]) => void
  readonly onRemove: (permissions: readonly string[]) => void
}

/** One group: a checkbox for the whole group, and a chip for each action. */
export function PermissionGroupRow({ group, selected, grantedBy, onAdd, onRemove }: PermissionGroupRowProps) {
  const t = useText()
  const { name, permissions } = group
  const open = permissions.filter((permission) => grantedBy(permission) === undefined)
  const held = permissions.filter((permission) => selected.has(permission) || grantedBy(permission) !== undefined)
  const isWhole = held.length === permissions.length
  return (
    <fieldset className={classes['group']} aria-label={t('roles.permissions.groupName', { name })}>
      <div className={classes['name']}>
        <Checkbox
          size="xs"
          aria-label={t('roles.permissions.group', { name })}
          label={<span translate="no">{name}</span>}
          checked={isWhole}
          indeterminate={held.length > 0 && !isWhole}
          disabled={open.length === 0}
          onChange={() => (isWhole ? onRemove(open) : onAdd(open))}
        />
        <Dimmed size="xs">{t('roles.permissions.ofGroup', { count: held.length, total: permissions.length })}</Dimmed>
      </div>
      <Group gap={4} translate="no">
        {permissions.map((permission) => {
          const wider = grantedBy(permission)
          const chip = (
            <Chip
              key={permission}
              size="xs"
              radius="sm"
              variant="outline"
              checked={selected.has(permission) || wider !== undefined}
              disabled={wider !== undefined}
              onChange={(isOn) => (isOn ? onAdd([permission]) : onRemove([permission]))}
              aria-label={permission}
            >
              {permission.slice(name.length + 1)}
            </Chip>
          )
          return wider === undefined ? (
            chip
          ) : (
            <Tooltip key={permission} label={t('roles.permissions.grantedBy', { entry: wider })} refProp="rootRef">
              {chip}
            </Tooltip>
          )
        })}
      </Group>
    </fieldset>
  )
}
