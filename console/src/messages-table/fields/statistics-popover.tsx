import type { MessageSelection } from '@logyard/contract/search/message-selection'
import type { MessagesWidget } from '@logyard/contract/views/view-state'
import { Popover } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { deferred } from '../../base/deferred/deferred.tsx'
import { useText } from '../../base/text/text.tsx'
import { PlaceAnchor } from '../../ui/menu/place-anchor.tsx'
import { LoadingLines } from '../../ui/page/loading.tsx'
import classes from './fields.module.css'

const FieldStatistics = deferred(() => import('./field-statistics.tsx').then((module) => module.FieldStatistics))

export interface ShownField {
  readonly field: string
  readonly at: DOMRect
  /** The tables that the field can be added to. */
  readonly tables: readonly MessagesWidget[]
}

interface StatisticsPopoverProps {
  readonly shown: ShownField | undefined
  readonly selection: MessageSelection
  readonly onClose: () => void
}

/** The statistics of a field, at the place that was clicked. */
export function StatisticsPopover({ shown, selection, onClose }: StatisticsPopoverProps) {
  const t = useText()
  const isNarrow = useMediaQuery('(max-width: 48em)')
  return (
    <Popover
      opened={shown !== undefined}
      onChange={(isOpen) => !isOpen && onClose()}
      position={isNarrow ? 'bottom' : 'right-start'}
      withinPortal
      trapFocus
      returnFocus
      // Its target is a position, so there is no button to label it.
      withRoles={false}
      hideDetached={false}
      shadow="lg"
      middlewares={{ shift: { padding: 8 }, flip: true }}
    >
      <Popover.Target>
        <PlaceAnchor at={shown?.at} />
      </Popover.Target>
      <Popover.Dropdown
        className={classes['statistics'] ?? ''}
        role="dialog"
        tabIndex={-1}
        aria-label={shown === undefined ? undefined : t('fields.stats.title', { field: shown.field })}
      >
        {shown !== undefined && (
          <FieldStatistics
            fallback={<LoadingLines lines={8} />}
            key={shown.field}
            field={shown.field}
            selection={selection}
            tables={shown.tables}
            onClose={onClose}
          />
        )}
      </Popover.Dropdown>
    </Popover>
  )
}
