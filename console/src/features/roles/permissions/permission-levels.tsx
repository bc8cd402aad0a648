import { Group, SegmentedControl, Text } from '@mantine/core'
import { useText } from '../../../base/text/text.tsx'
import { Dimmed } from '../../../ui/dimmed.tsx'
import { LEVELS, levelOf, type PermissionArea } from './permission-areas.ts'
import classes from './permission-picker.module.css'
import { withoutPermissions, withPermissions } from './permission-selection.ts'

interface PermissionLevelsProps {
  readonly areas: readonly PermissionArea[]
  readonly value: readonly string[]
  readonly isHeld: (permission: string) => boolean
  readonly onChange: (permissions: readonly string[]) => void
}

/** None, view or edit for each area of the console. */
export function PermissionLevels({ areas, value, isHeld, onChange }: PermissionLevelsProps) {
  const t = useText()
  return (
    <ul className={classes['levels']}>
      {areas.map((area) => {
        const level = levelOf(area, isHeld)
        const label = t(`roles.area.${area.name}`)
        const choose = (chosen: string) => {
          const added = chosen === 'edit' ? area.edit : chosen === 'view' ? area.view : []
          onChange(withPermissions(withoutPermissions(value, area.edit), added))
        }
        return (
          <li key={area.name}>
            <Text size="sm">{label}</Text>
            <Group gap="sm" wrap="nowrap">
              {level === 'some' && <Dimmed size="xs">{t('roles.level.some')}</Dimmed>}
              <SegmentedControl
                size="xs"
                aria-label={label}
                data={LEVELS.map((one) => ({ value: one, label: t(`roles.level.${one}`) }))}
                // Mantine marks no choice if the value is none of them.
                value={level}
                onChange={choose}
              />
            </Group>
          </li>
        )
      })}
    </ul>
  )
}
