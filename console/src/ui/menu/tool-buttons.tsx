import { Group } from '@mantine/core'
import { ToolButton } from '../tooltip/tool-button.tsx'
import type { RowAction } from './row-action.ts'

/** Actions as icons side by side, where a menu would hide them. Their labels name what they act on. */
export const ToolButtons = ({ actions }: { actions: readonly RowAction[] }) => (
  <Group gap={2} wrap="nowrap">
    {actions.map(({ label, icon, onClick }) => (
      <ToolButton key={label} label={label} onClick={() => onClick?.()}>
        {icon}
      </ToolButton>
    ))}
  </Group>
)
