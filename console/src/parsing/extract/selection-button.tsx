import { Button, Popover } from '@mantine/core'
import { IconTransform } from '@tabler/icons-react'
import { useText } from '../../base/text/text.tsx'
import { PlaceAnchor } from '../../ui/menu/place-anchor.tsx'
import type { TextSelection } from './use-text-selection.ts'

interface SelectionButtonProps {
  readonly selection: TextSelection
  readonly onOpen: (selection: TextSelection) => void
}

/** The button beside the selected part. */
export function SelectionButton({ selection, onOpen }: SelectionButtonProps) {
  const t = useText()
  return (
    <Popover opened position="top" withinPortal withRoles={false} hideDetached={false} offset={4} shadow="md">
      <Popover.Target>
        <PlaceAnchor at={selection.at} aria-hidden />
      </Popover.Target>
      <Popover.Dropdown p={2}>
        <Button
          size="compact-sm"
          variant="subtle"
          leftSection={<IconTransform size={14} />}
          // Otherwise pressing the mouse would end the selection.
          onPointerDown={(event) => event.preventDefault()}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onOpen(selection)}
        >
          {t('parsing.extract.this')}
        </Button>
      </Popover.Dropdown>
    </Popover>
  )
}
