/** The actions on a position in a chart: a bar, a point, a slice, a cell, a circle, or an entry of the legend. */
import type { AggregationConfig, Widget } from '@logyard/contract/views/view-state'
import { Menu } from '@mantine/core'
import { IconClockSearch, IconFilterMinus, IconFilterPlus, IconPlayerPlay, IconTable } from '@tabler/icons-react'
import { useText } from '../../base/text/text.tsx'
import { useFieldTypes } from '../../query/fields/field-types.ts'
import { ActionItems } from '../../ui/menu/action-items.tsx'
import { MenuAt } from '../../ui/menu/menu-at.tsx'
import { useSearchActions, type ValuePathPart } from '../../view-document/actions/search-actions.ts'
import { asOne, conditionOf } from '../../view-document/actions/value-path.ts'
import { parseSeries } from '../../view-document/model/series-function.ts'
import type { ChartData } from './chart-data.ts'
import type { ChartPlace } from './chart-place.ts'
import type { ChartWords } from './chart-words.ts'
import { useValuePaths, type ValuePaths } from './value-paths.ts'
import type { VisualizationProps } from './visualization.ts'

/** Longer names are complete in the tooltip. */
const MAX_TEXT = 40

interface PlaceItemsProps {
  readonly place: ChartPlace
  readonly paths: ValuePaths
  readonly words: ChartWords
  readonly widget: Widget
}

function PlaceItems({ place, paths, words, widget }: PlaceItemsProps) {
  const t = useText()
  const { typeOf } = useFieldTypes()
  const { kind, addToQuery, excludeFromQuery, setTimeRange, openSearch, showDocumentsFor } = useSearchActions()
  const keys = [...paths.row(place.row ?? []), ...paths.column(place.series?.columnKey ?? [])]
  const measured = parseSeries(place.series?.series.function ?? '')?.field
  const path: ValuePathPart[] = [...keys, ...(measured === undefined ? [] : [{ field: measured }])]
  const time = keys.find(({ field, until }) => field === 'timestamp' && until !== undefined)
  const range =
    time?.value === undefined || time.until === undefined
      ? undefined
      : ({ type: 'absolute', from: time.value, to: time.until } as const)
  const groups = keys.filter((part) => part !== time)
  const rest = path.filter((part) => part !== time)
  const named = (part: ValuePathPart) => `${part.field}: ${cut(textOf(part, words))}`
  return (
    <ActionItems
      actions={[
        range !== undefined && {
          label: t('widgets.place.time'),
          icon: <IconClockSearch size={15} />,
          onClick: () => setTimeRange(range),
        },
        ...groups.map((part) => ({
          label: t(kind === 'dashboard' ? 'widgets.place.filter' : 'widgets.place.add', { value: named(part) }),
          icon: <IconFilterPlus size={15} />,
          onClick: () => addToQuery(conditionOf([part], typeOf)),
        })),
        groups.length > 0 && {
          label: t('widgets.place.exclude', { value: groups.map(named).join(', ') }),
          icon: <IconFilterMinus size={15} />,
          onClick: () => excludeFromQuery(asOne(groups, typeOf)),
        },
        openSearch !== undefined && {
          label: t(kind === 'search' ? 'fields.openTab' : 'fields.openSearch'),
          icon: <IconPlayerPlay size={15} />,
          onClick: () => openSearch(conditionOf(rest, typeOf), widget, range),
        },
        path.length > 0 && {
          label: t('fields.showDocuments'),
          icon: <IconTable size={15} />,
          onClick: () => showDocumentsFor(path, widget),
        },
      ]}
    />
  )
}

const textOf = ({ value = '', until }: ValuePathPart, words: ChartWords): string =>
  words.key(value, until !== undefined)
const cut = (text: string): string => (text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text)

export interface OpenPlace {
  readonly place: ChartPlace
  readonly at: DOMRect
}

interface PlaceMenuAtProps extends Omit<PlaceItemsProps, 'place'> {
  /** Absent while the menu is closed. */
  readonly open: OpenPlace | undefined
  readonly onClose: () => void
}

/** One menu for all positions of a chart, which opens where the user clicks. */
export function PlaceMenuAt({ open, onClose, ...items }: PlaceMenuAtProps) {
  const { paths, words } = items
  const title = (place: ChartPlace) =>
    [...paths.row(place.row ?? []), ...paths.column(place.series?.columnKey ?? [])]
      .map((part) =>
        part.until === undefined
          ? cut(textOf(part, words))
          : words.bucket(Date.parse(part.value ?? ''), Date.parse(part.until)),
      )
      .join(', ')
  return (
    <MenuAt at={open?.at} onClose={onClose}>
      {open !== undefined && (
        <>
          <Menu.Label translate="no">{title(open.place)}</Menu.Label>
          <PlaceItems place={open.place} {...items} />
        </>
      )}
    </MenuAt>
  )
}

interface PlaceItemsOptions extends Pick<VisualizationProps, 'widget' | 'pivot' | 'isInteractive'> {
  readonly data: ChartData
  readonly config: AggregationConfig
  readonly words: ChartWords
}

/** The same actions for a menu that the chart has elsewhere, such as in its legend. */
export function usePlaceItems({ widget, pivot, isInteractive, data, config, words }: PlaceItemsOptions) {
  const paths = useValuePaths(data, config, pivot)
  const itemsOf = (place: ChartPlace) => <PlaceItems place={place} paths={paths} words={words} widget={widget} />
  /** Everything in a series, whatever the row. */
  const itemsOfSeries = (name: string) => {
    const series = data.series.find((one) => one.name === name)
    return series === undefined || series.columnKey.length === 0 ? null : itemsOf({ row: undefined, series })
  }
  return isInteractive ? { itemsOf, itemsOfSeries } : {}
}
