import { cycle as cycleIndexSet } from '@logyard/contract/store/deflector'
import { rebuildIndexRangesOfSet } from '@logyard/contract/store/index-ranges'
import type { IndexSet } from '@logyard/contract/store/index-sets'
import { Button, Menu } from '@mantine/core'
import { IconChevronDown, IconRefresh, IconRotateClockwise } from '@tabler/icons-react'
import { useMay } from '../../../base/session/current-user.tsx'
import { useText } from '../../../base/text/text.tsx'
import { useCycle, useRebuildRanges } from '../index-set-actions.ts'

/** Actions on all indices of a set. */
export function MaintenanceMenu({ indexSet: { id, writable } }: { indexSet: IndexSet }) {
  const t = useText()
  const may = useMay()
  const rebuild = useRebuildRanges()
  const cycle = useCycle()
  const canRebuild = may(rebuildIndexRangesOfSet)
  const canCycle = may(cycleIndexSet) && writable
  if (!canRebuild && !canCycle) return null
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          variant="default"
          rightSection={<IconChevronDown size={14} />}
          loading={rebuild.isPending || cycle.isPending}
        >
          {t('indexSets.maintenance')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {canRebuild && (
          <Menu.Item leftSection={<IconRefresh size={15} />} onClick={() => void rebuild(id)}>
            {t('indexSets.rebuild')}
          </Menu.Item>
        )}
        {canCycle && (
          <Menu.Item leftSection={<IconRotateClockwise size={15} />} onClick={() => void cycle(id)}>
            {t('indexSets.cycle')}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
