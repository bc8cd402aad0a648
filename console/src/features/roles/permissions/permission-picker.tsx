import { Group, SegmentedControl, Stack, TagsInput, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useCall } from '../../../base/services/services.tsx'
import { useText } from '../../../base/text/text.tsx'
import { Fold } from '../../../ui/fields/fold.tsx'
import { FilterInput } from '../../../ui/form/filter-input.tsx'
import { Loaded } from '../../../ui/page/loaded.tsx'
import { permissionCatalogueQuery } from '../role-queries.ts'
import { areasOf } from './permission-areas.ts'
import { PermissionGroupRow } from './permission-group-row.tsx'
import { PermissionLevels } from './permission-levels.tsx'
import classes from './permission-picker.module.css'
import {
  type Catalogue,
  freeEntries,
  grantedBy,
  groupsOf,
  isPermission,
  matchingGroups,
  type PermissionGroup,
  withoutPermissions,
  withPermissions,
} from './permission-selection.ts'

export interface PermissionPickerProps {
  readonly value: readonly string[]
  readonly onChange: (permissions: readonly string[]) => void
}

/** A level for each area, and below it all permissions of the server, with a search and free text entry for others. */
export function PermissionPicker(props: PermissionPickerProps) {
  return (
    <Loaded query={useQuery(permissionCatalogueQuery(useCall()))} lines={8}>
      {(catalogue) => <Picker {...props} catalogue={catalogue} />}
    </Loaded>
  )
}

function Picker({ value, onChange, catalogue }: PermissionPickerProps & { catalogue: Catalogue }) {
  const t = useText()
  const groups = useMemo(() => groupsOf(catalogue), [catalogue])
  const areas = useMemo(() => areasOf(groups), [groups])
  const selected = useMemo(() => new Set(value), [value])
  const free = freeEntries(value, groups)
  const isHeld = (permission: string) => selected.has(permission) || grantedBy(permission, free) !== undefined
  return (
    <>
      <PermissionLevels areas={areas} value={value} isHeld={isHeld} onChange={onChange} />
      <Fold label={t('roles.permissions.single')} hasError={false}>
        <SinglePermissions
          value={value}
          onChange={onChange}
          groups={groups}
          selected={selected}
          free={free}
          isHeld={isHeld}
        />
      </Fold>
    </>
  )
}

interface SinglePermissionsProps extends PermissionPickerProps {
  readonly groups: readonly PermissionGroup[]
  readonly selected: ReadonlySet<string>
  readonly free: readonly string[]
  readonly isHeld: (permission: string) => boolean
}

function SinglePermissions({ value, onChange, groups, selected, free, isHeld }: SinglePermissionsProps) {
  const t = useText()
  const [text, setText] = useState('')
  const [shows, setShows] = useState('all')
  const shown = matchingGroups(groups, text, shows === 'selected' ? isHeld : undefined)
  const held = groups.flatMap((group) => group.permissions).filter(isHeld).length
  const total = groups.reduce((sum, group) => sum + group.permissions.length, 0)
  return (
    <Stack gap="sm">
      <Group gap="sm">
        <FilterInput flex="1 1 200px" label={t('roles.permissions.filter')} value={text} onChange={setText} />
        <SegmentedControl
          size="xs"
          aria-label={t('roles.permissions.shows')}
          data={[
            { value: 'all', label: t('roles.permissions.showAll') },
            { value: 'selected', label: t('roles.permissions.showSelected') },
          ]}
          value={shows}
          onChange={setShows}
        />
        <Text size="sm" c="dimmed" role="status">
          {t('roles.permissions.selected', { count: held, total })}
        </Text>
      </Group>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <section className={classes['groups']} tabIndex={0} aria-label={t('roles.permissions')}>
        {shown.length === 0 && (
          <Text size="sm" c="dimmed" p="md">
            {t('roles.permissions.noMatch')}
          </Text>
        )}
        {shown.map((group) => (
          <PermissionGroupRow
            key={group.name}
            group={group}
            selected={selected}
            grantedBy={(permission) => grantedBy(permission, free)}
            onAdd={(added) => onChange(withPermissions(value, added))}
            onRemove={(removed) => onChange(withoutPermissions(value, removed))}
          />
        ))}
      </section>
      <FreeEntries free={free} onChange={(next) => onChange([...withoutPermissions(value, free), ...next])} />
    </Stack>
  )
}

function FreeEntries({ free, onChange }: { free: readonly string[]; onChange: (free: readonly string[]) => void }) {
  const t = useText()
  const [refused, setRefused] = useState<string>()
  function change(next: readonly string[]) {
    const wrong = next.find((entry) => !isPermission(entry))
    setRefused(wrong)
    onChange(next.filter(isPermission))
  }
  return (
    <TagsInput
      label={t('roles.permissions.free')}
      description={t('roles.permissions.free.help')}
      placeholder={free.length === 0 ? t('roles.permissions.free.placeholder') : ''}
      value={[...free]}
      onChange={change}
      splitChars={[' ']}
      acceptValueOnBlur
      error={refused === undefined ? undefined : t('roles.permissions.free.wrong', { entry: refused })}
      classNames={{ pill: classes['entry'] ?? '' }}
    />
  )
}
