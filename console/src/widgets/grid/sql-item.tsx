import type { EffectiveRange } from '@logyard/contract/search/time-ranges'
import type { Widget } from '@logyard/contract/views/view-state'
import { Menu } from '@mantine/core'
import { IconSql } from '@tabler/icons-react'
import { useGo, useHrefOf } from '../../base/routes/location.ts'
import { useClock } from '../../base/services/services.tsx'
import { useText } from '../../base/text/text.tsx'
import { useFieldTypes } from '../../query/fields/field-types.ts'
import { type SearchActions, useSearchActions } from '../../view-document/actions/search-actions.ts'
import { sqlLink } from '../../view-document/actions/sql-link.ts'

interface SqlItemProps {
  readonly widget: Widget
  /** The range of the result, if there is one. */
  readonly range: EffectiveRange | undefined
}

/** Opens the page with the SQL that a widget is, where pages know the messages of their widgets. */
export function SqlItem(props: SqlItemProps) {
  const { messagesOf } = useSearchActions()
  return messagesOf !== undefined && <OpenItem {...props} messagesOf={messagesOf} />
}

function OpenItem({ widget, range, messagesOf }: SqlItemProps & Required<Pick<SearchActions, 'messagesOf'>>) {
  const t = useText()
  const go = useGo()
  const hrefOf = useHrefOf()
  const { now } = useClock()
  const { typeOf } = useFieldTypes()
  const { kind, comparison } = useSearchActions()
  const open = async () => {
    const selected = messagesOf(widget)
    const { sqlOfWidget } = await import('../../view-document/execution/widget-sql.ts')
    const environment = { typeOf, range, comparison: comparison.of(widget.id), nowMs: now() }
    const found = sqlOfWidget(widget, { ...environment, timerange: selected.timerange })
    const link = sqlLink({ ...selected, streams: [...selected.streams] }, found)
    // A search keeps its draft; a dashboard would lose what is not saved.
    if (kind === 'dashboard') window.open(hrefOf(link), '_blank', 'noopener')
    else go(link)
  }
  return (
    <Menu.Item leftSection={<IconSql size={15} />} onClick={() => void open()}>
      {t('widgets.sql.open')}
    </Menu.Item>
  )
}
